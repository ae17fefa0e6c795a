"""Tables: who is the host, who may find and watch a game, and its bots."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The settings of tables."""
    op.create_table(
        "tables",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Text, nullable=False),
        sa.Column("invitation", sa.Text, nullable=False),
        sa.Column("bot_delay", sa.Integer, nullable=False),
        sa.Column("takeover", sa.Text),
        sa.Column("bots_alone", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("timed", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("attended", sa.Boolean, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_tables"),
    )
    op.create_index("ix_tables_status", "tables", ["status", "created", "game"])
    attended = sa.text("attended")
    op.create_index("ix_tables_attended", "tables", ["game"], sqlite_where=attended, postgresql_where=attended)


def downgrade() -> None:
    """Without tables."""
    op.drop_table("tables")
