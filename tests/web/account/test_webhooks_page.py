"""Webhooks on pages: made, shown once, tried, changed, and taken away."""

import base64
import re
import uuid

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import config
from app.factory import ENGINE, FANOUTS
from app.services.clock import now
from app.store.engine import writing
from app.store.notices import Notice, tell
from tests.api.people import Person
from tests.api.tables import said
from tests.web.visitor import Visitor

ADDRESS = "https://hooks.example.org/in?a=1&b=<b>"


def makes(visitor, status=200, **fields):
    return visitor.look("/account/webhooks").send("/account/webhooks", {"address": ADDRESS} | fields, status)


def path_of(visitor):
    (one,) = said(visitor.client.get("/api/v1/webhooks"))["webhooks"]
    return f"/account/webhooks/{one['id']}"


def test_a_webhook_is_made_and_its_secret_shown_once(member):
    ann = member("Ann")
    makes(ann, kinds=["over", "turn"])
    secret = ann.with_id("secret").get("value")
    assert secret.startswith("whsec_")
    assert ann.answer.headers["Cache-Control"] == "no-store"
    assert ADDRESS in ann.says()
    assert secret not in ann.look("/account/webhooks").answer.text
    (one,) = said(ann.client.get("/api/v1/webhooks"))["webhooks"]
    assert (one["address"], one["kinds"]) == (ADDRESS, ["turn", "over"])


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"address": ""}, "address"),
        ({"address": "http://hooks.example.org/"}, "address"),
        ({"address": "https://192.168.0.1/"}, "address"),
        ({"address": "https://hooks.example.org:22/"}, "address"),
        ({"kinds": None}, "kinds"),
        ({"kinds": "cards"}, "kinds"),
    ],
)
def test_none_is_made_of_what_is_wrong(member, fields, wrong):
    ann = member("Ann")
    makes(ann, 422, **fields)
    assert ann.with_id(f"error-{wrong}").text
    assert said(ann.client.get("/api/v1/webhooks"))["webhooks"] == []


def test_a_trial_is_on_its_way_and_what_was_sent_can_be_sent_again(member):
    ann = member("Ann")
    makes(ann)
    path = path_of(ann)
    ann.look(path).send(f"{path}/test")
    assert ann.path == path
    assert "A trial" in ann.says("ul[@class='open']")
    ann.send(f"{path}/redeliver")
    assert ann.path == path
    (one,) = said(ann.client.get(f"/api/v1{path.removeprefix('/account')}/deliveries"))["deliveries"]
    assert (one["kind"], one["state"]) == ("ping", "pending")


def test_a_notice_leads_to_its_table(site, member):
    ann = member("Ann")
    makes(ann, kinds=["turn"])
    game = str(uuid.uuid4())
    notice = Notice("n", said(ann.client.get("/api/v1/account"))["id"], game, "turn", 0, 3, None, now())
    with writing(site.extensions[ENGINE]) as connection:
        tell(connection, [notice], FANOUTS)
    ann.look(path_of(ann))
    assert ann.links()["It is your turn"] == f"/games/{game}"


def test_it_is_changed_turned_off_and_on_again(member):
    ann = member("Ann")
    makes(ann)
    path = path_of(ann)
    ann.look(path).send(path, {"address": "https://other.example.org/"})
    assert "https://other.example.org/" in ann.says()
    ann.send(path, {"address": "ftp://x"}, 422)
    assert ann.with_id("error-address").text
    ann.look(path).send(f"{path}/off")
    assert "you turned it off" in ann.says()
    assert ann.all("form", action=f"{path}/test") == []
    ann.send(f"{path}/on")
    assert "you turned it off" not in ann.says()


def test_another_secret_is_shown_once(member):
    ann = member("Ann")
    makes(ann)
    first = ann.with_id("secret").get("value")
    path = path_of(ann)
    ann.look(path).send(f"{path}/rotate")
    assert ann.with_id("secret").get("value") not in ("", first)
    assert "For a day" in ann.says()
    assert ann.answer.headers["Cache-Control"] == "no-store"


def test_it_is_removed(member):
    ann = member("Ann")
    makes(ann)
    path = path_of(ann)
    ann.look(path).send(f"{path}/remove")
    assert ann.path == "/account/webhooks"
    assert "No program" in ann.says()
    ann.look(path, 404)


def test_others_are_told_nothing(member, visitor):
    ann, ben = member("Ann"), member("Ben")
    makes(ann)
    path = path_of(ann)
    ben.look(path, 404)
    form = ben.look("/account/webhooks").page
    for deed in ("", "/off", "/rotate", "/test", "/redeliver"):
        assert ben.post(path + deed, form, address=ADDRESS, kinds="turn").answer.status_code == 404
    assert visitor.look(path).path == "/sign-in"
    assert said(ann.client.get("/api/v1/webhooks"))["webhooks"][0]["off"] is None


# ---------------------------------------------------------------- browsers


def test_without_a_key_the_page_says_that_browsers_are_not_told(member):
    ann = member("Ann").look("/account/notifications")
    assert "does not tell browsers" in ann.says("section[@aria-labelledby='browsers']")
    assert not ann.all("script", src=re.compile("push"))


def test_the_switch_has_what_a_script_needs_and_browsers_can_be_removed(make_app):
    app = make_app(vapid_key=config.new_vapid_key())
    person = Person.sign_up(app, "Ann", "correct horse battery")
    ann = Visitor(app, person).look("/account/notifications")
    place = ann.one("div[@data-push]")
    assert len(place.get("data-push")) == 87
    point = (
        ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    key, auth = (base64.urlsafe_b64encode(each).decode() for each in (point, bytes(16)))
    answer = ann.client.post(
        place.get("data-address"),
        json={"endpoint": "https://push.example.org/1", "keys": {"p256dh": key, "auth": auth}},
        headers={"X-CSRF-Token": place.get("data-csrf")},
    )
    assert answer.status_code == 204, answer.text
    ann.look("/account/notifications").send("/account/browsers/remove")
    assert ann.path == "/account/notifications"
    assert ann.all("form", action="/account/browsers/remove") == []
