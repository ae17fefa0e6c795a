"""Webhooks through the API, and a delivery from the application itself to a program that listens."""

import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import trustme
from flask import Flask
from standardwebhooks import Webhook as Library

from app.api.context import services
from app.factory import ENGINE, FANOUTS, WORKER
from app.services.clock import now
from app.services.notices.outward import Network
from app.store.engine import writing
from app.store.notices import KINDS, Notice, tell
from app.store.webhooks import webhook_deliveries
from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import said
from tests.receiver import OK, Receiver, Streets, receiving, says, says_status

ADDRESS = "https://hooks.example.org/in"

People = Callable[[str], Person]


def make(ann: Person, **body: Any) -> dict[str, Any]:
    answer = ann.post("/webhooks", {"address": ADDRESS} | body)
    assert answer.headers["Cache-Control"] == "no-store"
    made: dict[str, Any] = said(answer, 201)
    return made


def mine(ann: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = said(ann.get("/webhooks"))["webhooks"]
    return found


def test_a_webhook_is_made_and_its_secret_shown_once(person: People) -> None:
    ann = person("Ann")
    made = make(ann, kinds=["over", "turn"])
    assert made["secret"].startswith("whsec_")
    assert (made["address"], made["kinds"], made["off"], made["failing"]) == (ADDRESS, ["turn", "over"], None, None)
    assert mine(ann) == [{name: value for name, value in made.items() if name != "secret"}]
    assert make(ann)["kinds"] == list(KINDS)


def test_a_webhook_is_changed_rotated_and_removed(person: People) -> None:
    ann = person("Ann")
    made = make(ann)
    path = f"/webhooks/{made['id']}"
    changed = said(ann.patch(path, {"address": "https://other.example.org:8443/x", "kinds": ["over"], "on": False}))
    assert (changed["address"], changed["kinds"], changed["off"]) == (
        "https://other.example.org:8443/x",
        ["over"],
        "owner",
    )
    assert_problem(ann.post(f"{path}/test"), 409, "webhook_off")
    assert said(ann.patch(path, {"on": True}))["off"] is None
    rotated = said(ann.post(f"{path}/rotate"))
    assert rotated["secret"] != made["secret"]
    assert rotated["old_secret_until"] is not None
    assert ann.delete(path).status_code == 204
    assert mine(ann) == []
    assert_problem(ann.delete(path), 404, "no_such_webhook")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"address": "http://hooks.example.org/"},
        {"address": "https://127.0.0.1/"},
        {"address": "https://localhost/"},
        {"address": "https://user:password@hooks.example.org/"},
        {"address": 7},
        {"address": ADDRESS, "kinds": []},
        {"address": ADDRESS, "kinds": ["cards"]},
        {"address": ADDRESS, "kinds": "turn"},
        {"address": ADDRESS, "secret": "whsec_mine"},
    ],
)
def test_what_no_webhook_can_be_is_refused(person: People, body: dict[str, Any]) -> None:
    ann = person("Ann")
    assert_problem(ann.post("/webhooks", body), 422, "invalid")
    assert mine(ann) == []


def test_programs_may_with_a_token_for_it_and_strangers_may_not(app: Flask, person: People) -> None:
    ann, ben = person("Ann"), person("Ben")
    made = make(ann)
    client = app.test_client(use_cookies=False)
    assert said(client.get(f"{API}/webhooks", headers=bearer(ann.token("manage"))))["webhooks"] == mine(ann)
    assert_problem(client.get(f"{API}/webhooks", headers=bearer(ann.token("read", "play"))), 403, "scope_missing")
    assert_problem(client.get(f"{API}/webhooks"), 401, "unauthorized")
    path = f"/webhooks/{made['id']}"
    for answer in (
        ben.patch(path, {"on": False}),
        ben.delete(path),
        ben.post(f"{path}/rotate"),
        ben.post(f"{path}/test"),
        ben.get(f"{path}/deliveries"),
        ben.post(f"{path}/deliveries/x/redeliver"),
    ):
        assert_problem(answer, 404, "no_such_webhook")


def test_there_are_at_most_ten(person: People) -> None:
    ann = person("Ann")
    for _ in range(10):
        make(ann)
    assert_problem(ann.post("/webhooks", {"address": ADDRESS}), 409, "too_many_webhooks")


# ---------------------------------------------------------------- all the way


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Iterator[Receiver]:
    """A program on the internet, for an application as it is: the system trusts its authority, and its name leads
    there."""
    authority, streets = trustme.CA(), Streets()
    authority.cert_pem.write_to_path(tmp_path / "roots.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "roots.pem"))
    monkeypatch.setattr(Network, "resolve", lambda self, host, port: streets.answers[0])
    dial = Network.dial
    monkeypatch.setattr(Network, "dial", lambda self, address, port, left: dial(self, "127.0.0.1", port, left))
    with receiving(authority) as made:
        yield made


def works(app: Flask) -> None:
    """A round of the worker, and what it has others do."""
    app.extensions[WORKER].jobs.round()
    app.extensions[WORKER].jobs.finish()


def test_a_notice_goes_from_the_application_to_a_program(app: Flask, person: People, receiver: Receiver) -> None:
    ann = person("Ann")
    made = make(ann, address=receiver.url())
    game = str(uuid.uuid4())
    notice = Notice("n1", said(ann.get("/account"))["id"], game, "turn", 0, 9, None, now())
    with writing(app.extensions[ENGINE]) as connection:
        tell(connection, [notice], FANOUTS)
    works(app)
    came = receiver.next()
    told = Library(made["secret"]).verify(came.body, came.headers)
    assert (told["type"], told["data"]["game"], told["data"]["deadline"]) == ("turn", game, None)
    (delivery,) = said(ann.get(f"/webhooks/{made['id']}/deliveries"))["deliveries"]
    assert (delivery["id"], delivery["state"], delivery["tries"], delivery["status"]) == ("n1", "delivered", 1, 204)
    assert ann.post(f"/webhooks/{made['id']}/deliveries/n1/redeliver").status_code == 202
    assert_problem(ann.post(f"/webhooks/{made['id']}/deliveries/n2/redeliver"), 404, "no_such_delivery")
    exported = said(ann.get("/account/export"))
    assert [one["address"] for one in exported["webhooks"]] == [receiver.url()]
    assert [one["id"] for one in exported["webhook_deliveries"]] == ["n1"]
    assert "sealed" not in json.dumps(exported)


def test_a_turn_that_was_taken_is_told_to_no_program_any_more(app: Flask, person: People, receiver: Receiver) -> None:
    ann, ben = person("Ann"), person("Ben")
    made = make(ann, address=receiver.url(), kinds=["reminder_50"])
    receiver.answer = says_status(503)
    table = said(ann.post("/games", {"seats": 2, "listed": True}), 201)["view"]
    path = f"/games/{table['id']}"
    said(ben.post(f"{path}/seats", {"expected_version": table["version"]}), 201)
    said(ann.post(f"{path}/start", {"expected_version": said(ann.get(path))["version"]}))
    notice = Notice("n1", said(ann.get("/account"))["id"], table["id"], "reminder_50", 0, 9, None, now())
    with writing(app.extensions[ENGINE]) as connection:
        tell(connection, [notice], FANOUTS)
    works(app)
    receiver.next()
    said(ann.post(f"{path}/moves", {"type": "resign", "expected_version": said(ann.get(path))["version"]}))
    with writing(app.extensions[ENGINE]) as connection:  # as if the time until the next try had passed
        connection.execute(webhook_deliveries.update().values(due=0))
    receiver.answer = says(OK)
    services(app).webhooks.deliver(made["id"])
    (delivery,) = said(ann.get(f"/webhooks/{made['id']}/deliveries"))["deliveries"]
    assert (delivery["state"], delivery["error"], delivery["tries"]) == ("failed", "passed", 1)


def test_a_name_that_leads_inside_is_not_followed(
    app: Flask, person: People, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person("Ann")
    made = make(ann, address=receiver.url())
    monkeypatch.setattr(Network, "resolve", lambda self, host, port: ["127.0.0.1"])
    trial = said(ann.post(f"/webhooks/{made['id']}/test"), 202)
    works(app)
    (delivery,) = said(ann.get(f"/webhooks/{made['id']}/deliveries"))["deliveries"]
    assert (delivery["id"], delivery["kind"], delivery["state"]) == (trial["id"], "ping", "failed"), (
        "a trial is tried once"
    )
    assert (delivery["error"], delivery["tries"], delivery["status"]) == ("not_allowed", 1, None)
    assert receiver.came.empty()


def test_deliveries_come_page_by_page(person: People) -> None:
    ann = person("Ann")
    path = f"/webhooks/{make(ann)['id']}"
    trials = {said(ann.post(f"{path}/test"), 202)["id"] for _ in range(3)}
    first = said(ann.get(f"{path}/deliveries?limit=2"))
    rest = said(ann.get(f"{path}/deliveries?limit=2&cursor={first['next']}"))
    assert {one["id"] for one in first["deliveries"] + rest["deliveries"]} == trials
    assert rest["next"] is None
    assert_problem(ann.get(f"{path}/deliveries?cursor=x"), 422, "invalid")


def test_whoever_is_invited_is_told_through_it(app: Flask, person: People, receiver: Receiver) -> None:
    ann, ben = person("Ann"), person("Ben")
    made = make(ann, address=receiver.url(), kinds=["invited"])
    game = said(ben.post("/games", {"seats": 2}), 201)["view"]["id"]
    said(ben.post(f"/games/{game}/invitations", {"name": "Ann"}), 201)
    works(app)
    came = receiver.next()
    told = Library(made["secret"]).verify(came.body, came.headers)
    assert (told["type"], told["data"]["game"]) == ("invited", game)
    assert "Ben" not in came.body.decode()
