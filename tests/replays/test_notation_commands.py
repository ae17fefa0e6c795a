"""`python -m replays notation` writes records as text, `verify` checks such texts too."""

from pathlib import Path

import pytest

from replays.__main__ import main
from replays.notation import read_notation
from tests.records import random_match


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.replay.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in random_match(7).lines))
    return path


def run(capsys, *arguments: object) -> tuple[int, str, str]:
    status = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_record_is_written_with_its_decks_and_times_or_without(record, capsys):
    status, plain, _ = run(capsys, "notation", record)
    assert (status, "Deck:" in plain, " +" in plain) == (0, False, False)
    status, whole, _ = run(capsys, "notation", "--decks", "--times", record)
    assert (status, "Deck:" in whole, " +" in whole) == (0, True, True)
    assert len(read_notation(whole).recording.lines) == len(random_match(7).lines)


def test_a_text_is_verified_and_never_exact(record, tmp_path, capsys):
    _, text, _ = run(capsys, "notation", "--decks", record)
    good, bad, junk = tmp_path / "good.txt", tmp_path / "bad.txt", tmp_path / "junk.txt"
    good.write_text(text)
    bad.write_text(text.replace(" draws |", " draws nothing |", 1))
    junk.write_bytes(b"\xff\xfe")
    status, out, _ = run(capsys, "verify", good)
    assert (status, out.split()[0]) == (3, "unverified")
    status, out, _ = run(capsys, "verify", junk, good)
    assert (status, [line.split()[0] for line in out.splitlines()]) == (4, ["unreadable", "unverified"])
    status, out, _ = run(capsys, "verify", good, bad)
    assert (status, out.splitlines()[1].split()[0]) == (1, "diverged")
    assert "rules R11: line " in out


def test_what_diverged_or_cannot_be_read_is_not_written_and_does_not_stop_the_others(record, tmp_path, capsys):
    lines = record.read_bytes().splitlines(keepends=True)
    (tmp_path / "a.jsonl").write_bytes(b"".join([*lines[:9], *lines[10:]]))
    (tmp_path / "b.jsonl").write_bytes(b"")
    (tmp_path / "c.jsonl").write_bytes(lines[0][:20])
    (tmp_path / "d.jsonl").write_bytes(lines[0].replace(b"umk/1", b"umk/7"))
    (tmp_path / "e.jsonl").write_bytes(b"".join(lines)[:-20])
    status, out, err = run(capsys, "notation", tmp_path)
    assert status == 1
    assert [line.split()[0] for line in err.splitlines()] == ["diverged", "unreadable", "unreadable", "unreadable"]
    assert out.count("Kartfold notation") == 2
    status, _, err = run(capsys, "notation", tmp_path / "b.jsonl")
    assert (status, err.split()[0]) == (4, "unreadable")
    (tmp_path / "empty").mkdir()
    status, _, err = run(capsys, "notation", tmp_path / "empty")
    assert (status, err.startswith("no records")) == (4, True)
