"""The services on a fresh database, with a clock that the test drives."""

import secrets
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from app.services.clocks.limits import Limits
from app.services.clocks.overlooked import Overlooked
from app.services.clocks.pauses import Pauses
from app.services.orders.errands import Errands
from app.services.play.callers import ANONYMOUS, Caller, Callers
from app.services.play.games import Games
from app.services.play.positions import Positions
from app.services.play.requests import Answer, Requests, Terms
from app.services.play.sight import Sight
from app.services.refusals import NotFound
from app.services.replay.branches import Branches
from app.services.replay.looks import Looks
from app.services.replay.origins import Origins
from app.services.table.lists import Lists
from app.services.table.players import Players
from app.services.table.seating import Seating
from app.services.table.tables import Setup, Sitting, setup_of
from app.services.upkeep.attendance import Attendance
from app.services.upkeep.sweeps import Sweeps
from app.store import Cipher, Store, make_engine
from app.store.absences import Absences
from app.store.callers import CallerStore
from app.store.election import Election
from app.store.invitations import InvitationStore
from app.store.lobby import Lobby
from app.store.orders import OrderStore
from app.store.players import PlayerStore
from app.store.tables import Tables
from app.store.vacations import VacationStore
from replays.recording import Recording

BEGINNING = 1_800_000_000_000
KEYS: Mapping[str, bytes] = {"t": bytes(32)}


class House:
    """One process of the service. Several on one database share nothing but it."""

    def __init__(self, url: str, keys: Mapping[str, bytes] = KEYS) -> None:
        self.time = BEGINNING
        self.replays: dict[str, Recording] = {}
        self.engine = make_engine(url, poolclass=sa.NullPool)
        self.store, tables, lobby = (
            Store(self.engine, Cipher(keys)),
            Tables(self.engine),
            Lobby(self.engine),
        )
        self.players = Players(PlayerStore(self.engine), tables)
        self.callers = Callers(CallerStore(self.engine), self.now)
        self.positions = Positions(self.store, tables)
        invited = InvitationStore(self.engine)
        sight = Sight(tables, self.positions, invited.opens)
        requests = self.requests = Requests(self.store, tables, self.positions, lambda: None)
        origins = Origins(self.store, self.replay)
        self.games = Games(self.store, self.positions, sight, requests, origins, self.now)
        self.branches = Branches(self.store, lobby, self.players, self.positions, sight, requests, origins, self.now)
        self.lists = Lists(lobby)
        self.looks = Looks(self.store, self.positions, sight)
        self.seating = Seating(self.store, tables, self.players, self.positions, sight, requests, invited, self.now)
        self.attendance = Attendance(self.store, tables, lobby, self.positions, requests, self.now)
        absences, vacations = Absences(self.engine), VacationStore(self.engine)
        limits = Limits(self.store, vacations)
        self.pauses = Pauses(absences, limits, tables, self.positions, requests, self.now)
        self.sweeps = Sweeps(
            self.store,
            tables,
            lobby,
            self.players,
            self.positions,
            requests,
            self.attendance,
            Errands(self.store, OrderStore(self.engine, Cipher(keys)), tables, self.positions, requests, self.now),
            Overlooked(absences, tables, limits),
            Election(self.engine),
            self.now,
        )

    def replay(self, id: str) -> Recording:
        """The import of this id; a test puts them into `replays`."""
        if id not in self.replays:
            raise NotFound
        return self.replays[id]

    def now(self) -> int:
        """The time, UTC ms."""
        return self.time

    def table(self, guests: int = 2, **body: Any) -> tuple[str, list[Caller]]:
        """A table of guests, and who they are."""
        return self.seated(setup_of({"seats": max(2, guests)} | body), guests)

    def seated(self, setup: Setup, guests: int) -> tuple[str, list[Caller]]:
        """The same, of any setup."""
        made = self.seating.create(ANONYMOUS, setup, None, secrets.token_bytes(32))
        game, links, version = made.answer.game, [made.link], made.answer.version
        for _ in range(guests - 1):
            sat = self.seating.sit(
                game, ANONYMOUS, Sitting(), Terms(frozenset({version})), None, secrets.token_bytes(32)
            )
            links.append(sat.link)
            version = sat.answer.version
        callers = [self.callers.by_link(link or "") for link in links]
        return game, [caller for caller in callers if caller is not None]

    def start(self, game: str, host: Caller) -> Answer:
        """Begins the match."""
        return self.games.start(game, host, self.terms(game))

    def terms(self, game: str) -> Terms:
        """On the game as it stands."""
        head = self.store.head(game)
        assert head is not None
        return Terms(frozenset({head.version}))

    def view(self, game: str, caller: Caller) -> dict[str, Any]:
        """The game as somebody sees it."""
        return self.looks.now(self.looks.open(game, caller))

    def kinds(self, game: str) -> list[str]:
        """What has happened, by kind."""
        return [event.kind for event in self.store.events(game)]
