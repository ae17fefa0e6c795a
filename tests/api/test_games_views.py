"""Looking at games: views of now and then, events, openings, the record and its audit."""

import gzip
import json
import random

import pytest
import sqlalchemy as sa

from app.api.audit import AuditSchema
from app.api.schemas import AnswerSchema, EventsSchema, MadeSchema, OpeningsSchema, PageSchema, ViewSchema
from app.store import make_engine
from replays.deal import Bound, check_opening
from replays.verify import verify_lines
from tests.api.people import API, assert_problem
from tests.api.tables import Table, lines, said
from tests.store.tampering import run, unguarded


@pytest.fixture
def rng():
    """Chance, the same each time."""
    return random.Random(11)


@pytest.fixture
def table(app):
    """A match of three guests, of two hands, that has begun."""
    return Table(app, guests=3, options={"hands": 2}, clock={"kind": "decision", "ms": 60_000}).start()


def documented(schema, value):
    """Whether a value is, to the last field, what a schema documents: all that it says is known, and nothing lacks."""
    assert schema().dump(value) == value
    for name, field in schema().fields.items():
        if field.required:
            assert name in value, name


def test_what_is_answered_is_what_is_documented(app, rng, person):
    table = Table(
        app, guests=2, seats=4, bots=["random", "first"], options={"hands": 2}, clock={"kind": "decision", "ms": 60_000}
    )
    documented(MadeSchema, table.made)
    documented(ViewSchema, table.host.view())
    answer = said(table.host.post("/start", {"expected_version": table.version}))
    documented(AnswerSchema, answer)

    def look():
        for guest in (*table.guests, table.stranger):
            documented(ViewSchema, guest.view())

    table.play(rng, moves=25, after=look)
    table.play(rng)
    look()
    documented(EventsSchema, said(table.host.get("/events")))
    documented(OpeningsSchema, said(table.host.get("/openings")))
    documented(AuditSchema, said(table.host.get("/audit")))
    documented(PageSchema, said(table.host.client.get(f"{API}/games?list=finished")))


def test_a_view_is_not_sent_twice(table, rng):
    guest = table.in_turn()
    answer = guest.get()
    tag = answer.headers["ETag"]
    assert tag == f'"{answer.json["version"]}.seat-{answer.json["you"]["seat"]}"'
    assert table.stranger.get().headers["ETag"] == f'"{answer.json["version"]}.public"'
    for sent in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = guest.get(If_None_Match=sent)
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert again.headers["Vary"] == "Cookie, Authorization"
    assert table.stranger.get(If_None_Match=tag).status_code == 200, "another viewer's view is another view"
    table.play(rng, moves=1)
    assert guest.get(If_None_Match=tag).status_code == 200


def test_every_past_position_is_as_it_was(table, rng):
    then = {}

    def look():
        for number, guest in enumerate((*table.guests, table.stranger)):
            answer = guest.get()
            then[number, answer.json["version"]] = answer.data, answer.headers["ETag"]

    look()
    table.play(rng, moves=60, after=look)
    for (number, version), (view, tag) in then.items():
        answer = (*table.guests, table.stranger)[number].get(f"?at={version}")
        assert (answer.data, answer.headers["ETag"]) == (view, tag)
        assert answer.status_code == 200


def test_inside_a_request_nobody_has_a_move(table, rng):
    table.play(rng, moves=20)
    requests = [json.loads(line)["request"] for line in lines(table.host)]
    for guest in table.guests:
        for seq, request in enumerate(requests):
            view = guest.view(f"?at={seq}")
            assert view["version"] == seq
            assert view["complete"] is (requests[seq + 1 : seq + 2] != [request])
            if not view["complete"]:
                assert view["you"]["moves"] == []


@pytest.mark.parametrize("query", ["at=9999", "at=-1", "at=x", "at=1.0", "at=", "as=9", "as=x", "when=3"])
def test_there_is_no_such_moment(table, query):
    answer = table.host.get(f"?{query}")
    assert answer.status_code in (404, 422)
    assert answer.content_type == "application/problem+json"


def test_other_eyes_are_lent_when_the_hand_is_over(table, rng):
    version = table.version
    for eyes in (1, 2):
        assert_problem(table.host.get(f"?at={version}&as={eyes}"), 403, "hand_not_over")
        assert_problem(table.stranger.get(f"?as={eyes}"), 403, "hand_not_over")
    assert table.host.get(f"?at={version}&as=0").data == table.host.get(f"?at={version}").data
    theirs = table.guests[1].get(f"?at={version}")
    while table.host.view()["hand_number"] == 1:
        table.play(rng, moves=1)
    assert table.stranger.get(f"?at={version}&as=1").data == theirs.data
    assert_problem(table.host.get("?as=1"), 403, "hand_not_over")
    table.play(rng)
    assert "you" in table.stranger.view("?as=1")


def test_events_come_as_they_are_stored(table, rng):
    table.play(rng, moves=8)
    record, version = lines(table.host), table.version
    whole = table.stranger.get("/events")
    assert whole.data == b'{"version":%d,"events":[%b]}' % (version, b",".join(record))
    assert said(table.host.get("/events?after=5&limit=3"))["events"] == [json.loads(line) for line in record[6:9]]
    assert said(table.host.get(f"/events?after={version}"))["events"] == []
    assert said(table.host.get("/events?after=99999"))["events"] == []
    tag = whole.headers["ETag"]
    assert table.stranger.get("/events", If_None_Match=tag).status_code == 304
    for wrong in ("after=-1", "after=x", "limit=0", "limit=1001", "format=xml"):
        assert_problem(table.host.get(f"/events?{wrong}"), 422, "invalid")


@pytest.mark.parametrize(
    ("query", "accept", "kind"),
    [
        ("", "application/jsonl", "application/jsonl"),
        ("", "application/x-ndjson", "application/jsonl"),
        ("", "text/html, */*;q=0.1", "application/json"),
        ("", "application/json, application/jsonl;q=0.5", "application/json"),
        ("&format=jsonl", "application/json", "application/jsonl"),
        ("&format=json", "application/jsonl", "application/json"),
    ],
)
def test_events_come_as_json_or_as_lines(table, query, accept, kind):
    answer = table.host.get(f"/events?after=2{query}", Accept=accept)
    assert answer.content_type == kind
    record = lines(table.host)[3:]
    if kind == "application/jsonl":
        assert answer.data.splitlines() == record
    else:
        assert answer.json["events"] == [json.loads(line) for line in record]


def test_lines_that_a_client_has_are_not_taken_for_json(table):
    lines = table.host.get("/events", Accept="application/jsonl")
    assert {"Cookie", "Authorization", "Accept"} == set(lines.vary)
    again = {"If_None_Match": lines.headers["ETag"]}
    assert table.host.get("/events", Accept="application/json", **again).status_code == 200
    unchanged = table.host.get("/events", Accept="application/jsonl", **again)
    assert (unchanged.status_code, set(unchanged.vary)) == (304, set(lines.vary))


def test_the_record_is_a_file_that_verifies(table, rng):
    table.play(rng)
    plain, packed = table.stranger.get("/replay.jsonl"), table.stranger.get("/replay.jsonl.gz")
    assert plain.content_type == "application/jsonl"
    assert packed.content_type == "application/gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert plain.data.endswith(b"\n")
    assert plain.headers["Content-Disposition"] == f'attachment; filename="{table.game}.replay.jsonl"'
    assert verify_lines(plain.data.splitlines()).verdict == "exact"
    for answer, path in ((plain, "/replay.jsonl"), (packed, "/replay.jsonl.gz")):
        assert table.stranger.get(path, If_None_Match=answer.headers["ETag"]).status_code == 304
    assert plain.headers["ETag"] != packed.headers["ETag"]


def test_the_audit_says_what_was_looked_at(table, rng):
    running = said(table.stranger.get("/audit"))
    assert running["verdict"] == "unverified"
    assert running["version"] == table.version
    assert {check["name"]: check["found"] for check in running["checks"]} == {
        "bytes": "holds",
        "chain": "holds",
        "shape": "holds",
        "seeds": "open",
        "roots": "open",
        "cards": "open",
        "rules": "open",
    }
    table.play(rng)
    over = said(table.stranger.get("/audit"))
    assert (over["verdict"], over["reasons"], over["events"]) == ("exact", [], table.version + 1)
    assert over == {"version": table.version} | verify_lines(lines(table.stranger)).data()


def test_an_audit_finds_what_was_changed_in_the_store(table, rng, database_url):
    table.play(rng)
    engine = make_engine(database_url, poolclass=sa.NullPool)
    seq, line = next((seq, line) for seq, line in enumerate(lines(table.stranger)) if b'"uno":false' in line)
    with unguarded(engine) as connection:
        change = "UPDATE events SET bytes = :line WHERE seq = :seq"
        run(connection, change, line=line.replace(b'"uno":false', b'"uno":true'), seq=seq)
    engine.dispose()
    report = said(table.stranger.get("/audit"))
    assert report["verdict"] == "diverged"
    assert report["seq"] in (seq, seq + 1), "the event itself, or the next one, which carries its hash"


def bound_piles(table):
    """What the record binds: each pile by hand and number."""
    piles, hand = {}, 0
    for event in map(json.loads, lines(table.host)):
        data = event["data"]
        if event["kind"] == "hand.started":
            hand = data["hand"]
            piles[hand, 0] = Bound(hand, 0, 0, data["cards"], data["root"])
        elif event["kind"] == "pile.shuffled":
            piles[hand, data["pile"]] = Bound(hand, data["pile"], data["first"], data["cards"], data["root"])
    return piles


def test_openings_prove_the_cards_that_a_caller_may_see(table, rng):
    for _ in range(12):
        table.play(rng, moves=4)
        if table.host.view()["hand_number"] != 1:
            break
        piles = bound_piles(table)
        turned = {
            e["data"]["slot"]: e["data"]["card"]
            for e in map(json.loads, lines(table.host))
            if e["kind"] == "card.turned"
        }
        for guest in (*table.guests, table.stranger):
            view = guest.view()
            mine = view.get("you", {"hand": [], "shown": []})
            may = turned | {card["slot"]: card["card"] for card in mine["hand"]}
            for shown in mine["shown"]:
                may |= {card["slot"]: card["card"] for card in shown["hand"]}
            openings = said(guest.get("/openings"))["openings"]
            assert {opening["slot"]: opening["card"] for opening in openings} == may
            for opening in openings:
                check_opening(table.game, piles[opening["hand"], opening["pile"]], opening)


def test_a_hand_that_is_over_is_open_to_all(table, rng):
    while table.host.view()["hand_number"] == 1:
        table.play(rng, moves=1)
    piles = bound_piles(table)
    first = said(table.stranger.get("/openings?hand=1"))["openings"]
    assert [opening["slot"] for opening in first] == list(
        range(sum(pile.cards for pile in piles.values() if pile.hand == 1))
    )
    for opening in first:
        check_opening(table.game, piles[1, opening["pile"]], opening)
    whole = said(table.stranger.get("/openings"))["openings"]
    assert [opening for opening in whole if opening["hand"] == 1] == first
    assert said(table.stranger.get("/openings?hand=7"))["openings"] == []
    table.play(rng)
    after = said(table.stranger.get("/openings"))
    assert [opening for opening in after["openings"] if opening["hand"] == 1] == first
    assert {opening["hand"] for opening in after["openings"]} == {1, 2}


def test_openings_before_the_start_are_none(app):
    assert said(Table(app, guests=2).host.get("/openings"))["openings"] == []
