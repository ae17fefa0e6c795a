"""Notices by mail: which go into letters, several together, and what is in the letter when it is written.

What a letter says is looked up when it is sent, each time that it is tried: what has passed by then is left out, and a
letter of which nothing is left is never sent.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from typing import Any

from babel import dates

from app.services.account.credentials import mint
from app.services.account.preferences import read
from app.services.clock import HOUR, MINUTE, ROUNDS_UP
from app.services.guard import Resting
from app.services.languages import ENGLISH
from app.services.letters.letters import DIGEST, NEWS, letter
from app.services.notices.digests import ZoneOf, next_digest
from app.services.notices.notice_words import CANCELLED, WAITS
from app.store import Connection
from app.store.accounts import AccountRow, AccountStore
from app.store.letters import Letter, LetterStore
from app.store.lobby import Listed, Lobby, Who
from app.store.mailings import Mailings, addresses, to_mail
from app.store.notice_settings import DAILY, MAIL, NoticeSettings, Settings, settings_of
from app.store.notices import OVER, REMINDERS, TURN, Notice, NoticeStore
from app.store.standing import Item, Standing
from app.store.tables import CANCELLED as CLOSED
from replays.show.words import bot_name

TOGETHER_MS = MINUTE
"""What is told within that time goes into one letter."""
MOST = 6
"""Letters with notices that an account is sent in an hour; what comes meanwhile waits, and goes into the next."""
TIME_FOR_TURN = HOUR
"""With less time for a decision no letter is sent of it: it would come too late to be of use."""
TIME_FOR_REMINDER = 10 * MINUTE
AT_ONCE = 50
MOST_GAMES = 50
"""Games that one digest names."""


class NoticeLetters:
    """The channel `mail`. `now` gives UTC milliseconds."""

    def __init__(
        self,
        mailings: Mailings,
        settings: NoticeSettings,
        notices: NoticeStore,
        standing: Standing,
        letters: LetterStore,
        accounts: AccountStore,
        lobby: Lobby,
        zone_of: ZoneOf,
        now: Callable[[], int],
    ) -> None:
        self._mailings = mailings
        self._settings = settings
        self._notices = notices
        self._standing = standing
        self._letters = letters
        self._accounts = accounts
        self._lobby = lobby
        self._zone_of = zone_of
        self._now = now
        self._resting = Resting(lambda: now() / 1000)

    # ------------------------------------------------------------ what goes into letters

    @staticmethod
    def channel(connection: Connection, told: Sequence[Notice]) -> None:
        """Notes which of these notices go by mail."""
        ids = sorted({one.account for one in told})
        chosen, reachable = settings_of(connection, ids), addresses(connection, ids)
        going = [one.id for one in told if _goes(one, chosen[one.account], reachable.get(one.account))]
        if going:
            to_mail(connection, going)

    def gather(self) -> None:
        """Writes the letters that are due: what has waited for a while, and digests."""
        now = self._now()
        limit = AT_ONCE + len(self._resting)
        for account in self._mailings.waiting(NEWS, now - TOGETHER_MS, limit):
            self._guarded(account, partial(self._gather, account, now))
        for account, chosen in self._mailings.digests(now, limit):
            self._guarded(account, partial(self._digest, account, chosen, now))

    def _guarded(self, account: str, job: Callable[[], object]) -> None:
        """What fails holds up no other."""
        self._resting.attempt("notice letters", account, job)

    def _gather(self, account: str, now: int) -> None:
        row = self._accounts.by_id(account)
        if row is None or row.address is None:
            self._mailings.drop(account)
        elif self._letters.count(NEWS, row.address, now - HOUR) < MOST:
            self._mailings.gather(account, letter(NEWS, now, account, row.address, _spoken(row)))

    def _digest(self, account: str, chosen: Settings, now: int) -> None:
        row = self._accounts.by_id(account)
        due = next_digest(now, chosen.hour, self._zone_of(account))
        post = None
        if row is not None and row.address not in (None, chosen.bounced) and chosen.digest_due is not None:
            post = letter(DIGEST, now, account, row.address, _spoken(row))
        self._mailings.digest(account, chosen.digest_due or 0, due, post)

    # ------------------------------------------------------------ what is in a letter

    def ready(self, one: Letter) -> tuple[Letter, tuple[str, ...]] | None:
        """The letter with what it has to say now, and the secret of its links; None if there is nothing, or nobody whom
        it could go to any more."""
        account = one.account or ""
        row, chosen = self._accounts.by_id(account), self._settings.of(account)
        if row is None or row.address is None or row.address == chosen.bounced:
            return None
        language = _spoken(row)
        about = self._digested(account, chosen, language) if one.kind == DIGEST else self._news(one, account, language)
        if about is None:
            return None
        stop = self._mailings.stop(account, mint())
        return one._replace(address=row.address, language=language, about=about), (stop,)

    def sent(self, one: Letter) -> None:
        """A letter has gone to somebody: their address is one, whatever was known of it before; and what a digest has
        told it tells no second time."""
        if one.account is None:
            return
        chosen = self._settings.of(one.account)
        if chosen.bounced is not None and chosen.bounced == one.address:
            self._settings.change(one.account, bounced=None)
        if one.kind == DIGEST:
            self._settings.change(one.account, digested=self._now())

    def bounced(self, one: Letter) -> None:
        """Nobody has this address: no notices go there any more, which the pages of the account say."""
        row = self._accounts.by_id(one.account or "")
        if row is not None and row.address == one.address:
            self._settings.change(row.id, bounced=one.address)

    def _news(self, one: Letter, account: str, language: str) -> Mapping[str, Any] | None:
        chosen = self._settings.of(account)
        held = self._standing.holding(one.about["notices"], self._now())
        entries = [self._entry(item, language) for item in held if chosen.wants(MAIL, item.notice.kind)]
        return {"entries": entries} if entries and chosen.digest != DAILY else None

    def _digested(self, account: str, chosen: Settings, language: str) -> Mapping[str, Any] | None:
        waiting = self._lobby.to_act(Who(account, None, None), None, MOST_GAMES)
        if not waiting or chosen.digest != DAILY:
            return None
        ended = self._standing.items(self._notices.ended(account, chosen.digested or 0))
        return {
            "waiting": [self._waiting(one, account, language) for one in waiting],
            "ended": [self._entry(item, language) for item in ended[-MOST_GAMES:]],
        }

    def _waiting(self, one: Listed, account: str, language: str) -> dict[str, Any]:
        names = _others(one.people, one.bots, one.mine)
        return {"kind": WAITS, "game": one.game, "names": names, "when": self._when(one.deadline, account, language)}

    def _entry(self, item: Item, language: str) -> dict[str, Any]:
        told = entry(item)
        deadline = item.table.deadline if item.notice.kind in (TURN, *REMINDERS.values()) else None
        return told | {"when": self._when(deadline, item.notice.account, language)}

    def _when(self, deadline: int | None, account: str, language: str) -> dict[str, str | None] | None:
        return None if deadline is None else moment(deadline, self._now(), self._zone_of(account), language)


def entry(item: Item) -> dict[str, Any]:
    """What a notice says, for the words of `news`: `of` is its kind as it is switched."""
    one, table = item.notice, item.table
    kind = CANCELLED if one.kind == OVER and table.status == CLOSED else one.kind
    names = _others(table.people, table.bots, one.seat)
    return {"kind": kind, "of": one.kind, "game": one.game, "names": names, "by": item.by or ""}


def moment(deadline: int, now: int, zone: tzinfo | None, language: str) -> dict[str, str | None]:
    """A time in words: how far off it is, in UTC, and on the clock of its reader if that is known."""
    at = datetime.fromtimestamp(deadline / 1000, UTC)
    span = timedelta(milliseconds=deadline - now)
    local = None if zone is None else dates.format_datetime(at.astimezone(zone), "short", locale=language)
    return {
        "away": dates.format_timedelta(span, threshold=ROUNDS_UP, add_direction=True, locale=language),
        "utc": dates.format_datetime(at, "short", tzinfo=UTC, locale=language),
        "local": local,
        "zone": None if zone is None else str(zone),
    }


def _goes(one: Notice, chosen: Settings, address: str | None) -> bool:
    if address is None or address == chosen.bounced or chosen.digest == DAILY or not chosen.wants(MAIL, one.kind):
        return False
    if one.deadline is None:
        return True
    return one.deadline - one.made >= (TIME_FOR_TURN if one.kind == TURN else TIME_FOR_REMINDER)


def _others(people: Mapping[int, str], bots: Mapping[int, str], own: int | None) -> list[str]:
    """Who else is at a table, seat by seat: where somebody is gone and a bot plays on, the bot."""
    called = {**people, **{seat: bot_name(bot) for seat, bot in bots.items() if not people.get(seat)}}
    return [name for seat, name in sorted(called.items()) if seat != own]


def _spoken(row: AccountRow) -> str:
    return read(row.preferences).language or ENGLISH
