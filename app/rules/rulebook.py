"""The rules by the name that a record gives them, in one place: others can stand beside those of today.

Who plays a record again, or folds it, asks here; a new set of rules is another `Rulebook`, of which only those parts
are written anew that differ.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from app.rules.decide import decide, time_out
from app.rules.events import Event
from app.rules.evolve import evolve_all
from app.rules.lifecycle import RULES, create, rule_out, start, void
from app.rules.request import Decision
from app.rules.state import State

Fold = Callable[[State, Iterable[tuple[Sequence[Event], int | None, int]]], State]


class UnknownRules(ValueError):
    """Rules that this version does not know, by name."""


class Rulebook(NamedTuple):
    """What depends on the rules: the requests that play by them, and the fold of their events."""

    create: Callable[..., Decision] = create
    start: Callable[..., Decision] = start
    decide: Callable[..., Decision] = decide
    time_out: Callable[..., Decision] = time_out
    rule_out: Callable[..., Decision] = rule_out
    void: Callable[..., Decision] = void
    evolve_all: Fold = evolve_all

    def evolve(self, state: State, events: Sequence[Event], seat: int | None = None, t: int = 0) -> State:
        """The fold of one request, or of a first part of one, as `app.rules.evolve` has it."""
        return self.evolve_all(state, [(events, seat, t)])


RULEBOOKS: dict[str, Rulebook] = {RULES: Rulebook()}
"""The name of rules → what plays by them."""


def rulebook(name: str) -> Rulebook:
    """The rules of this name. Raises UnknownRules."""
    book = RULEBOOKS.get(name)
    if book is None:
        raise UnknownRules(f"the rules {name[:60]!r} are not known")
    return book
