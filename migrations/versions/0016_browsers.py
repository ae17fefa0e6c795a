"""Browsers that are told of games know which sign-in they were asked in: with it they are told no more."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of those that there are nobody knows."""
    op.add_column("push_subscriptions", sa.Column("session", sa.Text))
    op.create_index("ix_push_subscriptions_session", "push_subscriptions", ["session"])


def downgrade() -> None:
    """They are told on."""
    op.drop_index("ix_push_subscriptions_session", "push_subscriptions")
    op.drop_column("push_subscriptions", "session")
