"""Time off: calendars of accounts, vacations, and what a table agrees on while it plays."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

ALLOWED = '{"quiet_hours": true, "vacations": true, "pauses": true}'


def upgrade() -> None:
    """Tables that were made before allow all of it."""
    op.add_column("tables", sa.Column("time_off", sa.Text, nullable=False, server_default=ALLOWED))
    op.create_table(
        "calendars",
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("days_off", sa.Text, nullable=False),
        sa.Column("automatic", sa.Boolean, nullable=False),
        sa.Column("off_from", sa.BigInteger),
        sa.Column("off_until", sa.BigInteger),
        sa.Column("off_for", sa.Text),
        sa.PrimaryKeyConstraint("account", name="pk_calendars"),
    )
    op.create_index("ix_calendars_off_until", "calendars", ["off_until"])
    op.create_table(
        "vacations",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("starts", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.Column("automatic", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
    )
    op.create_index("ix_vacations_account", "vacations", ["account"])
    op.create_index("ix_vacations_ends", "vacations", ["ends"])
    op.create_table(
        "rests",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", "why", name="pk_rests"),
    )
    op.create_index("ix_rests_until", "rests", ["until"])
    op.create_table(
        "proposals",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("looked", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_proposals"),
    )
    op.create_index("ix_proposals_expires", "proposals", ["expires"])


def downgrade() -> None:
    """Without it; what was paused stays so until the pause ends."""
    for table in ("proposals", "rests", "vacations", "calendars"):
        op.drop_table(table)
    op.drop_column("tables", "time_off")
