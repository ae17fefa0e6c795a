"""Accounts, the sessions and tokens that act for them, and who plays under which player id."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Four tables; a session or a token goes with its account."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("roles", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("name_key", name="uq_accounts_name_key"),
    )
    _make_sessions()
    _make_tokens()
    _make_players()


def downgrade() -> None:
    """Nobody has an account any more, and no record's player ids lead to anybody."""
    for table in ("players", "tokens", "sessions", "accounts"):
        op.drop_table(table)


def _make_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sessions"),
        _of_account("sessions"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_index("ix_sessions_expires", "sessions", ["expires"])


def _make_tokens() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
        _of_account("tokens"),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"])


def _make_players() -> None:
    op.create_table(
        "players",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("account", sa.Text),
        sa.Column("name", sa.Text),
        sa.Column("link", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.PrimaryKeyConstraint("game", "player", name="pk_players"),
        sa.UniqueConstraint("game", "account", name="uq_players_game_account"),
        sa.UniqueConstraint("game", "link", name="uq_players_game_link"),
        sa.UniqueConstraint("game", "seat", name="uq_players_game_seat"),
    )
    op.create_index("ix_players_account", "players", ["account"])


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_account"
    return sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=name, ondelete="CASCADE")
