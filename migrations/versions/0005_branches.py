"""Branches: what if."""

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Not there yet."""


def downgrade() -> None:
    """Not there yet."""
