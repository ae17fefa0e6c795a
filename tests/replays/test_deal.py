"""The deal: the vectors of the format, and the same steps done again in another way."""

import hmac
import json
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.cards import CODES, DECK, RANK, sort_cards
from app.rules.dealer import Pile
from replays import deal, merkle
from replays.deal import Bound, SeededDealer, check_opening
from replays.format import T
from tests.replays.vectors import (
    AGAIN,
    DEAL,
    ENTROPY,
    LAST_SEED,
    LEAF_0,
    ORDER,
    PATH_0,
    PATH_100,
    ROOT,
    ROOT_HAND_2,
    ROOT_RESHUFFLED,
    S0,
    S1,
    SALT_0,
    WHOLE,
    K,
    words,
)

seeds = st.binary(min_size=32, max_size=32)
some_cards = st.lists(st.sampled_from(DECK), max_size=112)


@pytest.fixture
def dealer() -> SeededDealer:
    return SeededDealer(DEAL, LAST_SEED, ENTROPY, last=3)


# ------------------------------------------------------------ the vectors of the format


def test_seeds_of_the_format(dealer: SeededDealer) -> None:
    assert dealer.seed(0) == S0
    assert dealer.seed(1) == S1
    assert dealer.seed(3) == LAST_SEED.hex()


def test_key_of_the_format() -> None:
    assert deal.deck_key(DEAL, S1, 1, ENTROPY) == K


def test_order_of_the_format(dealer: SeededDealer) -> None:
    assert deal.order(K, 0, DECK) == ORDER
    assert list(dealer.cards(1, WHOLE)) == ORDER


def test_salt_and_leaf_of_the_format() -> None:
    assert deal.salts(K, 0, [0])[0].hex() == SALT_0
    assert deal.leaf(DEAL, 1, 0, "y6", SALT_0).hex() == LEAF_0


def test_roots_of_the_format(dealer: SeededDealer) -> None:
    assert dealer.root(1, WHOLE) == ROOT
    assert dealer.root(2, WHOLE) == ROOT_HAND_2


def test_openings_of_the_format(dealer: SeededDealer) -> None:
    assert dealer.opening(1, WHOLE, 0) == {
        "hand": 1, "pile": 0, "slot": 0, "card": "y6", "salt": SALT_0, "path": PATH_0,
    }  # fmt: skip
    hundredth = dealer.opening(1, WHOLE, 100)
    assert (hundredth["card"], hundredth["path"]) == ("r5", PATH_100)


def test_reshuffle_of_the_format(dealer: SeededDealer) -> None:
    assert list(dealer.cards(1, AGAIN)) == [*ORDER, *words("yS b0 r5 g9 WB r5 W4")]
    assert dealer.root(1, AGAIN) == ROOT_RESHUFFLED


# ------------------------------------------------------------ the steps, done again in another way


def naive_seeds(last_seed: bytes, last: int) -> dict[int, str]:
    found = {last: last_seed.hex()}
    for k in range(last, 0, -1):
        text = json.dumps(["kartfold/seed/1", DEAL, found[k]], separators=(",", ":"))
        found[k - 1] = sha256(text.encode()).hexdigest()
    return found


def naive_order(key: bytes, pile: int, cards: list[str]) -> list[str]:
    """Fisher-Yates with the words read off one long stream."""
    stream_key = hmac.new(key, b"perm" + pile.to_bytes(4, "big"), sha256).digest()
    blocks = [hmac.new(stream_key, n.to_bytes(4, "big"), sha256).digest() for n in range(40)]
    stream = b"".join(blocks)
    ordered, at = sorted(cards, key=RANK.__getitem__), 0
    for n in range(len(cards), 1, -1):
        while True:
            word, at = stream[at] * 256 + stream[at + 1], at + 2
            if word < 65536 // n * n:
                break
        top, j = n - 1, word % n
        ordered[top], ordered[j] = ordered[j], ordered[top]
    return ordered


@given(seeds)
def test_every_seed_leads_back_to_the_commitment(last_seed: bytes) -> None:
    expected = naive_seeds(last_seed, 255)
    assert {k: deal.seed(DEAL, last_seed, k) for k in expected} == expected
    assert deal.commitment(DEAL, last_seed) == expected[0]
    for k in (1, 100, 255):
        assert deal.seed_before(DEAL, expected[k]) == expected[k - 1] == T("kartfold/seed/1", DEAL, expected[k])


@given(seeds, st.integers(0, 9), some_cards)
def test_an_order_is_the_naive_shuffle_of_the_same_cards(key: bytes, pile: int, cards: list[str]) -> None:
    ordered = deal.order(key, pile, cards)
    assert ordered == naive_order(key, pile, cards)
    assert Counter(ordered) == Counter(cards)
    assert ordered == deal.order(key, pile, reversed(cards))


def test_words_from_the_uneven_end_are_passed_over() -> None:
    # 65,535 is the one word that 3 has to pass over, and 257 would come out as 2.
    assert deal._uniform(iter([65535, 257]), 3) == 257 % 3
    assert deal._uniform(iter([65535, 65534]), 3) == 65534 % 3
    assert deal._uniform(iter([65535]), 2) == 1


def test_a_whole_order_somewhere_passes_words_over() -> None:
    """Else the comparison with the naive shuffle could not tell whether words are passed over at all."""
    passed = 0
    for number in range(200):
        stream_key = hmac.digest(number.to_bytes(32, "big"), b"perm" + bytes(4), "sha256")
        words = deal._words(stream_key)
        passed += sum(next(words) >= 65536 - 65536 % n for n in range(112, 1, -1))
    assert passed > 0


def test_each_card_comes_to_the_top_about_as_often_as_any_other() -> None:
    top = Counter(deal.order(number.to_bytes(32, "big"), 0, CODES)[0] for number in range(5400))
    chi_square = sum((top[code] - 100) ** 2 / 100 for code in CODES)
    assert 20 < chi_square < 110  # 53 degrees of freedom; the seeds are fixed, so this cannot flicker


@given(seeds, st.integers(1, 255), st.integers(0, 111), st.lists(st.sampled_from(DECK), min_size=1, max_size=60))
def test_root_and_openings_are_those_of_leaves_one_by_one(
    last_seed: bytes, hand: int, slot: int, again: list[str]
) -> None:
    dealer = SeededDealer(DEAL, last_seed, ENTROPY)
    piles = (*WHOLE, Pile(112, sort_cards(again)))
    key = deal.deck_key(DEAL, dealer.seed(hand), hand, ENTROPY)
    salt_key = hmac.new(key, b"salt" + (1).to_bytes(4, "big"), sha256).digest()
    leaves = []
    for index, card in enumerate(naive_order(key, 1, again), 112):
        salt = hmac.new(salt_key, index.to_bytes(4, "big"), sha256).hexdigest()
        text = json.dumps(["kartfold/card/1", DEAL, hand, index, card, salt], separators=(",", ":"))
        leaves.append(sha256(b"\0" + text.encode()).digest())
    assert dealer.root(hand, piles) == merkle.root(leaves).hex()
    for bound in (
        Bound(hand, 0, 0, 112, dealer.root(hand, WHOLE)),
        Bound(hand, 1, 112, len(again), dealer.root(hand, piles)),
    ):
        shown = bound.first + slot % bound.cards
        opening = dealer.opening(hand, piles, shown)
        assert opening["card"] == dealer.cards(hand, piles)[shown]
        check_opening(DEAL, bound, opening)


@given(st.permutations(ENTROPY), st.sampled_from([0, 1]), st.text("0123456789abcdef", min_size=64, max_size=64))
def test_seats_count_in_order_and_all_they_put_in_counts(shuffled: list[tuple[int, str]], at: int, other: str) -> None:
    assert deal.deck_key(DEAL, S1, 1, shuffled) == K
    changed = [*ENTROPY[:at], (ENTROPY[at][0], other), *ENTROPY[at + 1 :]]
    assert deal.deck_key(DEAL, S1, 1, changed) != K
    assert deal.deck_key(DEAL, S1, 1, ENTROPY[:at]) != K
    assert deal.deck_key(DEAL, S1, 2, ENTROPY) != K
    assert deal.deck_key("another deal", S1, 1, ENTROPY) != K
