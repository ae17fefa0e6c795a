"""Scenario files: a position and moves with what must follow. `FORMAT.md` says what may stand in one.

A scenario fails with its first difference. Nothing in it is passed over: a key that does not exist fails it too.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from app.rules.clock import Clock
from app.rules.dealer import GivenDealer, Pile
from app.rules.decide import decide, time_out
from app.rules.events import CardsDrawn, DrawFourChallenged, Event, HandEnded, HandStarted, MatchEnded
from app.rules.evolve import evolve
from app.rules.legal import catchable, hand, hand_as_it_was, legal_moves
from app.rules.lifecycle import create, sit, start
from app.rules.moves import NAME_OF_MOVE, Play, parse_move
from app.rules.options import InvalidOption, Options
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import LATE, NOT_DUE, START, Player, State

_KEYS = {"name", "rules", "options", "position", "deck", "seats", "reshuffles", "steps", "source", "note", "reading"}
_POSITION_KEYS = {"hands", "top", "color", "turn", "direction", "draw", "discard", "dealer", "scores", "phase"}
_STEP_BETWEEN = 1_000
"""Milliseconds between two steps; the clock gives a decision one, so a `timeout` is always due."""

_CLOCK = Clock("decision", 1)
_OUT_OF_TURN = ("call_uno", "catch_uno", "resign")
_ZERO_HASH = "0" * 64


class Failed(Exception):
    """A scenario that does not hold, with its first difference."""


class Step(NamedTuple):
    """A step that was made: the state after it, and its events."""

    state: State
    events: tuple[Event, ...]


def run(scenario: Mapping[str, Any]) -> None:
    """Plays a scenario from its position to its last step. Raises Failed with the first difference."""
    _no_other_keys("the scenario", scenario, _KEYS)
    try:
        dealer, state = _table(scenario)
    except (KeyError, TypeError, ValueError, Refused, InvalidOption) as error:
        raise Failed(f"the position cannot be set up: {error!r}") from error
    for number, step in enumerate(scenario.get("steps", []), 1):
        try:
            state = _take(state, dealer, step, number * _STEP_BETWEEN)
        except Failed as error:
            raise Failed(f"step {number}: {error}") from None
        except (KeyError, TypeError, ValueError) as error:
            raise Failed(f"step {number}: {error!r}") from error


def run_paths(paths: Iterable[Path], say: Callable[[str], None]) -> bool:
    """Runs scenario files, and those in folders; says a line for each that fails, then how many passed and failed.

    True if all passed.
    """
    passed = failed = 0
    for path in scenario_files(paths):
        try:
            run(_read(path))
        except Failed as error:
            failed += 1
            say(f"{path}: {error}")
        else:
            passed += 1
    say(f"{passed} passed, {failed} failed")
    return failed == 0


def scenario_files(paths: Iterable[Path]) -> list[Path]:
    """The files named, and the `*.json` of the folders named, in order."""
    return [file for path in paths for file in (sorted(path.rglob("*.json")) if path.is_dir() else [path])]


def _read(path: Path) -> dict[str, Any]:
    try:
        scenario = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise Failed(f"cannot be read: {error}") from error
    if not isinstance(scenario, dict):
        raise Failed("a scenario is a JSON object")
    return scenario


def _no_other_keys(what: str, given: Mapping[str, Any], known: Iterable[str]) -> None:
    other = set(given) - set(known)
    if other:
        raise Failed(f"{what} has unknown keys: {', '.join(sorted(other))}")


# The position


def _table(scenario: Mapping[str, Any]) -> tuple[GivenDealer, State]:
    options = Options.parse(scenario.get("options", {}))
    reshuffles = scenario.get("reshuffles", [])
    if "position" in scenario:
        _no_other_keys("the position", scenario["position"], _POSITION_KEYS)
        return _placed(scenario["position"], options, reshuffles)
    dealer = GivenDealer(scenario["deck"], reshuffles)
    state = create(options, scenario["seats"], "", _ZERO_HASH, _CLOCK, 0).state
    for seat in range(scenario["seats"]):
        state = sit(state, seat, str(seat), None, None, 0).state
    return dealer, start(state, dealer, 0).state


def _placed(position: Mapping[str, Any], options: Options, reshuffles: Any) -> tuple[GivenDealer, State]:
    """The cards of the hands lie in the first slots, seat by seat, those of the draw pile behind them."""
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
        clock=_CLOCK,
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
        deadline=_CLOCK.ms,
    )
    return GivenDealer(deck, reshuffles), state


# A step


def _take(state: State, dealer: GivenDealer, step: Mapping[str, Any], t: int) -> State:
    fields = {key: value for key, value in step.items() if key not in ("seat", "move", "then", "refused")}
    if "then" not in step and "refused" not in step:
        raise Failed("a step says what follows: `then` or `refused`")
    try:
        decision = _make(state, dealer, step["seat"], step["move"], fields, t)
    except Refused as refused:
        if step.get("refused") != refused.code:
            raise Failed(f"refused as {refused.code}, {_expected(step)}") from None
        return state
    if "refused" in step:
        raise Failed(f"accepted, {_expected(step)}")
    made = _without_next_deal(state, decision, t, _acting(step))
    for key, expected in step["then"].items():
        _compare(key, expected, Step(made.state, made.events), dealer)
    return made.state


def _expected(step: Mapping[str, Any]) -> str:
    return f"expected to be refused as {step['refused']}" if "refused" in step else "expected to be accepted"


def _make(state: State, dealer: GivenDealer, seat: int, move: str, fields: Mapping[str, Any], t: int) -> Decision:
    if move == "timeout":
        return time_out(state, seat, dealer, t)
    return decide(state, seat, parse_move({**fields, "type": move}), dealer, t)


def _acting(step: Mapping[str, Any]) -> int | None:
    return None if step["move"] == "timeout" else step["seat"]


def _without_next_deal(state: State, decision: Decision, t: int, seat: int | None) -> Decision:
    """Between the hands of a scenario nothing more is dealt."""
    kinds = [type(event) for event in decision.events]
    if HandStarted not in kinds:
        return decision
    events = decision.events[: kinds.index(HandStarted)]
    return Decision(events, evolve(state, events, seat, t))


def _compare(key: str, expected: Any, step: Step, dealer: GivenDealer) -> None:
    if key not in _FACTS:
        raise Failed(f"there is nothing called {key}")
    if key == "hands":
        _compare_hands(expected, step, dealer)
        return
    found = _FACTS[key](step, dealer)
    if isinstance(found, set):
        expected = None if expected is None else set(expected)
    if key == "drawn":
        expected = {int(seat): count for seat, count in expected.items() if count}
    if key == "shown" and expected is not None:
        expected = {**expected, "hand": sorted(expected["hand"])}
    if found != expected:
        raise Failed(f"{key} is {_show(found)}, expected {_show(expected)}")


def _compare_hands(expected: Mapping[str, Any], step: Step, dealer: GivenDealer) -> None:
    for seat, wanted in expected.items():
        held = hand(step.state, int(seat), dealer)
        found: Any = len(held) if isinstance(wanted, int) else sorted(held)
        if found != (wanted if isinstance(wanted, int) else sorted(wanted)):
            raise Failed(f"the hand of seat {seat} is {_show(found)}, expected {_show(wanted)}")


def _show(value: Any) -> str:
    return json.dumps(sorted(value) if isinstance(value, set) else value)


def _event(step: Step, kind: type[Event]) -> Any:
    return next((event for event in step.events if type(event) is kind), None)


def _to_act(step: Step, dealer: GivenDealer) -> list[Any]:
    state = step.state
    return [] if state.turn is None else legal_moves(state, state.turn, dealer)


def _moves(step: Step, dealer: GivenDealer) -> set[str]:
    return {NAME_OF_MOVE[type(move)] for move in _to_act(step, dealer)} - set(_OUT_OF_TURN)


def _playable(step: Step, dealer: GivenDealer) -> set[str]:
    return {move.card for move in _to_act(step, dealer) if isinstance(move, Play)}


def _drawn(step: Step, dealer: GivenDealer) -> dict[int, int]:
    drawn: dict[int, int] = {}
    for event in step.events:
        if isinstance(event, CardsDrawn):
            drawn[event.seat] = drawn.get(event.seat, 0) + len(event.slots)
    return drawn


def _lawful(step: Step, dealer: GivenDealer) -> bool | None:
    challenged = _event(step, DrawFourChallenged)
    return None if challenged is None else bool(challenged.lawful)


def _shown(step: Step, dealer: GivenDealer) -> dict[str, Any] | None:
    if _event(step, DrawFourChallenged) is None:
        return None
    shown = step.state.shown[-1]
    held = hand_as_it_was(step.state, shown, dealer)
    return {"to": shown.to, "seat": shown.seat, "hand": sorted(held)}


def _hand_over(step: Step, dealer: GivenDealer) -> dict[str, Any] | None:
    ended = _event(step, HandEnded)
    return ended and {"winner": ended.winner, "points": ended.points}


def _match_over(step: Step, dealer: GivenDealer) -> dict[str, Any] | None:
    ended = _event(step, MatchEnded)
    return ended and {"places": list(ended.places)}


_FACTS: dict[str, Callable[[Step, GivenDealer], Any]] = {
    "phase": lambda step, dealer: step.state.phase,
    "turn": lambda step, dealer: step.state.turn,
    "direction": lambda step, dealer: step.state.direction,
    "color": lambda step, dealer: step.state.color,
    "top": lambda step, dealer: step.state.top,
    "hands": lambda step, dealer: None,
    "draw_count": lambda step, dealer: step.state.end - step.state.next,
    "discard_count": lambda step, dealer: len(step.state.discard) - 1,
    "playable": _playable,
    "moves": _moves,
    "catchable": lambda step, dealer: set(catchable(step.state)),
    "drawn": _drawn,
    "lawful": _lawful,
    "shown": _shown,
    "hand_over": _hand_over,
    "scores": lambda step, dealer: list(step.state.scores),
    "match_over": _match_over,
    "resigned": lambda step, dealer: set(step.state.resigned),
}
