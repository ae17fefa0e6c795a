"""A long fold in stages, so that states on the way can be kept: those near which the next question will be."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.rules.state import State
from replays.fold import Said, requests, rules_of
from replays.format import quick

EVERY = 256
"""So many events lie between two states that are kept, or more where states are long."""

AT_ONCE = 8
"""At most so many are kept of one fold, the last ones."""

_BYTES_A_VALUE = 6  # of a slot or a card in a snapshot, with its quotes and comma


class Stage(NamedTuple):
    """A state on the way: after which event, whether a request surely ends there, and behind how many bytes of lines
    since the stage before."""

    seq: int
    state: State
    whole: bool
    size: int


def fold_in_stages(state: State, lines: Sequence[bytes], every: int = EVERY) -> tuple[State, list[Stage]]:
    """As `fold`, for many lines, and beside the state those on the way that are worth to be kept.

    A state that is longer than the lines it saves from being read is not: in a hand that does not end, states grow.
    """
    kept: deque[Stage] = deque(maxlen=AT_ONCE)
    saved = 0
    for stage in stages(state, lines, every):
        state, saved = stage.state, saved + stage.size
        if stage.whole and saved >= _BYTES_A_VALUE * _values(state):
            kept.append(stage)
            saved = 0
    return state, list(kept)


def stages(state: State, lines: Sequence[bytes], every: int) -> Iterator[Stage]:
    """Folds lines in steps of about so many, each to the end of a request; the last is the state after all of them.

    What was read of a step is let go of with it, so that a long record takes little memory.
    """
    rest: list[Said] = []
    for first in range(0, len(lines), every):
        step = lines[first : first + every]
        said = rest + quick(step)
        last = first + every >= len(lines)
        cut = len(said) if last else _last_request(said)
        if cut:
            state = rules_of(state, said[0]).evolve_all(state, requests(said[:cut]))
            yield Stage(said[cut - 1]["seq"], state, not last, sum(map(len, step)))
        rest = said[cut:]


def _last_request(said: Sequence[Said]) -> int:
    """Where the last request begins, which may go on behind what was read."""
    return next(place for place in range(len(said)) if said[place]["request"] == said[-1]["request"])


def _values(state: State) -> int:
    """About how many values a snapshot of this state holds: what grows in a hand."""
    last = state.last_hand
    rows = [*state.taken, *state.played, *(last.taken if last else ()), *(last.played if last else ())]
    piles = [pile.cards for pile in (*state.piles, *(last.piles if last else ()))]
    return sum(map(len, (*rows, *piles, state.discard)))
