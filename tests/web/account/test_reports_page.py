"""What was reported, on a page for officials: to be left as it is, or taken away."""

from collections.abc import Iterator

import pytest

from app.api.context import services
from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.api.people import Person
from tests.api.tables import said
from tests.web.visitor import Visitor
from tests.web.world import World

WORDS = "<b onclick=alert(1)>rude</b>"
HOSTILE = "\"'><script>alert(2)"
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def world(databases) -> Iterator[World]:
    """One for all of this module; each test reports what it needs."""
    url = databases.fresh("sqlite")
    app = create_app(Config(database_url=url, **SETTINGS))  # type: ignore[arg-type]
    yield World(app, ann=HOSTILE)
    close(app)
    databases.drop(url)


@pytest.fixture(scope="module")
def olga(world) -> Visitor:
    """An official."""
    person = Person.sign_up(world.app, "Olga", PASSWORD)
    services(world.app).accounts.appoint("Olga", ["arbiter"])
    return Visitor(world.app, person)


def reported(world, text=WORDS, subject="") -> None:
    """Ann has written something, and Ben complains of it."""
    where = f"{subject or '/games/' + world.over}/comments"
    comment = said(world.ann.post(where, {"seq": 20, "text": text}), 201)["id"]
    assert world.ben.post(f"{where}/{comment}/reports", {"reason": f"Not {WORDS}"}).status_code == 204


def texts(world, subject="") -> list[str]:
    subject = subject or f"/games/{world.over}"
    return [one["text"] for one in said(world.ben.get(f"{subject}/comments"))["comments"]]


def test_others_have_no_such_page(world):
    with_account, nobody = Visitor(world.app, Person.sign_up(world.app, "Eve", PASSWORD)), Visitor(world.app)
    for path in ("/reports", "/reports/place"):
        with_account.look(path, 403)
        assert with_account.says("h1") == "This page is for officials."
        assert nobody.look(path).path == "/sign-in"
    assert "You are an official" not in with_account.look("/account").says()


def test_a_comment_stands(world, olga):
    reported(world)
    olga.look("/account").look(olga.links()["What was reported"])
    assert "<b onclick" not in olga.answer.text
    assert "<script>alert" not in olga.answer.text
    assert f"By {HOSTILE}" in olga.says()
    assert f"Not {WORDS}" in olga.says()
    olga.send("/reports/comments/dismiss")
    assert "No comment waits." in olga.says()
    assert WORDS in texts(world)


@pytest.mark.parametrize("kind", ["game", "replay"])
def test_a_comment_is_taken_away(world, olga, kind):
    subject = {"game": f"/games/{world.over}", "replay": f"/replays/{world.replay}"}[kind]
    rude = f"{WORDS} about a {kind}"
    reported(world, rude, subject)
    assert rude in texts(world, subject)
    olga.look("/reports")
    place = next(link for said, link in olga.links().items() if said.startswith("Look at it"))
    assert olga.look(place).path == {"game": f"/games/{world.over}/replay", "replay": f"/replays/{world.replay}"}[kind]
    olga.look("/reports").send("/reports/comments/remove")
    assert "It is taken away." in olga.says()
    assert "No comment waits." in olga.says()
    assert rude not in texts(world, subject)


def test_what_was_dealt_with_meanwhile_is_dealt_with(world, olga):
    reported(world)
    page = olga.look("/reports").page
    olga.send("/reports/comments/remove")
    olga.page = page  # as another official still has it open
    olga.send("/reports/comments/dismiss")
    assert "No comment waits." in olga.says()


def test_a_phrase_stands(world, olga):
    said(world.ann.post(f"/games/{world.running}/phrases", {"phrase": "hurry_please"}), 201)
    phrase = said(world.ann.get(f"/games/{world.running}/phrases"))["phrases"][-1]["id"]
    told = world.ben.post(f"/games/{world.running}/phrases/{phrase}/report", {"reason": WORDS})
    assert told.status_code == 204
    olga.look("/reports")
    assert "It is your turn, please!" in olga.says()
    assert "<b onclick" not in olga.answer.text
    olga.send("/reports/phrases/dismiss")
    assert "No phrase waits." in olga.says()


def test_what_no_form_of_ours_sends_is_no_error_of_ours(world, olga):
    olga.look("/account")
    csrf = olga.page.csrf
    for path in ("comments/dismiss", "comments/remove", "phrases/dismiss"):
        assert olga.client.post(f"/reports/{path}", data={"csrf": csrf}).status_code == 422
    assert olga.client.get("/reports/place?subject=x&seq=y").status_code == 404
