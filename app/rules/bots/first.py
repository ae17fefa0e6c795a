"""The bot that takes the first thing that comes."""

from app.rules.bots.bot import Body, Chance, move_of_type
from app.rules.view import View


class First:
    """Plays the first playable card in deck order, else draws; says UNO; takes the first choice; catches nobody.

    The first move that a view lists is just that: plays come first, the one with UNO said before the one without, and
    a Wild Draw Four is accepted before it is challenged.
    """

    name = "first"

    def choose(self, view: View, chance: Chance) -> Body | None:
        """As Bot."""
        you = view["you"]
        if view["turn"] != you["seat"] or not you["moves"]:
            return move_of_type(view, "call_uno")
        move: Body = you["moves"][0]
        return move
