"""The header of a text: the match before its first card."""

from collections.abc import Callable, Sequence
from typing import Any

from app.rules.clock import Clock
from app.rules.lifecycle import RULES, SEATS
from app.rules.options import InvalidOption, Options
from app.rules.rulebook import RULEBOOKS
from replays.notation.clocks import read_clock
from replays.notation.reader import MAX_MOVES_A_HAND, NUMBER, Reader
from replays.notation.sheet import (
    CANCELLED,
    LETTERS,
    RUNNING,
    VOID,
    Header,
    Seat,
    Sitting,
    usual_sittings,
)
from replays.notation.tokens import Token
from replays.notation.values import parse_date

_HEADERS = ("Game", "Rules", "Date", "Seated", "Options", "Clock", "Result")


def read_header(reader: Reader) -> Header:
    """The lines of the header, in whatever order; after them the reader knows the seats."""
    at = reader.tokens.next.at
    found: dict[str, Any] = {}
    places: dict[str, int] = {}
    while reader.tokens.next.text in (*_HEADERS, *LETTERS):
        token = reader.tokens.take()
        if token.text in found:
            raise reader.tokens.bad(token.at, f"{token.text} is given twice")
        reader.take(":")
        places[token.text] = reader.tokens.next.at
        found[token.text] = _value(reader, token)
    if len(reader.seats) < SEATS[0]:
        reader.bad("a line for each seat, two or more, as A: player")
    return _header_of(reader, found, places, at)


def _header_of(reader: Reader, found: dict[str, Any], places: dict[str, int], at: int) -> Header:
    sittings = found.get("Seated", usual_sittings(reader.seats))
    if _seated(sittings) != {seat for seat, one in enumerate(reader.seats) if one is not None}:
        at_fault = places.get("Seated", at)
        raise reader.tokens.bad(at_fault, "those who sit in the end are not those of the lines of the seats")
    return Header(
        game=found.get("Game"),
        rules=found.get("Rules", RULES),
        began=found.get("Date"),
        seats=reader.seats,
        sittings=sittings,
        options=found.get("Options", {}),
        clock=found.get("Clock", Clock()),
        result=found.get("Result"),
        at=at,
        result_at=places.get("Result", at),
    )


def _value(reader: Reader, key: Token) -> Any:
    if key.text in LETTERS:
        return _seat(reader, key)
    read: dict[str, Callable[[], Any]] = {
        "Game": lambda: reader.word("the id of the game", bool),
        "Rules": lambda: reader.word(f"known rules ({', '.join(RULEBOOKS)})", RULEBOOKS.__contains__),
        "Date": lambda: _date(reader),
        "Seated": lambda: _sittings(reader),
        "Options": lambda: _options(reader),
        "Clock": lambda: read_clock(reader),
        "Result": lambda: _result(reader),
    }
    return read[key.text]()


def _seat(reader: Reader, key: Token) -> None:
    if len(reader.seats) == SEATS[-1] or key.text != LETTERS[len(reader.seats)]:
        reader.bad(f"the seats in order, {LETTERS[len(reader.seats)]} next", key)
    reader.seats += (_who(reader),)


def _who(reader: Reader) -> Seat | None:
    if reader.take_if("empty"):
        return None
    bot = None
    if reader.take_if("bot"):
        bot = reader.text("the name of the bot")
    elif not reader.take_if("player"):
        reader.bad("player, bot or empty")
    return Seat(bot, reader.text("a name") if reader.tokens.next.kind == "text" else None)


def _date(reader: Reader) -> int:
    ms = parse_date(reader.tokens.next.text)
    if ms is None:
        reader.bad("a date as 2026-01-31T20:15:00Z")
    reader.tokens.take()
    return ms


def _sittings(reader: Reader) -> tuple[Sitting, ...]:
    if reader.take_if("nobody"):
        return ()
    sittings: list[Sitting] = []
    while not sittings or reader.take_if(","):
        at = reader.tokens.next.at
        seat = reader.seat()
        left = reader.take_if("left")
        reader.count(at, len(sittings), MAX_MOVES_A_HAND)
        sittings.append(Sitting(seat, left, reader.after(), at))
    return tuple(sittings)


def _options(reader: Reader) -> dict[str, Any]:
    options: dict[str, Any] = {}
    while not options or reader.take_if(","):
        at = reader.tokens.next.at
        name = reader.word("the name of an option", bool)
        if name in options:
            raise reader.tokens.bad(at, f"{name} is given twice")
        options[name] = _option_value(reader)
        try:
            Options.parse({name: options[name]})
        except InvalidOption as error:
            raise reader.tokens.bad(at, str(error)[:200]) from None
    return options


def _option_value(reader: Reader) -> object:
    text = reader.word("a number, true, false or a word", bool)
    if NUMBER.fullmatch(text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def _result(reader: Reader) -> str:
    if reader.stands(RUNNING, CANCELLED, VOID):
        return reader.tokens.take().text
    winners: list[int] = []
    while not winners or reader.take_if(","):
        winners.append(reader.seat(f"{RUNNING}, {CANCELLED}, {VOID} or the seats that came first"))
    return ", ".join(LETTERS[seat] for seat in winners)


def _seated(sittings: Sequence[Sitting]) -> set[int]:
    seated: set[int] = set()
    for sitting in sittings:
        (seated.discard if sitting.left else seated.add)(sitting.seat)
    return seated
