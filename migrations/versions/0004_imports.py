"""Replays that were brought from elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One row an import, its events in it; it goes with the account that brought it."""
    op.create_table(
        "imports",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("title", sa.Text),
        sa.Column("form", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("events", sa.BigInteger, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_imports"),
        sa.UniqueConstraint("account", "digest", name="uq_imports_account_digest"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_imports_account", ondelete="CASCADE"),
    )
    op.create_index("ix_imports_account_created_id", "imports", ["account", "created", "id"])


def downgrade() -> None:
    """Without imports."""
    op.drop_table("imports")
