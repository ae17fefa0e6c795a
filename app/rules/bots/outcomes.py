"""What a move leads to, and how good that is: one move ahead, and over every card that an item box may turn up."""

from collections.abc import Sequence

from app.rules.bots.sight import Sight
from app.rules.bots.worth import Held, chance_to_win
from app.rules.cards import COLORS, DRAW_TWO, REVERSE, SKIP, WILD_DRAW_FOUR, WILD_ITEM_BOX

COLOR_SHARE, WILD_SHARE = 25 / 112, 12 / 112
"""Of the deck: the cards of each colour, the wild cards."""
LUCK = 0.36
"""How often a card drawn can be played."""
CALLED = 0.5
"""How often a Wild Draw Four that is not lawful will be challenged."""
SHADY = 0.25
"""Of the Wild Draw Fours that may be unlawful by the cards, how many are."""
WON = 1.0


def play(sight: Sight, card: str) -> float:
    """The chance to win after playing `card`."""
    left = sight.hand.copy()
    left.remove(card)
    if not left and (card != WILD_ITEM_BOX or not sight.last_card_acts):
        return WON
    if card == WILD_ITEM_BOX:
        return _item_box(sight, left)
    if card == WILD_DRAW_FOUR:
        return _draw_four(sight, left)
    rivals, again = sight.cards(), False
    symbol = card[1]
    if symbol in (SKIP, DRAW_TWO) or (symbol == REVERSE and sight.reverse_skips):
        rivals[0] += 2 * (symbol == DRAW_TWO)
        rivals, again = _skipped(rivals), sight.duel
    elif symbol == REVERSE:
        rivals.reverse()
    return chance_to_win(Held(left), card, card[0], rivals, again)


def draw(sight: Sight) -> float:
    """The chance to win after drawing: a card more, or played at once for none."""
    kept = keep(sight)
    return LUCK * kept + (1 - LUCK) * _ended(sight, Held(sight.hand, 1))


def keep(sight: Sight) -> float:
    """The chance to win with the hand as it is, the turn passing on."""
    return _ended(sight, Held(sight.hand))


def accept(sight: Sight) -> float:
    """The chance to win after taking the four cards of a Wild Draw Four."""
    return _ended(sight, Held(sight.hand, 4))


def challenge(sight: Sight) -> float:
    """The chance to win after challenging. The more cards who played it holds, the likelier it was unlawful."""
    rivals = sight.cards()
    unlawful = SHADY * (1 - (1 - COLOR_SHARE - 8 / 112) ** rivals[-1])
    lost = _ended(sight, Held(sight.hand, 6))
    rivals[-1] += 4
    won = chance_to_win(Held(sight.hand), sight.top, sight.color, rivals, True)
    return unlawful * won + (1 - unlawful) * lost


def best_color(sight: Sight, left: Sequence[str]) -> str:
    """The colour held most; among equals, one that the next rival, if its hand was shown, holds least."""
    held = [card[0] for card in left]
    return max(COLORS, key=lambda color: (held.count(color), -sight.known.count(color)))


def victim(sight: Sight) -> int:
    """Which of the rivals, by its place in turn order, a Green Shell should hit: who is about to go out; if nobody is,
    who has the most points; then who has the fewest cards."""

    def how_safe(place: int) -> tuple[int, int, int]:
        seat = sight.seats[sight.rivals[place]]
        return min(seat["cards"], 4), -seat["score"], seat["cards"]

    return min(range(len(sight.rivals)), key=how_safe)


def _ended(sight: Sight, held: Held) -> float:
    return chance_to_win(held, sight.top, sight.color, sight.cards())


def _skipped(rivals: list[int]) -> list[int]:
    return rivals[1:] + rivals[:1]


def _draw_four(sight: Sight, left: list[str]) -> float:
    color, rivals = best_color(sight, left), sight.cards()
    caught = chance_to_win(Held(left, 4), WILD_DRAW_FOUR, color, rivals)
    rivals[0] += 4
    good = chance_to_win(Held(left), WILD_DRAW_FOUR, color, _skipped(rivals), sight.duel)
    if any(card[0] == sight.color or card == WILD_ITEM_BOX for card in left):
        return CALLED * caught + (1 - CALLED) * good
    return good


def _item_box(sight: Sight, left: list[str]) -> float:
    """Over all the cards that may be turned up: the mean of what their items lead to."""
    rivals, target = sight.cards(), victim(sight)
    blown = chance_to_win(Held(left, 2), WILD_ITEM_BOX, best_color(sight, left), rivals)
    if not left:
        return WON + WILD_SHARE * (blown - WON)
    held = Held(left)
    shelled = [count + (place == target) for place, count in enumerate(rivals)]
    outcomes = (
        chance_to_win(held, "r0", "r", rivals, True),
        chance_to_win(held, "y0", "y", [*rivals[:-1], rivals[-1] + 2]),
        chance_to_win(held, "g0", "g", shelled),
        chance_to_win(held, "b0", "b", [count + 1 for count in rivals], True),
    )
    return COLOR_SHARE * sum(outcomes) + WILD_SHARE * blown
