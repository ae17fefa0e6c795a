"""Deliveries of notices, whichever channel they go by: whose turn it is, and how many have come to an end. Those that
have ended are one row a channel, which goes up: whoever keeps deliveries counts them here in the transaction that ends
them."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from app.store.engine import or_nothing, reading
from app.store.schema import metadata

DELIVERED, FAILED, PENDING = "delivered", "failed", "pending"
"""What becomes of a delivery: it was taken, it is given up, it is to be tried."""
WEBHOOK, PUSH = "webhook", "push"
"""Channels."""

delivery_counts = sa.Table(
    "delivery_counts",
    metadata,
    sa.Column("channel", sa.Text, primary_key=True),
    sa.Column("outcome", sa.Text, primary_key=True),
    sa.Column("count", sa.BigInteger, nullable=False),
)
"""outcome is `DELIVERED`, or `FAILED` for what was given up; what is pending is counted where it lies."""


def in_turn(
    deliveries: sa.FromClause,
    receiver: sa.ColumnElement[str],
    account: sa.ColumnElement[str],
    due: sa.ColumnElement[int],
    now: int,
) -> sa.Select[Any]:
    """The receivers to which something of these is due, and whose they are, in the order in which they have their turn:
    of each account the one that waits for the longest, then the second of each, and so on. However many somebody has,
    and however long they keep things waiting, they do not stand before those of all others."""
    since = sa.func.min(due)
    place = sa.func.row_number().over(partition_by=account, order_by=(since, receiver)).label("place")
    query = sa.select(receiver.label("receiver"), account.label("account"), since.label("since"), place)
    each = query.select_from(deliveries).where(due <= now).group_by(receiver, account).subquery()
    return sa.select(each.c.receiver, each.c.account).order_by(each.c.place, each.c.since, each.c.receiver)


def count(connection: sa.Connection, channel: str, outcome: str, number: int = 1) -> None:
    """So many more have ended, within the transaction that ends them."""
    if number:
        row = {"channel": channel, "outcome": outcome, "count": 0}
        connection.execute(or_nothing(connection, delivery_counts), row)
        this = (delivery_counts.c.channel == channel, delivery_counts.c.outcome == outcome)
        connection.execute(delivery_counts.update().where(*this).values(count=delivery_counts.c["count"] + number))


def ended(engine: sa.Engine) -> Mapping[tuple[str, str], int]:
    """How many have ended since the database was made, by channel and outcome; what is not there is none."""
    with reading(engine) as connection:
        return {(row[0], row[1]): row[2] for row in connection.execute(delivery_counts.select()).all()}
