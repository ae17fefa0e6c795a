"""The texts for players: five languages that say the same, under the same numbers, and let no HTML through."""

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from xml.etree.ElementTree import Element

import html5lib
import pytest

from app.rules.options import Options
from app.services.languages import ENGLISH, LANGUAGES
from app.web import art
from app.web.reading import texts
from app.web.reading.texts import DIFFERENCES, FOLDER, RULES
from replays.show.languages import card_name
from tests.conformance.test_numbers import NUMBERS

UNOFFICIAL = {"en": "unofficial", "sq": "jozyrtar", "is": "óopinbert", "eo": "neoficiala", "ar": "غير رسمية"}
ORIGINAL = "UNO Mario Kart"
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
BOTH = [(text, language) for text in (RULES, DIFFERENCES) for language in LANGUAGES]


def drawing(symbol: str) -> str:
    return f"/art/cards.svg#{symbol}"


def rendered(text: str, language: str) -> str:
    return texts.rules(language, drawing) if text == RULES else texts.differences(language, drawing, "/rules?lang=x")


def parsed(html: str) -> Element:
    """The body; a mistake in the HTML is an error."""
    page = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(f"<!doctype html><body>{html}")
    return page.find("body")


@cache
def page(text: str, language: str) -> Element:
    return parsed(rendered(text, language))


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def blocks(text: str, language: str) -> Iterator[tuple[str, Element]]:
    """The headings, paragraphs and list items in their order, each with its tag, and its id if it has one."""
    for element in page(text, language).iter():
        if element.tag in ("h2", "h3", "p", "li"):
            yield f"{element.tag}#{element.get('id', '')}", element


def outline(text: str, language: str) -> list[str]:
    return [name for name, _ in blocks(text, language)]


def ids(text: str, language: str) -> list[str]:
    return [element.attrib["id"] for element in page(text, language).iter() if "id" in element.attrib]


def addresses(element: Element) -> list[str]:
    return [link.attrib["href"] for link in element.iter("a")]


def pictures(element: Element) -> list[str]:
    return [use.attrib["href"] for use in element.iter("{http://www.w3.org/2000/svg}use")]


def amounts(element: Element) -> list[str]:
    """The numbers in digits; languages part thousands by different signs."""
    return sorted(re.findall(r"\d+", re.sub(r"(?<=\d)[.,\u00a0 ](?=000)", "", words(element))))


def what_no_language_changes(element: Element) -> dict[str, list[str]]:
    return {
        "codes": sorted(words(code) for code in element.iter("code")),
        "links": sorted(addresses(element)),
        "pictures": pictures(element),
        "numbers": amounts(element),
        "emphasis": ["" for _ in element.iter("em")],
        "bold": ["" for _ in element.iter("strong")],
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_every_number_once(language):
    source = (FOLDER / language / "rules.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\*\*(R\d+)\*\*", source)) == sorted(NUMBERS)
    assert sorted(one for one in ids(RULES, language) if texts.NUMBER.fullmatch(one)) == sorted(NUMBERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_has_its_number_as_id_and_says_it_first(language):
    ruled = [element for name, element in blocks(RULES, language) if element.get("class") == "rule"]
    assert len(ruled) == len(NUMBERS)
    for element in ruled:
        assert words(element).split()[0] == element.get("id")
        assert addresses(element)[0] == f"#{element.get('id')}"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("text", [RULES, DIFFERENCES])
def test_every_language_has_the_same_headings_rules_and_lists_in_the_same_order(text, language):
    assert outline(text, language) == outline(text, ENGLISH)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("text", [RULES, DIFFERENCES])
def test_every_language_names_the_same_numbers_codes_cards_and_rules_at_each_place(text, language):
    for (name, here), (_, in_english) in zip(blocks(text, language), blocks(text, ENGLISH), strict=True):
        assert (name, what_no_language_changes(here)) == (name, what_no_language_changes(in_english))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("text", [RULES, DIFFERENCES])
def test_nothing_is_left_in_english(text, language):
    left = [words(element) for _, element in blocks(text, ENGLISH) if len(words(element)) > len("UNO")]
    said = [words(element) for _, element in blocks(text, language)]
    assert [one for one in left if one in said] == []
    assert texts.title(text, language) != texts.title(text, ENGLISH)


@pytest.mark.parametrize(("text", "language"), BOTH)
def test_every_id_is_there_once(text, language):
    assert len(ids(text, language)) == len(set(ids(text, language)))


@pytest.mark.parametrize(("text", "language"), BOTH)
def test_every_link_leads_somewhere(text, language):
    for address in addresses(page(text, language)):
        where, _, anchor = address.partition("#")
        assert where == ("" if text == RULES else "/rules?lang=x")
        assert anchor in ids(RULES, language)


@pytest.mark.parametrize(("text", "language"), BOTH)
def test_every_picture_is_drawn(text, language):
    drawn = set(re.findall(r'<symbol id="([^"]+)"', art.drawings()))
    shown = [address.removeprefix("/art/cards.svg#") for address in pictures(page(text, language))]
    assert shown
    assert [symbol for symbol in shown if symbol not in drawn] == []


@pytest.mark.parametrize(("text", "language"), BOTH)
def test_a_picture_is_named_or_hidden_from_readers_aloud(text, language):
    for picture in page(text, language).iter("{http://www.w3.org/2000/svg}svg"):
        named = picture.get("role") == "img" and bool(picture.get("aria-label"))
        assert named != (picture.get("aria-hidden") == "true")


@pytest.mark.parametrize(("text", "language"), BOTH)
def test_a_picture_of_a_card_has_the_name_that_the_game_calls_it_by(text, language):
    named = [one for one in page(text, language).iter("{http://www.w3.org/2000/svg}svg") if "aria-label" in one.attrib]
    assert named
    for picture in named:
        code = pictures(picture)[0].partition("#card-")[2]
        assert picture.attrib["aria-label"] == card_name(code, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_say_once_that_this_is_unofficial(language):
    notices = [words(one) for _, one in blocks(RULES, language) if ORIGINAL in words(one)]
    assert len(notices) == 1
    assert UNOFFICIAL[language] in notices[0]
    assert words(page(RULES, language)).count(ORIGINAL) == 1
    assert ORIGINAL not in words(page(DIFFERENCES, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_every_option_and_no_other(language):
    at_the_end = texts.sections(RULES, language)[-1].id
    names = [name for name, _ in blocks(RULES, language)]
    listed = [one for _, one in list(blocks(RULES, language))[names.index(f"h2#{at_the_end}") :] if one.tag == "li"]
    first_codes = [words(next(one.iter("code"))) for one in listed]
    assert first_codes == [option.name for option in fields(Options)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_difference_names_the_rule_that_says_it(language):
    for point in page(DIFFERENCES, language).iter("li"):
        assert any(texts.NUMBER.fullmatch(words(link)) for link in point.iter("a")), words(point)


@pytest.mark.parametrize(("text", "language"), BOTH)
def test_a_link_to_a_rule_is_called_by_the_number_that_it_leads_to(text, language):
    for link in page(text, language).iter("a"):
        anchor = link.attrib["href"].partition("#")[2]
        if texts.NUMBER.fullmatch(anchor) or texts.NUMBER.fullmatch(words(link)):
            assert words(link) == anchor


@pytest.mark.parametrize(("text", "language"), BOTH)
def test_numbers_and_codes_keep_their_direction(text, language):
    for element in page(text, language).iter():
        if element.tag == "code" or (element.tag == "a" and texts.NUMBER.fullmatch(words(element))):
            assert element.get("dir") == "ltr"


@pytest.mark.parametrize(("text", "language"), BOTH)
def test_the_contents_are_the_headings_in_their_order(text, language):
    listed = parsed(texts.contents(language, text))
    headings = [element for _, element in blocks(text, language) if element.tag in ("h2", "h3")]
    assert [(link.attrib["href"], words(link)) for link in listed.iter("a")] == [
        (f"#{heading.get('id')}", words(heading)) for heading in headings
    ]


@pytest.mark.parametrize(("text", "language"), BOTH)
def test_our_texts_hold_no_html_and_the_page_no_style(text, language):
    source = (FOLDER / language / f"{text}.md").read_text(encoding="utf-8")
    assert "<" not in source
    assert not re.search(r"&\w+;", source)
    for element in page(text, language).iter():
        assert not {name for name in element.attrib if name == "style" or name.startswith("on")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_also_told_in_plain_words(language):
    listed = {
        element.get("id"): words(element) for _, element in blocks(RULES, language) if element.get("class") == "rule"
    }
    for number in NUMBERS:
        assert texts.rule(language, number).startswith(listed[number])
    assert texts.rule(language, "R40") is None
    assert texts.rule(language, "goal") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_in_plain_words_has_its_list_and_no_other_rule(language):
    told = texts.rule(language, "R33")
    names = [name for name, _ in blocks(RULES, language)]
    all_blocks = [words(element) for _, element in blocks(RULES, language)]
    of_it = all_blocks[names.index("p#R33") : names.index("p#R34")]
    assert told == " ".join(of_it)
    assert len(of_it) == 6


HOSTILE = """# <b>Title</b>

## A heading {#a-heading}

<script>alert(1)</script>

**R1** <img src=x onerror=alert(1)> [a link](javascript:alert%281%29) ![" onload="x](card:"onload=x) `<i>`

<div style="color: red">
"""


def test_html_in_a_text_is_shown_as_it_is_written(tmp_path, monkeypatch):
    (tmp_path / "hostile").mkdir()
    (tmp_path / "hostile" / "rules.md").write_text(HOSTILE, encoding="utf-8")
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    shown = parsed(texts.rules("hostile", drawing))
    inside = {element.tag.rpartition("}")[2] for element in shown.iter()} - {"body"}
    assert inside <= {"h2", "p", "strong", "a", "svg", "use", "code"}
    assert not [element for element in shown.iter() if {"style", "onerror", "onload"} & element.attrib.keys()]
    assert addresses(shown) == ["#R1"]
    assert "<script>alert(1)</script>" in words(shown)
    assert '<div style="color: red">' in words(shown)


def test_a_language_without_texts_is_an_error():
    with pytest.raises(FileNotFoundError):
        texts.rules("xx", drawing)
