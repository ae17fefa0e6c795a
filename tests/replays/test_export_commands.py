"""`python -m replays export` makes of a file what a service makes of a game, and writes over nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.services.replay import exports
from replays.__main__ import main
from replays.exports import FORMS, SPOKEN
from replays.recording import Recording
from replays.show.languages import LANGUAGES, phrase
from tests.records import random_match

LINES = random_match(7).lines
SEATS = random_match(7).state.seats


def write(path: Path, lines: list[bytes]) -> Path:
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return write(tmp_path / "game.replay.jsonl", LINES)


def run(capsysbinary, *arguments: object) -> tuple[int, bytes, str]:
    status = main(["export", *map(str, arguments)])
    captured = capsysbinary.readouterr()
    return status, captured.out, captured.err.decode()


@pytest.mark.parametrize("form", exports.REPLAYS)
def test_what_a_service_makes_of_a_game_is_made_of_its_record(record, form, capsysbinary):
    status, made, said = run(capsysbinary, "--as", form, record)
    assert (status, said) == (0, "")
    assert made == exports.export(Recording(LINES), [None] * SEATS, form)


def test_there_is_every_form_that_a_service_has():
    assert FORMS.keys() == exports.REPLAYS.keys() | {"bare.txt"}  # which is an option of a service's


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", SPOKEN)
def test_what_people_read_in_it_is_in_a_language(record, form, language, capsysbinary):
    status, made, _ = run(capsysbinary, "--as", form, "--language", language, record)
    assert status == 0
    assert made == exports.export(Recording(LINES), [None] * SEATS, form, language=language)
    assert phrase("seat", language, seat=0) in made.decode()


def test_names_are_put_in_by_seat_and_may_be_missing(record, capsysbinary):
    names = ["Ann", None, "فاطمة"][:SEATS]
    _, made, _ = run(capsysbinary, "--as", "html", "--names", ",".join(name or " " for name in names), record)
    assert made == exports.export(Recording(LINES), names + [None] * (SEATS - len(names)), "html")
    status, made, said = run(capsysbinary, "--as", "json", "--names", "," * SEATS, record)
    assert (status, made, "names are too many" in said) == (4, b"", True)


def test_a_notation_is_made_into_pages_too_with_the_names_that_stand_in_it(record, tmp_path, capsysbinary):
    _, text, _ = run(capsysbinary, "--as", "txt", "--names", "Ann", record)
    path = tmp_path / "game.replay.txt"
    path.write_bytes(text)
    status, made, _ = run(capsysbinary, "--as", "json", path)
    shown = json.loads(made)
    assert (status, shown["players"][0]["name"]) == (0, "Ann")
    assert [hand["cards"] is not None for hand in shown["hands"]] == [True] * len(shown["hands"])
    assert run(capsysbinary, "--as", "txt", path)[:2] == (0, text)
    path.write_bytes(text.replace(b" draws |", b" draws nothing |", 1))
    status, made, said = run(capsysbinary, "--as", "json", path)
    assert (status, made, said.split()[0]) == (1, b"", "diverged")


def test_of_a_hand_that_is_on_no_card_is_shown(tmp_path, capsysbinary):
    dealt = next(hand.first for hand in Recording(LINES).hands)
    open_game = write(tmp_path / "open.jsonl", LINES[: dealt + 9])
    _, made, _ = run(capsysbinary, "--as", "json", open_game)
    shown = json.loads(made)
    assert [hand["cards"] for hand in shown["hands"]] == [None]
    assert {move["position"]["held"] is None for move in shown["moves"]} == {True}


def test_files_go_into_a_folder_under_the_names_of_their_records(record, tmp_path, capsysbinary):
    write(tmp_path / "other.jsonl", LINES[:40])
    out = tmp_path / "made" / "pages"
    status, said, _ = run(capsysbinary, "--as", "bare.txt", "--out", out, tmp_path)
    assert status == 0
    assert said.decode().splitlines() == [str(out / f"{name}.replay.bare.txt") for name in ("game", "other")]
    made = (out / "game.replay.bare.txt").read_bytes()
    assert made == exports.export(Recording(LINES), [None] * SEATS, "txt", decks=False)
    assert len(list(out.iterdir())) == 2


def test_nothing_is_written_over(record, tmp_path, capsysbinary):
    there = tmp_path / "game.replay.txt"
    there.write_text("mine")
    status, said, error = run(
        capsysbinary, "--as", "txt", "--out", tmp_path, record, write(tmp_path / "b.jsonl", LINES)
    )
    assert (status, there.read_text()) == (4, "mine")
    assert error.startswith(f"not written {record}: ")
    assert said.decode().splitlines() == [str(tmp_path / "b.replay.txt")]
    status, _, error = run(capsysbinary, "--as", "txt", "--out", there, record)
    assert (status, error.startswith("not written")) == (4, True)


def test_what_diverged_or_cannot_be_read_is_not_made_and_does_not_stop_the_others(record, tmp_path, capsysbinary):
    write(tmp_path / "a.jsonl", [*LINES[:9], *LINES[10:]])
    write(tmp_path / "b.jsonl", [])
    write(tmp_path / "c.jsonl", [LINES[0].replace(b"umk/1", b"umk/7")])
    status, said, error = run(capsysbinary, "--as", "svg", "--out", tmp_path / "made", tmp_path)
    assert (status, len(said.splitlines())) == (1, 1)
    assert [line.split()[0] for line in error.splitlines()] == ["diverged", "unreadable", "unreadable"]
    assert run(capsysbinary, "--as", "svg", tmp_path / "b.jsonl")[0] == 4
    (tmp_path / "empty").mkdir()
    status, _, error = run(capsysbinary, "--as", "svg", tmp_path / "empty")
    assert (status, error.startswith("no records")) == (4, True)


@pytest.mark.parametrize(
    "wrong",
    [
        (),
        ("--as", "pdf"),
        ("--as", "html", "also.jsonl"),
        ("--as", "txt", "--language", "is"),
        ("--as", "html", "--language", "fr"),
    ],
)
def test_wrong_usage_is_2_and_says_what_is_missing(record, wrong, capsysbinary):
    with pytest.raises(SystemExit) as stop:
        run(capsysbinary, *wrong, record)
    captured = capsysbinary.readouterr()
    assert (stop.value.code, captured.out) == (2, b"")
    assert any(word in captured.err for word in (b"--as", b"--out FOLDER"))


def test_the_bytes_are_the_same_whatever_the_terminal_speaks(record):
    arguments = [sys.executable, "-m", "replays", "export", "--as", "svg", "--names", "Ann", record]
    done = subprocess.run(arguments, capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii", "PATH": ""})
    assert done.stdout == exports.export(Recording(LINES), ["Ann"] + [None] * (SEATS - 1), "svg")
