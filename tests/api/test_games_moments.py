"""A game at any moment, and through any eyes that may see it: every form of `at` and `as`, and every refusal."""

import json
import random
from collections import Counter

import pytest

from app.api.context import services
from app.api.schemas import ViewSchema
from app.rules.cards import DECK
from app.services.clock import rfc3339
from tests.api.people import assert_problem
from tests.api.tables import Table, lines

EXAMPLES = ("57", "request:12", "hand:2", "2026-01-01T12:00:00Z")


@pytest.fixture
def rng():
    """Chance, the same each time."""
    return random.Random(23)


@pytest.fixture
def table(app):
    """A match of three guests, of two hands, that has begun."""
    return Table(app, guests=3, options={"hands": 2}).start()


@pytest.fixture
def second_hand(table, rng):
    """The same, in its second hand."""
    while table.host.view()["hand_number"] == 1:
        table.play(rng, moves=1)
    table.play(rng, moves=3)
    return table


@pytest.fixture
def over(table, rng):
    """The same, to its end."""
    table.play(rng)
    return table


def record(table):
    """The events of a table."""
    return [json.loads(line) for line in lines(table.host)]


def seen(answer):
    """All that an answer to a view says."""
    assert answer.status_code == 200, answer.text
    return answer.data, answer.headers["ETag"]


# ------------------------------------------------------------ at


def test_a_request_is_named_by_its_number(over):
    for event in record(over)[::5]:
        last = max(one["seq"] for one in record(over) if one["request"] == event["request"])
        for guest in (over.host, over.stranger):
            assert seen(guest.get(f"?at=request:{event['request']}")) == seen(guest.get(f"?at={last}"))


def test_a_hand_is_named_by_its_number_and_seen_as_it_was_dealt(over):
    for hand in (1, 2):
        view = over.stranger.view(f"?at=hand:{hand}&as=all")
        assert (view["hand_number"], view["complete"]) == (hand, True)
        assert [one["cards"] for one in view["seats"]] == [7, 7, 7]
        assert view["top"] is not None
        assert [len(held) for held in view["open"]["hands"]] == [7, 7, 7]
        assert view["phase"] in ("turn", "color")


def test_a_time_is_the_last_event_up_to_it(over):
    events = record(over)
    for t in {event["t"] for event in events} | {events[-1]["t"] + 10_000}:
        last = max(event["seq"] for event in events if event["t"] <= t)
        assert seen(over.host.get(f"?at={rfc3339(t)}")) == seen(over.host.get(f"?at={last}"))
    assert over.host.view(f"?at={rfc3339(events[-1]['t'])}")["version"] == events[-1]["seq"]
    first = max(event["seq"] for event in events if event["t"] == events[0]["t"])
    assert over.host.view(f"?at={rfc3339(events[0]['t']).replace('Z', '%2B00:00')}")["version"] == first


def test_while_a_game_goes_on_the_newest_moments_are_there_too(second_hand):
    now, last = seen(second_hand.host.get()), record(second_hand)[-1]
    for at in (last["seq"], f"request:{last['request']}", rfc3339(last["t"]), "2999-01-01T00:00:00Z"):
        assert seen(second_hand.host.get(f"?at={at}")) == now


def test_what_is_no_moment_is_refused_with_examples(table):
    for at in (
        "x",
        "",
        "-1",
        "1.0",
        "007",
        "request:",
        "request:-1",
        "hand:two",
        "seq:4",
        "2026-01-01",
        "2026-02-30T00:00:00Z",
    ):
        problem = assert_problem(table.host.get(f"?at={at}"), 422, "invalid")
        (message,) = problem["errors"]["query"]["at"]
        assert all(example in message for example in EXAMPLES)


def test_an_offset_whose_plus_was_not_written_out_is_told_how_to(table):
    problem = assert_problem(table.host.get("?at=2026-01-01T00:00:00+01:00"), 422, "invalid")
    assert "%2B" in problem["errors"]["query"]["at"][0]


def test_a_moment_that_is_not_there_is_not_found(table):
    for at in ("9999", "9" * 16, "request:9999", "hand:0", "hand:2", "hand:256", "2001-01-01T00:00:00Z"):
        for eyes in ("", "&as=0", "&as=table", "&as=all"):
            assert_problem(table.host.get(f"?at={at}{eyes}"), 404, "no_such_game")


# ------------------------------------------------------------ as


def test_as_the_table_everybody_sees_what_strangers_see(second_hand):
    for at in ("", "at=20&", "at=hand:1&", "at=request:9&"):
        expected = seen(second_hand.stranger.get(f"?{at}"))
        for guest in (*second_hand.guests, second_hand.stranger):
            assert seen(guest.get(f"?{at}as=table")) == expected


def test_a_seats_eyes_show_what_that_seat_saw_then(table, rng):
    then = {}

    def look():
        for guest in table.guests:
            answer = guest.get()
            then[guest.seat, answer.json["version"]] = seen(answer)

    table.play(rng, after=look)
    assert len(then) > 60
    for number, ((seat, version), answer) in enumerate(then.items()):
        guest = (table.stranger, *table.guests)[number % 4]
        assert seen(guest.get(f"?at={version}&as={seat}")) == answer


def test_while_a_hand_is_on_nobody_borrows_eyes(app, second_hand, person):
    official = person("Olga")
    services(app).accounts.appoint("Olga", ["arbiter", "admin"])
    version = second_hand.version
    for query in (f"at={version}&as=%s", "as=%s", "at=hand:2&as=%s", "at=2999-01-01T00:00:00Z&as=%s"):
        for eyes in ("0", "1", "2", "all"):
            for guest in (*second_hand.guests, second_hand.stranger):
                if eyes != str(guest.seat):
                    assert_problem(guest.get(f"?{query % eyes}"), 403, "hand_not_over")
            assert_problem(official.get(f"/games/{second_hand.game}?{query % eyes}"), 403, "hand_not_over")
    for guest in second_hand.guests:
        assert seen(guest.get(f"?as={guest.seat}")) == seen(guest.get())


def test_a_hand_that_is_over_is_open_though_the_match_goes_on(second_hand):
    dealt = next(
        event["seq"] for event in record(second_hand) if event["data"].get("hand") == 2 and "root" in event["data"]
    )
    for guest in (*second_hand.guests, second_hand.stranger):
        assert "open" in guest.view(f"?at={dealt - 1}&as=all")
        assert guest.view(f"?at={dealt - 1}&as=1")["you"]["seat"] == 1
        assert_problem(guest.get(f"?at={dealt}&as=all"), 403, "hand_not_over")


def test_with_all_cards_open_every_card_is_in_its_place(over):
    for seq in range(0, over.version + 1, 3):
        view = over.stranger.view(f"?at={seq}&as=all")
        assert ViewSchema().dump(view) == view
        assert "you" not in view
        public = {name: value for name, value in view.items() if name != "open"}
        assert public == over.stranger.view(f"?at={seq}")
        cards = view["open"]
        if view["hand_number"]:
            places = [card["card"] for hand in (*cards["hands"], cards["draw_pile"]) for card in hand]
            top = [view["top"]] if view["top"] else []
            assert Counter([*places, *cards["discard"], *top]) == Counter(DECK)
        assert len(cards["draw_pile"]) == view["draw_count"]
        assert len(cards["discard"]) == view["discard_count"]
        for guest in over.guests:
            assert guest.view(f"?at={seq}")["you"]["hand"] == cards["hands"][guest.seat]


def test_piles_lie_open_from_the_top_down(over):
    """What is drawn or turned next is on top; what was played before the top card lies under it."""
    events, view = record(over), None
    for event in events:
        if view is not None and event["kind"] == "cards.drawn":
            drawn = [card["slot"] for card in view["open"]["draw_pile"]]
            assert drawn[: len(event["data"]["slots"])] == event["data"]["slots"]
        elif view is not None and event["kind"] == "card.played" and view["top"]:
            under = over.stranger.view(f"?at={event['seq']}&as=all")["open"]["discard"]
            assert under == [view["top"], *view["open"]["discard"]]
        view = over.stranger.view(f"?at={event['seq']}&as=all")


def test_before_the_start_nothing_is_dealt(app):
    table = Table(app, guests=2, seats=3)
    for guest in (*table.guests, table.stranger):
        assert guest.view("?as=all")["open"] == {"hands": [[], [], []], "draw_pile": [], "discard": []}
        assert guest.view("?at=0&as=2")["you"] == {"seat": 2, "hand": [], "drawn": None, "shown": [], "moves": []}


def test_what_are_no_eyes_is_refused(table):
    for eyes in ("x", "", "-1", "1.0", "01", "ALL", "Table", "seat:1", "٣", "9" * 40):
        problem = assert_problem(table.host.get(f"?as={eyes}"), 422, "invalid")
        (message,) = problem["errors"]["query"]["as"]
        assert "table" in message
        assert "all" in message


def test_there_is_no_such_seat(over):
    for eyes in ("3", "9", "9" * 16):
        assert_problem(over.host.get(f"?as={eyes}"), 404, "no_such_game")


def test_who_may_not_watch_gets_nothing_through_any_eyes(app, rng):
    hidden = Table(app, guests=2, listed=False).start()
    closed = Table(app, guests=2, spectators="none").start()
    for each in (hidden, closed):
        each.play(rng)
    for query in ("as=table", "as=0", "as=all", "at=hand:1", "at=request:3&as=all", "at=5", "at=x", "as=x"):
        answer = hidden.stranger.get(f"?{query}")
        assert answer.status_code == (422 if query.endswith("=x") else 404), query
        answer = closed.stranger.get(f"?{query}")
        assert answer.status_code == (422 if query.endswith("=x") else 403), query


# ------------------------------------------------------------ caches


def test_each_pair_of_eyes_has_a_tag_of_its_own(over):
    tags: dict[str, bytes] = {}
    for eyes in ("0", "1", "2", "table", "all"):
        for at in ("7", "request:9", "hand:2"):
            answer = over.host.get(f"?at={at}&as={eyes}")
            assert answer.headers["ETag"].startswith(f'"{answer.json["version"]}.')
            assert tags.setdefault(answer.headers["ETag"], answer.data) == answer.data
            again = over.host.get(f"?at={at}&as={eyes}", If_None_Match=answer.headers["ETag"])
            assert (again.status_code, again.data) == (304, b"")
    assert len(tags) == len(set(tags.values())) == 15
    tag = over.host.get("?as=all").headers["ETag"]
    assert over.host.get("?as=table", If_None_Match=tag).status_code == 200


def test_a_tag_that_was_guessed_opens_nothing(second_hand):
    tag = f'"{second_hand.version}.all"'
    assert_problem(second_hand.host.get("?as=all", If_None_Match=tag), 403, "hand_not_over")
    assert_problem(second_hand.host.get("?as=all", If_None_Match="*"), 403, "hand_not_over")
