"""Where a viewer stops: each hand once its first card lies there, each turn once it begins, each lap of the table."""

from itertools import pairwise

import pytest

from replays.recording import Recording
from replays.show.stops import stops
from tests.records import random_match

SEEDS = (3, 10, 13, 15, 21, 36)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_begins_when_its_first_card_lies_there(seed: int) -> None:
    recording = Recording(random_match(seed).lines)
    found = stops(recording)
    assert len(found.hands) == len(recording.hands)
    for start, hand in zip(found.hands, recording.hands, strict=True):
        moment = recording.moment(start)
        assert hand.first < start <= hand.last
        assert moment.complete
        assert moment.state.top is not None
        assert moment.state.discard[-1] == moment.state.top


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_lap_no_seat_begins_a_turn_after_another_seat_twice(seed: int) -> None:
    recording = Recording(random_match(seed).lines)
    found = stops(recording)
    assert set(found.laps) <= set(found.turns)
    edges = [*found.laps, len(recording.lines)]
    for start, end in pairwise(edges):
        seats = [recording.moment(turn).state.turn for turn in found.turns if start <= turn < end]
        runs = [seat for place, seat in enumerate(seats) if seat is not None and seats[place - 1 : place] != [seat]]
        assert len(runs) == len(set(runs))
        assert {recording.moment(turn).state.hand for turn in found.turns if start <= turn < end} == {
            recording.moment(start).state.hand
        }


def test_the_last_turn_is_the_end_of_the_match() -> None:
    recording = Recording(random_match(21).lines)
    assert stops(recording).turns[-1] == len(recording.lines) - 1


def test_before_the_first_hand_there_is_none() -> None:
    recording = Recording(random_match(21).lines)
    begun = recording.hands[0].first
    assert stops(Recording(recording.lines[:begun])) == ((), (), ())
    assert stops(recording).of("hand")[0] > begun
