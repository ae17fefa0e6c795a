"""The cards as drawn: every one can be told from every other, also by who sees no colours."""

import re
from xml.etree import ElementTree

import pytest

from app.rules.cards import CODES, item
from replays.show.cards import BACK, card, symbols

SVG = "{http://www.w3.org/2000/svg}"


def _symbols(svg: str) -> dict[str, ElementTree.Element]:
    return {one.attrib["id"]: one for one in ElementTree.fromstring(svg).iter(f"{SVG}symbol")}


def _drawn(symbol: ElementTree.Element, known: dict[str, ElementTree.Element]) -> str:
    """A symbol and all that it uses, without its colours."""
    parts = [ElementTree.tostring(child, encoding="unicode") for child in symbol]
    used = [known[name[1:]] for child in symbol.iter(f"{SVG}use") if (name := child.attrib["href"])]
    shapes = "".join(parts) + "".join(_drawn(one, known) for one in used)
    return re.sub(r'#[0-9a-f]{6}|href="#[^"]*"', "", shapes)


def test_every_code_has_a_symbol_of_60_by_90_and_so_has_the_back() -> None:
    drawn = _symbols(symbols())
    cards = {name: one for name, one in drawn.items() if name.startswith("card-")}
    assert cards.keys() == {f"card-{code}" for code in CODES} | {"card-back"}
    assert {one.attrib["viewBox"] for one in cards.values()} == {"0 0 60 90"}


@pytest.mark.parametrize("code", CODES)
def test_a_card_shows_its_colour_by_a_sign_its_value_and_its_item(code: str) -> None:
    drawn = _symbols(symbols([code]))
    face = f"face-{code[0]}"
    used = [use.attrib["href"] for name in (f"card-{code}", face) for use in drawn[name].iter(f"{SVG}use")]
    value = {"W4": "value-W", "WB": "value-B"}.get(code, f"value-{code[1]}")
    assert sorted(used) == sorted([f"#{face}", f"#sign-{code[0]}", f"#{value}", f"#item-{item(code)}"])


def test_no_two_cards_differ_by_colour_alone() -> None:
    known = _symbols(symbols())
    shapes = {_drawn(one, known) for name, one in known.items() if name.startswith("card-")}
    assert len(shapes) == len(CODES) + 1


@pytest.mark.parametrize(
    "svg", [symbols(), symbols(["g7", "g7"]), symbols([]), *(card(code) for code in (*CODES, BACK))]
)
def test_what_is_used_is_there_once_and_comes_from_nowhere_else(svg: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="([^"]*)"', svg)) <= {f"#{name}" for name in ids}
    assert not re.search(r"url\(|<image|<script|<style|@import", svg)


def test_a_card_that_stands_by_itself_says_what_it_is_and_which_item_it_shows() -> None:
    root = ElementTree.fromstring(card("g7"))
    assert root.attrib["role"] == "img"
    assert [root.findtext(f"{SVG}{name}") for name in ("title", "desc")] == [
        "green 7",
        "It shows the item Green Shell.",
    ]
