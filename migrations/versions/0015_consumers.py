"""Consumers: parked events, how many there are of each kind, and the shadows in which read models are rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The worker fills `counts` from the first event on."""
    op.create_table(
        "parked",
        sa.Column("consumer", sa.Text, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("tried", sa.BigInteger, nullable=False),
        sa.Column("error", sa.Text),
        sa.PrimaryKeyConstraint("consumer", "position", name="pk_parked"),
    )
    for name in ("counts", "counts_shadow"):
        op.create_table(
            name,
            sa.Column("kind", sa.Text, nullable=False),
            sa.Column("count", sa.BigInteger, nullable=False),
            sa.PrimaryKeyConstraint("kind", name=f"pk_{name}"),
        )
    op.create_table(
        "archive_shadow",
        sa.Column("position", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("position", name="pk_archive_shadow"),
        sa.UniqueConstraint("game", name="uq_archive_shadow_game"),
    )
    op.create_table(
        "results_shadow",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_results_shadow"),
    )
    op.create_index("ix_letters_created", "letters", ["created"])


def downgrade() -> None:
    """Without them; later counts begin anew. What is parked is forgotten, its consumers are behind it."""
    op.execute(sa.text("DELETE FROM consumers WHERE name = 'counts' OR name LIKE '%.shadow'"))
    op.drop_index("ix_letters_created", "letters")
    for table in ("results_shadow", "archive_shadow", "counts_shadow", "counts", "parked"):
        op.drop_table(table)
