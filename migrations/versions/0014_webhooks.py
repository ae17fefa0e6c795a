"""Webhooks and web push: where notices are sent to, and what became of each."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

WAITS = sa.text("due IS NOT NULL")


def upgrade() -> None:
    """Nobody has any yet."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("old_key", sa.Text),
        sa.Column("old_sealed", sa.LargeBinary),
        sa.Column("old_until", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("off", sa.Text),
        sa.Column("failing", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_webhooks_account_accounts", ondelete="CASCADE"),
    )
    op.create_index("ix_webhooks_account", "webhooks", ["account"])
    op.create_table(
        "webhook_deliveries",
        sa.Column("webhook", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("error", sa.Text),
        sa.Column("tried", sa.BigInteger),
        sa.Column("delivered", sa.BigInteger),
        sa.PrimaryKeyConstraint("webhook", "id", name="pk_webhook_deliveries"),
        sa.ForeignKeyConstraint(
            ["webhook"], ["webhooks.id"], name="fk_webhook_deliveries_webhook_webhooks", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_webhook_deliveries_created", "webhook_deliveries", ["created"])
    op.create_index(
        "ix_webhook_deliveries_due", "webhook_deliveries", ["due"], sqlite_where=WAITS, postgresql_where=WAITS
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
        sa.UniqueConstraint("hash", name="uq_push_subscriptions_hash"),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name="fk_push_subscriptions_account_accounts", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_push_subscriptions_account", "push_subscriptions", ["account"])
    op.create_table(
        "pushes",
        sa.Column("subscription", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("notice", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("subscription", "game", name="pk_pushes"),
        sa.ForeignKeyConstraint(
            ["subscription"],
            ["push_subscriptions.id"],
            name="fk_pushes_subscription_push_subscriptions",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_pushes_due", "pushes", ["due"])
    op.create_table(
        "delivery_counts",
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("channel", "outcome", name="pk_delivery_counts"),
    )


def downgrade() -> None:
    """Without them; nothing is told there any more."""
    for table in ("delivery_counts", "pushes", "push_subscriptions", "webhook_deliveries", "webhooks"):
        op.drop_table(table)
