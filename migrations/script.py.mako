"""${message}"""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    """TODO: what is there afterwards."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """TODO: what is gone afterwards."""
    ${downgrades if downgrades else "pass"}
