"""What a dealer remembers of the hands it looked at must never show in a hand."""

from app.rules.dealer import FULL_DECK, GivenDealer, Pile
from app.rules.legal import hand
from tests.drills.deals import SteadyDealer
from tests.rules.specification import given


def test_a_request_that_was_decided_and_not_stored_leaves_nothing_behind():
    """Two writers raced with one dealer: each took a card from a reshuffle of its own, and one of them was stored."""
    lost = (FULL_DECK, Pile(112, ("r1", "r2", "r3")))
    stored = (FULL_DECK, Pile(112, ("b1", "b2", "b3")))
    taken = (0, 2, 4, 112)
    dealer, fresh = SteadyDealer(7), SteadyDealer(7)
    assert dealer.held(1, lost, 0, taken, ())[-1][0] == "r"
    assert dealer.held(1, stored, 0, taken, ()) == fresh.held(1, stored, 0, taken, ())
    assert dealer.held(1, lost, 0, (*taken, 113), ()) == SteadyDealer(7).held(1, lost, 0, (*taken, 113), ())


def test_hands_are_the_same_in_whatever_order_they_are_asked_for():
    table = given("r1 g1 g2 | y1 y2 y3", top="r5", draw="r9 b9 y9")
    states = [table.state]
    for seat, move in ((0, "play r1"), (1, "draw"), (1, "pass"), (0, "draw")):
        states.append(table.when(seat, move).state)
    deck = table.dealer.cards(1, table.state.piles)
    forward, backward = GivenDealer(deck), GivenDealer(deck)
    there = [list(hand(state, seat, forward)) for state in states for seat in (0, 1)]
    back = [list(hand(state, seat, backward)) for state in reversed(states) for seat in (1, 0)]
    assert there == back[::-1]
    assert there[-2:] == [["g1", "g2", "b9"], ["y1", "y2", "y3", "r9"]]
