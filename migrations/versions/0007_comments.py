"""Comments on events, and reports of them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Comments and reports."""
    op.create_table(
        "comments",
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("parent", sa.Text),
        sa.Column("account", sa.Text),
        sa.Column("player", sa.Text),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("edited", sa.BigInteger),
        sa.Column("removed", sa.Text),
        sa.PrimaryKeyConstraint("subject", "id", name="pk_comments"),
    )
    op.create_index("ix_comments_account", "comments", ["account"])
    op.create_index("ix_comments_place", "comments", ["subject", "seq", "created", "id"])
    op.create_table(
        "comment_reports",
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("subject", "comment", "reporter", name="pk_comment_reports"),
    )
    op.create_index("ix_comment_reports_created", "comment_reports", ["created", "comment", "reporter"])


def downgrade() -> None:
    """Without comments."""
    op.drop_table("comment_reports")
    op.drop_table("comments")
