"""The matches that have ended, in the order in which they did."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The archive: the worker fills it from the first event on."""
    op.create_table(
        "archive",
        sa.Column("position", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("position", name="pk_archive"),
        sa.UniqueConstraint("game", name="uq_archive_game"),
    )


def downgrade() -> None:
    """Without the archive; a later one begins anew."""
    op.execute(sa.text("DELETE FROM consumers WHERE name = 'archive'"))
    op.drop_table("archive")
