"""A record opened: every position of it is the fold of its events up to there, and only what is over lies open."""

import pytest

from app.rules.dealer import Pile
from app.rules.state import START, State
from replays.deal import MissingSeed
from replays.fold import fold
from replays.recording import Recording
from tests.records import random_match


@pytest.mark.parametrize("seed", range(5))
def test_every_moment_is_the_fold_of_what_has_happened(seed: int) -> None:
    match = random_match(seed)
    recording = Recording(match.lines)
    moments = list(recording.moments())
    assert [moment.seq for moment in moments] == list(range(len(match.lines)))
    for moment in moments:
        assert moment.state == fold(START, match.lines[: moment.seq + 1])
        assert recording.moment(moment.seq) == moment
    states = [moment.state for moment in moments if moment.complete]
    assert states == match.states
    assert recording.last == match.state
    assert (recording.game, recording.created.seats) == (match.game, match.state.seats)


def test_the_cards_of_a_hand_are_those_that_were_dealt_and_lie_open_once_it_is_over() -> None:
    match = random_match(3)
    ended = [moment.seq for moment in Recording(match.lines).moments() if moment.kind == "hand.ended"]
    recording = Recording(match.lines[: ended[0]])
    assert recording.opened == frozenset()
    with pytest.raises(MissingSeed):
        recording.dealer.cards(1, recording.last.piles)
    recording = Recording(match.lines[: ended[0] + 1])
    assert recording.opened == {1}
    piles = _last_hand(recording.last)
    assert recording.dealer.cards(1, piles) == match.dealer.cards(1, piles)


def test_there_is_no_moment_outside_of_the_record() -> None:
    recording = Recording(random_match(0).lines)
    for seq in (-1, len(recording.lines)):
        with pytest.raises(IndexError):
            recording.moment(seq)


def _last_hand(state: State) -> tuple[Pile, ...]:
    assert state.last_hand is not None
    return state.last_hand.piles
