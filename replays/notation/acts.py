"""What is done in a turn: one request, in the words of the page."""

from collections.abc import Callable
from dataclasses import replace

from app.rules.cards import is_card
from replays.notation.clocks import read_clock
from replays.notation.reader import Reader
from replays.notation.sheet import (
    ACCEPTS,
    CALLS,
    CATCHES,
    CHALLENGES,
    CHANGES,
    DRAWS,
    HITS,
    NAMES,
    NOTHING,
    OPEN,
    PASSES,
    PAUSES,
    PLAYS,
    REMOVED,
    RESIGNS,
    RESUMES,
    TAKEN_OVER,
    TIMES_OUT,
    Act,
)


def read_act(reader: Reader, owner: int | None) -> Act:
    """The next act, of the seat that is named or of the `owner` of the turn."""
    at = reader.tokens.next.at
    if reader.take_if("table"):
        act = _change(reader) if reader.take_if("changes") else _pause(reader, None)
    else:
        named = reader.tokens.next.kind == "word" and len(reader.tokens.next.text) == 1
        seat = reader.seat() if named or owner is None else owner
        act = _said(reader, seat)
    return replace(act, after=reader.after(), at=at)


def _said(reader: Reader, seat: int) -> Act:
    token = reader.tokens.next
    if is_card(token.text):
        return _play(reader, seat)
    if token.kind == "arrow":
        return Act(NAMES, seat, color=_named(reader))
    if token.text in ("pauses", "resumes"):
        return _pause(reader, seat)
    read = _VERBS.get(token.text)
    if token.kind != "word" or read is None:
        reader.bad("a card or what else a seat does")
    reader.tokens.take()
    return read(reader, seat)


def _play(reader: Reader, seat: int) -> Act:
    card = reader.tokens.take().text
    color = _named(reader)
    uno = reader.take_if("UNO")
    turned = reader.card("the card turned up") if reader.take_if(":") else None
    return Act(PLAYS, seat, card, color, uno, turned)


def _named(reader: Reader) -> str | None:
    if reader.tokens.next.kind != "arrow":
        return None
    reader.tokens.take()
    return reader.color()


def _draw(reader: Reader, seat: int) -> Act:
    word = reader.tokens.take().text if reader.stands(NOTHING, OPEN) else None
    return Act(DRAWS, seat, draw=word)


def _challenge(reader: Reader, seat: int) -> Act:
    reader.take(":")
    word = reader.word("lawful or unlawful", ("lawful", "unlawful").__contains__)
    return Act(CHALLENGES, seat, lawful=word == "lawful")


def _call(reader: Reader, seat: int) -> Act:
    reader.take("UNO")
    return Act(CALLS, seat)


def _is_what(reader: Reader, seat: int) -> Act:
    if reader.take_if("removed"):
        return Act(REMOVED, seat, color=_named(reader))
    if not reader.stands("taken"):
        reader.bad("removed, or taken over by a bot")
    reader.take("taken", "over", "by")
    return Act(TAKEN_OVER, seat, bot=reader.text("the name of the bot"))


def _time_out(reader: Reader, seat: int) -> Act:
    reader.take("out")
    color = _named(reader)
    leaves = reader.take_if("and")
    if leaves:
        reader.take("leaves")
    return Act(TIMES_OUT, seat, color=color, leaves=leaves)


def _change(reader: Reader) -> Act:
    reader.take("to")
    return Act(CHANGES, None, clock=read_clock(reader, none=True), reason=reader.text("a reason"))


def _pause(reader: Reader, seat: int | None) -> Act:
    if reader.take_if("resumes"):
        return Act(RESUMES, seat)
    if not reader.take_if("pauses"):
        reader.bad("pauses or resumes")
    return Act(PAUSES, seat, ms=reader.duration(), reason=reader.text("a reason"))


_VERBS: dict[str, Callable[[Reader, int], Act]] = {
    "draws": _draw,
    "passes": lambda reader, seat: Act(PASSES, seat),
    "hits": lambda reader, seat: Act(HITS, seat, target=reader.seat()),
    "accepts": lambda reader, seat: Act(ACCEPTS, seat),
    "challenges": _challenge,
    "calls": _call,
    "catches": lambda reader, seat: Act(CATCHES, seat, target=reader.seat()),
    "resigns": lambda reader, seat: Act(RESIGNS, seat, color=_named(reader)),
    "is": _is_what,
    "times": _time_out,
}
"""The first word of what a seat does → what reads the rest."""
