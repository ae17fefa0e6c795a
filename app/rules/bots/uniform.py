"""The bot that leaves everything to chance."""

from app.rules.bots.bot import OUT_OF_TURN, Body, Chance, move_of_type
from app.rules.view import View


class Uniform:
    """Chooses evenly among its distinct playable cards and drawing (or keeping what it drew), and among colours,
    targets and answers; says UNO; catches nobody and never resigns."""

    name = "random"

    def choose(self, view: View, chance: Chance) -> Body | None:
        """As Bot."""
        you = view["you"]
        if view["turn"] != you["seat"] or not you["moves"]:
            return move_of_type(view, "call_uno")
        ways = _ways(you["moves"])
        return chance.choice(ways[chance.choice(list(ways))])


def _ways(moves: list[Body]) -> dict[str, list[Body]]:
    """What there is to do → the ways to do it: a card in its colours, with UNO said where it can be."""
    ways: dict[str, list[Body]] = {}
    for move in moves:
        kind = move["type"]
        if kind == "play":
            ways.setdefault(move["card"], []).append(move)
        elif kind not in OUT_OF_TURN and kind != "resign":
            ways[f"{kind} {move.get('color', move.get('target'))}"] = [move]
    return {way: [move for move in bodies if "uno" in move] or bodies for way, bodies in ways.items()}
