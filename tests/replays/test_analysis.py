"""Decisions analysed: obvious positions come out as one would say, and nothing that a seat could not see matters."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from app.rules.bots import BOTS
from app.rules.bots.driver import Table, play_match
from app.rules.events import DecisionTimedOut, recorded
from app.rules.moves import Accept, CallUno, CatchUno, Challenge, ChooseColor, Draw, Move, Pass, Play, Resign, move_data
from app.rules.options import Options
from replays import chain
from replays.analysis.analyst import EFFORT, Effort, alternatives, analyse, analysed, way_of
from replays.analysis.playouts import WorldDealer, alone, shares
from replays.analysis.telling import told
from replays.analysis.turning import Turning, count, turnings
from replays.deal import SeededDealer, commitment
from replays.recording import Recording
from tests.records import random_match
from tests.replays.hands import Hand, dealt, small

QUICK = Effort(decision=60, alternative=20, standing=20)


def ask(hand: Hand, move: Move, effort: Effort = QUICK) -> dict[str, Any]:
    """The analysis of a decision that a hand waits for, as if this move had been chosen."""
    turning = a_turning(hand, move)
    return analysed("a game", turning, hand.dealer, turning.seat, effort)


def a_turning(hand: Hand, move: Move) -> Turning:
    """The decision that a hand waits for."""
    state = hand.state
    assert state.turn is not None
    return Turning(1, 7, 8, state.turn, state.phase, move, False, state, hand.history)


def chances(said: dict[str, Any]) -> dict[str, float]:
    return {str(way_of_body(way["move"])): way["chance"] for way in said["alternatives"]}


def way_of_body(body: dict[str, Any]) -> str:
    return " ".join(str(value) for name, value in body.items() if name != "uno")


DUEL: dict[str, Any] = {
    "hands": [["r1"], ["g2", "g3", "b4"]],
    "top": "r9",
    "draw": ["y1", "y2", "y4", "y5", "b7", "b8", "b9", "g5"],
}


def test_the_last_card_wins_for_certain_and_to_keep_it_is_a_loss():
    said = ask(small(DUEL), Draw())
    assert chances(said)["play r1"] == 1.0
    assert said["alternatives"][said["best"]]["move"] == {"type": "play", "card": "r1"}
    assert said["chance"] == 1.0
    assert said["loss"] > 3 * said["loss_error"] > 0
    right = ask(small(DUEL), Play("r1"))
    assert (right["loss"], right["loss_error"]) == (0.0, 0.0)
    assert right["alternatives"] == said["alternatives"]


def test_a_drawn_card_that_wins_is_better_played_than_kept():
    position = DUEL | {"hands": [["r1", "y1"], ["g2", "g3", "b4", "b5"]], "draw": ["r2", *DUEL["draw"]]}
    hand = small(position)
    hand.ask((0, Draw()))
    said = ask(hand, Pass())
    assert set(chances(said)) == {"play r2", "pass"}
    assert said["chance"] == chances(said)["play r2"]


def test_an_unlawful_wild_draw_four_is_challenged_where_every_hand_would_have_been_one():
    """Ten cards left, and hardly a way that none of them is red or a Wild Item Box."""
    held = ["W4", "r1", "r2", "r3", "r4", "r6", "r7", "r8", "rS", "rR"]
    hand = small({"hands": [held, ["y1", "y2"]], "top": "r5", "draw": ["g1", "r9", "b3", "g4", "y5", "b6", "g7", "b8"]})
    hand.ask((0, Play("W4", "y")))
    said = ask(hand, Accept())
    assert set(chances(said)) == {"accept", "challenge"}
    assert chances(said)["challenge"] > chances(said)["accept"]


def test_alternatives_are_the_legal_moves_once_each_without_those_out_of_turn():
    hand = small({"hands": [["W4", "r1"], ["g1"]], "top": "r5", "draw": ["g1", "g2", "g3", "g4", "g5", "g6"]})
    ways = alternatives(hand.state, 0, hand.dealer)
    assert ways == [Play("r1", None, True), *(Play("W4", color, True) for color in "rygb"), Draw()]
    assert way_of(Play("r1", None, True)) == way_of(Play("r1"))
    assert len({way_of(way) for way in ways}) == len(ways)


@pytest.mark.parametrize("ways", [1, 2, 5, 12])
def test_a_decision_has_200_playouts_at_least_shared_by_its_alternatives(ways):
    assert EFFORT.worlds(ways) * ways >= 200
    assert EFFORT.worlds(ways) >= EFFORT.alternative


def played(seed: int, bots: Sequence[str], **options: Any) -> list[bytes]:
    """The record of a match of bots."""
    rng = random.Random(seed)
    game, last_seed = f"00000000-0000-4000-8000-{seed:012d}", rng.randbytes(32)
    table = Table(bots, game, commitment(game, last_seed))
    head, lines = chain.START, []
    dealer = SeededDealer(game, last_seed, [])
    for request in play_match(dealer, Options(**options), [BOTS[bot] for bot in bots], rng, table):
        actor = "player:host" if request.seat is None else f"seat:{request.seat}"
        made, head = chain.lines(head, game, actor, 0, recorded(request.decision.events))
        lines += [line.bytes for line in made]
    return lines


@pytest.fixture(scope="module")
def recording() -> Recording:
    return Recording(played(3, ["racer", "first", "racer"], hands=2))


@pytest.fixture(scope="module")
def said(recording) -> list[dict[str, Any]]:
    return list(analyse(recording, effort=QUICK))


def test_every_decision_of_every_hand_is_there_in_order(recording, said):
    counts = count(recording)
    assert list(counts) == [1, 2]
    assert [one["hand"] for one in said] == [1] * counts[1] + [2] * counts[2]
    made = [moment for moment in recording.moments() if moment.actor.startswith("seat:")]
    first = {moment.request: moment for moment in reversed(made)}
    beside = {"uno.called", "uno.caught", "seat.resigned"}
    assert [one["seq"] for one in said] == sorted(m.seq for m in first.values() if m.kind not in beside)
    for one in said:
        chosen, best = one["alternatives"][one["chosen"]], one["alternatives"][one["best"]]
        assert way_of_body(chosen["move"]) == way_of_body(one["played"])
        assert best["chance"] == one["chance"] == max(way["chance"] for way in one["alternatives"])
        assert one["loss"] == chosen["behind"] >= 0
        assert all(0 <= way["chance"] <= 1 and 0 < way["error"] < 0.5 for way in one["alternatives"])
        assert one["worlds"]["agree"] == "all"


def test_it_is_the_same_wherever_it_is_done_and_gone_on_with(recording, said):
    again = Recording(list(recording.lines))
    assert list(analyse(again, skip=len(said) - 3, effort=QUICK)) == said[-3:]
    assert list(analyse(again, hand=2, skip=2, effort=QUICK))[:2] == [one for one in said if one["hand"] == 2][2:4]


def test_the_last_decision_of_a_hand_wins_it_for_certain(said):
    last = [one for one in said if one["hand"] == 1][-1]
    assert last["alternatives"][last["chosen"]]["chance"] == 1.0
    assert last["winner"]["chance"] > 0.5


@pytest.mark.parametrize("seed", range(8))
def test_cards_that_the_seat_could_not_see_make_no_difference(seed):
    """Another deal with which all would have looked the same to the seat gives the same analysis, to the digit."""
    chance = random.Random(seed)
    hand = dealt(chance, 2 + seed % 3)
    for _ in range(3):
        hand.play(chance, 15)
        seat = hand.state.turn or 0
        other = WorldDealer(looking_the_same(hand, seat, chance), "another")
        turning = a_turning(hand, alternatives(hand.state, seat, hand.dealer)[0])
        first = analysed("a game", turning, hand.dealer, seat, QUICK)
        assert analysed("a game", turning, other, seat, QUICK) == first


def looking_the_same(hand: Hand, seat: int, chance: random.Random) -> list[str]:
    """Another deal that `seat` could not have told from this one: pairs of cards changed places, where that could not
    be seen."""
    cards, own, changed = list(hand.cards), set(hand.state.taken[seat]), 0
    slots = [slot for slot in range(len(cards)) if slot not in own]
    for _ in range(200):
        one, other = chance.sample(slots, 2)
        swapped = cards.copy()
        swapped[one], swapped[other] = cards[other], cards[one]
        if swapped != cards and hand.same_with(swapped, seat):
            cards, changed = swapped, changed + (min(one, other) < hand.state.next)
    assert changed > 3, "other hands hold other cards"
    return cards


@pytest.mark.parametrize("seed", [1, 4, 7, 11])
def test_any_record_can_be_analysed_with_time_outs_resignations_and_all_options(seed):
    recording = Recording(random_match(seed).lines)
    missed = sum(isinstance(moment.event, DecisionTimedOut) for moment in recording.moments())
    found = list(turnings(recording))
    assert sum(turning.missed for turning in found) == missed
    assert sum(count(recording).values()) == len(found)
    chance = random.Random(seed)
    for number, turning in enumerate(turnings(recording)):
        if chance.random() < 20 / len(found):
            one = analysed(recording.game, turning, recording.dealer, None, Effort(8, 4, 4))
            assert one["played"] == move_data(turning.move), number
            assert one["winner"] is None
            assert one["hand"] in recording.opened


def test_of_a_hand_whose_cards_are_not_open_nothing_is_analysed():
    whole = Recording(played(3, ["racer", "first", "racer"], hands=2))
    upto = next(turning.seq for turning in turnings(whole) if turning.hand == 2)
    cut = Recording(whole.lines[: upto + 5])
    assert {turning.hand for turning in turnings(cut)} == {1}
    assert list(count(cut)) == [1]


@pytest.mark.parametrize("seed", [2, 6, 9])
def test_a_record_that_breaks_off_has_the_decisions_that_are_told_in_it_and_no_other(seed):
    match = random_match(seed)
    every = range(1, match.state.hand + 1)

    def told_in(end):
        cut = Recording(match.lines[:end], match.dealer, every)
        return [(one.hand, one.seq, one.seat, one.phase, one.move, one.missed) for one in turnings(cut)]

    whole = told_in(len(match.lines))
    assert {missed for *_, missed in whole} == {False, True}
    for end in range(1, len(match.lines)):
        # Where time ran out, the event behind that says what was decided.
        assert told_in(end) == [one for one in whole if one[1] + one[-1] < end]


def test_a_hand_that_goes_on_for_too_long_is_shared_by_cards(monkeypatch):
    monkeypatch.setattr("replays.analysis.playouts.MOST_MOVES", 1)
    hand = small({"hands": [["r1", "r2", "y3"], ["r3"], ["b4", "b6"]], "top": "g9", "draw": ["y1", "y2", "y4"]})
    given = shares(alone(hand.state), WorldDealer(hand.cards, ""))
    assert sum(given) == pytest.approx(1.0)
    assert given[1] > given[2] > given[0]


def test_it_is_told_for_people_a_line_a_decision(recording, said):
    lines = list(told(said))
    assert lines[0] == "hand 1"
    assert len([line for line in lines if line.startswith("  ") and "swing" not in line]) == len(said)


def test_moves_that_can_be_made_at_any_time_are_no_decision():
    for turning in turnings(Recording(random_match(2).lines)):
        assert not isinstance(turning.move, CallUno | CatchUno | Resign)
        if turning.missed and turning.phase == "color":
            assert isinstance(turning.move, ChooseColor)
        assert (turning.phase == "challenge") == isinstance(turning.move, Accept | Challenge)
