"""Company: rematches, invitations by name, mutes, phrases at the table, and how matches ended."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The worker fills `results` from the first event on."""
    op.create_table(
        "rematches",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("next", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_rematches"),
    )
    op.create_table(
        "rematch_guests",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("next_player", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_rematch_guests"),
    )
    op.create_table(
        "invitations",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", "account", name="pk_invitations"),
    )
    op.create_index("ix_invitations_account", "invitations", ["account"])
    op.create_table(
        "removals",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "account", name="pk_removals"),
    )
    op.create_table(
        "mutes",
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("muted", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", "muted", name="pk_mutes"),
    )
    op.create_table(
        "seat_mutes",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("viewer", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "viewer", "player", name="pk_seat_mutes"),
    )
    op.create_table(
        "phrases",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("phrase", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "id", name="pk_phrases"),
    )
    op.create_table(
        "phrase_reports",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("phrase", sa.Text, nullable=False),
        sa.Column("said", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "id", "reporter", name="pk_phrase_reports"),
    )
    op.create_index("ix_phrase_reports_created", "phrase_reports", ["created", "game", "id", "reporter"])
    op.create_table(
        "results",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_results"),
    )


def downgrade() -> None:
    """Without them; later results begin anew."""
    op.execute(sa.text("DELETE FROM consumers WHERE name = 'results'"))
    for table in ("results", "phrase_reports", "phrases", "seat_mutes", "mutes", "removals", "invitations"):
        op.drop_table(table)
    op.drop_table("rematch_guests")
    op.drop_table("rematches")
