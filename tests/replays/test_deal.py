"""The deal: the vectors of the format, and the same steps done again in another way."""

import copy
import hmac
import json
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.cards import CODES, DECK, RANK, sort_cards
from app.rules.dealer import Dealer, Pile
from replays import deal, merkle
from replays.deal import BadOpening, Bound, MissingSeed, RevealedDealer, SeededDealer, check_opening
from replays.format import T


def words(text: str) -> list[str]:
    return text.split()


DEAL = "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"
LAST_SEED = sha256(b"kartfold test seed").digest()
ENTROPY = [(seat, sha256(f"kartfold seat {seat}".encode()).hexdigest()) for seat in (0, 2)]
S0 = "dbd39e961e86728be51169d0e3a826e93c5b104ffe9f1c18ee2eb86e9353cf3c"
S1 = "3aea8a4922776878f4c66df2b87a46a0dda93c37c2489592a9356c8cea5338af"
K = bytes.fromhex("9f2ca9d5e1bce4f76b98c290f5b1d59718bf6187f33fe74c7b817e79e8d6bb31")
ORDER = words(
    """
    y6 gR y3 gD b3 bS gS r3 bD yD W4 gS b7 gD r4 g3 b1 b0 b9 g3 r6 yS W4 bD rD r9 W4 y1 yS y8 y8 r8 y9 g7 yR r0 bR r7
    g0 rR g2 g5 r3 b2 g2 rS y0 g4 y1 WB WB b4 rD g8 b8 WB rS y5 b9 r1 WB yR WB g5 y4 g9 b4 W4 r8 y2 b8 y6 b1 y4 y7 WB
    gR g1 WB b5 b2 g7 g8 y9 y5 r7 r2 g6 r6 r2 b6 y7 r5 b5 b7 r4 b6 bR WB r1 r5 g6 b3 r9 yD y3 g9 y2 bS rR g1 g4
    """
)
ROOT = "a64e1eb420de3b428c5b87b89a11a6b3e77166e6595e4d851b82391dd297f4a6"
SALT_0 = "6418451b232323e3a656ecd7dc891d0850432c0e9ab0f32dd9f66b8f6d8e0d86"
LEAF_0 = "7531ef9c2a641d9609b20a3184d5f85f6bce968ee05b8fed18db25f9f4685503"
PATH_0 = words(
    """
    71532e6ff66ac7481b9418d7bf9e3f3b0c4c71c3df7e728cbbef87d923c6f383
    aba42208e845f2af5071a88a0eaa874e32e0f8d322be5e6b4831c5ac4c8ff5b1
    fc04a64ac67844f2c517b446b387d2d0c34d185404f4b787a5f6483108fd8a2a
    d1ee8c98c841ef6325cc4e6da310d0b133cead2c719791dd1ad2635f112d1060
    7226f0f86990c5286007be082a6b67815d76e598981d4999dd000e5da7fd3793
    ca7d5feb3cb271448cea7fe14cefee168d5b5bebbd1d2e7ef4d2463757872c92
    28c24798c8211c9e67f09918030668082f47a6b5c4c25956698a3d8239b716d1
    """
)
PATH_100 = words(
    """
    38af562c68b52e6a06871e6206d4d59d14e609a35c00c35e9e9e69c6afc86d4d
    1b0de4ad10e89236056c0ab605592ca9e2b151eccfcf571cc2e4a73e6ce07656
    298be1f0ba0ef426ccd426529391666d4ab961feeeeec3dff3911fadb8a7e32e
    0b78cbc45d68ce682d904169566f2b675041260ffc3d7dc4fc47b74985130fd7
    ce9c1bc34237ad4f36b5173f25978f2e082147719acf0441dffbfe9d9d07edb1
    9728167921c4747cefb739f38ff6f07ea04f5f9e5bbf3215392752cd7905aad5
    """
)
ROOT_HAND_2 = "cf574f9930f3da5f1bec3d447538f3de00060d83b11a07e20b7c811405b399d5"
RESHUFFLED = Pile(112, sort_cards(words("WB r5 b0 g9 W4 yS r5")))
ROOT_RESHUFFLED = "8af888676b58489f6d449f0902bdc683c711133d5e1422fe999518607e500bc7"

WHOLE = (Pile(0, DECK),)
AGAIN = (*WHOLE, RESHUFFLED)
BOUND = Bound(hand=1, pile=0, first=0, cards=112, root=ROOT)

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


# ------------------------------------------------------------ openings


CHANGES: dict[str, tuple[Any, ...]] = {
    "hand": (2, 0, None, True, "1", 1.0),
    "pile": (1, -1, None, False, "0"),
    "slot": (1, 111, 112, -1, None, "0", False, 2**70),
    "card": ("y7", "Y6", "", None, 6, ["y6"], "y6 "),
    "salt": (SALT_0.upper(), "0" * 64, SALT_0[:-1], SALT_0 + "0", "", None, "\u0661" * 64),
    "path": (
        [],
        PATH_0[:-1],
        PATH_0[::-1],
        [*PATH_0, ROOT],
        PATH_100,
        [PATH_0[0].upper(), *PATH_0[1:]],
        [None, *PATH_0[1:]],
        tuple(PATH_0),
        None,
        "".join(PATH_0),
        {},
        ["0" * 64] * 10_000,
    ),
}


@pytest.mark.parametrize("field", CHANGES)
def test_an_opening_changed_anywhere_shows_nothing(dealer: SeededDealer, field: str) -> None:
    opening: dict[str, Any] = {**dealer.opening(1, WHOLE, 0)}
    check_opening(DEAL, BOUND, opening)
    for wrong in CHANGES[field]:
        with pytest.raises(BadOpening):
            check_opening(DEAL, BOUND, opening | {field: wrong})
    with pytest.raises(BadOpening, match="has hand"):
        check_opening(DEAL, BOUND, {name: value for name, value in opening.items() if name != field})


@given(slot=st.integers(0, 111), data=st.data())
def test_any_digit_of_an_opening_counts(slot: int, data: st.DataObject) -> None:
    opening: dict[str, Any] = {**SeededDealer(DEAL, LAST_SEED, ENTROPY, last=3).opening(1, WHOLE, slot)}
    check_opening(DEAL, BOUND, opening)
    changed = copy.deepcopy(opening)
    step = data.draw(st.integers(-1, len(opening["path"]) - 1))
    at = data.draw(st.integers(0, 63))
    text = opening["salt"] if step < 0 else opening["path"][step]
    digit = data.draw(st.sampled_from([d for d in "0123456789abcdef" if d != text[at]]))
    text = text[:at] + digit + text[at + 1 :]
    if step < 0:
        changed["salt"] = text
    else:
        changed["path"][step] = text
    with pytest.raises(BadOpening):
        check_opening(DEAL, BOUND, changed)


def test_an_opening_shows_nothing_of_another_deal_or_pile(dealer: SeededDealer) -> None:
    opening: dict[str, Any] = {**dealer.opening(1, WHOLE, 5)}
    with pytest.raises(BadOpening):
        check_opening(DEAL.replace("7", "8"), BOUND, opening)
    for other in (
        BOUND._replace(hand=2),
        BOUND._replace(pile=1),
        BOUND._replace(first=1),
        BOUND._replace(cards=3),
        BOUND._replace(root=ROOT_HAND_2),
    ):
        with pytest.raises(BadOpening):
            check_opening(DEAL, other, opening)
    with pytest.raises(BadOpening, match="has hand"):
        check_opening(DEAL, BOUND, opening | {"note": 1})


# ------------------------------------------------------------ the dealers


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
