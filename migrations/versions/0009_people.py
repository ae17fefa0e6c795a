"""What people expect of accounts: addresses, preferences, letters and their vouchers; and the addresses of guests."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ACCOUNT = ("address", "address_key", "pending", "preferences")


def upgrade() -> None:
    """Four columns, and three tables."""
    for name in ACCOUNT:
        op.add_column("accounts", sa.Column(name, sa.Text))
    op.create_index("ix_accounts_address_key", "accounts", ["address_key"], unique=True)
    _make_letters()
    _make_vouchers()
    op.create_table(
        "seat_addresses",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("address_key", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_seat_addresses"),
    )
    op.create_index("ix_seat_addresses_address_key", "seat_addresses", ["address_key"])


def downgrade() -> None:
    """Nobody can be written to."""
    for table in ("seat_addresses", "vouchers", "letters"):
        op.drop_table(table)
    op.drop_index("ix_accounts_address_key", "accounts")
    for name in reversed(ACCOUNT):
        op.drop_column("accounts", name)


def _make_letters() -> None:
    op.create_table(
        "letters",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("account", sa.Text),
        sa.Column("address", sa.Text),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sent", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
        _of_account("letters"),
    )
    waits = sa.text("due IS NOT NULL")
    op.create_index("ix_letters_due", "letters", ["due"], sqlite_where=waits, postgresql_where=waits)
    op.create_index("ix_letters_account", "letters", ["account"])
    op.create_index("ix_letters_address", "letters", ["address", "kind", "sent"])


def _make_vouchers() -> None:
    op.create_table(
        "vouchers",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("account", sa.Text),
        sa.Column("game", sa.Text),
        sa.Column("player", sa.Text),
        sa.Column("address", sa.Text),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_vouchers"),
        _of_account("vouchers"),
    )
    op.create_index("ix_vouchers_account", "vouchers", ["account"])
    op.create_index("ix_vouchers_expires", "vouchers", ["expires"])


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_account"
    return sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=name, ondelete="CASCADE")
