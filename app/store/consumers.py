"""Consumers: what reads the events in their order, each at its own pace.

What an effect writes and how far its consumer has come are one transaction: each event takes effect once. An event that
an effect cannot take is parked, and the consumer goes on behind it; later events of the same game are parked behind it,
since many an effect needs a game's events in their order. `retry` takes what is parked once more. What is wrong with
the database is nothing that an event could help: then nothing is parked, and all of it is tried again.
"""

import logging
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.store.engine import reading, writing
from app.store.errors import Unavailable
from app.store.schema import consumers, metadata, positions
from app.store.sequencer import Positioned, behind, whole
from replays.format import quick

parked = sa.Table(
    "parked",
    metadata,
    sa.Column("consumer", sa.Text, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("tried", sa.BigInteger, nullable=False),
    sa.Column("error", sa.Text),
    sa.PrimaryKeyConstraint("consumer", "position"),
)
"""Events that a consumer could not take. error is the name of what was raised and no word of its text, which might name
a card; null for an event that only stands behind another of its game. tried is UTC ms."""

Effect = Callable[[sa.Connection, Sequence[Positioned]], None]
"""Takes events, in their order, and writes through this connection and nowhere else: what it writes is taken back where
an event of them cannot be taken, and then it is handed fewer."""


class Model(NamedTuple):
    """A table that follows from the events alone, and so can be made again: `fill` adds what events say to a table of
    this form, which `shadow` has too."""

    table: sa.Table
    shadow: sa.Table
    fill: Callable[[sa.Connection, Sequence[Positioned], sa.Table], None]


class Consumer(NamedTuple):
    """What reads the events. `model` is the read model that it keeps; without one it is never rebuilt: what it has done
    once it must not do again, as with a letter that is on its way."""

    name: str
    effect: Effect
    model: Model | None = None


def keeps(name: str, model: Model) -> Consumer:
    """The consumer that keeps a read model."""
    return Consumer(name, lambda connection, batch: model.fill(connection, batch, model.table), model)


class Parked(NamedTuple):
    """An event that waits for a retry, as `parked` has it."""

    consumer: str
    position: int
    game: str
    seq: int
    tries: int
    tried: int
    error: str | None


class Standing(NamedTuple):
    """How far a consumer is: its position, how many events are behind that, since when (UTC ms) the first of them
    waits, None without any, and how many are parked."""

    position: int
    events: int
    since: int | None
    parked: int


OF_THE_DATABASE = (
    Unavailable,
    sa.exc.OperationalError,
    sa.exc.ProgrammingError,
    sa.exc.InternalError,
    sa.exc.InterfaceError,
)
"""What an effect may raise without its event being to blame: a lock that was not given, a table that is missing."""

log = logging.getLogger(__name__)

_of = consumers.c.name == sa.bindparam("of")
_WHERE = sa.select(consumers.c.position).where(_of)
_WHERE_LOCKED = _WHERE.with_for_update()
_REGISTER = sa.insert(consumers)
_ADVANCE = sa.update(consumers).where(_of).values(position=sa.bindparam("upto", type_=sa.BigInteger))
_LAST = sa.select(sa.func.coalesce(sa.func.max(positions.c.position), 0))
_PARKED_OF = sa.select(parked).where(parked.c.consumer == sa.bindparam("of")).order_by(parked.c.position)
_HELD = sa.select(parked.c.game).where(parked.c.consumer == sa.bindparam("of")).distinct()
_COUNT_PARKED = sa.select(sa.func.count()).where(parked.c.consumer == sa.bindparam("of"))


class Consumers:
    """Hands events to consumers, and knows how far they are. Several processes may: of a consumer one at a time does
    it, and the others wait for it. `now` gives UTC milliseconds."""

    def __init__(self, engine: sa.Engine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now

    def position(self, name: str) -> int:
        """How far this consumer has come; 0 if it has not begun."""
        with reading(self._engine) as connection:
            return connection.scalar(_WHERE, {"of": name}) or 0

    def standing(self, name: str) -> Standing:
        """How far this consumer is, and what is left to it."""
        with reading(self._engine) as connection:
            position = connection.scalar(_WHERE, {"of": name}) or 0
            last = connection.execute(_LAST).scalar_one()
            first = [event.bytes for event in behind(connection, position, 1) if event.kind]
            count = connection.execute(_COUNT_PARKED, {"of": name}).scalar_one()
        since = quick(first)[0]["t"] if first else None
        return Standing(position, max(0, last - position), since, count)

    def parked(self, name: str) -> list[Parked]:
        """What this consumer could not take, in order."""
        with reading(self._engine) as connection:
            return [Parked._make(row) for row in connection.execute(_PARKED_OF, {"of": name}).all()]

    def consume(self, consumer: Consumer, limit: int = 1000) -> int:
        """Hands a consumer the events behind its position, at most `limit`, and says how many there were."""
        with reading(self._engine) as connection:
            known = connection.scalar(_WHERE, {"of": consumer.name})
            if known is not None and not behind(connection, known, 1):
                return 0
        if known is None:
            self.register(consumer.name)
        with writing(self._engine) as connection:
            return self.go_on(connection, consumer, locked(connection, consumer.name), limit)

    def go_on(self, connection: sa.Connection, consumer: Consumer, position: int, limit: int) -> int:
        """Hands over the events behind a position that is locked, within a transaction; says how many there were."""
        batch = behind(connection, position, limit)
        if batch:
            self._hand(connection, consumer, batch)
            advance(connection, consumer.name, batch[-1].position)
        return len(batch)

    def retry(self, consumer: Consumer, position: int | None = None) -> tuple[int, int]:
        """Hands over once more what is parked, game by game: all of it, or what is parked of the game whose event has
        this position. Says how many events were taken, and how many are parked still."""
        waiting = self.parked(consumer.name)
        games = dict.fromkeys(one.game for one in waiting if position in (None, one.position))
        taken = left = 0
        for game in games:
            with writing(self._engine) as connection:
                locked(connection, consumer.name)
                before, after = self._retry(connection, consumer, game)
            taken, left = taken + before - after, left + after
        return taken, left

    def register(self, name: str) -> None:
        """Makes a consumer known, at the beginning, unless it is."""
        try:
            with writing(self._engine) as connection:
                connection.execute(_REGISTER, {"name": name, "position": 0})
        except sa.exc.IntegrityError:
            pass  # another process was first

    def _retry(self, connection: sa.Connection, consumer: Consumer, game: str) -> tuple[int, int]:
        """How many events of a game were parked, and are now."""
        of_game = (parked.c.consumer == consumer.name, parked.c.game == game)
        rows = [
            Parked._make(row)
            for row in connection.execute(parked.select().where(*of_game).order_by(parked.c.position)).all()
        ]
        connection.execute(parked.delete().where(*of_game))
        batch = [behind(connection, row.position - 1, 1)[0] for row in rows]
        self._hand(connection, consumer, batch, {row.position: row.tries for row in rows})
        left = connection.execute(sa.select(sa.func.count()).select_from(parked).where(*of_game)).scalar_one()
        return len(rows), left

    def _hand(
        self,
        connection: sa.Connection,
        consumer: Consumer,
        batch: Sequence[Positioned],
        tries: Mapping[int, int] | None = None,
    ) -> None:
        held = set(connection.scalars(_HELD, {"of": consumer.name}))
        _Handing(connection, consumer, held, self._now(), tries or {}).all_of(batch)


class _Handing:
    """Hands over one batch within a transaction: as a whole, or else in halves, down to the event that is parked."""

    def __init__(
        self, connection: sa.Connection, consumer: Consumer, held: set[str], now: int, tries: Mapping[int, int]
    ) -> None:
        self._connection = connection
        self._consumer = consumer
        self._held = held  # the games of which something is parked
        self._now = now
        self._tries = tries

    def all_of(self, batch: Sequence[Positioned]) -> None:
        """Every event of these takes effect, or is parked."""
        for event in batch:
            if event.game in self._held:
                self._park(event, None)
        free = [event for event in batch if event.game not in self._held]
        if not free or (error := self._try(free)) is None:
            return
        if len(free) == 1:
            self._park(free[0], error)
        else:
            middle = len(free) // 2
            self.all_of(free[:middle])
            self.all_of(free[middle:])

    def _try(self, batch: list[Positioned]) -> Exception | None:
        """What was raised; then nothing of it has taken effect."""
        try:
            with self._connection.begin_nested():
                self._consumer.effect(self._connection, whole(batch))
        except OF_THE_DATABASE:
            raise
        except Exception as error:
            return error
        return None

    def _park(self, event: Positioned, error: Exception | None) -> None:
        row = Parked(
            self._consumer.name,
            event.position,
            event.game,
            event.seq,
            self._tries.get(event.position, 0) + (error is not None),
            self._now,
            None if error is None else type(error).__name__,
        )
        self._connection.execute(parked.insert(), row._asdict())
        self._held.add(event.game)
        if error is not None:
            place = traceback.extract_tb(error.__traceback__)[-1]
            log.error("%s parks position %d: %s at %s:%s", row.consumer, row.position, row.error, *place[:2])


def locked(connection: sa.Connection, name: str) -> int:
    """The position of a consumer, which nobody else changes before this transaction ends."""
    return int(connection.execute(_WHERE_LOCKED, {"of": name}).scalar_one())


def advance(connection: sa.Connection, name: str, position: int) -> None:
    """Sets how far a consumer has come."""
    connection.execute(_ADVANCE, {"of": name, "upto": position})
