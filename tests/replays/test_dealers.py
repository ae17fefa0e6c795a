"""The dealers: one interface, cached answers, and nothing beyond the seeds they have."""

from typing import Any

import pytest

from app.rules.dealer import NO_HASH, Dealer, DealerByHand, GivenDealer, Pile
from replays import deal
from replays.deal import MissingSeed, RevealedDealer, SeededDealer
from tests.replays.vectors import AGAIN, DEAL, ENTROPY, LAST_SEED, ORDER, RESHUFFLED, S0, S1, WHOLE


@pytest.fixture
def dealer() -> SeededDealer:
    return SeededDealer(DEAL, LAST_SEED, ENTROPY, last=3)


def test_both_dealers_are_dealers(dealer: SeededDealer) -> None:
    both: list[Dealer] = [dealer, RevealedDealer(DEAL, {1: S1}, ENTROPY)]
    first, second = ((d.cards(1, AGAIN), d.root(1, AGAIN), d.root(1, WHOLE), d.seed(1)) for d in both)
    assert first == second


def test_a_revealed_dealer_knows_no_other_hand() -> None:
    revealed = RevealedDealer(DEAL, {1: S1}, ENTROPY)
    for ask in (revealed.seed, lambda hand: revealed.cards(hand, WHOLE), lambda hand: revealed.root(hand, WHOLE)):
        with pytest.raises(MissingSeed, match="hand 2"):
            ask(2)


def test_a_seeded_dealer_has_no_hand_outside_its_seeds(dealer: SeededDealer) -> None:
    for hand in (-1, 4, 256):
        with pytest.raises(MissingSeed):
            dealer.cards(hand, WHOLE)


def test_what_a_dealer_answered_before_changes_no_answer() -> None:
    """It keeps orders and trees: asked in any order, for other piles in between, it says what a new one says."""
    kept = SeededDealer(DEAL, LAST_SEED, ENTROPY)
    other = (*WHOLE, Pile(112, RESHUFFLED.cards[:5]))
    for hand in (1, 2, 1, 9, 8, 7, 6, 5, 1, 2):
        for piles in (WHOLE, AGAIN, other, WHOLE, other, AGAIN):
            new = SeededDealer(DEAL, LAST_SEED, ENTROPY)
            assert kept.cards(hand, piles) == new.cards(hand, piles)
            assert kept.root(hand, piles) == new.root(hand, piles)
            assert kept.opening(hand, piles, 111) == new.opening(hand, piles, 111)


def test_dealing_computes_no_salt(dealer: SeededDealer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal, "salts", None)
    assert list(dealer.cards(1, AGAIN))[:112] == ORDER


def test_piles_leave_no_gap(dealer: SeededDealer) -> None:
    for first in (0, 111, 113):
        with pytest.raises(ValueError, match="pile 1 starts at slot"):
            dealer.cards(1, (*WHOLE, RESHUFFLED._replace(first=first)))


def test_no_slot_outside_the_piles_opens(dealer: SeededDealer) -> None:
    for slot in (-1, 112):
        with pytest.raises(IndexError):
            dealer.opening(1, WHOLE, slot)


@pytest.mark.parametrize("wrong", [[(0, "")], [(0, "A" * 64)], [(0, S0), (0, S1)], [(0, None)]], ids=range(4))
def test_entropy_is_a_hash_once_a_seat(wrong: Any) -> None:
    with pytest.raises(ValueError, match="entropy"):
        SeededDealer(DEAL, LAST_SEED, wrong)


def test_seeds_of_another_length_are_none() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededDealer(DEAL, LAST_SEED[:-1], ENTROPY).seed(1)
    with pytest.raises(ValueError, match="64 hex digits"):
        RevealedDealer(DEAL, {1: S1.upper()}, ENTROPY)


def test_a_dealer_does_not_show_its_seed(dealer: SeededDealer) -> None:
    dealer.cards(1, WHOLE)
    assert LAST_SEED.hex() not in f"{dealer!r} {dealer}"


def test_each_hand_is_left_to_the_dealer_that_knows_it(dealer: SeededDealer) -> None:
    given = GivenDealer(ORDER)
    both = DealerByHand(lambda hand: dealer if hand == 1 else given)
    for hand, one in ((1, dealer), (2, given)):
        assert both.cards(hand, WHOLE) == one.cards(hand, WHOLE)
        assert both.root(hand, WHOLE) == one.root(hand, WHOLE)
        assert both.seed(hand) == one.seed(hand)
        assert both.held(hand, WHOLE, 0, (3, 9), ()) == one.held(hand, WHOLE, 0, (3, 9), ())
    assert both.seed(1) != both.seed(2) == NO_HASH


def test_given_orders_are_the_same_in_whatever_order_they_are_asked_for() -> None:
    kept = GivenDealer(ORDER, [RESHUFFLED.cards, RESHUFFLED.cards[::-1]])
    twice = (*AGAIN, RESHUFFLED._replace(first=AGAIN[-1].first + len(RESHUFFLED.cards)))
    for hand, piles in ((1, WHOLE), (1, twice), (2, twice), (1, AGAIN), (1, twice), (2, WHOLE), (1, WHOLE)):
        new = GivenDealer(ORDER, [RESHUFFLED.cards, RESHUFFLED.cards[::-1]])
        assert kept.cards(hand, piles) == new.cards(hand, piles)
    assert kept.cards(1, twice) == (*ORDER, *RESHUFFLED.cards, *RESHUFFLED.cards[::-1])
