"""The scenarios: each a position and moves, with what must follow by the rules."""

import json
from pathlib import Path

import pytest

from replays.scenario import run, run_paths

SCENARIOS = Path(__file__).parent / "scenarios"
PATHS = sorted(SCENARIOS.rglob("*.json"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_scenario(path):
    run(json.loads(path.read_bytes()))


def test_all_scenarios_as_the_command_runs_them():
    said: list[str] = []
    assert run_paths([SCENARIOS], said.append)
    assert said == [f"{len(PATHS)} passed, 0 failed"]


def test_every_scenario_says_what_it_shows():
    for path in PATHS:
        scenario = json.loads(path.read_bytes())
        assert scenario["name"]
        assert scenario["rules"]
        assert scenario["steps"]


def test_no_two_scenarios_have_one_name():
    names = [json.loads(path.read_bytes())["name"] for path in PATHS]
    assert len(set(names)) == len(names)
