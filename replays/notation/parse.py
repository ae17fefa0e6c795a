"""Tokens into a sheet: the grammar of NOTATION.md, one function for each of its lines, nothing guessed.

Here nothing is known of the rules but which cards and options there are; whether the moves are possible is for `play`.
`reader` has the words, `header`, `hands` and `acts` the parts.
"""

from collections.abc import Sequence

from app.rules.events import MATCH_REASONS
from replays.notation.hands import read_hand
from replays.notation.header import read_header
from replays.notation.reader import Reader
from replays.notation.sheet import RUNNING, VERSION, VOID, Cancelled, Hand, MatchOver, Sheet


def parse(text: str) -> Sheet:
    """What a text says. Raises BadNotation."""
    reader = Reader(text)
    reader.take("Kartfold", "notation", str(VERSION))
    header = read_header(reader)
    hands: list[Hand] = []
    while reader.stands("Hand"):
        hands.append(read_hand(reader, len(hands) + 1))
        if hands[-1].over is None:
            break
    at = reader.tokens.next.at
    end = _end(reader, hands)
    if reader.tokens.next.kind != "end":
        reader.bad("the end of the text")
    return Sheet(header, hands, end, at)


def _end(reader: Reader, hands: Sequence[Hand]) -> MatchOver | Cancelled | None:
    at = reader.tokens.next.at
    if reader.take_if(RUNNING):
        return None
    if not hands and reader.take_if("Cancelled"):
        reader.take(":")
        return Cancelled(reader.text("a reason"), reader.after(), at)
    if not hands:
        reader.bad("a hand, Cancelled or *" if reader.seats else "a line of the header")
    if hands[-1].over is None:
        reader.bad("another move behind , or |, a lap by its number, the end of the hand, or *")
    if not reader.stands("Match"):
        reader.bad("the next hand, the end of the match, or *")
    reader.take("Match", "over", ":")
    reason = reader.word(f"one of {', '.join(MATCH_REASONS)}", MATCH_REASONS.__contains__)
    if reason == VOID:
        return MatchOver(reason, (None,) * len(reader.seats), reader.after(), at)
    reader.take(";")
    places = reader.by_seat("its place")
    return MatchOver(reason, tuple(places.get(seat) for seat in range(len(reader.seats))), at=at)
