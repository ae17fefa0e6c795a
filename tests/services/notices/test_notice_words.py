"""What notices say: each kind in words of its own, in the language of its reader, and with names that stay names."""

import pytest

from app.services.letters.letters import DIGEST, NEWS, Letterhead, letter, written
from app.services.notices.notice_letters import entry
from app.services.notices.notice_words import MOST_NAMES, moment_of, sentence_of, subject_of
from app.store.notices import KINDS, REMINDERS, Notice
from app.store.standing import Item, TableNow
from replays.show.words import bot_name
from tests.letterbox import html, links, text

NOW = 1_800_000_000_000
HEAD = Letterhead("Kartfold <k@example.org>", "https://play.example.org")
GAME = "3c5a2f3e-0000-4000-8000-000000000000"
WHEN = {"away": "in 2 hours", "utc": "1/15/27, 10:00 AM", "local": None, "zone": None}


def say(message, **values):
    return message % values if values else message


def told(kind, names=("Ben", "Cleo"), **more):
    return {"kind": kind, "of": kind, "game": GAME, "names": list(names), "by": "Ben", "when": None} | more


def sent(kind, language="en", gettext=lambda language, message, **values: say(message, **values), **about):
    return written(letter(kind, NOW, "a", "ann@example.org", language, **about), ("s0",), HEAD, gettext)


def test_each_kind_has_words_of_its_own():
    kinds = [kind for kind in (*KINDS, "cancelled") if kind not in REMINDERS.values()] + ["reminder_50"]
    for words in (subject_of, sentence_of):
        assert len({words(say, told(kind)) for kind in kinds}) == len(kinds)
        assert len({words(say, told(kind)) for kind in REMINDERS.values()}) == 1


def test_of_many_people_a_few_are_named():
    names = [f"Player {number}" for number in range(9)]
    subject = subject_of(say, told("turn", names))
    assert [name in subject for name in names] == [True] * MOST_NAMES + [False] * 6
    assert subject.endswith(", …")


def test_a_time_is_told_in_utc_and_on_the_clock_of_the_reader():
    assert moment_of(say, told("over")) is None
    assert moment_of(say, told("turn", when=WHEN)) == "Your time runs out in 2 hours: 1/15/27, 10:00 AM UTC."
    local = WHEN | {"local": "1/15/27, 11:00 AM", "zone": "Europe/Tirane"}
    wanted = "Your time runs out in 2 hours: 1/15/27, 11:00 AM (Europe/Tirane), 1/15/27, 10:00 AM UTC."
    assert moment_of(say, told("turn", when=local)) == wanted


@pytest.mark.parametrize("kind", [*KINDS, "cancelled"])
def test_whoever_has_deleted_their_account_is_not_called_nothing(kind):
    gone = told(kind, ["", "Ben"], by="")
    assert "Somebody who is gone, \u2068Ben\u2069" in subject_of(say, gone)
    assert "Somebody who is gone" in sentence_of(say, gone)
    assert "\u2068\u2069" not in subject_of(say, gone) + sentence_of(say, gone)


def test_a_bot_that_plays_on_for_somebody_who_is_gone_is_named():
    table = TableNow(GAME, "playing", None, {0: "Ann", 1: "", 2: "Cleo"}, {1: "greedy", 2: "greedy"})
    names = entry(Item(Notice("id", "a", GAME, "turn", 0, 1, None, NOW), table))["names"]
    assert names == [bot_name("greedy"), "Cleo"]


@pytest.mark.parametrize("kind", [*KINDS, "cancelled"])
@pytest.mark.parametrize("name", ['"><script>alert(1)</script>', "https://evil.example", "Ann\r\nBcc: b@example.org"])
def test_a_hostile_name_breaks_neither_headers_nor_the_page(kind, name):
    message = sent(NEWS, entries=[told(kind, [name, name], by=name)])
    plain = sent(NEWS, entries=[told(kind)])
    assert [key for key, _ in message.items()] == [key for key, _ in plain.items()]
    assert links(message) == links(plain)
    assert "<script" not in html(message)
    assert "evil.example" not in text(message)


@pytest.mark.parametrize("language", ["sq", "ar"])
def test_all_of_a_letter_is_in_the_language_of_its_reader(language):
    def gettext(code, message, **values):
        return f"[{code}] {say(message, **values)}"

    entries = [told(kind, when=WHEN) for kind in KINDS]
    for message in (
        sent(NEWS, language, gettext, entries=entries),
        sent(DIGEST, language, gettext, waiting=entries, ended=[told("over")]),
    ):
        paragraphs = text(message).strip().split("\n\n")[:-1]  # the last leads home, where one chooses
        assert {one.partition(" ")[0] for one in paragraphs if not one.startswith("https://")} == {f"[{language}]"}
        assert {one.endswith(f"?lang={language}") for one in paragraphs if one.startswith("https://")} == {True}
        assert message["List-Unsubscribe"] == f"<{HEAD.home}/letters/stop/all/s0>"
