"""How many deliveries of notices have come to an end, by channel: one row each, which goes up. Whoever keeps deliveries
counts them here in the transaction that ends them."""

from collections.abc import Mapping

import sqlalchemy as sa

from app.store.engine import or_nothing, reading
from app.store.schema import metadata

DELIVERED, FAILED, PENDING = "delivered", "failed", "pending"
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
