"""Letters in words: the same in text and in HTML, in every language, whatever people call themselves."""

from email import message_from_bytes, policy

import html5lib
import pytest

from app.services.languages import LANGUAGES
from app.services.letters import letters
from app.services.letters.letters import Letterhead, letter, written
from app.services.letters.paper import shown
from tests.letterbox import html, links, text

HEAD = Letterhead("Kartfold <k@example.org>", "https://play.example.org")
NOW = 1_800_000_000_000
ABOUT = {"name": "Ann", "seats": [{"seat": 0, "name": "Gus"}, {"seat": 3, "name": "Gil"}]}
KINDS = {
    letters.PASSWORD: ["/password/s0"],
    letters.PASSWORD_CHANGED: ["/password"],
    letters.ADDRESS: ["/address/s0"],
    letters.ADDRESS_CHANGED: ["/account"],
    letters.SEATS: ["/seat-again/s0", "/seat-again/s1"],
    letters.FAREWELL: [],
}
HOSTILE = [
    'Ann"><script>alert(1)</script>',
    "<img src=x onerror=alert(1)>",
    "Ann & Bob",
    "Visit https://evil.example now",
    "\u202eAnn",
    "%(name)s %s %%",
    "Ann\r\nBcc: bob@example.org",
    "=?utf-8?q?Bcc=3A?=",
]


def english(language, message, **values):
    return message % values if values else message


def sent(kind, language="en", gettext=english, **about):
    made = letter(kind, NOW, "account", "ann@example.org", language, **(ABOUT | about))
    message = written(made, ("s0", "s1")[: max(1, len(KINDS.get(kind, ())))], HEAD, gettext)
    read = message_from_bytes(bytes(message), policy=policy.default)
    return read


@pytest.mark.parametrize("kind", KINDS)
def test_a_letter_says_the_same_in_text_and_in_html(kind):
    message = sent(kind)
    assert links(message) == [HEAD.home + path for path in KINDS[kind]] + [HEAD.home]
    page = html5lib.parse(html(message), namespaceHTMLElements=False)
    paragraphs = ["".join(one.itertext()) for one in page.iter("p")]
    assert paragraphs == text(message).strip().split("\n\n")
    assert message["Subject"] == page.findtext(".//title")
    assert [message["From"], message["To"]] == [HEAD.sender, "ann@example.org"]
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"].endswith("@play.example.org>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_is_in_the_language_of_its_reader(language):
    message = sent(letters.PASSWORD, language, lambda code, said, **values: f"[{code}] {english(code, said, **values)}")
    assert message["Subject"] == f"[{language}] A new password for Kartfold"
    assert message["Content-Language"] == language
    direction = "rtl" if language == "ar" else "ltr"
    assert f'<html lang="{language}" dir="{direction}">' in html(message)
    address = f"{HEAD.home}/password/s0" + ("" if language == "en" else f"?lang={language}")
    assert links(message)[0] == address


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_name_breaks_neither_headers_nor_the_page(kind, name):
    message = sent(kind, name=name, seats=[{"seat": 0, "name": name}, {"seat": 1, "name": name}])
    plain = sent(kind)
    assert [key for key, _ in message.items()] == [key for key, _ in plain.items()]
    page = html5lib.HTMLParser(strict=True).parse(html(message))
    tags = {str(one.tag).rpartition("}")[2] for one in page.iter()}
    assert tags <= {"html", "head", "meta", "title", "body", "p", "a"}
    assert links(message) == links(plain)  # nothing that somebody is called is one
    assert "evil.example" not in text(message)


@pytest.mark.parametrize(
    "name", ["=?utf-8?q?a=0d=0aBcc=3a_bob?=", "=?utf-8?b?4oCuQW5u?=", "=?utf-8?q?https=3a//a=2eb?="]
)
def test_a_name_says_nothing_else_in_a_subject(name):
    entry = {"kind": "turn", "of": "turn", "game": "g", "names": [name], "by": "", "when": None}
    message = sent(letters.NEWS, entries=[entry])
    assert name in message["Subject"].replace("\u2060", "")


def test_a_name_is_isolated_from_what_is_around_it():
    assert shown("Ann") == "\u2068Ann\u2069"
