"""What one is told, and where: switched on pages, by the link of a letter without signing in, and read in a feed."""

import json
from xml.etree import ElementTree as xml

import pytest

from app.api.context import services
from app.factory import ENGINE, WORKER
from app.store.notice_settings import NoticeSettings
from tests.api.people import API, Person
from tests.api.tables import said
from tests.web.visitor import Visitor

PASSWORD = "correct horse battery"
PATH = "/account/notifications"
ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "<b>\"'&amp;]]>%(x)s"


@pytest.fixture
def ann(site):
    return Visitor(site, Person.sign_up(site, "Ann", PASSWORD))


def chosen(visitor):
    return said(visitor.client.get(f"{API}/account/notices"))


def id_of(visitor):
    return str(said(visitor.client.get(f"{API}/account"))["id"])


def test_each_kind_is_switched_for_each_way(ann):
    ann.look(PATH)
    boxes = {box.get("value"): box.get("checked") is not None for box in ann.all("input[@name='told']")}
    told = {f"{kind}.{way}": on for kind, ways in chosen(ann)["kinds"].items() for way, on in ways.items()}
    assert boxes == told
    wanted = ["turn.push", "over.mail"]
    ann.send(PATH, {"told": wanted, "digest": "daily", "hour": "21"})
    assert "Saved." in ann.says()
    now = chosen(ann)
    assert sorted(f"{kind}.{way}" for kind, ways in now["kinds"].items() for way, on in ways.items() if on) == sorted(
        wanted
    )
    assert (now["digest"], now["hour"]) == ("daily", 21)
    assert now["next_digest"].endswith("T21:00:00.000Z")
    assert [each.get("value") for each in ann.all("select[@id='field-hour']/option[@selected]")] == ["21"]


@pytest.mark.parametrize("wrong", [{"digest": "hourly"}, {"hour": "24"}, {"hour": "noon"}, {"hour": "-1"}])
def test_what_cannot_be_is_not_saved(ann, wrong):
    before = chosen(ann)
    ann.look(PATH).send(PATH, wrong, 422)
    assert chosen(ann) == before


def test_who_has_no_address_is_told_that(ann):
    assert "You have given no address, so nothing is sent to you." in ann.look(PATH).says()
    assert chosen(ann)["mail"] == "no_address"


def test_the_account_is_told_that_its_address_is_nobodys(ann, site, letters):
    ann.look("/account/address").send("/account/address", {"address": "ann@example.org", "password": PASSWORD})
    path = letters.link("ann@example.org")
    ann.look(path).send(path)
    assert chosen(ann)["mail"] == "ready"
    NoticeSettings(site.extensions[ENGINE]).change(id_of(ann), bounced="ann@example.org")
    assert "its mail server says that there is no such address" in ann.look(PATH).says()
    assert chosen(ann)["mail"] == "bounced"


# ---------------------------------------------------------------- no more letters


@pytest.fixture
def stop(ann, site):
    """The secret in the links of Ann's letters."""
    secret = "s" * 43
    NoticeSettings(site.extensions[ENGINE]).change(id_of(ann), stop=secret)
    return secret


def test_a_link_of_a_letter_asks_first(site, ann, stop):
    before = chosen(ann)
    stranger = Visitor(site).look(f"/letters/stop/turn/{stop}")
    assert "It is your turn" in stranger.says()
    assert "Ann" not in stranger.answer.text
    assert chosen(ann) == before
    stranger.send(f"/letters/stop/turn/{stop}")
    assert "You get no more such letters" in stranger.says()
    assert not chosen(ann)["kinds"]["turn"]["mail"]
    assert chosen(ann)["kinds"]["over"]["mail"]


def test_a_mail_server_posts_it_by_itself_and_again(site, ann, stop):
    for _ in range(2):
        data = {"List-Unsubscribe": "One-Click"}
        answer = site.test_client().post(f"/letters/stop/all/{stop}", data=data)
        assert answer.status_code == 200
        assert not any(ways["mail"] for ways in chosen(ann)["kinds"].values())


def test_nobody_learns_whether_a_link_is_good_for_anything(site, ann, stop):
    before = chosen(ann)
    paths = [f"/letters/stop/turn/{secret}" for secret in (stop, "x" * 43)]
    good, bad = (Visitor(site).look(path).says() for path in paths)
    assert good == bad
    told = [site.test_client().post(path) for path in reversed(paths)]
    assert [one.status_code for one in told] == [200, 200]
    assert Visitor(site).look(f"/letters/stop/anything/{stop}").all("form[@method='post']")
    assert chosen(ann) != before


# ---------------------------------------------------------------- the feed


@pytest.fixture
def feed(ann):
    """The address of Ann's feed, as her page shows it once."""
    ann.look(PATH).send(f"{PATH}/feed")
    address = ann.with_id("feed-address").get("value", "")
    assert address not in ann.look(PATH).answer.text
    return address.partition("localhost")[2]


def told(site, ann, host):
    """A match of Ann's with somebody is told of in her feed, and how it ended."""
    with_ben = Person.sign_up(site, host, PASSWORD)
    made = said(with_ben.post("/games", {"seats": 2}), 201)
    game = made["view"]["id"]
    token = said(ann.client.get(f"{API}/session"))["csrf_token"]
    sat = ann.client.post(
        f"{API}/games/{game}/seats", json={"expected_version": made["view"]["version"]}, headers={"X-CSRF-Token": token}
    )
    version = said(sat, 201)["view"]["version"]
    said(with_ben.post(f"/games/{game}/cancel", {"expected_version": version}))
    site.extensions[WORKER].jobs.round()
    return game


def test_a_feed_says_what_one_was_told(site, ann, feed):
    game = told(site, ann, HOSTILE)
    answer = site.test_client().get(feed)
    assert answer.content_type == "application/atom+xml; charset=utf-8"
    document = xml.fromstring(answer.data)
    (entry,) = document.findall(f"{ATOM}entry")
    assert document.findtext(f"{ATOM}id") == f"urn:uuid:{id_of(ann)}"
    for part in (document, entry):
        assert [bool(part.findtext(f"{ATOM}{name}")) for name in ("id", "title", "updated")] == [True] * 3
    assert HOSTILE in entry.findtext(f"{ATOM}title").replace("\u2060", "")
    assert entry.find(f"{ATOM}link").get("href").endswith(f"/games/{game}")
    assert entry.findtext(f"{ATOM}id") == f"urn:uuid:{services(site).notices.latest(id_of(ann), 9)[0].notice.id}"
    again = xml.fromstring(site.test_client().get(feed).data)
    assert xml.tostring(again) == xml.tostring(document)


@pytest.fixture
def asked(site, ann, feed):
    """Ben, who has asked Ann to a table that is not for everybody, of which her feed has told; and its path."""
    ben = Person.sign_up(site, "Ben", PASSWORD)
    made = said(ben.post("/games", {"seats": 3, "listed": False}), 201)
    path = f"/games/{made['view']['id']}"
    said(ben.post(f"{path}/invitations", {"name": "Ann"}), 201)
    site.extensions[WORKER].jobs.round()
    assert "Ben" in site.test_client().get(feed).text
    return ben, path


def test_a_feed_does_not_say_who_comes_to_a_table_to_which_one_is_asked_no_more(site, ann, feed, asked):
    ben, path = asked
    assert ben.delete(f"{path}/invitations/{id_of(ann)}").status_code == 204
    cleo = Person.sign_up(site, "Cleo", PASSWORD)
    said(ben.post(f"{path}/invitations", {"name": "Cleo"}), 201)
    said(cleo.post(f"{path}/seats", {"expected_version": said(cleo.get(path))["version"]}), 201)
    told = site.test_client().get(feed).text
    assert "Cleo" not in told
    assert path not in told


def test_a_feed_names_nobody_whom_one_has_muted_since(site, ann, feed, asked):
    ann.client.put(f"{API}/players/Ben/mute", headers=csrf(ann))
    assert "Ben" not in site.test_client().get(feed).text


def test_a_feed_that_is_as_before_is_not_sent_again(site, ann, feed):
    client = site.test_client()
    first = client.get(feed)
    assert client.get(feed, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert client.get(feed, headers={"If-Modified-Since": first.headers["Last-Modified"]}).status_code == 304
    told(site, ann, "Ben")
    assert client.get(feed, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_new_address_ends_the_one_before_and_a_closed_feed_has_none(site, ann, feed):
    ann.look(PATH).send(f"{PATH}/feed")
    site_client = site.test_client()
    assert site_client.get(feed).status_code == 404
    new = ann.with_id("feed-address").get("value", "").partition("localhost")[2]
    assert site_client.get(new).status_code == 200
    ann.look(PATH).send(f"{PATH}/feed/close")
    assert site_client.get(new).status_code == 404
    assert not chosen(ann)["feed"]


def test_all_of_it_is_exported_without_secrets_and_goes_with_the_account(site, ann, feed):
    told(site, ann, "Ben")
    ann.look(PATH).send(PATH, {"told": ["turn.mail"], "digest": "off", "hour": "7"})
    everything = json.loads(ann.client.get(f"{API}/account/export").text)
    assert [one["kind"] for one in everything["notices"]] == ["over"]
    (settings,) = everything["notice_settings"]
    assert settings["switches"]["mail"]["turn"]
    assert "feed" not in settings
    assert "stop" not in settings
    id = id_of(ann)
    ann.look("/account/delete").send("/account/delete", {"password": PASSWORD})
    assert services(site).notices.latest(id, 9) == []
    assert site.test_client().get(feed).status_code == 404


# ---------------------------------------------------------------- who looks


def test_who_has_the_table_open_looks_and_a_hidden_page_does_not(site, ann, monkeypatch):
    game = said(ann.client.post(f"{API}/games", json={"seats": 2}, headers=csrf(ann)), 201)["view"]["id"]
    looked = []
    monkeypatch.setattr(services(site).presence, "looks", lambda game, account: looked.append((game, account)))
    ann.look(f"/games/{game}", X_Hidden="1")
    assert looked == []
    ann.look(f"/games/{game}")
    assert looked == [(game, id_of(ann))]


def csrf(visitor):
    return {"X-CSRF-Token": said(visitor.client.get(f"{API}/session"))["csrf_token"]}
