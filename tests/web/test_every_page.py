"""What holds on every page, whoever looks at it, in every language: markup that is sound, names that stay names, forms
that only our own pages can post, and nothing that leads elsewhere."""

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import html5lib
import pytest
from html5lib.html5parser import ParseError

from app.factory import close, create_app
from app.services.languages import LANGUAGES, RIGHT_TO_LEFT
from app.store import Unavailable
from app.store.callers import CallerStore
from app.web.site import PAGES
from config import Config
from tests.api.conftest import SETTINGS
from tests.web.world import World, page_rules

HOSTILE = "<b onclick=alert(1)>\"'&amp;</b>"
HERE = "http://localhost/"
ELSEWHERE = ("//evil.example/", "https://evil.example/", "/\\evil.example", "/\t/evil.example", "javascript:alert(1)")


@pytest.fixture(scope="module")
def world(databases) -> Iterator[World]:
    """One for all of this module, which only looks at it."""
    url = databases.fresh("sqlite")
    app = create_app(Config(database_url=url, **SETTINGS))  # type: ignore[arg-type]
    yield World(app, ann=HOSTILE, ben="\"'><script>alert(2)", guest="{{ 7*7 }}%(x)s${x}")
    close(app)
    databases.drop(url)


def looked_at(world: World, language: str) -> Iterator[tuple[str, str, str]]:
    """Every page, as an account, a guest and a stranger see it: who, the path, the page."""
    for rule in page_rules(world.app):
        for who, client in (("Ann", world.ann.client), ("a guest", world.guest), ("nobody", world.app.test_client())):
            path = f"{world.path(rule)}?lang={language}"
            answer = client.get(path)
            assert answer.status_code < 500, (who, path, answer.status_code)
            if answer.mimetype == "text/html" and answer.status_code not in (302, 303):
                yield who, path, answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_markup_is_sound(world: World, language: str) -> None:
    seen = 0
    for who, path, text in looked_at(world, language):
        seen += 1
        document = parsed(text, f"{who} at {path}")
        root = document.getroot() if hasattr(document, "getroot") else document
        assert (root.get("lang"), root.get("dir")) == (language, "rtl" if language in RIGHT_TO_LEFT else "ltr"), path
        ids = Counter(each.get("id") for each in root.iter() if each.get("id"))
        assert [name for name, times in ids.items() if times > 1] == [], path
        assert len(root.findall(".//h1")) == 1, path
        assert len(root.findall(".//main")) == 1, path
        assert root.findtext(".//title", "").strip(), path
        for each in root.iter():
            for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"):
                missing = [id for id in (each.get(name) or "").split() if id not in ids]
                assert missing == [], (path, name, missing)
    assert seen > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_inline_or_from_elsewhere(world: World, language: str) -> None:
    """The policy would stop it, and the page would be without it."""
    for who, path, text in looked_at(world, language):
        root = parsed(text, path)
        for each in root.iter():
            if not isinstance(each.tag, str):
                continue
            assert [name for name in each.attrib if name.startswith("on") or name == "style"] == [], (who, path)
            assert each.tag != "style", path
            if each.tag == "script" and each.get("type") not in ("application/json", "application/ld+json"):
                assert each.get("src", "").startswith("/static/"), path
            for name in ("src", "action", "formaction"):
                assert (each.get(name) or "/").startswith(("/", "#", "?", "data:")), (path, each.get(name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_template_is_left_in_the_text(world: World, language: str) -> None:
    for who, path, text in looked_at(world, language):
        shown = text.replace("{{ 7*7 }}%(x)s${x}", "")
        for leftover in ("{{", "{%", "%(", "None<", ">None", "Undefined", "Markup(", "&lt;bdi", "&amp;lt;", "<module"):
            assert leftover not in shown, (who, path, leftover)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stay_names(world: World, language: str) -> None:
    for who, path, text in looked_at(world, language):
        assert "<b onclick" not in text, (who, path)
        assert "<script>alert" not in text, (who, path)
        assert "49" not in re.findall(r"<bdi>(.*?)</bdi>", text), (who, path)


def test_every_form_that_is_posted_carries_the_token(world: World) -> None:
    for who, path, text in looked_at(world, "en"):
        for form in parsed(text, path).iter("form"):
            if form.get("method", "get").lower() == "post":
                names = [each.get("name") for each in form.iter("input")]
                assert "csrf" in names, (who, path, form.get("action"))


def test_a_form_from_elsewhere_is_refused(world: World) -> None:
    names = {page.name for page in PAGES}
    for rule in world.app.url_map.iter_rules():
        if rule.endpoint.partition(".")[0] in names and "POST" in (rule.methods or ()):
            path = world.path(rule, "POST")
            for client in (world.ann.client, world.guest, world.app.test_client()):
                assert client.post(path, data={}).status_code == 403, path
                assert client.post(path, data={"csrf": "0" * 64}).status_code == 403, path


def test_a_token_fills_in_no_form(world: World) -> None:
    """Whatever it may do by the API."""
    client = world.app.test_client()
    token = re.findall('name="csrf" value="([^"]+)"', client.get("/").text)[0]
    program = {"Authorization": f"Bearer {world.ann.token('read', 'play', 'manage')}"}
    for path in ("/play", f"/games/{world.waiting}/start", "/preferences"):
        assert client.post(path, data={"csrf": token}, headers=program).status_code == 403, path
    assert client.post("/preferences", data={"csrf": token}).status_code == 303


def test_no_page_with_a_hand_or_a_seat_link_is_left_in_the_browser(world: World) -> None:
    """Whoever comes after one goes back, and finds nothing."""
    table = f"/games/{world.running}"
    for path in (table, f"/text{table}", f"{table}/replay"):
        for client in (world.ann.client, world.guest):
            assert client.get(path).headers["Cache-Control"] == "no-store", path


@pytest.mark.parametrize("path", ["/mine", "/seat/{seat}"])
def test_a_database_that_does_not_answer_is_told_on_a_page(world: World, monkeypatch, path: str) -> None:
    """Behind a seat link, too, which is the door to a page and none itself."""

    def lost(*_: object) -> None:
        raise Unavailable

    monkeypatch.setattr(CallerStore, "by_link", lost)
    monkeypatch.setattr(CallerStore, "by_session", lost)
    answer = world.ann.client.get(path.format(seat=world.seat))
    assert (answer.status_code, answer.mimetype, answer.headers["Retry-After"]) == (503, "text/html", "1")
    assert world.ann.get("/account").mimetype == "application/problem+json"


def test_a_page_that_takes_no_form_says_what_it_takes(world: World) -> None:
    answer = world.app.test_client().delete("/lobby")
    assert (answer.status_code, answer.mimetype) == (405, "text/html")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize("target", ELSEWHERE)
def test_no_address_leads_elsewhere(world: World, target: str) -> None:
    for rule in page_rules(world.app):
        for client in (world.ann.client, world.app.test_client()):
            answer = client.get(world.path(rule), query_string={"next": target, "lang": target, "said": target})
            location = answer.headers.get("Location", "/").replace("\\", "/").replace("\t", "")  # as browsers do
            assert urlsplit(urljoin(HERE, location)).netloc == urlsplit(HERE).netloc, rule
            for href in re.findall(
                r'(?:href|action|src)="([^"]*)"', answer.text if answer.mimetype == "text/html" else ""
            ):
                assert not href.startswith((target, "javascript:", "//", "/\\")), (rule, href)


def parsed(text: str, where: str):
    """The page's root element; markup that a browser would have to mend is an error."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    try:
        return parser.parse(text)
    except ParseError as error:
        raise AssertionError(f"{where}: {error} at {parser.tokenizer.stream.position()}") from None
