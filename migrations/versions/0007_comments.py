"""Comments."""

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Not there yet."""


def downgrade() -> None:
    """Not there yet."""
