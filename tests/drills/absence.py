"""A world of tables at which people stop to move, each when it suits them, and of a worker that nobody looks after.

Time jumps from one thing that happens to the next. What is done is done by the services and by the worker's own jobs.
"""

import heapq
import random
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from flask import Flask

from app.api.context import EXTENSION
from app.factory import ENGINE, WORKER
from app.rules.bots import BOTS
from app.rules.clock import Clock
from app.rules.events import kind_of
from app.rules.moves import parse_move
from app.rules.options import Options
from app.rules.refusals import Refused
from app.services.clock import DAY, HOUR, MINUTE
from app.services.clocks.calendars import Calendar
from app.services.clocks.waits import TimeOff, longest_wait
from app.services.container import Services
from app.services.play.callers import ANONYMOUS, EVERYBODY, Caller
from app.services.play.requests import Terms
from app.services.refusals import NotNow, Stale
from app.services.table.tables import Setup, Sitting
from replays.format import quick
from replays.recording import Recording
from tests.api.tables import any_move
from tests.drills.company import Clock as Time

SECOND = 1000
BEFORE = 30 * SECOND
"""The worker looks so long before time runs out, too: a vacation may begin by itself then."""
ZONES = ("Asia/Kolkata", "Europe/Tirane", "Atlantic/Reykjavik", "America/New_York", "Pacific/Auckland")
CLOCKS = (
    Clock(),
    *(Clock("decision", ms) for ms in (MINUTE, 5 * MINUTE, HOUR, 8 * HOUR, DAY, 3 * DAY)),
    *(Clock("bank", ms, more, 2 * ms) for ms, more in ((5 * MINUTE, 5 * SECOND), (HOUR, MINUTE), (DAY, HOUR))),
    Clock("bank", 10 * MINUTE, 0, 10 * MINUTE),
)
NEVER_STARTED, ALL_LEAVE = 0.05, 0.05
"""How many tables never come to a match."""
STAY, MOST_MOVES = 0.3, 10
"""How many people play to the end, and how many moves others make at most."""


@dataclass
class Person:
    """Somebody at a table, and how many moves they will make: None for one who never stops."""

    caller: Caller
    seat: int
    moves: int | None

    @property
    def is_gone(self) -> bool:
        """Whether they have made all the moves that they will."""
        return self.moves == 0


@dataclass
class Table:
    """A table with its people by seat."""

    game: str
    setup: Setup
    people: dict[int, Person] = field(default_factory=dict)


class World:
    """Tables, people, one worker, and the time."""

    def __init__(self, app: Flask, time: Time, chance: random.Random) -> None:
        self.app = app
        self.services: Services = app.extensions[EXTENSION]
        self.tables: dict[str, Table] = {}
        self._jobs = app.extensions[WORKER].jobs
        self._engine: sa.Engine = app.extensions[ENGINE]
        self._time = time
        self._chance = chance
        self._accounts: list[Caller] = []
        self._plans: list[tuple[int, str, int]] = []
        self._planned: dict[str, int] = {}

    # ------------------------------------------------------------ beginning

    def people(self, number: int) -> None:
        """So many accounts, with calendars and vacations."""
        for one in range(number):
            made = self.services.accounts.create(f"Person {one}", secrets.token_hex(16))
            self._accounts.append(Caller("account", EVERYBODY, made.id, made.name))
            if self._chance.random() < 0.7:
                self.services.calendars.keep(made.id, self._calendar())
            if self._chance.random() < 0.3:
                starts = self._time() + self._chance.randrange(1, 20) * DAY
                self.services.vacations.take(made.id, starts, starts + self._chance.randrange(1, 10) * DAY)

    def open(self) -> None:
        """A table, whose people come at once; mostly its match begins."""
        setup = self._setup()
        people = self._chance.sample(self._accounts, setup.seats - len(setup.bots))
        table = self._seated(setup, [None if self._chance.random() < 0.4 else one for one in people])
        self.tables[table.game] = table
        fate = self._chance.random()
        if fate < ALL_LEAVE:
            for person in table.people.values():
                self.services.seating.leave(table.game, person.caller, person.seat, self._terms(table.game))
        elif fate > NEVER_STARTED + ALL_LEAVE:
            self.services.games.start(table.game, table.people[0].caller, self._terms(table.game))

    def _calendar(self) -> Calendar:
        quiet = (self._chance.randrange(20, 24) * 60, self._chance.randrange(5, 8) * 60)
        days = tuple(sorted(self._chance.sample(range(1, 8), self._chance.randrange(3))))
        return Calendar(
            self._chance.choice(ZONES),
            quiet if self._chance.random() < 0.7 else None,
            days,
            automatic=self._chance.random() < 0.5,
        )

    def _setup(self) -> Setup:
        seats = self._chance.choice((2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10))
        many = self._chance.randrange(min(4, seats - 1)) if self._chance.random() < 0.5 else 0
        return Setup(
            seats,
            Options(hands=self._chance.choice((1, 1, 1, 1, 2)), missed_decisions=self._chance.randrange(1, 5)),
            self._chance.choice(CLOCKS),
            tuple(self._chance.choices(tuple(BOTS), k=many)),
            bot_delay=self._chance.choice((0, 0, 1500)),
            takeover=self._chance.choice((None, *BOTS)),
            bots_alone=self._chance.choice(("play_on", "end")),
            time_off=TimeOff(self._chance.random() < 0.7, self._chance.random() < 0.7),
        )

    def _seated(self, setup: Setup, people: Sequence[Caller | None]) -> Table:
        """`people` are accounts, or None for a guest."""
        table = Table("", setup)
        for one in people:
            made = self._sit(table, one or ANONYMOUS)
            table.game = made.answer.game
            seat = made.answer.seat
            caller = self._at(table.game, seat, one, made.link, made.answer.view)
            moves = None if self._chance.random() < STAY else self._chance.randrange(MOST_MOVES)
            table.people[seat] = Person(caller, seat, moves)
        return table

    def _sit(self, table: Table, who: Caller) -> Any:
        secret = secrets.token_bytes(32)
        if not table.game:
            return self.services.seating.create(who, table.setup, None, secret)
        return self.services.seating.sit(table.game, who, Sitting(), self._terms(table.game), None, secret)

    def _at(self, game: str, seat: int, account: Caller | None, link: str | None, view: dict[str, Any]) -> Caller:
        if account is None:
            guest = self.services.callers.by_link(link or "")
            assert guest is not None
            return guest
        player = view["seats"][seat]["player"]
        return Caller("account", EVERYBODY, account.account, account.name, game, player, seat)

    def _terms(self, game: str) -> Terms:
        version = self._one("SELECT version FROM streams WHERE game = :game", game=game)
        return Terms(frozenset({int(version or 0)}))

    # ------------------------------------------------------------ time

    def run(self) -> None:
        """Until every table has ended."""
        while self._one("SELECT count(*) FROM streams WHERE NOT over"):
            self._plan()
            self._time.t = max(self._time.t + SECOND, min(self._next()))
            if self._chance.random() < 0.5:
                self._act()
                self._work()
            else:
                self._work()
                self._act()
        self._jobs.round()

    def _next(self) -> Iterator[int]:
        """When things happen next."""
        yield self._time.t + DAY
        deadline = self._one("SELECT min(deadline) FROM streams WHERE NOT over")
        if deadline is not None:
            yield deadline if self._time.t >= deadline - BEFORE else deadline - BEFORE
        yield from (one.due for one in self.services.attendance.waiting(1))
        for column, table in (("off_from", "calendars"), ("off_until", "calendars"), ("starts", "vacations")):
            off = self._one(f"SELECT min({column}) FROM {table} WHERE {column} > :now", now=self._time.t)
            yield from () if off is None else (off,)
        if self._plans:
            yield self._plans[0][0]

    def _work(self) -> None:
        """The worker, until it has nothing more to do; what is read in the order of all events waits for the end."""
        while self._jobs.work() == 0.0:
            pass

    def _plan(self) -> None:
        """Whoever has to act means to do so sooner or later; some too late."""
        for game, version, turn in self._all("SELECT game, version, turn FROM streams WHERE turn IS NOT NULL"):
            person = self.tables[game].people.get(turn)
            if person is None or person.is_gone or self._planned.get(game) == version:
                continue
            self._planned[game] = version
            given = min(self.tables[game].setup.clock.ms or DAY, DAY)
            grain = MINUTE if given > 10 * MINUTE else 5 * SECOND
            then = self._time.t + int(self._chance.random() ** 3 * 1.2 * given)
            heapq.heappush(self._plans, (then - then % -grain, game, turn))

    def _act(self) -> None:
        """People do what they meant to do by now, if it is still theirs to do."""
        while self._plans and self._plans[0][0] <= self._time.t:
            _, game, seat = heapq.heappop(self._plans)
            person = self.tables[game].people[seat]
            view = self.services.looks.now(self.services.looks.open(game, person.caller))
            if view["turn"] != seat or "you" not in view or person.is_gone:
                continue
            move = any_move(view, self._chance)
            try:
                self.services.games.move(game, person.caller, parse_move(move), Terms(frozenset({view["version"]})))
            except (Stale, Refused, NotNow):
                continue
            if person.moves is not None:
                person.moves -= 1

    def _one(self, query: str, **values: object) -> Any:
        with self._engine.connect() as connection:
            return connection.scalar(sa.text(query), values)

    def _all(self, query: str) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(sa.text(query)).all()

    def record(self, game: str) -> list[bytes]:
        """The lines of a game."""
        with self._engine.connect() as connection:
            query = sa.text("SELECT bytes FROM events WHERE game = :game ORDER BY seq")
            return [bytes(line) for (line,) in connection.execute(query, {"game": game})]


CLOCKWORK = ("clock.paused", "clock.resumed", "clock.changed")


def waits(recording: Recording) -> Iterator[int]:
    """How long each decision took, from the request that made it somebody's to the one that it was taken with."""
    began, before, clocks = 0, 0, 0
    for request in recording.requests():
        clocks += sum(kind_of(event) in CLOCKWORK for event in request.events)
        number = request.after.decision - clocks  # each of them counts as another decision, and is none
        if number != before:
            if before:
                yield request.t - began
            began, before = request.t, number


def happened(lines: Sequence[bytes]) -> Iterator[str]:
    """What happened, by kind, with its reason where there is one."""
    for one in quick(lines):
        reason = one["data"].get("reason", "") if one["kind"] != "cards.drawn" else ""
        yield f"{one['kind']} {reason}".strip()


def longest(setup: Setup) -> int | None:
    """The longest wait that the table was told of."""
    return longest_wait(setup.clock, setup.time_off)
