"""Worlds agree with all that a seat has seen, and come up as often as they should: beside every deal there is, counted
one by one."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from app.rules.cards import DECK
from app.rules.legal import fits
from app.rules.legal import hand as of_hand
from app.rules.moves import Challenge, Draw, Pass, Play
from replays.analysis.dealing import CARDS, COUNTS, EVERYTHING
from replays.analysis.history import Favoured, Played
from replays.analysis.knowledge import Knowledge
from replays.analysis.playouts import WorldDealer
from replays.analysis.worlds import draw_worlds
from tests.effort import effort
from tests.replays.hands import Asked, Hand, dealt, small

OPTIONS: list[dict[str, Any]] = [{}, {"illegal_wild_draw_four": "reject"}, {"last_card_effects": False}]
MANY = 2000
CLOSE = 0.06
"""Five times the error of a share of so many, and a little for what worlds have in common."""


def every_deal(knowledge: Knowledge) -> Iterator[list[str]]:
    """All ways in which the cards may lie that a seat has not seen, those that cannot be among them."""
    piles = knowledge.state.piles
    rests = []
    for pile in piles:
        left = Counter(pile.cards)
        slots = range(pile.first, pile.first + len(pile.cards))
        left.subtract(knowledge.cards[slot] for slot in slots if slot in knowledge.cards)
        unknown = [slot for slot in slots if slot not in knowledge.cards]
        rests.append([dict(zip(unknown, row, strict=True)) for row in orders(+left, len(unknown))])
    for filled in product(*rests):
        cards = dict(knowledge.cards)
        for one in filled:
            cards |= one
        yield [cards[slot] for slot in range(piles[-1].first + len(piles[-1].cards))]


def orders(left: Counter[str], length: int) -> Iterator[tuple[str, ...]]:
    """Every order of these cards, equal ones not told apart."""
    if length == 0:
        yield ()
        return
    for card in list(left):
        left[card] -= 1
        for rest in orders(+left, length - 1):
            yield (card, *rest)
        left[card] += 1


def shares(deals: Sequence[Sequence[str]]) -> dict[tuple[int, str], float]:
    """How often each card lies in each slot."""
    counts = Counter((slot, card) for deal in deals for slot, card in enumerate(deal))
    return {place: count / len(deals) for place, count in counts.items()}


def assert_even(hand: Hand, seat: int, count: int = MANY) -> int:
    """Fails unless worlds are among the deals that could have been, and as evenly. Gives how many of those there
    are."""
    knowledge = hand.knowledge(seat)
    possible = [deal for deal in every_deal(knowledge) if hand.same_with(deal, seat)]
    drawn = draw_worlds(knowledge, count, random.Random(1).random)
    assert drawn.agree == EVERYTHING
    assert {tuple(world) for world in drawn.cards} <= {tuple(deal) for deal in possible}
    due, found = shares(possible), shares(drawn.cards)
    for place in due.keys() | found.keys():
        assert found.get(place, 0) == pytest.approx(due.get(place, 0), abs=CLOSE), place
    return len(possible)


POSITIONS: dict[str, dict[str, Any]] = {
    "a hand of all sorts": {
        "hands": [["r1", "WB"], ["r1", "g1", "r2"], ["b3"]],
        "top": "r9",
        "draw": ["r1", "y4", "g7"],
    },
    "pairs": {"hands": [["r1"], ["r1", "r1", "g1", "g1"]], "top": "r9", "draw": ["r1", "g1", "y4", "y4"]},
    "wild draw four": {
        "hands": [["W4", "r3", "y3"], ["g2", "r2"]],
        "top": "r5",
        "draw": ["W4", "r8", "y1", "WB", "g1"],
    },
    "a short pile": {"hands": [["r1", "r2"], ["r3", "y3"]], "top": "r5", "draw": ["r1", "g4"], "discard": ["b1", "y2"]},
}


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())) or "default")
@pytest.mark.parametrize("name", POSITIONS)
def test_worlds_are_as_even_as_all_deals_that_could_have_been(name, options):
    counts = []
    for seed in range(effort(3, 60)):
        chance = random.Random(f"{name} {seed}")
        hand = small(POSITIONS[name], str(seed), **options).play(chance, chance.randrange(2, 9))
        counts.append(assert_even(hand, chance.randrange(hand.state.seats)))
    assert max(counts) > 1, "there was nothing to draw from"


def test_what_was_shown_is_known_to_the_challenger_and_its_outcome_to_all():
    position = {"hands": [["W4", "r3", "y3"], ["g2"], ["b2"]], "top": "r5", "draw": ["g8", "r8", "y1", "r1"]}
    hand = small(position)
    for asked in ((0, Play("W4", "g")), (1, Challenge()), (1, Draw())):
        hand.ask(asked)
    assert hand.knowledge(1).cards.keys() >= {1, 2}
    assert not hand.knowledge(2).cards.keys() & {1, 2}
    for seat in range(3):
        assert_even(hand, seat)
    worlds = draw_worlds(hand.knowledge(2), 50, random.Random(1).random).cards
    assert all("r" in {card[0] for card in world[:3]} for world in worlds)


def test_a_colour_that_the_service_named_is_the_one_held_most():
    position = {"hands": [["r3", "r1", "y3"], ["g2", "b2"]], "top": "WB", "phase": "color", "draw": ["y8", "r8", "y1"]}
    hand = small(position)
    hand.ask((0, None))
    assert_even(hand, 1)
    assert hand.state.color == "r"


def test_a_card_kept_of_choice_could_be_played_and_one_that_was_not_could_not():
    position = {"hands": [["y3"], ["g2"], ["b1"]], "top": "r5", "draw": ["r8", "y1", "g4", "b5", "WB"]}
    hand = small(position)
    for asked in ((0, Draw()), (0, Pass()), (1, Draw())):
        hand.ask(asked)
    worlds = draw_worlds(hand.knowledge(2), 200, random.Random(1).random).cards
    assert {world[3] for world in worlds} == {"r8", "b5", "WB"}
    assert not {world[4] for world in worlds} & {"r8", "b5", "WB"}
    assert_even(hand, 2)


def test_a_turn_that_ran_out_of_time_tells_nothing_of_its_card():
    position = {"hands": [["y3"], ["g2"], ["b1"]], "top": "r5", "draw": ["r8", "y1", "g4", "b5"]}
    hand = small(position)
    hand.ask((0, None))
    worlds = draw_worlds(hand.knowledge(2), 200, random.Random(1).random).cards
    assert {world[3] for world in worlds} == {"r8", "y1", "g4", "b5", "y3", "g2"}


@pytest.mark.parametrize("seed", range(effort(12, 200)))
def test_worlds_of_whole_hands_agree_with_all_that_was_seen(seed):
    chance = random.Random(seed)
    hand = dealt(chance, chance.randrange(2, 6), chance.random() < 0.5, **chance.choice(OPTIONS))
    for _ in range(5):
        hand.play(chance, 40)
        seat = chance.randrange(hand.state.seats)
        drawn = draw_worlds(hand.knowledge(seat), 12, random.Random(seed).random)
        assert drawn.agree == EVERYTHING
        assert drawn.effective > 1
        for world in drawn.cards:
            assert hand.same_with(world, seat)


def test_equal_cards_that_were_played_count_once():
    """Played one after the other, with a draw between: either was in the hand at first, or one of them was drawn."""
    position = {"hands": [["y3"], ["r1", "r1", "b2"]], "top": "r9", "draw": ["y1", "b3", "r1", "g4", "y8"]}
    hand = small(position)
    asks: list[Asked] = [
        (0, Draw()),
        (1, Play("r1")),
        (0, Draw()),
        (1, Draw()),
        (1, Pass()),
        (0, Draw()),
        (1, Play("r1")),
    ]
    for asked in asks:
        hand.ask(asked)
    assert_even(hand, 0)


@pytest.mark.parametrize("drawn", [False, True])
def test_where_no_deal_is_found_what_can_be_counted_is_dealt(drawn):
    """What nobody can have seen: a card played that was in no pile."""
    chance = random.Random(3)
    hand = dealt(chance, 3)
    hand.play(chance, 30)
    while drawn and hand.state.phase != "drawn":
        hand.play(chance, 1)
    turn = hand.state.turn or 0
    seat = (turn + 1) % 3
    knowledge = hand.knowledge(seat)
    other = next(one for one, _ in knowledge.steps)
    impossible = knowledge._replace(steps=(*knowledge.steps, (other, Played("r0", None)), (other, Played("r0", None))))
    worlds = draw_worlds(impossible, 5, random.Random(1).random)
    assert worlds.agree == COUNTS
    assert worlds.state.counts == hand.state.counts
    for cards in worlds.cards:
        dealer = WorldDealer(cards, "")
        held = [sorted(of_hand(worlds.state, one, dealer)) for one in range(3)]
        assert [len(one) for one in held] == list(hand.state.counts)
        assert held[seat] == sorted(of_hand(hand.state, seat, hand.dealer))
        assert Counter(DECK) == Counter([*cards, *hand.state.discard])
        if drawn:
            assert fits(worlds.state, held[turn], cards[worlds.state.drawn or 0])


def test_cards_that_cannot_lie_so_are_no_world():
    knowledge = small(POSITIONS["pairs"]).knowledge(0)
    with pytest.raises(ValueError, match="not in the pile"):
        draw_worlds(knowledge._replace(cards={0: "b9"}), 5, random.random)


def test_where_nothing_agrees_less_is_asked_for_and_said():
    """What nobody can have seen: a colour held most in a hand that has none of it."""
    knowledge = small({"hands": [["r1"], ["r2", "r3"]], "top": "r9", "draw": ["r4"]}).knowledge(0)
    impossible = knowledge._replace(steps=(*knowledge.steps, (1, Favoured("g"))))
    drawn = draw_worlds(impossible, 5, random.random)
    assert drawn.agree == CARDS
    assert len(drawn.cards) == 5
