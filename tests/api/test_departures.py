"""What is kept of somebody is told to them whole, and goes with them."""

import json
import random
import uuid

import pytest
import sqlalchemy as sa

from app.api.context import services
from app.services.account.accounts import WrongPassword
from app.services.play.requests import Terms
from app.services.table.phrases import PHRASES
from tests.api.bringing import bring, file, golden
from tests.api.letters import sent, with_address
from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import Table, lines, said

PASSWORD = "correct horse battery"
ANN = "ann@example.org"


@pytest.fixture
def app(posting):
    return posting


@pytest.fixture
def ann(app, letterbox):
    return with_address(app, letterbox, Person.sign_up(app, "Ann", PASSWORD), ANN)


def sit(table, person, seat=None):
    """Somebody with an account sits down at a table of guests."""
    body = {"expected_version": table.version, "invitation": table.made["invitation"]}
    return said(person.post(f"/games/{table.game}/seats", body | ({} if seat is None else {"seat": seat})), 201)


def leave(person):
    return person.delete("/account", json={"password": person.password})


def everything(database_url):
    """Every value of every table, as text."""
    engine = sa.create_engine(database_url, poolclass=sa.NullPool)
    tables = sa.MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        rows = {table.name: connection.execute(table.select()).all() for table in tables.sorted_tables}
    engine.dispose()
    return rows


# ---------------------------------------------------------------- told


def test_all_that_is_kept_of_somebody_is_told(app, ann):
    table = Table(app, guests=1, seats=2)
    me = sit(table, ann)["view"]["seats"][1]["player"]
    table.start()
    table.guests.append(table.host)
    ann.patch("/account", {"preferences": {"theme": "dark"}})
    ann.token("read")
    ann.post(f"/games/{table.game}/comments", {"seq": 0, "text": "a note <&>", "private": True})
    theirs = said(table.host.post("/comments", {"seq": 0, "text": "hello", "private": True}), 201)
    replay = said(bring(ann, file(golden(1))), 201)["id"]
    said(ann.delete(f"/games/{table.game}/seats/1?expected_version={table.version}"))  # resigns
    answer = ann.get("/account/export")
    told = json.loads(answer.data)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert (told["account"]["name"], told["account"]["address"]) == ("Ann", ANN)
    assert told["preferences"] == said(ann.get("/account"))["preferences"]
    assert [set(one) for one in told["sessions"]] == [{"created", "expires"}]
    assert [one["name"] for one in told["tokens"]] == ["a program"]
    (game,) = told["games"]
    assert (game["game"], game["player"], game["seat"], game["status"]) == (table.game, me, 1, "finished")
    assert game["places"] == [1, 2]
    assert [one["text"] for one in told["comments"]] == ["a note <&>"]
    assert theirs["id"] not in answer.text
    (brought,) = told["imports"]
    assert (brought["id"], brought["content"].encode()) == (replay, file(golden(1)).rstrip(b"\n"))
    assert [(one["kind"], one["address"]) for one in told["letters"]] == [("address", ANN)]
    assert PASSWORD not in answer.text
    assert "argon2" not in answer.text


def test_who_has_nothing_is_told_that(app):
    told = json.loads(Person.sign_up(app, "Bob", PASSWORD).get("/account/export").data)
    empty = {name for name, value in told.items() if value == []}
    assert empty == {
        *("tokens", "games", "comments", "reports", "letters", "imports", "webhooks", "webhook_deliveries", "push"),
        *("orders", "orders_made"),
        *("calendar", "vacations", "phrases", "phrase_reports", "invitations", "mutes", "notices", "notice_settings"),
    }


def test_what_is_reported_is_told_without_the_words_of_others(app, ann):
    table = Table(app, guests=2).start()
    table.play(random.Random(5))
    comment = said(table.host.post("/comments", {"seq": 1, "text": "rude words"}), 201)["id"]
    reported = ann.post(f"/games/{table.game}/comments/{comment}/reports", {"reason": "rude"})
    assert reported.status_code < 300, reported.text
    told = ann.get("/account/export")
    (report,) = json.loads(told.data)["reports"]
    assert (report["comment"], report["reason"]) == (comment, "rude")
    assert "rude words" not in told.text


# ---------------------------------------------------------------- gone


def test_an_account_goes_with_all_that_is_its_own(app, ann, client, letterbox, database_url, look):
    id = said(ann.get("/session"))["account"]
    token = bearer(ann.token("read"))
    cookie = ann.cookie()
    bring(ann, file(golden(1)))
    ann.post("/account/address", {"address": "new@example.org", "password": PASSWORD})
    answer = leave(ann)
    assert answer.status_code == 204
    assert "kartfold_session=;" in answer.headers["Set-Cookie"]
    client.set_cookie("kartfold_session", cookie)
    assert said(client.get(f"{API}/session"))["kind"] == "anonymous"
    assert_problem(app.test_client().get(f"{API}/players/me", headers=token), 401, "unauthorized")
    given = {"name": "Ann", "password": PASSWORD}
    assert_problem(client.post(f"{API}/session", json=given), 401, "unauthorized")
    told = sent(app, letterbox)
    assert (told["To"], told["Subject"]) == (ANN, "Your account was deleted")
    rows = everything(database_url)
    for name in ("accounts", "sessions", "tokens", "imports", "vouchers", "comments"):
        assert rows[name] == [], name
    assert id not in str({name: each for name, each in rows.items() if name != "idempotency"})
    assert client.post(f"{API}/accounts", json=given).status_code == 201


def test_games_stay_and_name_nobody(app, ann):
    table = Table(app, guests=1, seats=2)
    sit(table, ann)
    table.start()
    before = lines(table.host)
    assert leave(ann).status_code == 204
    after = lines(table.host)
    assert after[: len(before)] == before
    assert json.loads(after[len(before)])["kind"] == "seat.resigned"
    view = table.host.view()
    assert (view["phase"], view["places"]) == ("match_over", [1, 2])
    assert [one["name"] for one in view["seats"]] == ["Guest", ""]
    audit = said(table.host.get("/audit"))
    assert audit["verdict"] == "exact"


def test_a_match_that_is_over_names_nobody_either(app, ann):
    table = Table(app, guests=1, seats=2)
    sit(table, ann)
    table.start()
    said(table.host.delete(f"/seats/0?expected_version={table.version}"))  # resigns
    view = table.host.view()
    assert (view["phase"], view["seats"][1]["name"]) == ("match_over", "Ann")
    assert leave(ann).status_code == 204
    after = table.host.view()
    assert (after["version"], after["seats"][1]["name"]) == (view["version"], "")


def test_a_bot_takes_over_where_the_table_agreed_to_that(app, ann):
    table = Table(app, guests=1, seats=2, takeover="first")
    sit(table, ann)
    table.start()
    assert leave(ann).status_code == 204
    view = table.host.view()
    assert view["seats"][1]["bot"] == "first"
    assert view["phase"] != "match_over"


def test_tables_that_wait_are_closed_by_their_host_and_left_by_others(app, ann):
    mine = said(ann.post("/games", {"seats": 2}), 201)["view"]["id"]
    beside = said(ann.post("/games", {"seats": 2, "sits": False}), 201)["view"]["id"]
    table = Table(app, guests=1, seats=3)
    sit(table, ann)
    bob = Person.sign_up(app, "Bob", PASSWORD)
    assert leave(ann).status_code == 204
    for game in (mine, beside):
        body = {"expected_version": said(bob.get(f"/games/{game}"))["version"]}
        assert_problem(bob.post(f"/games/{game}/seats", body), 409, "game_over")
    assert [one["player"] is None for one in table.host.view()["seats"]] == [False, True, True]


def test_private_notes_go_and_what_was_answered_leaves_its_place(app, ann):
    bob = Person.sign_up(app, "Bob", PASSWORD)
    table = Table(app, guests=2).start()
    table.play(random.Random(5))
    path = f"/games/{table.game}/comments"

    def say(person, text, **more):
        return said(person.post(path, {"text": text, **({"seq": 1} | more)}), 201)["id"]

    answered = say(ann, "a question")
    answer = say(bob, "an answer", parent=answered)
    say(ann, "thank you", parent=answer)
    say(ann, "not answered")
    say(ann, "a note", private=True)
    assert leave(ann).status_code == 204
    left = said(bob.get(path))["comments"]
    assert [(one["id"], one["text"], one["author"]) for one in left] == [
        (answered, None, None),
        (answer, "an answer", {"name": "Bob", "seat": None}),
    ]


def test_reports_stay_for_those_who_keep_order_and_say_not_by_whom(app, ann, look):
    table = Table(app, guests=2).start()
    table.play(random.Random(5))
    comment = said(table.host.post("/comments", {"seq": 1, "text": "rude words"}), 201)["id"]
    ann.post(f"/games/{table.game}/comments/{comment}/reports", {"reason": "rude"})
    bob = Person.sign_up(app, "Bob", PASSWORD)
    services(app).accounts.appoint("Bob", ["arbiter"])
    before = said(bob.get("/reports"))
    assert leave(ann).status_code == 204
    assert said(bob.get("/reports")) == before
    ((reporter,),) = look("SELECT reporter FROM comment_reports")
    kind, _, whoever = str(reporter).partition(":")
    assert kind == "gone"
    assert str(uuid.UUID(whoever)) == whoever


def test_what_was_said_and_muted_among_people_is_told_and_goes(app, ann, look):
    table = Table(app, guests=1, seats=2)
    bob = Person.sign_up(app, "Bob", PASSWORD)
    sit(table, ann)
    said(ann.post(f"/games/{table.game}/phrases", {"phrase": PHRASES[0]}), 201)
    said(table.host.post("/phrases", {"phrase": PHRASES[1]}), 201)
    assert ann.post(f"/games/{table.game}/phrases/2/report", {"reason": "too loud"}).status_code < 300
    assert ann.put("/players/Bob/mute", None).status_code == 204
    assert ann.put(f"/games/{table.game}/seats/0/mute", None).status_code == 204
    assert bob.put("/players/Ann/mute", None).status_code == 204
    mine = said(bob.post("/games", {"seats": 3}), 201)["view"]["id"]
    said(bob.post(f"/games/{mine}/invitations", {"name": "Ann"}), 201)
    told = json.loads(ann.get("/account/export").data)
    assert [one["phrase"] for one in told["phrases"]] == [PHRASES[0]]
    assert [(one["id"], one["reason"]) for one in told["phrase_reports"]] == [(2, "too loud")]
    assert [one["game"] for one in told["invitations"]] == [mine]
    assert [one["muted"] for one in told["mutes"]] == [said(bob.get("/session"))["account"]]
    assert leave(ann).status_code == 204
    for name in ("mutes", "seat_mutes", "invitations"):
        assert look(f"SELECT * FROM {name}") == [], name
    ((reporter,),) = look("SELECT reporter FROM phrase_reports")
    assert str(reporter).startswith("gone:")


def test_a_game_that_goes_on_meanwhile_is_left_all_the_same(app, ann, monkeypatch):
    """Somebody gets up between the look at the game and the leaving."""
    table = Table(app, guests=2, seats=3)
    sit(table, ann)
    made, guest, version = services(app), table.guests[1], table.version
    look, looked = made.departures._store.on, []

    def meanwhile(account):
        found = look(account)
        looked.append(found)
        if len(looked) == 2:
            caller = made.callers.by_link(guest.headers["Authorization"].removeprefix("Bearer "))
            assert caller is not None
            made.seating.leave(table.game, caller, 1, Terms(frozenset({version})))
        return found

    monkeypatch.setattr(made.departures._store, "on", meanwhile)
    assert leave(ann).status_code == 204
    assert [one["player"] is None for one in table.host.view()["seats"]] == [False, True, True]


def test_a_game_that_never_stands_still_stops_it_and_nothing_is_lost(app, ann, monkeypatch):
    table = Table(app, guests=2, seats=3)
    sit(table, ann)
    departures = services(app).departures
    look = departures._store.on
    monkeypatch.setattr(departures._store, "on", lambda account: [one._replace(version=0) for one in look(account)])
    assert_problem(leave(ann), 409, "still_playing")
    assert said(ann.get("/account"))["name"] == "Ann"
    monkeypatch.setattr(departures._store, "on", look)
    assert leave(ann).status_code == 204


def test_the_service_asks_for_the_password_too(app, ann):
    with pytest.raises(WrongPassword):
        services(app).departures.leave(said(ann.get("/session"))["account"], "wrong horse")
