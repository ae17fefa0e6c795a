"""A table as a picture and in words: what the view shows, all of it, and nothing that it does not show."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import cos, radians, sin
from typing import Any
from xml.etree import ElementTree

import pytest

from app.rules.legal import catchable
from app.rules.options import Options
from app.rules.state import SAID
from app.rules.view import open_cards, view
from replays.recording import Recording
from replays.show.alt import alt_text
from replays.show.languages import LANGUAGES, card_name, color_name, phrase
from replays.show.pieces import ACROSS, DOWN, HEADER, Place, packed
from replays.show.table import table_picture
from replays.show.track import around
from tests.records import Recorder, random_match

SVG = "{http://www.w3.org/2000/svg}"
SEEDS = (0, 1, 2, 3, 8, 10)
"""In the last two somebody does not say UNO in time."""
HOSTILE = [
    "<script>alert(1)</script>",
    "\u202egnorw\u202c \u2066open",
    "a\x00b\x1b[31m\uffff\ud800",
    "Z̸̢̛̖̝͈͎̃͋̕" * 9,
    '"/><use href="file:///etc/passwd"/>',
    "&amp; &#0; ]]>",
    "محمد عبد الله",
    "W" * 500,
    "\u200f",
    "  \n\t ",
]


@cache
def _match(seed: int) -> Recorder:
    return random_match(seed, resigning=0.01)


def _views(seed: int, times: int = 4) -> Iterator[dict[str, Any]]:
    """Views of some moments of a match, through all kinds of eyes, with names that nobody should choose."""
    match, chance = _match(seed), random.Random(seed)
    moments = list(Recording(match.lines).moments())
    said = [moment for moment in moments if SAID in moment.state.uno]
    not_said = [moment for moment in moments if catchable(moment.state)]
    for moment in [moments[0], moments[-1], *chance.sample(moments, times), *said[:1], *not_said[:1]]:
        seat = chance.randrange(moment.state.seats)
        for eyes in (None, seat, "all"):
            if moment.state.hand == 0 and eyes is not None:
                continue
            seen = view(moment.state, match.dealer, seat if eyes == seat else None, moment.complete)
            if eyes == "all":
                seen["open"] = open_cards(moment.state, match.dealer)
            for one in seen["seats"]:
                one["name"] = chance.choice([*HOSTILE, None, "Ann"])
            yield {"version": moment.seq, **seen}


def _drawn_cards(root: ElementTree.Element) -> Counter[tuple[str, str]]:
    return Counter((one.attrib["data-at"], one.attrib["data-card"]) for one in root.iter() if "data-card" in one.attrib)


def _cards_of(seen: dict[str, Any]) -> Counter[tuple[str, str]]:
    """Where the view shows which cards."""
    cards = [("top", seen["top"])] if seen["top"] else []
    if "open" in seen:
        cards += [("open", card["card"]) for hand in seen["open"]["hands"] for card in hand]
    elif "you" in seen and seen["you"]["hand"]:
        cards += [("hand", card["card"]) for card in seen["you"]["hand"]]
        cards += [("shown", card["card"]) for shown in seen["you"]["shown"] for card in shown["hand"]]
    return Counter(cards)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_that_the_view_shows_is_drawn_where_it_is_and_no_other(seed: int) -> None:
    for seen in _views(seed):
        root = ElementTree.fromstring(table_picture(seen))
        assert _drawn_cards(root) == _cards_of(seen)
        allowed = {f"#card-{card}" for _, card in _cards_of(seen)} | {"#card-back"}
        used = {one.attrib["href"] for one in root.iter(f"{SVG}use")}
        assert {name for name in used if name.startswith("#card-")} <= allowed
        assert {f"#{one.attrib['id']}" for one in root.iter(f"{SVG}symbol") if "card-" in one.attrib["id"]} <= allowed
        for one in root.iter():
            assert ("data-card" in one.attrib) <= (one.attrib.get("href") == f"#card-{one.attrib.get('data-card')}")


@pytest.mark.parametrize("seed", SEEDS)
def test_every_seat_is_drawn_as_the_view_has_it(seed: int) -> None:
    for seen in _views(seed):
        root = ElementTree.fromstring(table_picture(seen))
        seats = [one for one in root.iter() if "data-seat" in one.attrib]
        assert sorted(
            tuple(int(one.attrib[f"data-{name}"]) for name in ("seat", "cards", "score", "uno", "resigned"))
            for one in seats
        ) == [
            (number, one["cards"], one["score"], int(one["uno"]), int(one["resigned"]))
            for number, one in enumerate(seen["seats"])
        ]
        for drawn in seats:
            one = seen["seats"][int(drawn.attrib["data-seat"])]
            if one["player"] is not None or one["bot"] is not None:
                assert f"{one['cards']} card" in " ".join(drawn.itertext())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_piles_the_colour_and_the_direction_are_drawn(seed: int) -> None:
    for seen in _views(seed):
        root = ElementTree.fromstring(table_picture(seen))
        found = [one.attrib for one in root.iter() if "data-draw" in one.attrib]
        if seen["top"] is None:
            assert found == []
            continue
        assert [(int(one["data-draw"]), int(one["data-discard"]), one["data-color"] or None) for one in found] == [
            (seen["draw_count"], seen["discard_count"], seen["color"])
        ]
        way = "clockwise" if seen["direction"] == 1 else "anticlockwise"
        assert way in [text.strip() for text in root.itertext()]
        if seen["color"]:
            assert f"#sign-{seen['color']}" in {one.attrib.get("href") for one in root.iter(f"{SVG}use")}


@pytest.mark.parametrize("seed", SEEDS)
def test_names_are_words_and_nothing_else(seed: int) -> None:
    for seen in _views(seed):
        picture = table_picture(seen)
        root = ElementTree.fromstring(picture)
        assert {one.tag.removeprefix(SVG) for one in root.iter()} <= {
            "svg", "title", "desc", "defs", "symbol", "g", "path", "rect", "circle", "use", "text"
        }  # fmt: skip
        assert all(one.attrib["href"].startswith("#") for one in root.iter(f"{SVG}use"))
        assert not re.search("[\u202a-\u202e\u2066\u2067\u200f\x00-\x08\x1b\ufffe\uffff]", picture)
        assert picture.count("\u2068") == picture.count("\u2069")
        assert len(picture) < 150_000


@pytest.mark.parametrize("seed", SEEDS)
def test_the_words_say_all_that_the_picture_shows(seed: int) -> None:
    for seen in _views(seed):
        said = alt_text(seen)
        root = ElementTree.fromstring(table_picture(seen))
        assert (root.attrib["role"], root.findtext(f"{SVG}desc")) == ("img", said)
        assert len(re.findall(r"Seat \d+[,:]", said)) >= len(seen["seats"])
        for one in seen["seats"]:
            if one["player"] is not None or one["bot"] is not None:
                seat = rf"Seat {one['seat']}(?:, \u2068.*?\u2069)?: "
                told = re.search(rf"{seat}{one['cards']} cards?, {one['score']} points?([^.]*)\.", said)
                assert told
                marks = ("resigned" in told[1], "UNO said" in told[1], "UNO not said" in told[1])
                assert marks == (one["resigned"], one["uno"], one["seat"] in seen["catchable"])
        if seen["top"]:
            assert f"On top lies a {card_name(seen['top'])}." in said
            assert f"{seen['draw_count']} card" in said
        if seen["color"]:
            assert f"{color_name(seen['color']).capitalize()} is in force." in said
        for _, card in _cards_of(seen):
            assert card_name(card) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_say_it_in_every_language(language: str) -> None:
    for seen in _views(8):
        said = alt_text(seen, language)
        assert not set("{}") & set(said)
        for _, card in _cards_of(seen):
            assert card_name(card, language) in said
        for number, one in enumerate(seen["seats"]):
            assert phrase("seat", language, seat=number) in said
            if one["player"] is not None or one["bot"] is not None:
                assert phrase("cards", language, count=one["cards"]) in said
                assert phrase("points", language, count=one["score"]) in said
                assert (phrase("mark.uno", language) in said) >= one["uno"]


def test_a_table_in_arabic_has_no_english_left() -> None:
    for seen in _views(8):
        for one in seen["seats"]:
            one["name"] = None
        assert set(re.findall("[A-Za-z]+", alt_text(seen, "ar"))) <= {"UNO", "Racer"}


def test_what_is_said_of_a_table_that_waits_and_of_one_that_is_over() -> None:
    recorder = Recorder(random.Random(4), Options.parse({}), 3)
    waiting = view(recorder.state, _match(0).dealer, None)
    assert alt_text(waiting) == (
        "Before the first hand, as a spectator sees it. Waiting to start, 0 of 3 seats taken."
        " Seat 0: free. Seat 1: free. Seat 2: free."
    )
    match = _match(1)
    over = view(match.state, match.dealer, None)
    first = [seat for seat, place in enumerate(over["places"] or ()) if place == 1]
    assert first
    assert "won the match" in alt_text(over)
    assert len(re.findall(", 1st", alt_text(over))) == len(first)


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("height", [372, DOWN - HEADER - 8])
def test_the_boards_stay_on_the_picture_and_do_not_cover_each_other(seats: int, height: int) -> None:
    boards = around(seats, Place(0, HEADER, ACROSS, height))
    assert len(boards) == seats
    for number, one in enumerate(boards):
        assert 0 <= one.x <= ACROSS - one.width
        assert HEADER <= one.y <= DOWN - one.height
        for other in boards[:number]:
            assert abs(one.x - other.x) >= one.width or abs(one.y - other.y) >= one.height


@pytest.mark.parametrize("seats", range(3, 11))
def test_seats_are_numbered_clockwise(seats: int) -> None:
    assert _turns_right([board.middle for board in around(seats, Place(0, HEADER, ACROSS, 372))])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_arrows_point_the_way_that_play_goes(seed: int) -> None:
    for seen in _views(seed):
        if "open" in seen:
            continue
        root = ElementTree.fromstring(table_picture(seen))
        (arrows,) = [one for one in root.iter() if "data-direction" in one.attrib]
        points = [tuple(map(float, re.findall(r"-?[\d.]+", one.attrib["transform"]))) for one in arrows]
        assert _turns_right([(x, y) for x, y, _ in points])
        for (x, y, heading), (next_x, next_y, _) in zip(points, points[1:] + points[:1], strict=True):
            ahead = (next_x - x) * cos(radians(heading)) + (next_y - y) * sin(radians(heading))
            assert (ahead > 0) == (seen["direction"] == 1)


def _turns_right(around: list[tuple[float, float]]) -> bool:
    """Whether points run clockwise, on a screen where y grows downward."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(around, around[1:] + around[:1], strict=True)) > 0


@pytest.mark.parametrize("cards", [1, 2, 7, 15, 30, 60, 100])
def test_the_cards_of_a_hand_have_a_place_each(cards: int) -> None:
    place = Place(24, 476, 1152, 140)
    spread = packed(cards, place)
    assert len({(x, y) for x, y, _ in spread}) == cards
    for x, y, wide in spread:
        assert place.x <= x <= place.x + place.width - wide
        assert place.y <= y <= place.y + place.height - wide * 1.5 + 0.01
    (wide,) = {wide for _, _, wide in spread}
    assert wide > (40 if cards <= 30 else 20)
