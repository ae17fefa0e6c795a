"""What one is told, by the API, and by the worker as it runs: on both databases, and at a real mail server."""

import pytest

from app.api.context import services
from app.factory import WORKER
from tests.api.letters import HOME, with_address
from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import said
from tests.letterbox import links

PASSWORD = "correct horse battery"
PATH = "/account/notices"


@pytest.fixture
def app(posting):
    return posting


@pytest.fixture
def ann(app, letterbox):
    return with_address(app, letterbox, Person.sign_up(app, "Ann", PASSWORD), "ann@example.org")


@pytest.fixture
def ben(app):
    return Person.sign_up(app, "Ben", PASSWORD)


def begun(ann, ben):
    """A match that is on, without a clock."""
    made = said(ann.post("/games", {"seats": 2}), 201)["view"]
    view = said(ben.post(f"/games/{made['id']}/seats", {"expected_version": made["version"]}), 201)["view"]
    return said(ann.post(f"/games/{made['id']}/start", {"expected_version": view["version"]}))["view"]


def test_what_is_told_is_chosen(ann):
    told = said(ann.get(PATH))
    assert (told["digest"], told["zone"], told["mail"], told["feed"]) == ("off", "UTC", "ready", False)
    assert told["kinds"]["turn"] == {"mail": True, "push": True}
    assert told["kinds"]["reminder_95"] == {"mail": False, "push": False}
    changed = said(ann.patch(PATH, {"kinds": {"turn": {"mail": False}, "over": {}}, "digest": "daily", "hour": 0}))
    assert changed["kinds"]["turn"] == {"mail": False, "push": True}
    assert changed["kinds"]["over"] == told["kinds"]["over"]
    assert changed["next_digest"].endswith("T00:00:00.000Z")
    assert said(ann.patch(PATH, {"digest": "off"}))["next_digest"] is None
    assert not said(ann.get(PATH))["kinds"]["turn"]["mail"]


@pytest.mark.parametrize(
    "body",
    [
        *({"kinds": {"weather": {"mail": True}}}, {"kinds": {"turn": {"pigeon": True}}}, {"kinds": {"turn": True}}),
        *({"kinds": {"turn": {"mail": "yes"}}}, {"digest": "weekly"}, {"hour": 24}, {"hour": "8"}, {"zone": "UTC"}),
    ],
)
def test_what_cannot_be_chosen_is_refused(ann, body):
    before = said(ann.get(PATH))
    assert_problem(ann.patch(PATH, body), 422, "invalid")
    assert said(ann.get(PATH)) == before


def test_a_program_changes_none_of_it(app, ann):
    headers = bearer(ann.token("read", "play"))
    assert_problem(app.test_client().get(f"{API}{PATH}", headers=headers), 403, "scope_missing")


def test_a_feed_has_an_address_that_is_told_once(app, ann):
    address = said(ann.post(f"{PATH}/feed", None), 201)["address"]
    assert said(ann.get(PATH))["feed"]
    path = "/feed/" + address.rpartition("/feed/")[2]
    assert app.test_client().get(path).status_code == 200
    assert ann.delete(f"{PATH}/feed").status_code == 204
    assert app.test_client().get(path).status_code == 404


def test_the_worker_tells_whose_turn_it_is(app, ann, ben, letterbox, monkeypatch):
    game = None
    while game is None or game["turn"] != 0:
        game = begun(ann, ben)
        app.extensions[WORKER].jobs.round()
    id = str(said(ann.get("/account"))["id"])
    (item,) = services(app).notices.latest(id, 1)
    assert (item.notice.game, item.notice.kind, item.notice.seat) == (game["id"], "turn", 0)
    monkeypatch.setattr("app.services.notices.notice_letters.TOGETHER_MS", 0)
    services(app).notices.post()
    assert services(app).deliveries.deliver() == 1
    letter = letterbox.next()
    assert f"{HOME}/games/{game['id']}" in links(letter)


def test_who_is_invited_is_told_once(app, ann, ben):
    game = said(ben.post("/games", {"seats": 2}), 201)["view"]["id"]
    for _ in range(2):
        assert ben.post(f"/games/{game}/invitations", {"name": "Ann"}).status_code in (200, 201)
        app.extensions[WORKER].jobs.round()
    id = str(said(ann.get("/account"))["id"])
    (item,) = services(app).notices.latest(id, 9)
    assert (item.notice.kind, item.by, item.notice.game) == ("invited", "Ben", game)


def test_who_has_come_already_is_not_told_that_they_may(app, ann, ben):
    game = said(ben.post("/games", {"seats": 2}), 201)["view"]
    said(ben.post(f"/games/{game['id']}/invitations", {"name": "Ann"}), 201)
    said(ann.post(f"/games/{game['id']}/seats", {"expected_version": game["version"]}), 201)
    app.extensions[WORKER].jobs.round()
    assert services(app).notices.latest(str(said(ann.get("/account"))["id"]), 9) == []


@pytest.mark.parametrize("secret", ["x", "a%00b", "%ED%A0%80", "%0d%0a", "x" * 2000])
@pytest.mark.parametrize("kind", ["turn", "all", "x%00"])
def test_a_link_that_stops_letters_says_of_no_secret_what_it_is_good_for(app, kind, secret):
    client = app.test_client()
    for answer in (client.get(f"/letters/stop/{kind}/{secret}"), client.post(f"/letters/stop/{kind}/{secret}")):
        assert answer.status_code == 200
