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


def downgrade() -> None:
    """Without it; what was paused stays so until the pause ends."""
    op.drop_column("tables", "time_off")
