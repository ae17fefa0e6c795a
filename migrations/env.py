"""Runs migrations on the connection that `app.store.migrate` hands over, in its transaction: all of it or nothing."""

from typing import Any

from alembic import context

from app.store.schema import PARTITIONS, metadata

HIDDEN = {f"events_p{number}" for number in range(PARTITIONS)}  # made with their parent, not by themselves


def include_name(name: str | None, type_: str, parents: Any) -> bool:
    """Whether the schema check looks at what has this name in the database."""
    return not (type_ == "table" and name in HIDDEN)


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    include_name=include_name,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
