"""Replays that were brought from elsewhere."""

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Not there yet."""


def downgrade() -> None:
    """Not there yet."""
