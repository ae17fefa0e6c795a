"""Where a viewer stops in a game: at the beginning of each hand, of each lap of the table, of each turn."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from replays.recording import Moment, Recording

BESIDE_THE_TURN = ("uno.", "clock.", "seat.taken", "seat.left", "game.")
"""Kinds of requests that begin no turn."""


class Stops(NamedTuple):
    """The events after which a hand, a lap or a turn begins, in order; the last turn of all is the end of the match.

    A hand begins when its cards are dealt and its first one is turned up. A new lap begins when a seat comes round
    again; turns of one seat, one after the other, are of one lap.
    """

    hands: tuple[int, ...]
    laps: tuple[int, ...]
    turns: tuple[int, ...]

    def of(self, unit: str) -> tuple[int, ...]:
        """Those of the unit `hand`, `lap` or `turn`."""
        return {"hand": self.hands, "lap": self.laps, "turn": self.turns}[unit]


def stops(recording: Recording) -> Stops:
    """Where to stop in a record, as far as it goes."""
    hands, turns = [], []
    for _, group in groupby(recording.moments(), key=lambda moment: moment.request):
        moments = list(group)
        last = moments[-1]
        dealt = any(one.kind == "hand.started" for one in moments)
        if dealt:
            hands.append(last.seq)
        if dealt or _begins_turn(moments[0], last):
            turns.append(last)
    return Stops(tuple(hands), tuple(_laps(turns)), tuple(one.seq for one in turns))


def _begins_turn(first: Moment, last: Moment) -> bool:
    phase = last.state.phase
    return phase == "match_over" or (phase == "turn" and not first.kind.startswith(BESIDE_THE_TURN))


def _laps(turns: list[Moment]) -> Iterator[int]:
    hand, seen, before = 0, set[int](), None
    for one in turns:
        seat = one.state.turn
        if seat is None:
            continue
        if one.state.hand != hand or (seat in seen and seat != before):
            hand, seen = one.state.hand, set()
            yield one.seq
        seen.add(seat)
        before = seat
