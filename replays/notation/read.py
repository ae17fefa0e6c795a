"""A notation read: its moves as a record, and what can and cannot be said of it."""

import hashlib
import uuid
from collections.abc import Sequence
from typing import NamedTuple

from app.rules.events import CardPlayed, CardTurned, Event, HandStarted, PileShuffled
from replays.format import NotAnEvent, check_shape
from replays.notation.parse import parse
from replays.notation.play import Replay
from replays.notation.sheet import Sheet, result_of
from replays.notation.tokens import BadNotation, place
from replays.recording import Recording
from replays.verify import DIVERGED, UNVERIFIED, Check, Report

NO_SEEDS = "a notation carries no seeds: that the cards were dealt so, nobody can check"


class Reading(NamedTuple):
    """What was read: the record of the moves as far as they are sound, what was found, and the names of the seats."""

    recording: Recording
    report: Report
    names: tuple[str | None, ...]


def read_notation(text: str) -> Reading:
    """Reads a notation and plays its moves again by the rules. Raises BadNotation for a text that is none.

    The report is never `exact`. It is `unverified` if everything is possible by the rules, and `diverged` if something
    is not: then `seq` is that of the first event that would be wrong, the reason says where in the text, and
    the record ends before it. The hands whose decks are given are open in the record; of the others nobody knows the
    cards. Times are those of the text, or a second a request.
    """
    sheet = parse(text)
    replay = Replay(sheet, _game(sheet, text))
    replay.play()
    _check_result(sheet, replay, text)
    begun = {event.hand for event in replay.events if isinstance(event, HandStarted)}
    recording = Recording(replay.lines, replay.dealer, replay.dealer.hands & begun)
    names = tuple(None if one is None else one.name for one in sheet.header.seats)
    return Reading(recording, _report(sheet, replay, text), names)


def _game(sheet: Sheet, text: str) -> str:
    """The id in the header if it can be one of a game, else one that follows from the text."""
    game = sheet.header.game
    try:
        check_shape("game", game)
    except NotAnEvent:
        digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
        return str(uuid.UUID(bytes=digest[:16], version=4))
    assert game is not None
    return game


def _check_result(sheet: Sheet, replay: Replay, text: str) -> None:
    said, found = sheet.header.result, result_of(sheet.end)
    if replay.wrong is None and said is not None and said != found:
        raise BadNotation(*place(text, sheet.header.result_at), f"the match ends otherwise: {found}")


def _report(sheet: Sheet, replay: Replay, text: str) -> Report:
    wrong = replay.wrong
    waiting = None if replay.over else "the game is open"
    failed = None
    if wrong is not None:
        line, column = place(text, wrong.at)
        failed = f"line {line}, column {column}: {wrong.message}"
    return Report(
        verdict=DIVERGED if failed else UNVERIFIED,
        game=replay.game,
        events=len(replay.lines),
        requests=replay.requests,
        seats=sum(one is not None for one in sheet.header.seats),
        entropy_seats=0,
        checks=_checks(replay, waiting, failed),
        reasons=(failed,) if failed else tuple(filter(None, (NO_SEEDS, waiting))),
        seq=len(replay.lines) if failed else None,
        check="rules" if failed else None,
        rule=wrong.rule if wrong else None,
    )


def _checks(replay: Replay, waiting: str | None, failed: str | None) -> tuple[Check, ...]:
    """What was looked at, in the words of the verifier; there are no bytes and no chain to check."""
    events = replay.events
    piles = _count(events, (HandStarted, PileShuffled))
    hands, given = _count(events, (HandStarted,)), len(replay.dealer.hands)
    unknown = f"the decks of {hands - given} of {hands} hands are not given" if given < hands else None
    return (
        Check("seeds", 0, "seeds", "open", NO_SEEDS),
        Check("roots", piles, "piles", "open", NO_SEEDS),
        Check("cards", _count(events, (CardPlayed, CardTurned)), "cards", "open" if unknown else "holds", unknown),
        Check(
            "rules",
            replay.requests,
            "requests",
            "fails" if failed else "open" if waiting else "holds",
            failed or waiting,
        ),
    )


def _count(events: Sequence[Event], kinds: tuple[type[Event], ...]) -> int:
    return sum(isinstance(event, kinds) for event in events)
