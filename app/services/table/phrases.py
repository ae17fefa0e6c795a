"""Quick phrases at the table: a word between players, of a few that there are. None is free, so none can tell a card.

They are kept beside the game and are no part of its record. Their words are the pages' own, in every language.
"""

from collections.abc import Callable
from typing import Any

from app.rules.refusals import Refused
from app.services.clock import rfc3339
from app.services.pages import Cursor, Page, cut
from app.services.play.sight import Seen
from app.services.refusals import Malformed, NotAllowed
from app.services.table.mutes import Mutes
from app.store.phrases import PhraseRow, PhraseStore, Reported, ReportRow

PHRASES = (
    "hello",
    "good_luck",
    "nice_one",
    "wow",
    "oops",
    "sorry",
    "thanks",
    "thinking",
    "one_moment",
    "hurry_please",
    "well_played",
    "good_game",
)
"""All that can be said, in the order in which one is likely to say it."""

SHOWN = 50
"""Phrases shown at once: the newest."""
LAST = 2**31 - 1
"""The highest id that a phrase may have."""

_REPORT_PLACE = Cursor(r"([0-9]{1,15})\.([0-9a-f-]{36})\.([0-9]{1,10})\.([a-z]+:[0-9A-Za-z-]{1,64})")


class NoSuchPhrase(Exception):
    """Nothing of this id was said at this table, or not of late; or nobody has complained of it."""


class Phrases:
    """What is said at tables. `now` gives UTC milliseconds."""

    def __init__(self, store: PhraseStore, mutes: Mutes, now: Callable[[], int]) -> None:
        self._store = store
        self._mutes = mutes
        self._now = now

    def say(self, seen: Seen, phrase: str) -> dict[str, Any]:
        """Somebody with a seat says something, before, during or after the match. Raises Refused, Malformed."""
        if phrase not in PHRASES:
            raise Malformed("phrase", f"The phrases are {', '.join(PHRASES)}.")
        seat = speaking_seat(seen)
        return _told(seen, self._store.add(seen.game, seat, str(seen.caller.player), phrase, self._now()))

    def since(self, seen: Seen, after: int = 0) -> list[dict[str, Any]]:
        """The newest phrases behind this id, the oldest first, without those of players whom the caller has muted."""
        found = self._store.newest(seen.game, after, self._mutes.players(seen), SHOWN)
        return [_told(seen, one) for one in found]

    def report(self, seen: Seen, id: int, reason: str | None = None) -> None:
        """Tells the officials that something is wrong with a phrase; said again it replaces what was said. Raises
        NoSuchPhrase, NotAllowed."""
        if seen.caller.kind == "anonymous":
            raise NotAllowed("account_needed", "Whoever reports something needs an account, or a seat at a table.")
        phrase = self._store.find(seen.game, id) if id <= LAST else None
        if phrase is None:
            raise NoSuchPhrase
        if _yours(seen, phrase):
            raise NotAllowed("your_own_phrase", "This phrase is yours.")
        game, id, seat, player, said, t = phrase
        self._store.report(ReportRow(game, id, seen.caller.identity, seat, player, said, t, reason, self._now()))

    def reported(self, cursor: str | None, limit: int) -> Page:
        """What waits for officials, the oldest first. Raises Malformed."""
        place = None
        if cursor is not None:
            created, game, id, reporter = _REPORT_PLACE.read(cursor)
            place = int(created), game, int(id), reporter
        shown, next = cut(self._store.reported(place, limit + 1), limit, _place_of)
        return Page([_report(one) for one in shown], next)

    def dismiss(self, game: str, id: int) -> None:
        """An official has looked at what was reported, and lets it stand. Raises NoSuchPhrase."""
        if id > LAST or not self._store.dismiss(game, id):
            raise NoSuchPhrase


def speaking_seat(seen: Seen) -> int:
    """The seat of a caller who may speak. Raises Refused."""
    if seen.seat is None:
        raise Refused("not_seated", "only those who sit at the table speak there")
    return seen.seat


def _yours(seen: Seen, phrase: PhraseRow) -> bool:
    return seen.caller.game == seen.game and seen.caller.player == phrase.player


def _told(seen: Seen, one: PhraseRow) -> dict[str, Any]:
    return {
        "id": one.id,
        "seat": one.seat,
        "phrase": one.phrase,
        "at": rfc3339(one.created),
        "yours": _yours(seen, one),
    }


def _place_of(last: Reported) -> str:
    report = last.report
    return _REPORT_PLACE.write(report.created, report.game, report.id, report.reporter)


def _report(one: Reported) -> dict[str, Any]:
    report = one.report
    return {
        "game": report.game,
        "phrase_id": report.id,
        "seat": report.seat,
        "name": one.name,
        "phrase": report.phrase,
        "said": rfc3339(report.said),
        "reason": report.reason,
        "reported": rfc3339(report.created),
    }
