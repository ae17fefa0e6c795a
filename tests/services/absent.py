"""A house with calendars, and people with accounts at its tables."""

from typing import Any

from app.rules.state import START, State
from app.services.clocks.calendars import Calendar, Calendars
from app.services.clocks.proposals import Proposals
from app.services.clocks.rests import Rests
from app.services.clocks.vacations import Vacations
from app.services.play.callers import EVERYBODY, Caller
from app.services.play.sight import Sight
from app.services.table.seating import at_table
from app.services.table.tables import Sitting, setup_of
from app.store.absences import Absences
from app.store.calendars import CalendarStore
from app.store.invitations import InvitationStore
from app.store.proposals import ProposalStore
from app.store.tables import Tables
from app.store.vacations import VacationStore
from replays.fold import fold
from tests.services.house import House

HOUR, DAY = 3_600_000, 86_400_000
DAILY = {"kind": "decision", "ms": DAY}


class AbsentHouse(House):
    """A house that knows when people are off."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        tables = Tables(self.engine)
        sight = Sight(tables, self.positions, InvitationStore(self.engine).opens)
        self.absences, vacations = Absences(self.engine), VacationStore(self.engine)
        self.calendars = Calendars(CalendarStore(self.engine), self.now)
        self.vacations = Vacations(vacations, self.calendars, self.pauses, self.now)
        self.rests = Rests(self.absences, tables, self.calendars, self.vacations, self.pauses, self.now)
        self.proposals = Proposals(
            ProposalStore(self.engine), self.store, self.positions, sight, self.requests, self.now
        )

    def match(self, *accounts: str, **settings: Any) -> tuple[str, list[Caller]]:
        """A match of these accounts, in their order, that has begun."""
        people = [Caller("account", EVERYBODY, account, account.title()) for account in accounts]
        setup = setup_of({"seats": max(2, len(people)), "clock": DAILY} | settings)
        made = self.seating.create(people[0], setup).answer
        game, version = made.game, made.version
        for one in people[1:]:
            answer = self.seating.sit(game, one, Sitting(), self.terms(game)).answer
            version = answer.version
        assert version >= 0
        state = self.state(game)
        seated = [
            at_table(one, game, str(player and player.player), seat)
            for seat, (one, player) in enumerate(zip(people, state.players, strict=False))
        ]
        self.start(game, seated[0])
        return game, seated

    def state(self, game: str) -> State:
        """Where a game stands, from its events."""
        return fold(START, self.store.event_bytes(game))

    def clocks(self, game: str) -> list[str]:
        """What has happened to the clocks of a game."""
        return [kind for kind in self.kinds(game) if kind.startswith("clock.")]

    def quiet_now(self, account: str, hours: float) -> None:
        """The quiet hours of an account begin now, and last so long."""
        minute = self.time // 60_000 % 1440
        self.calendars.keep(account, Calendar("UTC", (minute, (minute + round(hours * 60)) % 1440)))
