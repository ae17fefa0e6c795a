"""The position a scenario starts from: cards laid out by hand, or a hand dealt from a given deck."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.rules.cards import COLORS, DECK, is_card
from app.rules.clock import Clock
from app.rules.dealer import NO_HASH, GivenDealer, Pile
from app.rules.lifecycle import SEATS, create, sit, start
from app.rules.options import Options
from app.rules.state import LATE, NOT_DUE, START, Player, State

CLOCK = Clock("decision", 1)
"""A decision has one millisecond, so a step later time has always run out."""

_KEYS = {"hands", "top", "color", "turn", "direction", "draw", "discard", "dealer", "scores", "phase"}


class Failed(Exception):
    """A scenario that does not hold, with its first difference."""


def no_other_keys(what: str, given: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raises Failed for a key that does not exist."""
    other = set(given) - set(known)
    if other:
        raise Failed(f"{what} has unknown keys: {', '.join(sorted(other))}")


def table(scenario: Mapping[str, Any]) -> tuple[GivenDealer, State]:
    """The dealer and the state before the first step. Raises as `placed` does, InvalidOption or Refused too."""
    options = Options.parse(scenario.get("options", {}))
    reshuffles = scenario.get("reshuffles", [])
    if "position" in scenario:
        no_other_keys("the position", scenario["position"], _KEYS)
        return placed(scenario["position"], options, reshuffles)
    deck = scenario["deck"]
    if len(deck) != len(DECK):
        raise ValueError(f"a deck has {len(DECK)} cards, not {len(deck)}")
    _check_cards(deck)
    dealer = GivenDealer(deck, reshuffles)
    state = create(options, scenario["seats"], "", NO_HASH, CLOCK, 0).state
    for seat in range(scenario["seats"]):
        state = sit(state, seat, str(seat), None, None, 0).state
    return dealer, start(state, dealer, 0).state


def placed(
    position: Mapping[str, Any], options: Options, reshuffles: Sequence[Sequence[str]] = ()
) -> tuple[GivenDealer, State]:
    """The dealer and the state of a scenario's `position`, its first decision due at 0 with a time of 1 ms.

    The cards of the hands lie in the first slots, seat by seat, those of the draw pile behind them. Raises ValueError
    for what cannot be, KeyError or TypeError for what is missing or no position at all.
    """
    _check_position(position)
    hands, draw = position["hands"], position.get("draw", [])
    deck = [card for held in hands for card in held] + draw
    slots = iter(range(len(deck)))
    taken = tuple(tuple(next(slots) for _ in held) for held in hands)
    seats = len(hands)
    top, phase = position["top"], position.get("phase", "turn")
    zeros = (0,) * seats
    state = START.replace(
        options=options,
        seats=seats,
        clock=CLOCK,
        players=tuple(Player(str(seat), None, None) for seat in range(seats)),
        phase=phase,
        turn=position.get("turn", 0),
        active=(True,) * seats,
        scores=tuple(position.get("scores", zeros)),
        hand=1,
        dealer=position.get("dealer", seats - 1),
        direction=position.get("direction", 1),
        color=position.get("color", None if top[0] == "W" else top[0]),
        top=top,
        discard=(*reversed(position.get("discard", [])), top),
        piles=(Pile(0, tuple(deck)),),
        next=len(deck) - len(draw),
        end=len(deck),
        taken=taken,
        played=((),) * seats,
        counts=tuple(map(len, hands)),
        uno=tuple(LATE if len(held) == 1 else NOT_DUE for held in hands),
        opening=phase == "color",
        missed=zeros,
        paused=(*zeros, 0),
        paused_for=("",) * (len(zeros) + 1),
        deadline=CLOCK.ms,
    )
    return GivenDealer(deck, reshuffles), state


def _check_position(position: Mapping[str, Any]) -> None:
    """Raises ValueError for a position that cannot be."""
    hands, top = position["hands"], position["top"]
    seats = range(len(hands))
    if len(seats) not in SEATS:
        raise ValueError(f"{len(seats)} seats")
    _check_cards([card for held in hands for card in held])
    _check_cards([top, *position.get("draw", []), *position.get("discard", [])])
    _one_of("turn", position.get("turn", 0), seats)
    _one_of("dealer", position.get("dealer", 0), seats)
    _one_of("direction", position.get("direction", 1), (1, -1))
    _one_of("phase", position.get("phase", "turn"), ("turn", "color"))
    _one_of("color", position.get("color"), (*COLORS, None))
    _one_of("the number of scores", len(position.get("scores", seats)), (len(seats),))


def _check_cards(cards: Iterable[Any]) -> None:
    unknown = [card for card in cards if not is_card(card)]
    if unknown:
        raise ValueError(f"there is no card {unknown[0]!r}")


def _one_of(what: str, value: Any, choices: Sequence[Any]) -> None:
    if value not in choices or isinstance(value, bool):
        raise ValueError(f"{what} cannot be {value!r}")
