"""Runs migrations on the connection that `app.store.migrate` hands over: one transaction, all of it or nothing."""

import importlib
import pkgutil
from typing import Any

from alembic import context

import app.store
from app.store.schema import PARTITIONS, metadata

HIDDEN = {f"events_p{number}" for number in range(PARTITIONS)}  # made with their parent, not by themselves


def include_name(name: str | None, type_: str, parents: Any) -> bool:
    """Whether the schema check looks at what has this name in the database."""
    return not (type_ == "table" and name in HIDDEN)


for module in pkgutil.iter_modules(app.store.__path__, "app.store."):
    importlib.import_module(module.name)  # whatever has tables puts them into `metadata`

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    include_name=include_name,
    transactional_ddl=True,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
