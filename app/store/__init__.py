"""The event store, on SQLAlchemy Core: SQLite and PostgreSQL.

- Games: `store` (append, read back, rebuild), on `schema`, `streams`, `snapshots` and `secrets` (sealed seeds).
- Beside them: `tables` and their `branches`, `players`, `lobby` (lists), `accounts`, `callers` (who has a secret),
  `comments`; `invitations` by name, `rematches`, `phrases`, `mutes`; `direct` runs the few statements on the way of
  a move.
- Time off: `calendars` and `vacations` of accounts, `absences` (who is off now) and `rests` (which seats have been seen
  to); `proposals` at tables that play.
- People: `letters` to them, `vouchers` (what the links in letters are good for), `recovery` (passwords and addresses
  that change), `guests`, and `belongings` (all that is an account's).
- What people are told: `awaited` (whom games wait for, as far as they know), `presence` (who looks anyway), `notices`
  and whether they are `standing` still, `notice_settings` (who wants to be told what), `mailings`.
- By which ways: `webhooks`, `push` (browsers), `deliveries` (how many).
- What they want done when they do not look: `orders`.
- Apart from them: `imports` (replays from elsewhere), `analyses` (what came out so far).
- Behind them: `sequencer` (one order across games), the `consumers` that read it and `rebuilds` of what they keep:
  `archive` (matches that are over), `results` (how they ended), `counts` (events by kind). `election` (which worker).
- As it happens: `signals` (that there is something new), `news` (what those ask who follow games).
- The database: `engine`, `migrate`, `grants`, `guards` and `inspection` (what the doctor asks); `gauges`; `errors`.
"""

from app.store.engine import Connection, Engine, make_engine, moment, reading, writing
from app.store.errors import (
    Damaged,
    DuplicateKey,
    SecretUnreadable,
    StoreError,
    Unavailable,
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
    "Unavailable",
    "VersionConflict",
    "DuplicateKey",
    "SecretUnreadable",
    "Damaged",
]
