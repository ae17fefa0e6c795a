"""The page of a game, in a real browser without a network: it plays, and shows what the service would."""

import json
import random
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from app.rules.view import view
from replays.recording import Moment, Recording
from replays.show.languages import LANGUAGES, color_name, direction, phrase
from replays.show.page import page
from tests.records import long_match, random_match

NAMES = ["Anna", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo"]
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "\"' onmouseover='alert(1)'",
    "\u202eevil\u2066",
    "<img src=x onerror=alert(1)>",
    "${alert(1)} $title",
    "]]>&lt;b&gt;",
    "فاطمة",
    "x" * 400,
    "{name}",
]

SEEDS = [3, 10, 13, 15, 21, 36]
"""Matches of one hand and of several, with challenges, resignations and empty seats."""
SHOWN = (Path(__file__).parent / "shown.js").read_text()


def test_from_a_disk_it_plays_and_steps_without_a_network(opened) -> None:
    recording = Recording(random_match(21).lines)
    shown = opened(page(recording, NAMES))
    said = [move.inner_text() for move in shown.locator("#list a").all()]
    assert len(said) == len(recording.lines)
    start = int(shown.locator("#table").get_attribute("data-seq"))
    assert said[start].endswith("goes first.")

    def stands(seq: int) -> None:
        assert shown.locator("#table").get_attribute("data-seq") == str(seq)
        assert shown.locator("#said").inner_text() == said[seq]
        assert shown.locator("#list [aria-current]").inner_text() == said[seq]
        assert shown.locator("#slider").input_value() == str(seq)
        then = datetime.fromtimestamp(recording.moment(seq).t // 1000, UTC)
        assert shown.locator("#time").text_content() == f"{then:%Y-%m-%d %H:%M:%S UTC}"

    stands(start)
    shown.get_by_role("button", name="Next", exact=True).click()
    stands(start + 1)
    shown.get_by_role("button", name="Last").click()
    stands(len(said) - 1)
    shown.get_by_role("button", name="Previous", exact=True).click()
    stands(len(said) - 2)
    shown.get_by_role("button", name="First").click()
    stands(0)
    shown.locator("#list a").nth(57).click()
    stands(57)
    shown.locator("#slider").fill("100")
    stands(100)
    shown.get_by_label("Speed").select_option(value="4")
    shown.get_by_role("button", name="Play").click()
    expect(shown.locator("#table")).to_have_attribute("data-seq", re.compile("10[3-9]"))
    shown.get_by_role("button", name="Pause").click()
    assert shown.get_by_role("button", name="Play").is_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_each_language_and_follows_its_direction(opened, language: str) -> None:
    recording = Recording(random_match(21).lines)
    shown = opened(page(recording, ["أمل"] * recording.created.seats, language=language))
    root = shown.locator("html")
    assert (root.get_attribute("lang"), root.get_attribute("dir")) == (language, direction(language))
    at = {name: shown.locator(f"#{name}") for name in ("table", "said", "color", "draw_pile", "direction")}
    sentences = [move.inner_text() for move in shown.locator("#list a").all()]
    for seq in (0, 40, len(sentences) - 1):
        shown.evaluate("seq => go(seq)", seq)
        assert at["said"].inner_text() == sentences[seq]
        state = recording.moment(seq).state
        pile = phrase("viewer.to_draw", language, cards=phrase("cards", language, count=state.end - state.next))
        assert at["draw_pile"].text_content() == pile
        assert at["direction"].text_content()[1:] == phrase("direction", language, direction=state.direction)
        if state.color:
            assert at["color"].text_content() == color_name(state.color, language)
    shown.keyboard.press("ArrowLeft")
    assert at["table"].get_attribute("data-seq") == str(len(sentences) - 2)
    told = shown.evaluate("() => document.body.innerText")
    assert "undefined" not in told
    assert not set("{}") & set(told)
    first, last = shown.locator("#first").bounding_box(), shown.locator("#last").bounding_box()
    assert first["x"] < last["x"], "time runs from left to right"
    heading, brand = shown.locator("h1").evaluate("one => getComputedStyle(one).direction"), direction(language)
    assert heading == brand
    if language == "ar":
        left_in_latin = set(re.findall("[A-Za-z]+", told)) - set(re.findall("[A-Za-z]+", recording.game))
        assert left_in_latin <= {"UNO", "UTC", "Kartfold", "Random", "Racer", "replay", "jsonl"}


def test_it_plays_to_the_end_and_stops_there(opened) -> None:
    recording = Recording(random_match(21).lines)
    last = len(recording.lines) - 1
    shown = opened(page(recording, NAMES), f"#{last - 2}")
    shown.get_by_label("Speed").select_option(value="4")
    shown.keyboard.press("Space")
    expect(shown.locator("#table")).to_have_attribute("data-seq", str(last))
    assert shown.get_by_role("button", name="Play").is_visible()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_positions_are_those_of_the_service_through_every_eyes(opened, seed: int) -> None:
    recording = Recording(random_match(seed).lines)
    moments = list(recording.moments())
    shown = opened(page(recording, NAMES[: recording.created.seats]))
    chance = random.Random(seed)
    seats = [seat for seat, player in enumerate(recording.players) if player is not None]
    telling = [one.seq for one in moments if one.state.shown or one.state.draw_four or one.kind == "cards.drawn"]
    asked = {
        0,
        len(moments) - 1,
        *chance.sample(range(len(moments)), 25),
        *chance.sample(telling, min(15, len(telling))),
    }
    looks = [
        (seq, eyes)
        for seq in sorted({0, len(moments) - 1, *asked})
        for eyes in ("table", "all", chance.choice(seats), chance.choice(seats))
    ]
    read = shown.evaluate(f"looks => looks.map(([seq, eyes]) => (go(seq), look(eyes), ({SHOWN})()))", looks)
    for (seq, eyes), seen in zip(looks, read, strict=True):
        check(seen, recording, moments[seq], eyes)


def check(shown: dict[str, Any], recording: Recording, moment: Moment, eyes: str | int) -> None:
    """What is shown is the view of these eyes, and nothing more."""
    state = moment.state
    eye = eyes if isinstance(eyes, int) else None
    seen = json.loads(json.dumps(view(state, recording.dealer, eye, moment.complete)))
    you = seen.pop("you", None)
    expected = {**seen, "complete": moment.complete}
    assert {name: shown[name] for name in expected} == expected
    known = [view(state, recording.dealer, seat)["you"] for seat in range(state.seats)]
    for seat in range(state.seats):
        open_now = eyes in ("all", seat) and state.hand > 0
        assert shown["hands"][seat] == (known[seat]["hand"] if open_now else [])
        assert shown["backs"][seat] == (0 if open_now else seen["seats"][seat]["cards"])
        assert shown["drawn"][seat] == (known[seat]["drawn"] if open_now else None)
    if eyes == "table":
        assert shown["shown"] == []
    if you is not None:
        assert all(one.pop("to") == eyes for one in shown["shown"])
        assert sorted(shown["shown"], key=str) == sorted(you["shown"], key=str)


def test_the_sample_above_has_challenges() -> None:
    assert any(one.state.shown for seed in SEEDS for one in Recording(random_match(seed).lines).moments())


def test_of_a_hand_that_is_on_no_eyes_see_a_card(opened) -> None:
    match = random_match(3)
    ended = [one.seq for one in Recording(match.lines).moments() if one.kind == "hand.ended"]
    recording = Recording(match.lines[: ended[-1]])
    html = page(recording, NAMES[: recording.created.seats])
    last = len(recording.lines) - 1
    shown = opened(html, f"#{last}.all")
    for eyes in ("all", 0):
        shown.evaluate(f"look({json.dumps(eyes)})")
        seen = shown.evaluate(f"({SHOWN})()")
        assert all(hand == [] for hand in seen["hands"])
        assert seen["backs"] == [seat["cards"] for seat in seen["seats"]]
    hands = json.loads(shown.locator("#game").inner_text())["hands"]
    assert [number for number, cards in hands.items() if cards is None] == [str(recording.last.hand)]


def test_the_keyboard_alone(opened) -> None:
    recording = Recording(random_match(36).lines)
    starts = [one.seq for one in recording.moments() if one.kind == "hand.started"]
    names = NAMES[: recording.created.seats]
    shown = opened(page(recording, names), "#0.table")
    last = len(recording.lines) - 1

    def press(key: str) -> int:
        shown.keyboard.press(key)
        return int(shown.locator("#table").get_attribute("data-seq"))

    keys = ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft")
    assert [press(key) for key in keys] == [1, 2, 1, last, last, 0, 0]
    first = press("]")
    second = press("]")
    assert starts[0] < first < starts[1] < second
    assert shown.locator("#table").get_attribute("data-hand-number") == "2"
    assert press("[") == first
    eyes = [shown.locator("#badge").inner_text()]
    for _ in range(sum(player is not None for player in recording.players) + 2):
        shown.keyboard.press("v")
        eyes.append(shown.locator("#badge").inner_text())
    assert eyes[0] == eyes[-1], "they come round again"
    assert len(set(eyes)) == len(eyes) - 1
    assert any("Anna" in badge for badge in eyes)
    shown.keyboard.press("?")
    assert shown.get_by_role("dialog", name="Keys").is_visible()
    shown.keyboard.press("Escape")
    assert not shown.get_by_role("dialog", name="Keys").is_visible()
    shown.get_by_label("Step").select_option("turn")
    shown.locator("#slider").focus()
    before = int(shown.locator("#table").get_attribute("data-seq"))
    after = press("ArrowRight")
    assert after > before
    assert shown.locator("#table").get_attribute("data-phase") == "turn"


def test_the_address_says_where_and_whose_eyes(opened) -> None:
    recording = Recording(random_match(21).lines)
    shown = opened(page(recording, NAMES), "#57.2")
    assert shown.locator("#table").get_attribute("data-seq") == "57"
    assert shown.locator("#badge").inner_text().endswith("\u2068Cem\u2069: what this seat knew then")
    shown.keyboard.press("ArrowRight")
    assert shown.evaluate("location.hash") == "#58.2"
    shown.get_by_label("Eyes").select_option("the table")
    assert shown.evaluate("location.hash") == "#58.table"
    shown.get_by_role("button", name="\u2068Ben\u2069").click()
    assert shown.evaluate("location.hash") == "#58.1"
    shown.evaluate("location.hash = '#60.all'")
    expect(shown.locator("#table")).to_have_attribute("data-seq", "60")
    expect(shown.locator("#table")).to_have_attribute("data-eyes", "all")


@pytest.mark.parametrize("fragment", ["#", "#x", "#-1", "#99999999999", "#57.77", "#57.<b>", "#999999999.2", "#57.2.2"])
def test_a_strange_address_does_no_harm(opened, fragment: str) -> None:
    recording = Recording(random_match(21).lines)
    shown = opened(page(recording, NAMES), fragment)
    assert 0 <= int(shown.locator("#table").get_attribute("data-seq")) < len(recording.lines)


def test_hostile_names_are_only_names(opened) -> None:
    recording = Recording(random_match(17).lines)
    html = page(recording, HOSTILE, title="<b>\"'</title><script>alert(1)</script>")
    shown = opened(html)
    shown.on("dialog", lambda dialog: pytest.fail(f"a name was run: {dialog.message}"))
    assert shown.locator("script").count() == 2
    assert shown.locator("img, b:not(.kart b), [onmouseover]").count() == 0
    assert shown.title() == "<b>\"'</title><script>alert(1)</script>"
    names = [name.inner_text() for name in shown.locator(".name").all()]
    for name, player, given in zip(names, recording.players, HOSTILE, strict=True):
        if player is not None and "\u202e" not in given and len(given) < 64:
            assert name.strip("\u2068\u2069") == given
    assert "\u202e" not in shown.content()
    for key in ("End", "v", "v", "v", "Home", "]"):
        shown.keyboard.press(key)


def test_without_scripts_it_says_what_happened(opened) -> None:
    recording = Recording(random_match(21).lines)
    html = page(recording, NAMES)
    with_scripts = [move.inner_text() for move in opened(html).locator("#list a").all()]
    shown = opened(html, java_script_enabled=False)
    assert [move.inner_text() for move in shown.locator("#list a").all()] == with_scripts
    assert shown.locator("#list a").last.is_visible()
    assert not shown.locator("#controls").is_visible()
    assert shown.get_by_role("table", name="Points").is_visible()


def test_on_paper_it_is_the_list(opened) -> None:
    shown = opened(page(Recording(random_match(21).lines), NAMES))
    shown.emulate_media(media="print")
    assert shown.locator("#list a").last.is_visible()
    assert not shown.locator("#controls").is_visible()
    assert shown.locator("#list").evaluate("list => list.scrollHeight <= list.clientHeight + 1")


@pytest.mark.parametrize("width", [320, 360, 768, 1280, 2560])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_every_screen(opened, width: int, scheme: str) -> None:
    shown = opened(
        page(Recording(random_match(21).lines), HOSTILE),
        "#200.all",
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
    )
    assert shown.evaluate("document.documentElement.scrollWidth") <= width


def test_its_own_policy_forbids_the_network(offline, tmp_path) -> None:
    path = tmp_path / "game.html"
    path.write_text(page(Recording(random_match(21).lines), NAMES), encoding="utf-8")
    shown = offline().new_page()
    shown.goto(path.as_uri())
    refused = shown.evaluate("""() => new Promise((done) => {
        document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
        const image = Object.assign(new Image(), { src: "https://example.org/x.png" });
        image.addEventListener("error", () => setTimeout(done, 1000, "nothing but that nothing is there"));
    })""")
    assert refused == "img-src"


def test_everything_that_can_be_used_has_a_name(opened) -> None:
    shown = opened(page(Recording(random_match(21).lines), NAMES))
    unnamed = shown.evaluate("""() => [...document.querySelectorAll("button, select, input, [role=img]")]
        .filter((one) => !(one.ariaLabel || one.labels?.length || one.innerText || one.getAttribute("aria-labelledby")))
        .map((one) => one.outerHTML)""")
    assert unnamed == []
    assert shown.locator("[aria-live]").count() == 1


def test_a_long_match_stays_small() -> None:
    html = page(Recording(long_match(1000).lines), NAMES)
    assert len(html.encode()) < 700_000
