"""Pictures as PNG: of the size that was asked for, the same everywhere, with names in the letters that people have."""

import hashlib
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.rules.view import view
from app.services.replay.pictures import FONT, LONGEST, png
from replays.recording import Recording
from replays.show.cards import card
from replays.show.race import race_chart
from replays.show.svg import picture, words
from replays.show.table import table_picture
from tests.records import random_match

DEJAVU_SANS_2_37 = "3fdf69cabf06049ea70a00b5919340e2ce1e6d02b0cc3c4b44fb6801bd1e0d22"
"""The SHA-256 of its file."""


def _size(data: bytes) -> tuple[int, int]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[12:16] == b"IHDR"
    return struct.unpack(">II", data[16:24])


def _pixels(data: bytes) -> set[bytes]:
    """The distinct rows of a PNG, unfiltered no further than that two pictures can be compared by them."""
    at, packed = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    raw = zlib.decompress(packed)
    wide = _size(data)[0] * 4 + 1
    return {raw[start : start + wide] for start in range(0, len(raw), wide)}


def _written(text: str) -> bytes:
    return png(picture(60, 60, "a letter", "", words(text, 10, 40, 30)), 60)


@pytest.mark.parametrize("width", [60, 240, 1200])
def test_a_picture_is_as_wide_as_was_asked_for_and_not_blank(width: int) -> None:
    drawn = png(card("g7"), width)
    assert _size(drawn) == (width, width * 3 // 2)
    assert len(_pixels(drawn)) > width / 10


def test_the_same_picture_gives_the_same_bytes_also_from_several_threads_at_once() -> None:
    alone = [png(card(code), 120) for code in ("g7", "WB", "back")]
    with ThreadPoolExecutor(6) as threads:
        together = list(threads.map(lambda code: png(card(code), 120), ["g7", "WB", "back"] * 4))
    assert together == alone * 4
    assert len(set(alone)) == 3


@pytest.mark.parametrize("letters", ["سمعهك", "שלום", "ЖщЮ", "Ωλψ", "ñßłÅ", "Հայ"])
def test_the_letters_of_many_scripts_are_letters_and_no_boxes(letters: str) -> None:
    box = _written("\ue123")
    drawn = [_written(letter) for letter in letters]
    assert len(set(drawn)) == len(letters)
    assert box not in drawn
    assert _written(" ") not in drawn


def test_arabic_letters_are_joined_and_run_from_right_to_left() -> None:
    assert _written("\u0628\u0628") != _written("\u0628\u200c\u0628")
    assert _written("\u0633\u0645") != _written("\u0645\u0633")
    assert _written("\u0633\u0645") == _written("\u2068\u0633\u0645\u2069")


@pytest.mark.parametrize("seed", range(3))
def test_tables_and_races_become_pictures_whatever_people_are_called(seed: int) -> None:
    match = random_match(seed)
    names = ["<b>&", "a\x00\uffff\ud800", "\u202ex\u2066", "محمد", "日本", "Z̸̢̛̖̝͈͎̃͋̕" * 9, "W" * 500, "", None, "\t"]
    seen = view(match.state, match.dealer, 0)
    for one, name in zip(seen["seats"], names, strict=False):
        one["name"] = name
    assert _size(png(table_picture(seen), 1200)) == (1200, 630)
    chart = race_chart(Recording(match.lines[:300]), names[: match.state.seats])
    assert len(_pixels(png(chart, 1000))) > 100


def test_the_font_is_the_one_that_was_chosen_and_its_licence_lies_beside_it() -> None:
    assert hashlib.sha256(FONT.read_bytes()).hexdigest() == DEJAVU_SANS_2_37
    assert "Bitstream Vera" in (FONT.parent / "LICENSE").read_text()


@pytest.mark.parametrize(
    "svg",
    [
        "",
        "no picture",
        "<svg",
        '<svg viewBox="0 0 10 10"',
        '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
        picture(10, 100_000, "high", ""),
        picture(0, 10, "nothing", ""),
        picture(10, 10, "long", "x" * LONGEST),
    ],
)
def test_what_cannot_be_drawn_is_refused(svg: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        png(svg, 1000)


@pytest.mark.parametrize("width", [-1, 0, 100_000])
def test_a_width_that_nobody_needs_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        png(card("g7"), width)
