"""Orders: what players want done when it is their turn, and which of their moves were made so."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has left any yet."""
    op.create_table(
        "orders",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("base", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_orders"),
    )
    op.create_table(
        "orders_made",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("request", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", "request", name="pk_orders_made"),
    )


def downgrade() -> None:
    """What was ordered is not done any more, and nobody is told what was."""
    op.drop_table("orders_made")
    op.drop_table("orders")
