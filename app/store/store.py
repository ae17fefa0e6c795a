"""The event store: append with an expected version, and read back. Nothing here knows what an event means."""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from app.store import engine as engines
from app.store import snapshots, streams
from app.store.direct import Direct, refused_by
from app.store.errors import Damaged, DuplicateKey, SecretUnreadable, Unavailable, VersionConflict
from app.store.schema import secrets
from app.store.schema import streams as heads
from app.store.secrets import Cipher, Sealed
from app.store.snapshots import Snapshot
from app.store.streams import END, Key, KeyRow, Stored, StreamHead

Line = tuple[int, str, bytes, str]
"""What an event's row is made of: seq, kind, bytes, hash. A `replays.chain.Line` is one, and so is a `Stored`."""

AT_ONCE = 500
"""Lines read at once where a whole record is gone through."""

Row = sa.Row[*tuple[Any, ...]]

Also = Callable[[sa.Connection], None]
"""What else goes into the transaction that appends events, for tables beside."""

log = logging.getLogger(__name__)

_READ_SECRET = sa.select(secrets.c.key, secrets.c.sealed).where(secrets.c.game == sa.bindparam("of"))
_ADD_SECRET = sa.insert(secrets)
_FORGET_SECRET = sa.delete(secrets).where(secrets.c.game == sa.bindparam("of"))
_LOCK_HEAD = sa.select(heads.c.version).where(heads.c.game == sa.bindparam("of")).with_for_update()
_LOCK_CALLER = sa.text("SELECT pg_advisory_xact_lock(hashtextextended(:caller, 0))")

_MOVE_HEAD = Direct(streams.MOVE_HEAD, [name for name in StreamHead._fields if name != "game"])
_READ_BYTES = Direct(streams.READ_BYTES)
_ADD_EVENTS = Direct(streams.ADD_EVENTS, ["game", *Stored._fields])
_ADD_KEY = Direct(streams.ADD_KEY, ["caller", "key", *KeyRow._fields])


class Store:
    """Streams, events, secrets, keys and snapshots of one database."""

    def __init__(self, engine: sa.Engine, cipher: Cipher | None = None) -> None:
        """Take an engine of `make_engine`, and a cipher if games are to be created or their seeds read."""
        self.engine = engine
        self._cipher = cipher

    # ------------------------------------------------------------ writing

    def create(
        self,
        head: StreamHead,
        lines: Sequence[Line],
        secret: bytes,
        key: Key | None = None,
        also: Also | None = None,
    ) -> None:
        """Begin a game's stream with its first events, and seal its last seed.

        `also` runs in the same transaction, for tables beside. Raises VersionConflict if the game is there,
        DuplicateKey if the caller has used the key, whatever for.
        """
        sealed = self._keys().seal(head.game, secret)
        with engines.writing(self.engine) as connection:
            if key is not None:
                self._claim(connection, key)
            row = _columns(head) | {"game": head.game, "created": head.t, "sequenced": -1}
            try:
                connection.execute(streams.ADD_STREAM, row)
            except sa.exc.IntegrityError as error:
                raise VersionConflict(head.game, -1) from error
            connection.execute(_ADD_SECRET, {"game": head.game, "key": sealed.key, "sealed": sealed.sealed})
            self._add(connection, head, lines, key, also)

    def append(
        self,
        head: StreamHead,
        expected: int,
        lines: Sequence[Line],
        key: Key | None = None,
        *,
        forget_secret: bool = False,
        also: Also | None = None,
    ) -> None:
        """Append events to a game that stands at `expected`, and move its head to `head`.

        `also` runs in the same transaction, for tables beside. Raises VersionConflict, DuplicateKey; then nothing is
        written.
        """
        with engines.writing(self.engine) as connection:
            values = _columns(head) | {"of": head.game, "expected": expected}
            if _MOVE_HEAD.write(connection, values) != 1:
                raise VersionConflict(head.game, expected)
            if forget_secret:
                connection.execute(_FORGET_SECRET, {"of": head.game})
            self._add(connection, head, lines, key, also)

    def beside(self, game: str, expected: int, key: Key | None, also: Also) -> None:
        """Writes to tables beside a game that stands at `expected`, and no event. Raises VersionConflict, DuplicateKey;
        then nothing is written."""
        with engines.writing(self.engine) as connection:
            if connection.scalar(_LOCK_HEAD, {"of": game}) != expected:
                raise VersionConflict(game, expected)
            also(connection)
            if key is not None:
                _add_key(connection, game, expected, key)

    def _add(
        self,
        connection: sa.Connection,
        head: StreamHead,
        lines: Sequence[Line],
        key: Key | None,
        also: Also | None,
    ) -> None:
        game = head.game
        rows = [
            {"game": game, "seq": seq, "kind": kind, "bytes": line, "hash": hash_} for seq, kind, line, hash_ in lines
        ]
        try:
            _ADD_EVENTS.write_all(connection, rows)
        except refused_by(connection) as error:
            raise Damaged(f"game {game} has events behind its head, version {head.version}") from error
        if also is not None:
            also(connection)
        if key is not None:
            _add_key(connection, game, head.version, key)

    def _claim(self, connection: sa.Connection, key: Key) -> None:
        """A key that creates has no game yet whose row would keep others out: callers take their turns."""
        if connection.dialect.name == "postgresql":
            connection.execute(_LOCK_CALLER, {"caller": key.caller})
        if connection.execute(streams.READ_KEY, {"of": "", "caller": key.caller, "key": key.key}).first():
            raise DuplicateKey(key.caller, key.key)

    # ------------------------------------------------------------ reading

    def head(self, game: str) -> StreamHead | None:
        """Where the game stands; None if there is none."""
        row = self._first(streams.READ_HEAD, of=game)
        return None if row is None else StreamHead(*row)

    def find_key(self, caller: str, key: str, game: str = "") -> KeyRow | None:
        """What this caller's request with this key left; that of `game` first, if the key was used for several."""
        row = self._first(streams.READ_KEY, of=game, caller=caller, key=key)
        return None if row is None else KeyRow(*row)

    def events(self, game: str, after: int = -1, upto: int | None = None, limit: int | None = None) -> list[Stored]:
        """The game's events with after < seq <= upto, in order, at most `limit` of them."""
        rows = self._all(
            streams.READ_EVENTS,
            of=game,
            after=after,
            upto=END if upto is None else upto,
            limit=END if limit is None else limit,
        )
        return [Stored(*row) for row in rows]

    def event_bytes(self, game: str, after: int = -1, upto: int | None = None) -> list[bytes]:
        """The lines of these events alone."""
        values = {"of": game, "after": after, "upto": END if upto is None else upto}
        with engines.reading(self.engine) as connection:
            return [line for (line,) in _READ_BYTES.all(connection, values)]

    def lines_behind(self, game: str, after: int, upto: int, at_once: int = AT_ONCE) -> Iterator[list[bytes]]:
        """The lines with after < seq <= upto, so many at once. Raises Damaged where one is missing."""
        while after < upto:
            last = min(after + at_once, upto)
            lines = self.event_bytes(game, after, last)
            if len(lines) != last - after:
                raise Damaged(f"events of game {game} behind {after} are missing")
            yield lines
            after = last

    def events_of_kind(self, game: str, kind: str) -> list[Stored]:
        """The game's events of one kind, in order."""
        return [Stored(*row) for row in self._all(streams.READ_KIND, of=game, kind=kind)]

    def lines_at(self, game: str, seqs: Sequence[int]) -> list[bytes]:
        """The lines of these events, which are in order, alone. Raises Damaged if one is missing."""
        lines = [line for (line,) in self._all(streams.READ_LINES, of=game, seqs=list(seqs))]
        if len(lines) != len(seqs):
            raise Damaged(f"events of game {game} are missing: {len(lines)} of {len(seqs)} are there")
        return lines

    def due(self, now: int, limit: int = 100) -> list[StreamHead]:
        """Games whose deadline has passed at `now` (UTC milliseconds), the longest overdue first."""
        return [StreamHead(*row) for row in self._all(streams.READ_DUE, now=now, limit=limit)]

    def secret(self, game: str) -> bytes | None:
        """The game's last seed; None when the game is over or unknown. Raises SecretUnreadable."""
        row = self._first(_READ_SECRET, of=game)
        return None if row is None else self._keys().open(game, Sealed(*row))

    def _all(self, statement: sa.Executable, **values: Any) -> Sequence[Row]:
        with engines.reading(self.engine) as connection:
            return connection.execute(statement, values).all()

    def _first(self, statement: sa.Executable, **values: Any) -> Row | None:
        with engines.reading(self.engine) as connection:
            return connection.execute(statement, values).first()

    def _keys(self) -> Cipher:
        if self._cipher is None:
            raise SecretUnreadable("no key for seeds is configured")
        return self._cipher

    # ------------------------------------------------------------ snapshots

    def save_snapshots(self, game: str, form: str, states: Sequence[tuple[int, bytes]]) -> None:
        """Keep these states, each with its seq, in the order of seqs, in place of others of the same seq and form.

        If that can be done: whoever only wanted to look is not told that it could not, a warning is logged.
        """
        if not states:
            return
        rows = [
            {"game": game, "rules": form, "seq": seq, "data": data}
            | {"digest": snapshots.digest(game, form, seq, data)}
            for seq, data in states
        ]
        try:
            with engines.writing(self.engine) as connection:
                connection.execute(snapshots.DROP_ONE, [_one(row) for row in rows])
                connection.execute(snapshots.ADD, rows)
        except sa.exc.IntegrityError:
            pass  # somebody else kept one of them at the same time, and asks as we do
        except (sa.exc.DBAPIError, Unavailable) as error:
            log.warning("snapshots of game %s were not kept: %s", game, error)

    def rebuild_rows(self, game: str, form: str, upto: int | None = None) -> tuple[Snapshot | None, list[bytes]]:
        """What a state is rebuilt from: the newest sound snapshot up to a version, and the events behind it.

        One query, unless the snapshot or a line is damaged: then all events, and no snapshot.
        """
        until = END if upto is None else upto
        count, joined, seq, data, digest = self._all(snapshots.REBUILD, of=game, rules=form, upto=until)[0]
        tail = joined.encode().split(b"\n") if joined else []
        sound = digest is None or snapshots.is_sound(game, form, seq, data, digest)
        if not sound:
            self._drop_snapshot(game, form, seq)
        if not sound or len(tail) != count:
            return None, self.event_bytes(game, upto=until)
        return (None if digest is None else Snapshot(seq, data)), tail

    def _drop_snapshot(self, game: str, form: str, seq: int) -> None:
        """Throw a damaged one away, if that can be done: it would stand before the sound ones."""
        try:
            with engines.writing(self.engine) as connection:
                connection.execute(snapshots.DROP_ONE, {"of": game, "rules": form, "upto": seq})
        except (sa.exc.DBAPIError, Unavailable) as error:
            log.warning("a damaged snapshot of game %s was not dropped: %s", game, error)


def _columns(head: StreamHead) -> dict[str, Any]:
    return {
        "version": head.version,
        "hash": head.hash,
        "request": head.request,
        "t": head.t,
        "turn": head.turn,
        "deadline": head.deadline,
        "over": head.over,
    }


def _one(row: dict[str, Any]) -> dict[str, Any]:
    return {"of": row["game"], "rules": row["rules"], "upto": row["seq"]}


def _add_key(connection: sa.Connection, game: str, version: int, key: Key) -> None:
    row = {
        "caller": key.caller,
        "key": key.key,
        "game": game,
        "digest": key.digest,
        "version": version,
    }
    try:
        _ADD_KEY.write(connection, row)
    except refused_by(connection) as error:
        raise DuplicateKey(key.caller, key.key) from error
