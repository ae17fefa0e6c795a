"""What a bot is: somebody who gets a seat's view, and chance, and answers with one of the moves in the view."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from app.rules.view import View

T = TypeVar("T")
Body = dict[str, Any]
"""A move as a body ready to be posted (`moves.move_data`)."""

OUT_OF_TURN = ("call_uno", "catch_uno")
"""The moves a bot may want to make when it need not act."""


class Chance(Protocol):
    """Where a bot's chance comes from; `random.Random` is one."""

    def choice(self, options: Sequence[T], /) -> T:
        """One of `options`, evenly."""


class Bot(Protocol):
    """A way to play. It keeps nothing from one call to the next: the same view and chance give the same move."""

    @property
    def name(self) -> str:
        """What it is called at a table."""

    def choose(self, view: View, chance: Chance) -> Body | None:
        """One of `view["you"]["moves"]`, never resigning; None if there is nothing the bot wants to do now.

        `view` is `app.rules.view.view` for the bot's seat; what a service adds to it does no harm. In turn the answer
        is a move; out of turn, None unless there is UNO to say or, for a bot that cares, somebody to catch.
        """


def wants_to_act(view: View) -> bool:
    """Whether a bot with this view has anything to decide: it is its turn, or UNO can be said or somebody caught."""
    you = view["you"]
    return bool(you["moves"]) and (
        view["turn"] == you["seat"] or any(move["type"] in OUT_OF_TURN for move in you["moves"])
    )


def move_of_type(view: View, kind: str) -> Body | None:
    """The first move of `kind` in a view, or None."""
    return next((move for move in view["you"]["moves"] if move["type"] == kind), None)
