"""The scenario runner: whatever does not hold fails with the first difference, and nothing is passed over."""

import copy
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.rules.cards import DECK
from replays.position import Failed
from replays.scenario import run, run_paths, scenario_files

ROOT = Path(__file__).parent.parent.parent

CHALLENGED: dict[str, Any] = {
    "name": "A lawful Wild Draw Four",
    "position": {
        "hands": [["W4", "b1", "g5"], ["g5"], ["y2", "b3"]],
        "top": "r5",
        "draw": ["g1", "g2", "g3", "g4", "g6", "g7", "g8"],
        "discard": ["b7"],
        "scores": [1, 2, 3],
    },
    "steps": [
        {"seat": 0, "move": "play", "card": "W4", "color": "b", "then": {"turn": 1}},
        {"seat": 1, "move": "challenge", "then": {}},
    ],
}
TRUE = {
    "phase": "turn",
    "turn": 2,
    "direction": 1,
    "color": "b",
    "top": "W4",
    "hands": {"0": ["g5", "b1"], "1": 7, "2": ["y2", "b3"]},
    "draw_count": 1,
    "discard_count": 2,
    "playable": ["b3"],
    "moves": ["draw", "play"],
    "catchable": [],
    "drawn": {"1": 6, "0": 0},
    "lawful": True,
    "shown": {"to": 1, "seat": 0, "hand": ["g5", "b1"]},
    "hand_over": None,
    "scores": [1, 2, 3],
    "match_over": None,
    "resigned": [],
}
"""All that can be said of the second step, and holds."""

FALSE = [
    ("phase", "challenge"),
    ("turn", 1),
    ("turn", None),
    ("direction", -1),
    ("color", "r"),
    ("color", None),
    ("top", "r5"),
    ("hands", {"0": ["g5"]}),
    ("hands", {"0": ["g5", "b1", "b1"]}),
    ("hands", {"1": 6}),
    ("draw_count", 2),
    ("discard_count", 3),
    ("playable", []),
    ("playable", None),
    ("playable", ["b3", "W4"]),
    ("moves", ["draw"]),
    ("moves", ["draw", "play", "pass"]),
    ("catchable", [0]),
    ("drawn", {}),
    ("drawn", None),
    ("drawn", {"1": 5}),
    ("drawn", {"1": 6, "0": 4}),
    ("lawful", False),
    ("lawful", None),
    ("shown", None),
    ("shown", {"to": 2, "seat": 0, "hand": ["g5", "b1"]}),
    ("shown", {"to": 1, "seat": 0, "hand": ["g5"]}),
    ("hand_over", {"winner": None, "points": 0}),
    ("scores", [0, 0, 0]),
    ("match_over", {"places": [1, 2, 2]}),
    ("resigned", [0]),
]


def scenario(then=None, **changes) -> dict[str, Any]:
    """The scenario, with something said of its second step, or with other parts."""
    changed = copy.deepcopy({**CHALLENGED, **changes})
    if then is not None:
        changed["steps"][1]["then"] = then
    return changed


def placed(**position) -> dict[str, Any]:
    """The scenario with another position."""
    return scenario(position={**CHALLENGED["position"], **position})


def with_step(**step) -> dict[str, Any]:
    """The scenario with a step of its own."""
    return scenario(steps=[step])


def difference(given: dict[str, Any]) -> str:
    """How a scenario fails."""
    with pytest.raises(Failed) as failed:
        run(given)
    return str(failed.value)


def test_everything_that_holds():
    run(scenario(TRUE))
    for key, value in TRUE.items():
        run(scenario({key: value}))


@pytest.mark.parametrize(("key", "value"), FALSE)
def test_a_wrong_expectation_fails_and_says_what_was_found(key, value):
    assert re.match(rf"step 2: (the hand of seat \d|{key}) is .+, expected ", difference(scenario({key: value})))


def test_every_fact_was_tried():
    assert {key for key, _ in FALSE} == set(TRUE)


def test_null_says_that_it_is_not_so():
    nothing = {"lawful": None, "shown": None, "hand_over": None, "match_over": None, "resigned": None}
    nothing |= {"drawn": None, "catchable": None}
    run(with_step(seat=0, move="play", card="W4", color="b", then=nothing))


def test_the_first_difference_is_told():
    assert difference(scenario({"turn": 2, "color": "y", "top": "r5"})).startswith("step 2: color is")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (scenario({"winner": 0}), "step 2: there is nothing called winner"),
        (scenario(title="?"), "the scenario has unknown keys: title"),
        (placed(draws=[]), "the position has unknown keys: draws"),
        (with_step(seat=0, move="draw"), "step 1: a step says what follows"),
        (with_step(seat=0, move="draw", thn={}, then={}), "step 1: refused as malformed_move, expected to be accepted"),
        (with_step(seat=0, move="timeout", card="r5", then={}), "step 1: a timeout has unknown keys: card"),
        (with_step(seat=1, move="draw", then={}), "step 1: refused as not_your_turn, expected to be accepted"),
        (with_step(seat=0, move="draw", refused="game_over"), "step 1: accepted, expected to be refused as game_over"),
        (
            with_step(seat=1, move="draw", refused="game_over"),
            "step 1: refused as not_your_turn, expected to be refused as game_over",
        ),
        (with_step(move="draw", then={}), "step 1: KeyError('seat')"),
        (with_step(seat=0, then={}), "step 1: KeyError('move')"),
        (with_step(seat="0", move="draw", then={}), "step 1: "),
        (with_step(seat=0, move="draw", then=[]), "step 1: "),
        (with_step(seat=0, move="draw", then={"hands": 3}), "step 1: "),
        (with_step(seat=0, move="draw", then={"hands": {"9": 3}}), "step 1: "),
        (scenario(steps=["draw"]), "step 1: "),
        (scenario(steps=5), "the position cannot be set up"),
        (scenario(steps={"seat": 0}), "step 1: "),
    ],
)
def test_nothing_is_passed_over(given, told):
    assert difference(given).startswith(told)


def test_a_refused_step_may_say_what_is_so_all_the_same():
    run(with_step(seat=1, move="draw", refused="not_your_turn", then={"turn": 0, "drawn": {}}))
    assert "turn is 0" in difference(with_step(seat=1, move="draw", refused="not_your_turn", then={"turn": 1}))


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"position": None},
        {"position": {}},
        {"position": []},
        {"position": {"hands": [["r1"], ["r2"]]}},
        {"seats": 2},
        {"deck": list(DECK)},
        {"deck": list(DECK)[:-1], "seats": 2},
        {"deck": [*DECK[:-1], "r10"], "seats": 2},
        {"deck": list(DECK), "seats": 11},
        {"deck": list(DECK), "seats": "2"},
        {"deck": 112, "seats": 2},
        scenario(options={"stacking": True}),
        scenario(options={"hands": 0}),
        scenario(options=[]),
        placed(hands=[["r1"]]),
        placed(hands=[["r1"]] * 11),
        placed(hands=[["r1"], ["r10"]]),
        placed(hands=[["r1"], [5]]),
        placed(hands=[["r1"], 5]),
        placed(hands="r1 r2"),
        placed(top="x1"),
        placed(top=None),
        placed(draw=["g"]),
        placed(discard=["g11"]),
        placed(turn=3),
        placed(turn=-1),
        placed(turn=True),
        placed(dealer=3),
        placed(direction=0),
        placed(color="w"),
        placed(phase="drawn"),
        placed(scores=[1, 2]),
    ],
)
def test_a_position_that_cannot_be_fails(given):
    assert difference({"steps": [], **given}).startswith("the position cannot be set up")


def test_a_reshuffle_that_is_not_given_fails():
    given = placed(draw=["g1"])
    assert difference(given) == "step 2: WrongReshuffle('reshuffle 1 is not given')"


def test_a_reshuffle_of_other_cards_fails():
    given = placed(draw=["g1"]) | {"reshuffles": [["b7", "r6"]]}
    assert difference(given) == "step 2: WrongReshuffle('reshuffle 1 is of r5 b7, not of b7 r6')"
    run(placed(draw=["g1"]) | {"reshuffles": [["b7", "r5"]]})


def test_a_hand_dealt_from_a_deck():
    first = {"color": "r", "hands": {"0": ["r0", "r1", "r2", "r3", "r4", "r5", "r6"]}}
    run(
        {
            "deck": list(DECK),
            "seats": 2,
            "steps": [{"seat": 0, "move": "play", "card": "r3", "then": {**first, "hands": {"0": 6}}}],
        }
    )
    run(
        {
            "deck": list(DECK),
            "seats": 2,
            "steps": [{"seat": 1, "move": "draw", "refused": "not_your_turn", "then": first}],
        }
    )


def test_between_hands_nothing_more_is_dealt():
    over: dict[str, Any] = {
        "phase": "hand_over",
        "turn": None,
        "moves": [],
        "playable": [],
        "hands": {"0": [], "1": ["g5"]},
        "draw_count": 0,
    }
    run(
        {
            "options": {"hands": 2},
            "position": {"hands": [["r1"], ["g5"]], "top": "r5"},
            "steps": [
                {"seat": 0, "move": "play", "card": "r1", "then": over},
                {"seat": 1, "move": "draw", "refused": "wrong_phase"},
                {"seat": 1, "move": "timeout", "refused": "not_your_turn"},
            ],
        }
    )


def test_files_and_folders(tmp_path):
    (tmp_path / "deep").mkdir()
    files = [tmp_path / "b.json", tmp_path / "deep" / "a.json", tmp_path / "notes.txt"]
    for path in files:
        path.write_text(json.dumps(scenario(TRUE)))
    assert scenario_files([tmp_path]) == files[:2]
    said: list[str] = []
    assert run_paths([tmp_path, files[2]], said.append)
    assert said == ["3 passed, 0 failed"]


UNREADABLE = {
    "cut.json": b'{"name": ',
    "empty.json": b"",
    "list.json": b"[]",
    "latin.json": b'{"name": "\xe9"}',
    "twice.json": b'{"name": "a", "name": "b"}',
    "deep.json": b"[" * 100_000,
}


@pytest.mark.parametrize("name", [*UNREADABLE, "missing.json"])
def test_a_file_that_cannot_be_read_fails_with_its_name_and_the_others_still_run(tmp_path, name):
    good = tmp_path / "good.json"
    good.write_text(json.dumps(scenario(TRUE)))
    bad = tmp_path / name
    if name in UNREADABLE:
        bad.write_bytes(UNREADABLE[name])
    said: list[str] = []
    assert not run_paths([bad, good], said.append)
    assert said[0].startswith(f"{bad}: ")
    assert said[1:] == ["1 passed, 1 failed"]


def test_the_command_prints_what_failed_and_exits_with_1(tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "wrong.json"
    good.write_text(json.dumps(scenario(TRUE)))
    bad.write_text(json.dumps(scenario({"turn": 0})))
    command = [sys.executable, "-m", "replays", "scenario"]
    done = subprocess.run([*command, tmp_path], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [f"{bad}: step 2: turn is 2, expected 0", "1 passed, 1 failed"]
    assert subprocess.run([*command, good], cwd=ROOT, capture_output=True, check=False).returncode == 0
