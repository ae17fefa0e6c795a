"""A new table from its form: what is asked for in words becomes the table that was meant."""

from urllib.parse import parse_qs, urlsplit

import pytest
from limits import RateLimitItemPerHour

from app.api import limits
from app.web.around.new_table import TIMES
from app.web.around.presets import PRESETS
from tests.api.people import API, Person
from tests.api.tables import said
from tests.web.letters import site_with
from tests.web.visitor import Visitor

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def made(visitor: Visitor, **fields: str | None):
    """The view of the table that the form makes."""
    visitor.look("/new").send("/new", fields)
    assert visitor.path.startswith("/games/")
    return said(visitor.client.get(f"{API}{visitor.path}"))


def test_the_form_as_it_stands_makes_a_table_for_two(visitor):
    view = made(visitor)
    assert len(view["seats"]) == 2
    assert view["seats"][0]["name"] == "Guest"
    assert view["you"]["seat"] == 0
    assert view["options"]["hands"] == 1
    assert view["clock"] == {"kind": "decision", "ms": DAY}
    assert view["table"]["listed"] is True


def test_every_question_has_its_answer(visitor):
    view = made(
        visitor,
        seats="6",
        name="Cleo",
        bots_racer="1",
        bots_first="2",
        bot_delay="5000",
        length="points",
        points="300",
        ties="play_on",
        two_player_reverse="turn",
        illegal_wild_draw_four="reject",
        last_card_effects="off",
        missed_decisions="5",
        clock="bank",
        bank=str(30 * MINUTE),
        more=str(MINUTE),
        most=str(HOUR),
        listed="link",
        spectators="none",
        takeover="first",
        bots_alone="end",
        entropy="words of mine",
    )
    assert [one["bot"] for one in view["seats"]] == [None, "racer", "first", "first", None, None]
    assert view["seats"][0]["name"] == "Cleo"
    assert view["options"] == {
        "hands": 1,
        "target_score": 300,
        "ties": "play_on",
        "two_player_reverse": "turn",
        "illegal_wild_draw_four": "reject",
        "last_card_effects": False,
        "missed_decisions": 5,
    }
    assert view["clock"] == {"kind": "bank", "ms": 30 * MINUTE, "increment_ms": MINUTE, "max_ms": HOUR}
    table = view["table"]
    assert (table["listed"], table["spectators"], table["takeover"]) == (False, "none", "first")
    assert (table["bots_alone"], table["bot_delay"]) == ("end", 5000)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_way_to_play_fills_in_the_form_and_makes_a_table(visitor, preset):
    visitor.look(f"/new?preset={preset}")
    current = [each for each in visitor.page.iter("a") if each.get("href") == f"/new?preset={preset}"]
    assert [each.get("aria-current") for each in current] == ["true"]
    visitor.send("/new")
    view = said(visitor.client.get(f"{API}{visitor.path}"))
    assert len(view["seats"]) == int(PRESETS[preset].filled["seats"])
    assert view["clock"]["kind"] == PRESETS[preset].filled["clock"]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_way_to_play_fills_in_can_be_chosen_in_the_form(preset):
    for name, value in PRESETS[preset].filled.items():
        if name in TIMES:
            assert int(value) in TIMES[name]


@pytest.mark.parametrize(
    ("fields", "where", "told"),
    [
        ({"bots_racer": "2"}, "bots", "There are not so many seats."),
        ({"seats": "11"}, "seats", ""),
        ({"seats": "two"}, "seats", "A whole number is needed."),
        ({"hands": "0"}, "hands", ""),
        ({"clock": "bank", "bank": str(7 * DAY), "most": str(DAY)}, "most", "The bank cannot hold less"),
        ({"name": "x"}, "name", ""),
        ({"invite": "Nobody Known"}, "invite", "Nobody here is called Nobody Known."),
        ({"invite": "\n".join(f"Name {n}" for n in range(10))}, "invite", "No more than 9 names."),
        ({"entropy": "x" * 257}, "entropy", ""),
    ],
)
def test_what_cannot_be_is_told_beside_its_field_and_the_rest_is_kept(site, visitor, fields, where, told):
    visitor.look("/new").send("/new", {"points": "77", "takeover": "racer"} | fields, 422)
    error = "".join(visitor.with_id(f"error-{where}").itertext())
    assert error
    assert told in error
    described = [(each.get("aria-describedby") or "").split() for each in visitor.page.iter()]
    assert sum(f"error-{where}" in ids for ids in described) == 1
    assert visitor.with_id("field-points").get("value") == "77"
    assert visitor.client.get(f"{API}/games").json == {"games": [], "next": None}


def test_whoever_makes_a_table_by_link_gets_the_link(visitor):
    visitor.look("/new")
    form = next(each for each in visitor.page.iter("form") if each.get("action") == "/new")
    token = next(each.get("value") for each in form.iter("input") if each.get("name") == "csrf")
    answer = visitor.client.post("/new", data={"csrf": token, "listed": "link"})
    address = urlsplit(answer.headers["Location"])
    stranger = visitor.client.application.test_client()
    invitation = parse_qs(address.query)["invitation"][0]
    assert stranger.get(f"{API}{address.path}").status_code == 404
    assert stranger.get(f"{API}{address.path}?invitation={invitation}").status_code == 200


def test_people_are_asked_by_name(site, member):
    ann, ben = member("Ann"), member("Ben")
    member("Cleo")
    ann.look("/players/ben")
    ann.look(ann.links()["Make a table and invite"])
    assert ann.with_id("field-invite").text == "Ben"
    ann.send("/new", {"invite": " ben \n\nCLEO\nBen", "seats": "3", "listed": "link"})
    ben.look("/mine")
    assert ben.says("h2") == "You are invited"
    assert "Ann asks you to come." in ben.says()
    asked = ann.client.get(f"{API}{ann.path}/invitations").json["invitations"]
    assert [one["name"] for one in asked] == ["Ben", "Cleo"]


def test_who_has_asked_too_many_people_has_made_no_table(sqlite_url, monkeypatch):
    """A guest who is told to wait keeps no seat, so there must be none."""
    monkeypatch.setattr(limits, "INVITATIONS", RateLimitItemPerHour(1, namespace="invitation"))
    with site_with(sqlite_url, rate_limits=True) as site:
        for name in ("Ann", "Ben"):
            Person.sign_up(site, name, "correct horse battery")
        visitor = Visitor(site)
        visitor.look("/new").send("/new", {"invite": "Ann\nBen"}, 429)
        assert said(visitor.client.get(f"{API}/games?list=lobby"))["games"] == []


def test_nobody_asks_themselves(member):
    ann = member("Ann")
    ann.look("/new").send("/new", {"invite": "ANN"}, 422)
    assert "You need not invite yourself." in ann.says()


def test_a_host_with_an_account_need_not_sit(member):
    ann = member("Ann")
    ann.look("/new").send("/new", {"watches": "1", "bots_racer": "2"})
    view = said(ann.client.get(f"{API}{ann.path}"))
    assert [one["bot"] for one in view["seats"]] == ["racer", "racer"]
    assert view["table"]["host_name"] == "Ann"


def test_a_guest_sits_whatever_they_send(visitor):
    assert made(visitor, watches="1")["you"]["seat"] == 0


def test_how_long_one_could_have_to_wait_is_said_before_the_table_is_made(visitor):
    visitor.look("/new")
    assert "or 32 days if somebody goes on vacation" in visitor.says("p[@id='wait']")
    visitor.send("/new", {"look": "1", "decision": str(HOUR), "quiet_hours": None, "vacations": None})
    assert visitor.path == "/new"
    assert visitor.says("p[@id='wait']") == "Nobody waits longer than 1 hour for one decision."
    assert ticked(visitor) == ["pauses"]
    visitor.send("/new")
    view = said(visitor.client.get(f"{API}{visitor.path}"))
    assert view["time_off"] == {"quiet_hours": False, "vacations": False, "pauses": True}
    assert view["longest_wait_ms"] == HOUR


def test_what_was_not_ticked_stays_so_beside_an_error(visitor):
    visitor.look("/new").send("/new", {"seats": "11", "vacations": None}, 422)
    assert ticked(visitor) == ["quiet_hours", "pauses"]


def ticked(visitor: Visitor) -> list[str]:
    """What may stop the clock, as the form has it."""
    boxes = visitor.page.form("/new").iter("input")
    return [str(each.get("name")) for each in boxes if each.get("type") == "checkbox" and "checked" in each.attrib]


@pytest.mark.parametrize("preset", ["quick", "race"])
def test_in_an_evening_no_calendar_stops_the_clock(visitor, preset):
    visitor.look(f"/new?preset={preset}").send("/new")
    view = said(visitor.client.get(f"{API}{visitor.path}"))
    assert (view["time_off"]["quiet_hours"], view["time_off"]["vacations"]) == (False, False)
