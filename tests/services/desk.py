"""People with accounts at the tables of a house, and what tells them: by a clock that the test drives."""

import random
import uuid
from typing import Any

import sqlalchemy as sa

from app.rules.moves import parse_move
from app.services.clocks.calendars import Calendars
from app.services.letters.deliveries import Deliveries
from app.services.letters.letters import Letterhead
from app.services.letters.post import Smtp
from app.services.notices.notice_choices import NoticeChoices
from app.services.notices.notice_letters import NoticeLetters
from app.services.notices.notices import Notices
from app.services.notices.presence import Presence
from app.services.play.callers import EVERYBODY, Caller
from app.store.accounts import AccountRow, AccountStore
from app.store.awaited import CONSUMER, AwaitedStore
from app.store.calendars import CalendarStore
from app.store.consumers import Consumer, Consumers
from app.store.guests import GuestStore
from app.store.letters import LetterStore
from app.store.lobby import Lobby
from app.store.mailings import Mailings
from app.store.notice_settings import NoticeSettings
from app.store.notices import Notice, NoticeStore
from app.store.players import players
from app.store.presence import PresenceStore
from app.store.sequencer import Sequencer
from app.store.standing import Standing
from app.store.vouchers import VoucherStore
from tests.api.tables import any_move
from tests.services.house import House

HOME = "https://play.example.org"
SECOND, MINUTE = 1000, 60_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE


def english(language: str, message: str, **values: object) -> str:
    return message % values if values else message


class Desk:
    """One worker of a house that tells people. `told` is what came through a channel of the test's own."""

    def __init__(self, house: House, smtp: str | None = None) -> None:
        self.house = house
        self.told: list[Notice] = []
        self.chance = random.Random(7)
        engine = house.engine
        self.accounts, self.store = AccountStore(engine), NoticeStore(engine)
        channels = (NoticeLetters.channel, lambda connection, told: self.told.extend(told))
        settings, standing, letters = NoticeSettings(engine), Standing(engine, channels), LetterStore(engine)
        self.calendars = Calendars(CalendarStore(engine), house.now)
        zone = self.calendars.zone
        self.settings, self.standing, self.letters = settings, standing, letters
        self.mailed = NoticeLetters(
            Mailings(engine), settings, self.store, standing, letters, self.accounts, Lobby(engine), zone, house.now
        )
        self.presence = Presence(PresenceStore(engine), house.now)
        self.notices = Notices(
            self.store,
            standing,
            AwaitedStore(engine, channels),
            house.positions,
            self.presence,
            self.mailed,
            house.now,
        )
        self.choices = NoticeChoices(settings, self.accounts, zone, house.now)
        self.deliveries = Deliveries(
            letters,
            self.accounts,
            GuestStore(engine),
            VoucherStore(engine),
            None if smtp is None else Smtp(smtp),
            Letterhead("Kartfold <k@example.org>", HOME),
            english,
            house.now,
            self.mailed,
        )
        self._sequencer, self._consumers = Sequencer(engine), Consumers(engine, house.now)
        self._consumer = Consumer(CONSUMER, self.notices.gone_on)

    def person(self, name: str, address: str | None = None, **preferences: str) -> str:
        """An account, and its confirmed address."""
        id = str(uuid.uuid4())
        row = AccountRow(id, name, name.lower(), "", "", self.house.time, address, address)
        self.accounts.add(row)
        if preferences:
            self.accounts.set_preferences(id, str(preferences).replace("'", '"'))
        return id

    def table(self, *people: str | None, **body: Any) -> str:
        """A match that is on, of these accounts and of guests."""
        game, callers = self.house.table(len(people), **body)
        for account, caller in zip(people, callers, strict=True):
            if account is not None:
                self.sits(game, account, caller)
        self.house.start(game, callers[0])
        return game

    def move(self, game: str, **wanted: Any) -> int:
        """Whoever has to decides, by chance or as wanted; gives their seat."""
        head = self.house.store.head(game)
        assert head is not None
        assert head.turn is not None
        caller = self.at(game, head.turn)
        view = self.house.view(game, caller)
        body = wanted or any_move(view, self.chance)
        self.house.games.move(game, caller, parse_move(body), self.house.terms(game))
        return head.turn

    def turn(self, game: str) -> tuple[int, str]:
        """The seat and the account that have to decide."""
        head = self.house.store.head(game)
        assert head is not None
        assert head.turn is not None
        return head.turn, self.at(game, head.turn).account or ""

    def at(self, game: str, seat: int) -> Caller:
        """Who sits at this seat."""
        return next(one for one in self._people(game) if one.seat == seat)

    def round(self) -> list[tuple[str, str]]:
        """What a worker does once; gives what was told: to whom, and the kind."""
        before = len(self.told)
        while self._sequencer.run_once():
            pass
        while self._consumers.consume(self._consumer):
            pass
        self.notices.work()
        return [(one.account, one.kind) for one in self.told[before:]]

    def post(self) -> int:
        """Writes and sends the letters that are due; says how many were sent."""
        self.notices.post()
        return self.deliveries.deliver()

    def sits(self, game: str, account: str, caller: Caller) -> None:
        """A guest's seat is an account's from now on."""
        mine = (players.c.game == game, players.c.player == caller.player)
        with self.house.engine.begin() as connection:
            connection.execute(sa.update(players).where(*mine).values(account=account, name=None))

    def _people(self, game: str) -> list[Caller]:
        query = sa.select(players).where(players.c.game == game)
        with self.house.engine.connect() as connection:
            rows = connection.execute(query).all()
        return [Caller("account", EVERYBODY, row.account, "", game, row.player, row.seat) for row in rows]
