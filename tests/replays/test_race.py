"""The race chart: the cards after every turn are those of the record, and each thing that happened is marked once."""

import random
import re
from collections import Counter
from functools import cache
from itertools import groupby, pairwise
from xml.etree import ElementTree

import pytest

from app.rules.cards import DRAW_TWO, REVERSE, SKIP, is_wild, item
from app.rules.options import Options
from app.rules.state import START
from replays.recording import Recording
from replays.show.laps import Race, race
from replays.show.marks import KINDS, label
from replays.show.race import COLORS, DARK, DARK_COLORS, DASHES, LIGHT, apart, in_rows, race_chart
from tests.records import Recorder, random_match, values_of

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>",
    "\u202egnorw",
    "a\x00\x1b\uffff",
    "Z̸̢̛̖̝͈͎̃͋̕" * 9,
    "&amp;]]>",
    None,
    "محمد",
    "W" * 500,
    None,
    "\t",
]
SEEDS = (*range(12), 69)
"""In the last one there is nothing left to draw for a while."""
ACTIONS = {SKIP: "skip", REVERSE: "reverse", DRAW_TWO: "draw_two"}


@cache
def _match(seed: int) -> Recorder:
    return random_match(seed, resigning=0.01)


@cache
def _race(seed: int) -> Race:
    return race(Recording(_match(seed).lines), HOSTILE[: _match(seed).state.seats])


@cache
def _chart(seed: int) -> str:
    return race_chart(Recording(_match(seed).lines), HOSTILE[: _match(seed).state.seats])


def _expected(lines: list[bytes]) -> Counter[tuple[str, int, int]]:
    """The kind of mark, the seat and the event, as the lines have them."""
    marks, box = [], None
    for event in values_of(lines):
        data, seq = event["data"], event["seq"]
        match event["kind"]:
            case "hand.started":
                box = None
            case "card.played":
                box = data["seat"] if data["card"] == "WB" else None
                if data["card"] == "W4":
                    marks.append(("draw_four", data["seat"], seq))
                elif data["card"][1] in ACTIONS:
                    marks.append((ACTIONS[data["card"][1]], data["seat"], seq))
                if data["uno"]:
                    marks.append(("uno", data["seat"], seq))
            case "card.turned" if box is not None:
                marks.append(("bob_omb" if is_wild(data["card"]) else item(data["card"]), box, seq))
                box = None
            case "uno.called":
                marks.append(("uno", data["seat"], seq))
            case "uno.caught":
                marks.append(("caught", data["seat"], seq))
            case "draw_four.challenged":
                marks.append(("challenge_lost" if data["lawful"] else "challenge_won", data["seat"], seq))
            case "seat.resigned":
                marks.append(("resigned", data["seat"], seq))
            case "decision.timed_out":
                marks.append(("timed_out", data["seat"], seq))
            case "hand.ended" if data["winner"] is not None:
                marks.append(("won", data["winner"], seq))
    return Counter(marks)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_mark_is_there_as_often_as_its_event(seed: int) -> None:
    run = _race(seed)
    found = Counter((mark.kind, mark.seat, mark.seq) for lap in run.laps for mark in lap.marks)
    assert found == _expected(_match(seed).lines)
    drawn = Counter(
        (use.attrib["href"], int(lane.attrib["data-seat"]))
        for lane in ElementTree.fromstring(_chart(seed)).iter(f"{SVG}g")
        if "data-seat" in lane.attrib
        for use in lane.iter(f"{SVG}use")
    )
    expected: Counter[tuple[str, int]] = Counter()
    for (kind, seat, _), times in found.items():
        expected[f"#mark-{kind}", seat] += times
    assert drawn == expected


def test_all_kinds_of_marks_come_up_in_these_matches() -> None:
    assert {mark.kind for seed in SEEDS for lap in _race(seed).laps for mark in lap.marks} == set(KINDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_cards_of_each_turn_are_those_of_the_state_at_its_last_event(seed: int) -> None:
    moments = list(Recording(_match(seed).lines).moments())
    laps = _race(seed).laps
    assert [lap.hand for lap in laps] == list(range(1, len(laps) + 1))
    for lap in laps:
        assert len(lap.seqs) == len(lap.cards) == lap.turns + 1
        for seq, cards in zip(lap.seqs, lap.cards, strict=True):
            assert (moments[seq].state.counts, moments[seq].state.hand) == (cards, lap.hand)
            assert moments[seq].complete or moments[seq + 1].kind == "hand.started"
    covered = [seq for lap in laps for seq in lap.seqs]
    assert covered == sorted(set(covered))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_begins_when_its_player_plays_draws_or_passes(seed: int) -> None:
    """So a hand has a turn for every card played and for every pass, and those that broke off after the draw."""
    before, turns = START, Counter[int]()
    for _, group in groupby(Recording(_match(seed).lines).moments(), key=lambda moment: moment.request):
        request = list(group)
        ends = [moment for moment in request if moment.kind in ("card.played", "turn.passed")]
        broken_off = before.phase == "drawn" and not ends and request[-1].state.phase != "drawn"
        turns[before.hand] += len(ends) + broken_off
        before = request[-1].state
    assert {lap.hand: lap.turns for lap in _race(seed).laps} == {lap.hand: turns[lap.hand] for lap in _race(seed).laps}
    assert turns[0] == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_go_from_the_deal_to_the_cards_at_the_end_and_stay_on_the_chart(seed: int) -> None:
    root = ElementTree.fromstring(_chart(seed))
    blocks = [one for one in root.iter(f"{SVG}g") if "data-hand" in one.attrib]
    assert [int(one.attrib["data-hand"]) for one in blocks] == [lap.hand for lap in _race(seed).laps]
    for block, lap in zip(blocks, _race(seed).laps, strict=True):
        lines = {int(one.attrib["data-line"]): one.attrib["d"] for one in block.iter() if "data-line" in one.attrib}
        assert set(lines) == set(lap.racing)
        assert {cards for seat, cards in enumerate(lap.cards[0]) if seat in lap.racing} <= set(range(7, 20))
        ends: dict[int, float] = {}
        for seat, d in lines.items():
            gone = lap.left(seat)
            cards = [one[seat] for one in lap.cards[: None if gone is None else gone + 1]]
            changes = sum(one != other for one, other in pairwise(cards))
            assert d.count("V") == changes
            ends[seat] = float(re.findall(r"H(-?[\d.]+)", d)[-1])
            numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", d)]
            assert all(
                0 <= number <= max(float(root.attrib["width"]), float(root.attrib["height"])) for number in numbers
            )
        order = [(lap.turns if (gone := lap.left(seat)) is None else gone, end) for seat, end in ends.items()]
        assert all((turn < other) == (end < later) for turn, end in order for other, later in order)


def test_lines_can_be_told_apart_without_colours_and_stand_out_from_both_grounds() -> None:
    assert len(set(DASHES)) == len(DASHES) == len(set(COLORS)) == len(set(DARK_COLORS)) == 10
    for light, dark in zip(COLORS, DARK_COLORS, strict=True):
        assert _contrast(light, LIGHT["ground"]) >= 3 <= _contrast(dark, DARK["ground"])
        assert _contrast(light, "#ffffff") >= 3  # the number of a seat, on its plate
    for ground in (LIGHT, DARK):
        assert _contrast(ground["ink"], ground["lane"]) >= 7
        assert _contrast(ground["soft"], ground["ground"]) >= 4.5


def _contrast(one: str, other: str) -> float:
    """As WCAG has it."""
    light = sorted((_luminance(one), _luminance(other)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_names_are_words_and_every_seat_is_named_where_its_line_ends(seed: int) -> None:
    chart = _chart(seed)
    root = ElementTree.fromstring(chart)
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= {
        "svg", "title", "desc", "defs", "style", "symbol", "g", "path", "rect", "circle", "use", "text"
    }  # fmt: skip
    assert not re.search("[\u202a-\u202e\u2066\u2067\u200f\x00-\x08\x1b\ufffe\uffff]", chart)
    assert {use.attrib["href"] for use in root.iter(f"{SVG}use")} <= {
        f"#{one.attrib['id']}" for one in root.iter(f"{SVG}symbol")
    }
    plates = [text.text for text in root.iter(f"{SVG}text") if text.attrib["fill"] == "#ffffff"]
    assert Counter(plates) == Counter(str(seat) for lap in _race(seed).laps for seat in lap.racing for _ in range(2))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_legend_has_what_is_marked_and_the_words_say_how_often(seed: int) -> None:
    root = ElementTree.fromstring(_chart(seed))
    times = Counter(mark.kind for lap in _race(seed).laps for mark in lap.marks)
    legend = [one.attrib["data-legend"] for one in root.iter(f"{SVG}g") if "data-legend" in one.attrib]
    assert sorted(legend) == sorted(times)
    told = root.findtext(f"{SVG}desc") or ""
    for kind, number in times.items():
        assert f"{label(kind)} {number}" in told
    assert len(re.findall(r"Hand \d+", told)) >= len(_race(seed).laps)
    assert root.attrib["role"] == "img"


def test_a_match_that_has_not_begun_or_is_still_on_has_a_chart_too() -> None:
    match = _match(0)
    waiting = ElementTree.fromstring(race_chart(Recording(match.lines[:1]), [None] * match.state.seats))
    assert waiting.findtext(f"{SVG}desc") == "No hand has begun."
    first = Recording(match.lines[:40])
    assert race(first, [None] * match.state.seats).laps[-1].ended is None
    assert "is on," in race_chart(first, [None] * match.state.seats)


def test_a_long_match_stays_readable_and_small() -> None:
    recorder = Recorder(random.Random(13), Options.parse({"hands": 10}), 10)
    recorder.begin()
    recorder.finish(9_000, resigning=0)
    chart = race_chart(Recording(recorder.lines), [None] * 10)
    assert len(recorder.lines) > 3_000
    assert len(chart) < 1_000_000
    uses = [use.attrib for use in ElementTree.fromstring(chart).iter(f"{SVG}use") if "mark-" in use.attrib["href"]]
    places = [(float(use["x"]), float(use["y"])) for use in uses]
    assert len(set(places)) == len(places)


def test_names_at_line_ends_keep_their_order_and_their_distance() -> None:
    chance = random.Random(5)
    for _ in range(200):
        wanted = sorted(chance.uniform(0, 160) for _ in range(chance.randrange(1, 11)))
        placed = apart(wanted, 15, 0, 160)
        assert all(later - earlier >= 15 - 1e-9 for earlier, later in pairwise(placed))
        assert placed[0] >= 0
        assert placed[-1] <= 160
    assert apart([10, 50, 90], 15, 0, 160) == [10, 50, 90]


def test_marks_that_would_touch_are_in_different_rows() -> None:
    chance = random.Random(6)
    for _ in range(100):
        places = sorted(chance.uniform(0, 400) for _ in range(40))
        rows = in_rows(places, 16)
        by_row = [[place for place, row in zip(places, rows, strict=True) if row == one] for one in set(rows)]
        assert all(b - a >= 16 for row in by_row for a, b in pairwise(row))
    assert in_rows([0, 20, 40], 16) == [0, 0, 0]
