"""A game in five languages: each says all that English says, out of the same parameters, and in its own grammar."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel import Locale

from app.rules.cards import CODES
from app.rules.state import Player
from app.services import languages as services
from replays.exports import open_file
from replays.recording import Moment
from replays.show.languages import (
    LANGUAGES,
    called,
    card_name,
    color_name,
    direction,
    in_language,
    item_name,
    language_of,
    listing,
    number_word,
    phrase,
    row,
    seat_names,
    sentence,
    when,
)
from replays.show.sentences import Said, said
from replays.show.words import isolated

GOLDEN = Path(__file__).parents[2] / "replays" / "golden"
NAMES = ["Anna", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo"]
OTHERS = [code for code in LANGUAGES if code != "en"]
NUMBERS = (0, 1, 2, 3, 10, 11, 21, 99, 100, 101, 1234)
ENGLISH = language_of("en").templates
LATIN = {"UNO", "Kartfold"}
"""Words of ours that are written in Latin letters everywhere."""


def texts(code: str) -> Iterator[tuple[str, str, str | None]]:
    """Every text of a language: its key, itself, and the plural category for which it stands."""
    for key, template in language_of(code).templates.items():
        if isinstance(template, str):
            yield key, template, None
        else:
            for category, text in template.items():
                yield key, text, category


def asked(text: str) -> list[str]:
    """The parameters that a text asks for, in whatever form."""
    return sorted({name.partition("_")[0] for _, name, _, _ in Formatter().parse(text) if name is not None})


def text_of(template: str | Mapping[str, str]) -> str:
    """A template for many."""
    return template if isinstance(template, str) else template["other"]


def given(count: int = 2) -> dict[str, Any]:
    """Something for every parameter."""
    return {
        "name": "Anna", "other": "Ben", "card": "gR", "color": "g", "item": "mushroom", "count": count, "seat": 1,
        "hand": 4, "until": 86_400_000, "bot": "Racer", "names": ["Anna", "Ben"], "seq": 57, "taken": 1, "seats": 3,
        "direction": -1, "place": 2, "game": "G", "record": "R", "cards": "C", "points": "P", "last": 99, "marks": "M",
        "turn": 6, "mark": "K",
    }  # fmt: skip


def test_there_are_five() -> None:
    assert LANGUAGES == ("en", "sq", "is", "eo", "ar")
    assert [direction(code) for code in LANGUAGES] == ["ltr", "ltr", "ltr", "ltr", "rtl"]
    assert tuple(services.LANGUAGES) == LANGUAGES, "the pages speak the same"
    assert {code for code in LANGUAGES if direction(code) == "rtl"} == services.RIGHT_TO_LEFT
    with pytest.raises(KeyError):
        phrase("seat", "fr", seat=1)


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_says_what_english_says(code: str) -> None:
    assert set(language_of(code).templates) == set(ENGLISH)
    for word, english in language_of("en").words.items():
        if "_" not in word and word != "place":
            assert set(english) - set(range(3)) <= set(language_of(code).words[word]), word


@pytest.mark.parametrize("code", OTHERS)
def test_it_asks_for_the_same_parameters(code: str) -> None:
    for key, text, category in texts(code):
        wanted = asked(text_of(ENGLISH[key]))
        if category is None or category == "other":
            assert asked(text) == wanted, (key, text)
        else:  # one, and two, may be said without their number
            assert {*asked(text), "count"} == {*wanted, "count"}, (key, text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_counts_has_a_text_for_each_plural_that_the_language_has(code: str) -> None:
    rule = Locale.parse(code).plural_form
    for key, template in language_of(code).templates.items():
        if not isinstance(template, str):
            assert set(template) == {*rule.tags, "other"}, key
        else:
            assert "count" not in asked(template), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_plural_of_a_number_is_that_of_unicode(code: str) -> None:
    rule = Locale.parse(code).plural_form
    assert [language_of(code).plural(number) for number in range(1300)] == [rule(number) for number in range(1300)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_can_be_filled(code: str) -> None:
    for key in ENGLISH:
        for number in NUMBERS:
            filled = phrase(key, code, **given(number))
            assert filled
            assert not set("{}") & set(filled), (key, filled)


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_left_in_english(code: str) -> None:
    for key, text, _ in texts(code):
        letters = set(re.findall(r"[^\W\d_]+", re.sub(r"\{\w+\}", "", text))) - LATIN
        assert not letters or text != text_of(ENGLISH[key]), (key, text)
        if direction(code) == "rtl":
            assert not [word for word in letters if word.isascii()], (key, text)


# ---------------------------------------------------------------- events


@cache
def occasions() -> list[tuple[Moment, int]]:
    """From the golden records one event for each thing that is said, with the number of seats."""
    found: dict[str, tuple[Moment, int]] = {}
    for path in sorted(GOLDEN.glob("*.replay.jsonl.gz")):
        recording, _ = open_file(path)
        for moment in recording.moments():
            found.setdefault(said(moment, NAMES).key, (moment, recording.created.seats))
    return list(found.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_event_of_the_golden_records_has_its_sentence(code: str) -> None:
    assert len(occasions()) > 70
    for moment, seats in occasions():
        names = [isolated(name) for name in NAMES[:seats]]
        what, text = said(moment, names), sentence(moment, names, code)
        assert text.endswith(".")
        assert not set("{}") & set(text)
        assert "None" not in text
        fields = asked(text_of(ENGLISH[what.key]))
        named = [what.parameters[field] for field in ("name", "other", "bot") if field in fields]
        for name in [*named, *what.parameters.get("names", [])]:
            assert name in text, (what, text)
        if "card" in fields:
            assert any(words[what.parameters["card"]] in text for words in forms_of("card", code))


SAID = {
    "a card is played": (
        Said("card.played.anticlockwise", {"name": "Ann", "card": "rR", "other": "Bo"}),
        "Ann plays a red Reverse: play goes anticlockwise now.",
        "Ann luan një „Ndërro drejtimin“ të kuqe: tani loja shkon në drejtim të kundërt me akrepat e orës.",
        "Ann setur út rauðan Snúning: nú er leikið rangsælis.",
        "Ann ludas ruĝan Inversigon: oni nun ludas maldekstrume.",
        "ورقة من Ann: عكس اتجاه حمراء، فيصبح اللعب عكس عقارب الساعة.",
    ),
    "a colour is chosen": (
        Said("color.chosen", {"name": "Ann", "color": "y"}),
        "Ann chooses yellow.",
        "Ann zgjedh ngjyrën e verdhë.",
        "Ann velur gult.",
        "Ann elektas la flavan koloron.",
        "اختيار Ann هو اللون الأصفر.",
    ),
    "a card starts the pile": (
        Said("card.turned.start", {"name": "Ann", "card": "g7"}),
        "A green 7 starts the discard pile, and Ann goes first.",
        "Pirgu i hedhjes nis me një 7 të gjelbër, dhe loja fillon nga Ann.",
        "Fyrst í kastbunkann kemur grænt 7 og Ann á fyrsta leik.",
        "La demetstako komenciĝas per verda 7, kaj Ann ludas unua.",
        "تبدأ كومة الرمي بورقة 7 خضراء، ويبدأ اللعب من Ann.",
    ),
    "three players": (
        Said("game.started", {"count": 3}),
        "The match begins with three players.",
        "Ndeshja fillon me tre lojtarë.",
        "Viðureignin hefst: þrír leikmenn.",
        "La matĉo komenciĝas kun tri ludantoj.",
        "تبدأ المباراة وفيها ثلاثة لاعبين.",
    ),
    "three cards": (
        Said("cards.drawn.turn", {"name": "Ann", "count": 3}),
        "Ann draws three cards.",
        "Ann tërheq tri letra.",
        "Ann dregur þrjú spil.",
        "Ann prenas tri kartojn.",
        "Ann: سحب ثلاث أوراق.",
    ),
    "two cards": (
        Said("cards.drawn.bob_omb", {"name": "Ann", "count": 2}),
        "The Bob-omb goes off: Ann draws two cards.",
        "Bob-omba shpërthen: Ann tërheq dy letra.",
        "Bob-omban springur: Ann dregur tvö spil.",
        "La Bob-ombo eksplodas: Ann prenas du kartojn.",
        "انفجرت بوب أومب عند Ann: سحب ورقتين.",
    ),
    "a thousand points and more": (
        Said("hand.ended", {"name": "Ann", "hand": 2, "count": 1121}),
        "Ann wins hand 2 and scores 1,121 points.",
        "Ann fiton raundin 2 dhe merr 1\u00a0121 pikë.",
        "Ann vinnur umferð 2 og fær 1.121 stig.",
        "Ann gajnas raŭndon 2 kaj ricevas 1\u00a0121 poentojn.",
        "الفوز بالجولة 2 من نصيب Ann: 1121 نقطة.",
    ),
    "places are shared": (
        Said("match.ended", {"names": ["Ann", "Bo", "Cy"], "count": 3}),
        "The match is over: Ann, Bo and Cy share the first place.",
        "Ndeshja mbaroi: Ann, Bo dhe Cy e ndajnë vendin e parë.",
        "Viðureigninni er lokið: Ann, Bo og Cy deila fyrsta sæti.",
        "La matĉo finiĝis: Ann, Bo kaj Cy dividas la unuan lokon.",
        "انتهت المباراة: المركز الأول مشترك بين Ann وBo وCy.",
    ),
    "a clock waits": (
        Said("clock.paused.table", {"until": 86_400_000}),
        "All clocks stand still until 1970-01-02 00:00 UTC.",
        "Të gjitha orët ndalen deri në 1970-01-02 00:00 UTC.",
        "Allar klukkur standa kyrrar til 1970-01-02 00:00 UTC.",
        "Ĉiuj horloĝoj haltas ĝis 1970-01-02 00:00 UTC.",
        "كل الساعات متوقفة حتى \u20681970-01-02 00:00 UTC\u2069.",
    ),
    "a clock waits for ever": (
        Said("clock.paused.table", {"until": 2**53 - 1}),
        "All clocks stand still until the end of time.",
        "Të gjitha orët ndalen deri në fund të kohës.",
        "Allar klukkur standa kyrrar til enda tímans.",
        "Ĉiuj horloĝoj haltas ĝis la fino de la tempo.",
        "كل الساعات متوقفة حتى نهاية الزمن.",
    ),
}


@pytest.mark.parametrize(("what", "says"), [(what, says) for what, *says in SAID.values()], ids=SAID)
def test_sentences_in_each_language(what: Said, says: list[str]) -> None:
    assert [in_language(what, code) for code in LANGUAGES] == says


@pytest.mark.parametrize(
    ("count", "drawn"),
    [
        (1, "سحب ورقة واحدة"), (2, "سحب ورقتين"), (3, "سحب ثلاث أوراق"), (10, "سحب عشر أوراق"), (11, "سحب 11 ورقة"),
        (100, "سحب 100 ورقة"), (103, "سحب 103 أوراق"),
    ],
)  # fmt: skip
def test_arabic_counts_cards(count: int, drawn: str) -> None:
    assert phrase("cards.drawn.turn", "ar", name="Ann", count=count) == f"Ann: {drawn}."


def test_icelandic_counts_twenty_one_as_one() -> None:
    counted = [phrase("page.events", "is", count=count) for count in (1, 2, 11, 21)]
    assert counted == ["1 atburður", "2 atburðir", "11 atburðir", "21 atburður"]


# ---------------------------------------------------------------- words


def forms_of(word: str, code: str) -> list[Mapping[Any, str]]:
    """What a language calls something, in each of its forms."""
    return [words for field, words in language_of(code).words.items() if field.partition("_")[0] == word]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_cards_are_called_the_same(code: str) -> None:
    for named in forms_of("card", code):
        assert list(named) == list(CODES)
        assert len(set(named.values())) == len(CODES)
    for named in forms_of("color", code):
        assert len(set(named.values())) == 4


NAMED = {
    "en": ("green 7", "red Skip", "Wild Item Box", "blue", "Lightning"),
    "sq": ("7 e gjelbër", "„Kapërce“ e kuqe", "Xhoker Kuti sendesh", "blu", "Rrufe"),
    "is": ("grænt 7", "rautt Stopp", "Jóker Hlutakassi", "blár", "Elding"),
    "eo": ("verda 7", "ruĝa Preterpaso", "Ĵokero Objektskatolo", "blua", "Fulmo"),
    "ar": ("7 خضراء", "تخطٍّ حمراء", "جوكر صندوق العناصر", "أزرق", "الصاعقة"),
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_cards_and_colours_have_their_names(code: str) -> None:
    cards = [card_name(card, code) for card in ("g7", "rS", "WB")]
    assert (*cards, color_name("b", code), item_name("b3", code)) == NAMED[code]


def test_lists_numbers_and_times() -> None:
    assert [listing(["A", "B", "C"], code) for code in OTHERS] == ["A, B dhe C", "A, B og C", "A, B kaj C", "A وB وC"]
    assert [row(["A", "B"], code) for code in ("en", "ar")] == ["A, B", "A، B"]
    assert [number_word(4, code) for code in LANGUAGES] == ["four", "katër", "fjögur", "kvar", "أربع"]
    assert [number_word(1234, code) for code in LANGUAGES] == ["1,234", "1\u00a0234", "1.234", "1\u00a0234", "1,234"]
    assert [when(0, "%Y-%m-%d", code) for code in ("is", "ar")] == ["1970-01-01", "\u20681970-01-01\u2069"]
    assert when(2**53 - 1, "%Y", "eo") == "la fino de la tempo"


def test_who_sits_where_in_each_language() -> None:
    players = [Player("p", None, None), Player(None, "racer", None), None, Player("q", None, None)]
    given_names = ["Anna", None, "Nobody", None]
    last = [seat_names(players, given_names, code)[3] for code in LANGUAGES]
    assert last == ["Seat 3", "Vendi 3", "Sæti 3", "Sidloko 3", "المقعد 3"]
    assert seat_names([players[1]] * 2, [None] * 2, "ar") == ("Racer (المقعد 0)", "Racer (المقعد 1)")
    assert called(players, given_names, "ar") == ("\u2068Anna\u2069", "\u2068Racer\u2069", None, None)
