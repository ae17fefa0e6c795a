"""`python -m replays analyse`: a line a decision, of records that hold."""

from functools import partial
from pathlib import Path

import pytest

from replays.__main__ import main
from replays.analysis.analyst import Effort, analyse
from tests.records import random_match


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr("replays.analysis.files.analyse", partial(analyse, effort=Effort(4, 2, 2)))


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    return random_match(7).lines


def write(path: Path, lines: list[bytes]) -> Path:
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def test_a_hand_of_a_record_is_analysed(tmp_path, lines, capsys):
    assert main(["analyse", "--hand", "1", str(write(tmp_path / "a.jsonl", lines))]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "hand 1"
    assert not any(line.startswith("hand 2") for line in said)
    assert " | " in said[1]


def test_what_diverged_or_has_no_such_hand_is_told_and_the_worst_is_the_status(tmp_path, lines, capsys):
    open_game = write(tmp_path / "open.jsonl", lines[:20])
    forged = write(tmp_path / "forged.jsonl", [*lines[:5], lines[5].replace(b'"v":1', b'"v":2'), *lines[6:]])
    assert main(["analyse", str(open_game)]) == 4
    assert main(["analyse", "--hand", "99", str(write(tmp_path / "whole.jsonl", lines))]) == 4
    assert main(["analyse", str(open_game), str(forged)]) == 1
    said = capsys.readouterr().err
    assert "no hand that is over" in said
    assert "diverged" in said
