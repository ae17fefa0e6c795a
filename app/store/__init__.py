"""The event store, on SQLAlchemy Core: SQLite and PostgreSQL."""

from app.store.engine import Connection, Engine, make_engine, moment, reading, writing
from app.store.errors import (
    Damaged,
    DuplicateKey,
    SecretUnreadable,
    StoreError,
    VersionConflict,
)
from app.store.secrets import Cipher
from app.store.snapshots import Snapshot
from app.store.store import Also, Store
from app.store.streams import Key, KeyRow, Stored, StreamHead

__all__ = [
    "Store",
    "Also",
    "StreamHead",
    "Stored",
    "Key",
    "KeyRow",
    "Snapshot",
    "Cipher",
    "Connection",
    "Engine",
    "make_engine",
    "reading",
    "moment",
    "writing",
    "StoreError",
    "VersionConflict",
    "DuplicateKey",
    "SecretUnreadable",
    "Damaged",
]
