"""Analyses: which were asked for, how far each has come, and what came out."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Analyses, their hands and decisions."""
    op.create_table(
        "analyses",
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("analyser", sa.Text, nullable=False),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("worked", sa.BigInteger, nullable=False),
        sa.Column("total", sa.Integer),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("subject", "analyser", name="pk_analyses"),
    )
    waiting = sa.text("status IN ('queued', 'running')")
    op.create_index(
        "ix_analyses_worked", "analyses", ["worked", "subject"], sqlite_where=waiting, postgresql_where=waiting
    )
    op.create_table(
        "analysed_hands",
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("analyser", sa.Text, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("swings", sa.Text),
        sa.PrimaryKeyConstraint("subject", "analyser", "hand", name="pk_analysed_hands"),
    )
    op.create_table(
        "analysed_decisions",
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("analyser", sa.Text, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("subject", "analyser", "hand", "seq", name="pk_analysed_decisions"),
    )


def downgrade() -> None:
    """Without analyses."""
    for table in ("analysed_decisions", "analysed_hands", "analyses"):
        op.drop_table(table)
