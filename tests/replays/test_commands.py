"""`python -m replays`: one line a file, and an exit status that says the worst that was found."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from replays.__main__ import main
from tests.records import random_match


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    return random_match(7).lines


def write(path: Path, lines: list[bytes]) -> Path:
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def run(capsys, *arguments: object) -> tuple[int, list[str]]:
    status = main([str(argument) for argument in arguments])
    return status, capsys.readouterr().out.splitlines()


def test_all_exact_is_0_for_files_and_folders_compressed_or_not(tmp_path, lines, capsys):
    write(tmp_path / "a.replay.jsonl", lines)
    (tmp_path / "b.replay.jsonl.gz").write_bytes(gzip.compress((tmp_path / "a.replay.jsonl").read_bytes()))
    (tmp_path / "notes.txt").write_text("no record")
    status, said = run(capsys, "verify", tmp_path)
    assert status == 0
    assert [line.split(" ")[0] for line in said] == ["exact", "exact"]


def test_an_open_game_and_a_cut_line_are_3(tmp_path, lines, capsys):
    open_game = write(tmp_path / "open.jsonl", lines[:-3])
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"\n".join(lines)[:-20])
    status, said = run(capsys, "verify", open_game, cut)
    assert status == 3
    assert said[0].startswith("unverified")
    assert "cut" in said[1]


def test_what_cannot_be_read_is_4_and_does_not_stop_the_others(tmp_path, lines, capsys):
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "no.jsonl.gz").write_bytes(b"not gzip")
    whole = write(tmp_path / "whole.jsonl", lines)
    status, said = run(capsys, "verify", tmp_path / "empty.jsonl", tmp_path / "no.jsonl.gz", tmp_path / "gone", whole)
    assert status == 4
    assert [line.split(" ")[0] for line in said] == ["unreadable", "unreadable", "unreadable", "exact"]


def test_a_diverged_file_is_1_whatever_else_there_is_and_says_where(tmp_path, lines, capsys):
    touched = write(tmp_path / "touched.jsonl", [*lines[:5], lines[5].replace(b'"v":1', b'"v":2'), *lines[6:]])
    (tmp_path / "empty.jsonl").write_bytes(b"")
    status, said = run(capsys, "verify", touched, tmp_path / "empty.jsonl")
    assert status == 1
    assert "seq 6: chain" in said[0]


@pytest.mark.parametrize("junk", [b"\xff\xfe", b"{}\n", b"[" * 100_000, b'{"a":' * 9_000, b"1" * 5_000_000, b"\n\n"])
def test_hostile_files_are_answered_with_a_line(tmp_path, junk, capsys):
    (tmp_path / "junk.jsonl").write_bytes(junk)
    status, said = run(capsys, "verify", tmp_path)
    assert status in (1, 3)
    assert len(said) == 1


def test_wrong_usage_is_2_and_help_has_an_example(tmp_path):
    for arguments, status in ((["verify"], 2), (["fly"], 2), (["--help"], 0), (["verify", "--help"], 0)):
        done = subprocess.run(
            [sys.executable, "-m", "replays", *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == status
    assert "example:" in done.stdout


def test_a_folder_without_records_is_4(tmp_path, capsys):
    assert main(["verify", str(tmp_path)]) == 4
    assert "no records" in capsys.readouterr().err


def test_scenarios_pass_0_or_fail_1(tmp_path, capsys):
    position = {"hands": [["r1", "r2"], ["g5"]], "top": "r5", "draw": ["b9"]}
    good = {"name": "x", "position": position, "steps": [{"seat": 0, "move": "draw", "then": {"turn": 1}}]}
    bad = {**good, "steps": [{"seat": 0, "move": "draw", "then": {"turn": 0}}]}
    (tmp_path / "good.json").write_text(json.dumps(good))
    assert run(capsys, "scenario", tmp_path) == (0, ["1 passed, 0 failed"])
    (tmp_path / "bad.json").write_text(json.dumps(bad))
    status, said = run(capsys, "scenario", tmp_path)
    assert status == 1
    assert "turn is 1, expected 0" in said[0]
    assert said[-1] == "1 passed, 1 failed"
