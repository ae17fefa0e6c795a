"""How cases are run and told about: in turn, each afresh, with gaps for those that fail."""

import json
import sys
from pathlib import Path

import pytest

from tests.benchmarks.benchmark import Benchmark, Case, Target
from tests.benchmarks.report import report
from tests.benchmarks.rounds import CaseFailed, failures, last_object, run


def program(name: str, text: str) -> Case:
    return Case(name, [sys.executable, "-c", text])


def test_cases_run_in_turn_round_after_round(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = f"open({str(log)!r}, 'a').write({{!r}}); print('{{{{}}}}')"
    run([program("A", text.format("A")), program("B", text.format("B"))], 2)
    assert log.read_text() == "ABAB"


def test_a_case_that_fails_leaves_a_gap_in_its_round_and_the_others_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    results = run([program("bad", "raise SystemExit('no luck')"), program("good", "print('{\"n\": 1}')")], 1)
    assert results == {"bad": [None], "good": [{"n": 1}]}
    assert failures(results) == 1
    assert "no luck" in capsys.readouterr().err


@pytest.mark.parametrize("output", ["", "seconds: 3\n", "[1]\n", '{"n": 1}\nand more\n'])
def test_a_case_has_to_print_an_object_on_its_last_line(output: str) -> None:
    with pytest.raises(CaseFailed):
        last_object(output)


def test_only_the_last_line_counts() -> None:
    assert last_object('warming up\n{"n": 2}\n') == {"n": 2}


OURS, PEER = Case("ours", []), Case("peer", [])


def told(*targets: Target) -> str:
    results = {
        "ours": [{"n/s": 30.0, "p": 1.0, "q": 5.0}, {"n/s": 10.0, "p": 1.0, "q": 3.0}],
        "peer": [{"n/s": 10.0}, {"n/s": 10.0, "text": "a profile"}],
    }
    return report(Benchmark("title", [OURS, PEER], ["n/s"], targets), json.loads(json.dumps(results)))


def row(target: Target) -> list[str]:
    """The cells of the last row that is told: the target's."""
    line = next(line for line in reversed(told(target).splitlines()) if line.startswith("|"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_a_target_is_held_or_missed_by_the_median_of_the_rounds_ratios() -> None:
    ratio = ["n/s: ours / peer", "2.00 (1.00 … 3.00)"]
    assert row(Target("ours", "n/s", to="peer", least=2)) == [*ratio, "≥ 2", "held"]
    assert row(Target("ours", "n/s", to="peer", least=2.1)) == [*ratio, "≥ 2.1", "MISSED"]
    assert row(Target("ours", "n/s", to="peer", most=1.9)) == [*ratio, "≤ 1.9", "MISSED"]


def test_a_target_may_compare_two_figures_of_one_case_or_look_at_one_alone() -> None:
    figure = ["4.00 (3.00 … 5.00)", "≤ 4", "held"]
    assert row(Target("ours", "q", to="ours", to_figure="p", most=4)) == ["q / p: ours", *figure]
    assert row(Target("ours", "q", most=4)) == ["q: ours", *figure]


def test_a_target_without_a_figure_is_not_held() -> None:
    assert row(Target("ours", "nothing", most=4)) == ["nothing: ours", "-", "≤ 4", "no figure"]


def test_what_a_case_has_to_say_in_words_follows_the_tables() -> None:
    assert told().endswith("### peer\n\na profile")
