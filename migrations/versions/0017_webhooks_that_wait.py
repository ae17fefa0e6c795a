"""Of what waits for a webhook there is only so much: it is counted whenever there is more."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

WAITS = sa.text("due IS NOT NULL")


def upgrade() -> None:
    """What waits is found by its webhook, in the order in which it came."""
    op.create_index(
        "ix_webhook_deliveries_waiting",
        "webhook_deliveries",
        ["webhook", "created"],
        sqlite_where=WAITS,
        postgresql_where=WAITS,
    )


def downgrade() -> None:
    """It is looked for."""
    op.drop_index("ix_webhook_deliveries_waiting", "webhook_deliveries")
