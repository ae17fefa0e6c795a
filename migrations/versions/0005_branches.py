"""Branches, what if: practice tables with the cards of a game, or of an imported replay, from one of its events on."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Where branches leave what they are of, and which tables are for practice."""
    op.create_table(
        "branches",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("put_in", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_branches"),
    )
    op.create_index("ix_branches_origin", "branches", ["origin", "game"])
    op.add_column("tables", sa.Column("practice", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Without branches."""
    op.drop_column("tables", "practice")
    op.drop_table("branches")
