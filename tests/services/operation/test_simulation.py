"""Simulated matches: the same for the same seed, and exact to the verifier."""

import pytest
from click.testing import CliRunner

from app.commands.simulate import simulate
from app.rules.options import Options
from app.services.operation.simulation import matches
from replays.files import verify_file


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_simulated_matches_are_exact(tmp_path, seats):
    out = tmp_path / "records"
    arguments = ["--matches", "3", "--seats", str(seats), "--seed", "x", "--bots", "random,first", "--out", str(out)]
    answer = CliRunner().invoke(simulate, arguments)
    assert answer.exit_code == 0, answer.output
    assert "3 matches" in answer.output
    assert "moves/s" in answer.output
    assert [verify_file(path).verdict for path in sorted(out.iterdir())] == ["exact"] * 3


def test_records_may_be_compressed(tmp_path):
    arguments = ["--matches", "2", "--seats", "3", "--hands", "2", "--bots", "first", "--out", str(tmp_path), "--gz"]
    assert CliRunner().invoke(simulate, arguments).exit_code == 0
    names = [path.name for path in tmp_path.iterdir()]
    assert all(name.endswith(".replay.jsonl.gz") for name in names)
    assert {verify_file(path).verdict for path in tmp_path.iterdir()} == {"exact"}


def test_the_same_seed_plays_the_same_matches():
    def played(seed):
        return [match.lines for match in matches(2, 3, seed, ["random", "first"], Options())]

    assert played("a") == played("a")
    assert played("a") != played("b")


@pytest.mark.parametrize(
    "arguments", [["--seats", "11"], ["--seats", "1"], ["--matches", "0"], ["--bots", "nobody"], ["--hands", "256"]]
)
def test_what_cannot_be_played_is_wrong_usage(arguments):
    assert CliRunner().invoke(simulate, arguments).exit_code == 2
