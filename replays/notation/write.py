"""A sheet into text: a lap of the table is a line."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from app.rules.clock import Clock
from replays.notation.clocks import written
from replays.notation.scribe import sheet_of
from replays.notation.sheet import (
    ACCEPTS,
    CALLS,
    CATCHES,
    CHALLENGES,
    CHANGES,
    DRAWS,
    HITS,
    LETTERS,
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
    VERSION,
    Act,
    Cancelled,
    Hand,
    HandOver,
    Header,
    MatchOver,
    Seat,
    Sheet,
    Sitting,
    draws_that_go_on,
    usual_sittings,
)
from replays.notation.values import date, duration, quoted
from replays.recording import Recording

_CARDS_A_LINE = 28


def write_notation(
    recording: Recording, names: Sequence[str | None] = (), decks: bool = True, times: bool = False
) -> str:
    """The notation of a record, as far as it goes; `names` are those of the seats, if they have any.

    With `decks` each hand whose cards are open in the record has its deck, and those of no other. With `times` each
    request says how long after the one before it was made; so it does where a pause was ended early, which could not be
    read back without.
    """
    sheet = sheet_of(recording, names, decks)
    resumed = any(act.verb == RESUMES for hand in sheet.hands for act in hand.acts)
    return _Writer(times or resumed).text(sheet)


class _Writer:
    """Writes a sheet, with times or without."""

    def __init__(self, times: bool) -> None:
        self._times = times

    def text(self, sheet: Sheet) -> str:
        blocks = ["\n".join(self._header(sheet.header))]
        blocks += ["\n".join(self._hand(hand, sheet)) for hand in sheet.hands]
        blocks.append(self._end(sheet.end))
        return "\n\n".join(blocks) + "\n"

    def _after(self, ms: int | None) -> str:
        return f" +{duration(ms)}" if self._times and ms is not None else ""

    # The header

    def _header(self, header: Header) -> Iterator[str]:
        yield f"Kartfold notation {VERSION}"
        yield f"Game: {header.game}"
        yield f"Rules: {header.rules}"
        began = None if header.began is None else date(header.began)
        if began:
            yield f"Date: {began}"
        for letter, seat in zip(LETTERS, header.seats, strict=False):
            yield f"{letter}: {_seat(seat)}"
        if self._times or header.sittings != usual_sittings(header.seats):
            yield f"Seated: {', '.join(map(self._sitting, header.sittings)) or 'nobody'}"
        if header.options:
            yield f"Options: {', '.join(f'{name} {_option(value)}' for name, value in header.options.items())}"
        if header.clock.kind != "none":
            yield f"Clock: {written(header.clock)}"
        yield f"Result: {header.result}"

    def _sitting(self, sitting: Sitting) -> str:
        return f"{LETTERS[sitting.seat]}{' left' if sitting.left else ''}{self._after(sitting.after)}"

    # The hands

    def _hand(self, hand: Hand, sheet: Sheet) -> Iterator[str]:
        start = hand.start
        began = self._after(start.after) if start.hand == 1 else ""
        yield f"Hand {start.hand}: dealer {LETTERS[start.dealer]}, start {' '.join(start.turned)}{began}"
        if hand.deck is not None:
            yield f"Deck: {_rows(hand.deck)}"
        for number, reshuffle in enumerate(hand.reshuffles, 1):
            yield f"Reshuffle {number}: {_rows(reshuffle.cards)}"
        yield from self._laps(hand.acts)
        if hand.over is not None:
            yield f"Hand {start.hand} over: {_hand_over(hand.over, sheet.header.seats)}"

    def _laps(self, acts: Sequence[Act]) -> Iterator[str]:
        for number, lap in enumerate(_laps(_turns(acts)), 1):
            yield f"{number}. {' | '.join(map(self._turn, lap))}"

    def _turn(self, turn: Sequence[Act]) -> str:
        owner, told = turn[0].seat, draws_that_go_on(turn)
        parts = []
        for place, act in enumerate(turn):
            who = "table " if act.seat is None else f"{LETTERS[act.seat]} " if place == 0 or act.seat != owner else ""
            said = f"draws {OPEN}" if act.draw == OPEN and place not in told else _SAID[act.verb](act)
            parts.append(f"{who}{said}{self._after(act.after)}")
        return ", ".join(parts)

    # The end

    def _end(self, end: MatchOver | Cancelled | None) -> str:
        if end is None:
            return "*"
        if isinstance(end, Cancelled):
            return f"Cancelled: {quoted(end.reason)}{self._after(end.after)}"
        places = ", ".join(f"{LETTERS[seat]} {place}" for seat, place in enumerate(end.places) if place is not None)
        told = f"{end.reason}; {places}" if places else end.reason + self._after(end.after)
        return f"Match over: {told}"


def _turns(acts: Iterable[Act]) -> list[list[Act]]:
    """Each turn with whatever happens until the next one begins."""
    turns: list[list[Act]] = []
    for act in acts:
        if act.begins or not turns:
            turns.append([])
        turns[-1].append(act)
    return turns


def _laps(turns: Iterable[list[Act]]) -> list[list[list[Act]]]:
    """A new lap when a seat comes round again; turns of one seat, one after the other, stay together."""
    laps: list[list[list[Act]]] = []
    seen: set[int | None] = set()
    last: int | None = None
    for turn in turns:
        owner = turn[0].seat
        if not laps or (owner in seen and owner != last):
            laps.append([])
            seen = set()
        laps[-1].append(turn)
        seen.add(owner)
        last = owner
    return laps


def _seat(seat: Seat | None) -> str:
    if seat is None:
        return "empty"
    kind = "player" if seat.bot is None else f"bot {quoted(seat.bot)}"
    return kind if seat.name is None else f"{kind} {quoted(seat.name)}"


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _rows(cards: Sequence[str]) -> str:
    rows = [" ".join(cards[at : at + _CARDS_A_LINE]) for at in range(0, len(cards), _CARDS_A_LINE)]
    return "\n  ".join(rows)


def _hand_over(over: HandOver, seats: Sequence[Seat | None]) -> str:
    scores = ", ".join(f"{LETTERS[seat]} {score}" for seat, score in enumerate(over.scores) if seats[seat] is not None)
    who = "nobody wins" if over.winner is None else f"{LETTERS[over.winner]} wins {over.points}"
    return f"{who}; {scores}"


def _plays(act: Act) -> str:
    color = f"→{act.color}" if act.color else ""
    return f"{act.card}{color}{' UNO' if act.uno else ''}{f': {act.turned}' if act.turned else ''}"


def _named(act: Act) -> str:
    return f" →{act.color}" if act.color else ""


_SAID: dict[str, Callable[[Act], str]] = {
    PLAYS: _plays,
    DRAWS: lambda act: "draws nothing" if act.draw == NOTHING else "draws",
    PASSES: lambda act: "passes",
    NAMES: lambda act: f"→{act.color}",
    HITS: lambda act: f"hits {_letter(act.target)}",
    ACCEPTS: lambda act: "accepts",
    CHALLENGES: lambda act: f"challenges: {'lawful' if act.lawful else 'unlawful'}",
    CALLS: lambda act: "calls UNO",
    CATCHES: lambda act: f"catches {_letter(act.target)}",
    RESIGNS: lambda act: f"resigns{_named(act)}",
    REMOVED: lambda act: f"is removed{_named(act)}",
    TIMES_OUT: lambda act: f"times out{_named(act)}{' and leaves' if act.leaves else ''}",
    TAKEN_OVER: lambda act: f"is taken over by {quoted(act.bot or '')}",
    PAUSES: lambda act: f"pauses {duration(act.ms)} {quoted(act.reason or '')}",
    RESUMES: lambda act: "resumes",
    CHANGES: lambda act: f"changes to {written(act.clock or Clock())} {quoted(act.reason or '')}",
}
"""What stands behind the seat."""


def _letter(seat: int | None) -> str:
    assert seat is not None
    return LETTERS[seat]
