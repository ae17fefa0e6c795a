"""A record opened: every position of it is the fold of its events up to there, and only what is over lies open."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.rules.dealer import Pile
from app.rules.events import HandEnded, HandStarted
from app.rules.state import START, State
from replays import recording as recordings
from replays.deal import MissingSeed
from replays.fold import fold
from replays.recording import Recording
from tests.records import random_match


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lines were folded, each time that some were."""
    counts: list[int] = []

    def counting(state: State, lines: list[bytes]) -> State:
        counts.append(len(lines))
        return fold(state, lines)

    monkeypatch.setattr(recordings, "fold", counting)
    return counts


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


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("every", [1, 3, 40])
def test_a_moment_is_the_same_in_whatever_order_moments_are_asked_for(
    seed: int, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "KEPT_EVERY", every)
    monkeypatch.setattr(recordings, "KEPT_AT_MOST", 10_000)
    chance, lines = random.Random(seed), random_match(seed).lines
    lines = lines[: chance.randrange(len(lines) // 2, len(lines))]  # most end inside of a request
    moments = list(Recording(lines).moments())
    recording = Recording(lines)
    for seq in chance.sample(range(len(lines)), len(lines)):
        assert recording.moment(seq) == moments[seq]
    assert recording.last == moments[-1].state


def test_several_threads_may_ask_for_moments_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "KEPT_EVERY", 5)
    lines = random_match(1).lines
    moments = list(Recording(lines).moments())
    with ThreadPoolExecutor(8) as threads:
        for seed in range(10):
            recording = Recording(lines)
            seqs = random.Random(seed).choices(range(len(lines)), k=200)
            assert list(threads.map(recording.moment, seqs)) == [moments[seq] for seq in seqs]


def test_a_moment_costs_the_events_since_the_state_that_is_kept_and_not_those_before(
    folded: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "KEPT_EVERY", 20)
    lines = random_match(1).lines
    recording = Recording(lines)
    assert recording.moment(len(lines) - 1).state == recording.last
    assert sum(folded) < 2 * len(lines)
    longest = max(len(request.events) for request in recording.requests())
    for seq in range(len(lines)):
        folded.clear()
        recording.moment(seq)
        assert sum(folded) < 20 + longest


def test_states_stay_in_order_when_another_thread_has_kept_them_in_the_meantime(
    folded: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "KEPT_EVERY", 20)
    lines, counting = random_match(1).lines, vars(recordings)["fold"]
    recording = Recording(lines)

    def overtaken(state: State, lines: list[bytes]) -> State:
        monkeypatch.setattr(recordings, "fold", counting)
        assert recording.last.over
        return counting(state, lines)

    monkeypatch.setattr(recordings, "fold", overtaken)
    assert recording.moment(150).state == fold(START, lines[:151])
    longest = max(len(request.events) for request in recording.requests())
    for seq in range(len(lines)):
        folded.clear()
        recording.moment(seq)
        assert sum(folded) < 20 + longest


def test_no_more_states_are_kept_of_a_long_record_than_of_a_short_one(
    folded: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "KEPT_EVERY", 1)
    monkeypatch.setattr(recordings, "KEPT_AT_MOST", 7)
    recording = Recording(random_match(1).lines)
    assert recording.last.over
    assert 5 <= len(folded) <= 8


@pytest.mark.parametrize("seed", range(8))
def test_requests_are_what_was_asked_for_one_by_one(seed: int) -> None:
    match = random_match(seed)
    requests = list(Recording(match.lines).requests())
    assert [request.number for request in requests] == list(range(len(match.states)))
    assert [request.after for request in requests] == match.states
    assert [request.before for request in requests] == [START, *match.states[:-1]]
    assert [moment for one in requests for moment in one.moments()] == list(Recording(match.lines).moments())
    assert [event.kind for event in match.written] == [moment.kind for one in requests for moment in one.moments()]


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_has_its_place_its_piles_and_its_end_wherever_the_record_ends(seed: int) -> None:
    lines = random_match(seed).lines
    moments = list(Recording(lines).moments())
    for end in random.Random(seed).sample(range(1, len(lines) + 1), 30):
        hands = Recording(lines[:end]).hands
        dealt = [moment for moment in moments[:end] if isinstance(moment.event, HandStarted)]
        ended = {moment.event.hand: moment for moment in moments[:end] if isinstance(moment.event, HandEnded)}
        assert [(hand.number, hand.first) for hand in hands] == [(one.state.hand, one.seq) for one in dealt]
        assert [hand.dealer for hand in hands] == [moment.state.dealer for moment in dealt]
        for hand in hands:
            end_of = ended.get(hand.number, moments[end - 1])
            assert (hand.last, hand.piles) == (end_of.seq, end_of.state.piles)
            assert hand.over == hand.open == (hand.number in ended)
            if isinstance(end_of.event, HandEnded):
                assert (hand.winner, hand.points, hand.scores) == end_of.event[1:4]
            else:
                assert (hand.winner, hand.points, hand.scores) == (None, None, None)


def test_the_hands_that_lie_open_are_those_that_whoever_opened_the_record_says() -> None:
    match = random_match(6)
    assert [hand.open for hand in Recording(match.lines, match.dealer, {2}).hands] == [False, True]


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
