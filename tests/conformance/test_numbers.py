"""Every rule of RULES.md has a test that names it, and no test names a rule that is not there."""

import ast
import functools
import json
import re
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).parent.parent
RULES = TESTS.parent / "app" / "rules" / "RULES.md"

SCENARIOS = Path(__file__).parent / "scenarios"

NUMBERS = re.findall(r"^- \*\*(R\d+)\*\*", RULES.read_text(), re.MULTILINE)


@functools.cache
def marked() -> dict[str, list[str]]:
    """Rule number → the test files that mark a test with it, `pytest.mark.rule("R12", …)`."""
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
                for number in node.args:
                    if isinstance(number, ast.Constant):
                        found[str(number.value)].append(path.name)
    return found


def test_the_rules_are_numbered_without_gaps():
    assert [f"R{n}" for n in range(1, len(NUMBERS) + 1)] == NUMBERS
    assert len(NUMBERS) == 39


def test_every_rule_has_a_test():
    assert [number for number in NUMBERS if number not in marked()] == []


def test_no_test_names_a_rule_that_is_not_there():
    assert {number: files for number, files in marked().items() if number not in NUMBERS} == {}


def in_scenarios() -> dict[str, list[str]]:
    """Rule number → the scenarios that show it."""
    found = defaultdict(list)
    for path in sorted(SCENARIOS.rglob("*.json")):
        for number in json.loads(path.read_bytes()).get("rules", []):
            found[number].append(path.name)
    return found


def test_no_scenario_names_a_rule_that_is_not_there():
    assert {number: files for number, files in in_scenarios().items() if number not in NUMBERS} == {}


def test_scenarios_show_every_rule_but_those_about_the_deck():
    of_the_deck = ["R1", "R3"]
    assert [number for number in NUMBERS if number not in in_scenarios()] == of_the_deck
