"""Notices: what somebody is told, who wants to be told what, and who is looking at the moment."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has chosen anything yet."""
    untold, mail, due, digest = map(sa.text, ("untold", "mail", "due IS NOT NULL", "digest_due IS NOT NULL"))
    op.create_table(
        "notices",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("untold", sa.Boolean, nullable=False),
        sa.Column("mail", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.UniqueConstraint("account", "game", "kind", "version", name="uq_notices_account_game_kind_version"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_notices_account", ondelete="CASCADE"),
    )
    op.create_index("ix_notices_account_made", "notices", ["account", "made"])
    op.create_index("ix_notices_made", "notices", ["made"])
    op.create_index("ix_notices_untold", "notices", ["made"], sqlite_where=untold, postgresql_where=untold)
    op.create_index("ix_notices_mail", "notices", ["account", "made"], sqlite_where=mail, postgresql_where=mail)
    op.create_table(
        "notice_settings",
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("switches", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("digest_due", sa.BigInteger),
        sa.Column("digested", sa.BigInteger),
        sa.Column("bounced", sa.Text),
        sa.Column("feed", sa.Text),
        sa.Column("stop", sa.Text),
        sa.PrimaryKeyConstraint("account", name="pk_notice_settings"),
        sa.UniqueConstraint("feed", name="uq_notice_settings_feed"),
        sa.UniqueConstraint("stop", name="uq_notice_settings_stop"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_notice_settings_account", ondelete="CASCADE"),
    )
    op.create_index(
        "ix_notice_settings_digest_due",
        "notice_settings",
        ["digest_due"],
        sqlite_where=digest,
        postgresql_where=digest,
    )
    op.create_table(
        "presence",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "account", name="pk_presence"),
    )
    op.create_index("ix_presence_until", "presence", ["until"])
    op.create_table(
        "awaited",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("account", sa.Text),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("told", sa.Boolean, nullable=False),
        sa.Column("reminded", sa.Integer, nullable=False),
        sa.Column("catching", sa.Integer),
        sa.PrimaryKeyConstraint("game", name="pk_awaited"),
    )
    op.create_index("ix_awaited_due", "awaited", ["due"], sqlite_where=due, postgresql_where=due)


def downgrade() -> None:
    """Without them; later notices begin anew."""
    op.execute(sa.text("DELETE FROM consumers WHERE name = 'notices'"))
    for table in ("awaited", "presence", "notice_settings", "notices"):
        op.drop_table(table)
