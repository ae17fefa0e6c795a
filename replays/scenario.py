"""Scenario files: a position and moves with what must follow. `FORMAT.md` says what may stand in one.

A scenario fails with its first difference. Nothing in it is passed over: a key that does not exist fails it too.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from app.rules.dealer import GivenDealer
from app.rules.decide import decide, time_out
from app.rules.events import CardsDrawn, DrawFourChallenged, Event, HandEnded, HandStarted, MatchEnded
from app.rules.evolve import evolve
from app.rules.legal import catchable, hand, hand_as_it_was, legal_moves
from app.rules.moves import NAME_OF_MOVE, Play, parse_move
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import State
from replays.position import Failed, no_other_keys, table

_KEYS = {"name", "rules", "options", "position", "deck", "seats", "reshuffles", "steps", "source", "note", "reading"}
_STEP_BETWEEN = 1_000
"""Milliseconds between two steps; the clock gives a decision `CLOCK`, so a `timeout` is always due."""

_OUT_OF_TURN = ("call_uno", "catch_uno", "resign")
_MALFORMED = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What the wrong JSON in the place of something raises: a list for an object, an unknown card or option."""


class Step(NamedTuple):
    """A step that was made: the state after it, and its events."""

    state: State
    events: tuple[Event, ...]


def run(scenario: Mapping[str, Any]) -> None:
    """Plays a scenario from its position to its last step. Raises Failed with the first difference."""
    no_other_keys("the scenario", scenario, _KEYS)
    try:
        dealer, state = table(scenario)
        steps = list(scenario.get("steps", []))
    except (*_MALFORMED, Refused) as error:
        raise Failed(f"the position cannot be set up: {error!r}") from error
    for number, step in enumerate(steps, 1):
        try:
            state = _take(state, dealer, step, number * _STEP_BETWEEN)
        except Failed as error:
            raise Failed(f"step {number}: {error}") from None
        except _MALFORMED as error:
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
        scenario = json.loads(path.read_bytes(), object_pairs_hook=_each_key_once)
    except (OSError, ValueError, RecursionError) as error:
        raise Failed(f"cannot be read: {error}") from error
    if not isinstance(scenario, dict):
        raise Failed("a scenario is a JSON object")
    return scenario


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


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
        _compare_all(step, Step(state, ()), dealer)
        return state
    if "refused" in step:
        raise Failed(f"accepted, {_expected(step)}")
    made = _without_next_deal(state, decision, t, _acting(step))
    _compare_all(step, Step(made.state, made.events), dealer)
    return made.state


def _compare_all(step: Mapping[str, Any], made: Step, dealer: GivenDealer) -> None:
    for key, expected in step.get("then", {}).items():
        _compare(key, expected, made, dealer)


def _expected(step: Mapping[str, Any]) -> str:
    return f"expected to be refused as {step['refused']}" if "refused" in step else "expected to be accepted"


def _make(state: State, dealer: GivenDealer, seat: int, move: str, fields: Mapping[str, Any], t: int) -> Decision:
    if move == "timeout":
        no_other_keys("a timeout", fields, ())
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
        expected = set(expected or ())
    if key == "drawn":
        expected = {int(seat): count for seat, count in (expected or {}).items() if count}
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
