"""Guests who want to be found: an address at a seat, the way back to it, and seats that accounts take along."""

import random

import pytest

from app.api.context import services
from tests.api.letters import HOME, post, sent
from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import Table, lines, said
from tests.letterbox import links, secret, text

PASSWORD = "correct horse battery"
GUS = "gus@example.org"


@pytest.fixture
def app(posting):
    return posting


@pytest.fixture
def table(app):
    """A table of two guests whose match is on."""
    return Table(app, guests=2).start()


def leave_address(guest, address, seat=None):
    path = f"{API}/games/{guest.game}/seats/{guest.seat if seat is None else seat}/address"
    return guest.client.put(path, json={"address": address}, headers=guest.headers)


def remind(client, address=GUS, **kwargs):
    return client.post(f"{API}/seat-reminders", json={"address": address}, **kwargs)


def come_back(client, found):
    return client.post(f"{API}/seat-recoveries/{found}")


def is_seated(app, game, link):
    answer = app.test_client().get(f"{API}/games/{game}", headers=bearer(link))
    return answer.status_code == 200 and "you" in answer.json


# ---------------------------------------------------------------- an address, and the way back


def test_a_guest_who_lost_the_link_comes_back_by_a_letter(app, table, client, letterbox):
    guest = table.guests[1]
    assert said(leave_address(guest, "Gus@EXAMPLE.org")) == {"address": "Gus@example.org"}
    assert remind(client).status_code == 202
    letter = sent(app, letterbox)
    assert letter["To"] == "Gus@example.org"
    assert links(letter)[0].startswith(f"{HOME}/seat-again/")
    answer = come_back(client, secret(letter))
    found = said(answer, 201)
    assert answer.headers["Cache-Control"] == "no-store"
    assert (found["game"], found["link"]) == (guest.game, f"/seat/{found['secret']}")
    view = said(client.get(f"{API}/games/{guest.game}", headers=bearer(found["secret"])))
    assert view["you"]["seat"] == guest.seat


def test_the_old_link_is_good_until_the_new_one_is_used(app, table, client, letterbox):
    guest = table.guests[1]
    old = guest.headers["Authorization"].removeprefix("Bearer ")
    leave_address(guest, GUS)
    remind(client)
    letter = sent(app, letterbox)
    assert is_seated(app, guest.game, old)
    new = said(come_back(client, secret(letter)), 201)["secret"]
    assert not is_seated(app, guest.game, old)
    assert is_seated(app, guest.game, new)
    assert_problem(come_back(client, secret(letter)), 404, "no_such_voucher")
    assert is_seated(app, guest.game, new)


def test_nobody_is_told_whether_an_address_has_seats(app, table, client, letterbox):
    leave_address(table.guests[1], GUS)
    there, not_there = remind(client), remind(client, "nobody@example.org")
    assert (there.status_code, there.data) == (not_there.status_code, not_there.data) == (202, b"")
    assert post(app) == 1
    assert letterbox.next()["To"] == GUS
    assert letterbox.is_empty()


def test_an_account_of_the_same_address_gets_nothing_of_it(app, table, client, letterbox):
    from tests.api.letters import with_address

    with_address(app, letterbox, Person.sign_up(app, "Gus", PASSWORD), GUS)
    assert remind(client).status_code == 202
    assert post(app) == 0


def test_one_letter_leads_to_all_seats_that_are_on(app, client, letterbox):
    tables = [Table(app, guests=2) for _ in range(3)]
    for number, table in enumerate(tables):
        leave_address(table.guests[1], GUS)
        if number:
            table.start()
    tables[2].play(random.Random(7))  # over: nobody needs a way back
    remind(client)
    letter = sent(app, letterbox)
    assert len(links(letter)) == 2 + 1
    assert text(letter).count("\u2068Guest\u2069") == 2
    games = {said(come_back(client, secret(letter, number)), 201)["game"] for number in range(2)}
    assert games == {tables[0].game, tables[1].game}


def test_an_address_is_forgotten_by_its_guest_and_when_the_game_is_over(app, table, client, look):
    guest, host = table.guests[1], table.host
    leave_address(guest, GUS)
    leave_address(host, "host@example.org")
    leave_address(guest, None)
    assert look("SELECT address FROM seat_addresses") == [("host@example.org",)]
    services(app).deliveries.sweep()
    assert look("SELECT address FROM seat_addresses") == [("host@example.org",)]
    table.play(random.Random(7))
    services(app).deliveries.sweep()
    assert look("SELECT address FROM seat_addresses") == []


def test_a_guest_who_left_has_no_way_back(app, client, letterbox):
    table = Table(app, guests=2)
    guest = table.guests[1]
    leave_address(guest, GUS)
    remind(client)
    found = secret(sent(app, letterbox))
    assert guest.delete(f"/seats/1?expected_version={table.version}").status_code == 200
    assert_problem(come_back(client, found), 404, "no_such_voucher")
    remind(client)
    assert post(app) == 0


def test_only_a_guest_leaves_an_address_and_only_at_their_own_seat(app, table, look):
    guest, ann = table.guests[1], Person.sign_up(app, "Ann", PASSWORD)
    assert_problem(leave_address(guest, GUS, seat=0), 403, "not_yours")
    assert_problem(leave_address(table.stranger, GUS, seat=0), 401, "unauthorized")
    assert_problem(ann.put(f"/games/{guest.game}/seats/0/address", {"address": GUS}), 404, "no_such_game")
    own = said(ann.post("/games", {"seats": 2}), 201)["view"]["id"]
    assert_problem(ann.put(f"/games/{own}/seats/0/address", {"address": GUS}), 409, "no_guest")
    assert_problem(leave_address(guest, "nothing"), 422, "invalid")
    assert look("SELECT * FROM seat_addresses") == []


def test_an_address_at_a_seat_is_shown_to_nobody(app, table):
    guest = table.guests[1]
    leave_address(guest, GUS)
    for path in ("", "/events", "/replay.jsonl"):
        for one in (guest, table.host, table.stranger):
            assert GUS not in one.get(path).text


# ---------------------------------------------------------------- a seat that an account takes along


def claim(person, guest, **body):
    return person.post(f"/games/{guest.game}/seats/{guest.seat}/claim", body)


def link_of(guest):
    return guest.headers["Authorization"].removeprefix("Bearer ")


def test_a_guest_becomes_an_account_and_keeps_the_seat(app, table):
    guest = table.guests[1]
    before = lines(guest)
    player = said(table.host.get())["seats"][1]["player"]
    hand = guest.view()["you"]["hand"]
    ann = Person.sign_up(app, "Ann", PASSWORD)
    taken = said(claim(ann, guest, secret=link_of(guest)))
    assert (taken["name"], taken["player"], taken["seat"]) == ("Ann", player, 1)
    mine = said(ann.get(f"/games/{guest.game}"))
    assert mine["you"]["hand"] == hand
    assert [(one["player"], one["name"]) for one in mine["seats"]][1] == (player, "Ann")
    assert lines(table.host) == before
    assert not is_seated(app, guest.game, link_of(guest))
    assert [one["id"] for one in said(ann.get("/games?list=mine"))["games"]] == [guest.game]


def test_a_browser_that_has_both_cookies_needs_no_more(app, table):
    guest, ann = table.guests[1], Person.sign_up(app, "Ann", PASSWORD)
    assert ann.client.get(f"/seat/{link_of(guest)}").status_code == 303
    assert_problem(claim(ann, guest), 403, "csrf")  # at this table the browser is the guest
    ann.csrf_token = said(ann.get(f"/session?game={guest.game}"))["csrf_token"]
    answer = claim(ann, guest)
    assert said(answer)["account"] == said(ann.get("/session"))["account"]
    assert f"kartfold_seat_{guest.game}=;" in answer.headers["Set-Cookie"]
    view = said(ann.get(f"/games/{guest.game}"))
    assert view["you"]["seat"] == 1


def test_a_match_goes_on_with_the_account(app, table):
    guest, ann = table.guests[1], Person.sign_up(app, "Ann", PASSWORD)
    token = ann.token("read", "play")
    claim(ann, guest, secret=link_of(guest))
    guest.headers = bearer(token)
    table.play(random.Random(3))
    assert table.host.view()["phase"] == "match_over"


def test_what_a_guest_has_said_is_the_accounts(app, table):
    guest, ann = table.guests[1], Person.sign_up(app, "Ann", PASSWORD)
    note = said(guest.post("/comments", {"text": "a note", "seq": 0, "private": True}), 201)
    claim(ann, guest, secret=link_of(guest))
    (mine,) = said(ann.get(f"/games/{guest.game}/comments"))["comments"]
    assert (mine["id"], mine["yours"], mine["author"]) == (note["id"], True, {"name": "Ann", "seat": 1})


def test_somebody_has_one_seat_at_a_table(app):
    table = Table(app, guests=2)
    ann = Person.sign_up(app, "Ann", PASSWORD)
    said(claim(ann, table.guests[1], secret=link_of(table.guests[1])))
    assert_problem(claim(ann, table.host, secret=link_of(table.host)), 409, "already_seated")
    assert is_seated(app, table.game, link_of(table.host))


def test_an_account_with_a_seat_is_led_to_no_other_by_a_link(app):
    """Else whoever gets it to open theirs keeps it from its own cards."""
    table = Table(app, guests=2)
    ann, bob = (Person.sign_up(app, name, PASSWORD) for name in ("Ann", "Bob"))
    said(claim(ann, table.guests[1], secret=link_of(table.guests[1])))
    for person in (ann, bob):
        person.client.get(f"/seat/{link_of(table.host)}")
    at_table = [said(person.get(f"/players/me?game={table.game}")) for person in (ann, bob)]
    assert [(who["kind"], who["seat"]) for who in at_table] == [("account", 1), ("guest", 0)]


def test_a_seat_is_claimed_once(app, table):
    guest = table.guests[1]
    ann, bob = (Person.sign_up(app, name, PASSWORD) for name in ("Ann", "Bob"))
    said(claim(ann, guest, secret=link_of(guest)))
    assert_problem(claim(bob, guest, secret=link_of(guest)), 403, "seat_needed")


def test_a_seat_is_claimed_by_nobody_without_its_link_or_without_an_account(app, table):
    guest, ann = table.guests[1], Person.sign_up(app, "Ann", PASSWORD)
    for body in ({}, {"secret": "kfs_" + "A" * 64}, {"secret": link_of(Table(app).host)}):
        assert_problem(claim(ann, guest, **body), 403, "seat_needed")
    assert_problem(guest.post(f"/seats/{guest.seat}/claim", {}), 403, "account_needed")
    answer = ann.post(f"/games/{guest.game}/seats/0/claim", {"secret": link_of(guest)})
    assert_problem(answer, 403, "not_yours")
    assert is_seated(app, guest.game, link_of(guest))


def test_a_session_speaks_for_nobody_who_sends_a_bearer(app, table):
    guest, ann = table.guests[1], Person.sign_up(app, "Ann", PASSWORD)
    path = f"{API}/games/{guest.game}/seats/1/claim"
    answer = ann.client.post(path, json={"secret": link_of(guest)}, headers=guest.headers)
    assert_problem(answer, 403, "account_needed")


def test_the_way_back_of_a_claimed_seat_is_closed(app, table, client, letterbox):
    guest, ann = table.guests[1], Person.sign_up(app, "Ann", PASSWORD)
    leave_address(guest, GUS)
    remind(client)
    found = secret(sent(app, letterbox))
    claim(ann, guest, secret=link_of(guest))
    assert_problem(come_back(client, found), 404, "no_such_voucher")
    remind(client)
    assert post(app) == 0
