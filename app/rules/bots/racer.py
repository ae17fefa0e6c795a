"""The bot that plays with sense."""

from collections.abc import Callable

from app.rules.bots import outcomes
from app.rules.bots.bot import Body, Chance, move_of_type
from app.rules.bots.sight import Sight
from app.rules.cards import POINTS
from app.rules.view import View

NEAR = 2
"""With so few cards a rival may go out before the next turn."""
STAKE = 300
"""How many points given away in a hand that is lost weigh as much as winning it."""


class Racer:
    """Looks one move ahead and takes what gives the best chance to win the hand.

    So it keeps wilds for the end, plays actions where they hurt, draws when that is better, names the colour it holds
    most, challenges when the odds are good, and aims at who is about to go out, or leads. It says UNO with the play and
    catches who does not. Nothing it does is left to chance.
    """

    name = "racer"

    def choose(self, view: View, chance: Chance) -> Body | None:
        """As Bot."""
        you = view["you"]
        out_of_turn = move_of_type(view, "catch_uno") or move_of_type(view, "call_uno")
        if out_of_turn or view["turn"] != you["seat"] or not you["moves"]:
            return out_of_turn
        return _CHOICES[view["phase"]](Sight(view))


def _turn(sight: Sight) -> Body:
    """The best of the distinct cards and of drawing, or keeping. Of a card's plays the one with UNO is listed first."""
    ways: dict[str, Body] = {}
    for move in sight.moves:
        ways.setdefault(move.get("card", move["type"]), move)
    ways.pop("resign")
    best = ways[max(ways, key=lambda way: _worth(sight, way))]
    return _named(sight, best) if "color" in best else best


def _worth(sight: Sight, way: str) -> float:
    """The chance to win the hand; where points decide and a rival is near its end, getting rid of points counts too."""
    if way == "draw":
        return outcomes.draw(sight)
    if way == "pass":
        return outcomes.keep(sight)
    chance = outcomes.play(sight, way)
    if sight.hands_follow and min(sight.cards()) <= NEAR:
        chance += (1 - chance) * POINTS[way] / STAKE
    return chance


def _named(sight: Sight, play: Body) -> Body:
    """The same play with the best colour."""
    left = sight.hand.copy()
    left.remove(play["card"])
    wanted = {**play, "color": outcomes.best_color(sight, left)}
    return next(move for move in sight.moves if move == wanted)


def _color(sight: Sight) -> Body:
    color = outcomes.best_color(sight, sight.hand)
    return next(move for move in sight.moves if move.get("color") == color)


def _target(sight: Sight) -> Body:
    target = sight.rivals[outcomes.victim(sight)]
    return next(move for move in sight.moves if move.get("target") == target)


def _answer(sight: Sight) -> Body:
    accept, challenge = sight.moves[:2]
    return challenge if outcomes.challenge(sight) > outcomes.accept(sight) else accept


_CHOICES: dict[str, Callable[[Sight], Body]] = {
    "turn": _turn,
    "drawn": _turn,
    "color": _color,
    "target": _target,
    "challenge": _answer,
}
