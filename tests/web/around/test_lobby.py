"""The lobby: tables that wait, and what somebody looks for among them."""

import pytest

from tests.api.tables import Table
from tests.web.pages import said as words
from tests.web.visitor import Visitor

DAY = 24 * 60 * 60 * 1000


def listed(visitor: Visitor) -> list[str]:
    """The ids of the tables on this page, in order."""
    return [each[0].get("href", "").rpartition("/")[2] for each in visitor.page.iter("h3") if len(each)]


def test_a_table_is_told_in_plain_words(site, visitor):
    options = {"target_score": 500, "illegal_wild_draw_four": "reject"}
    clock = {"kind": "bank", "ms": DAY, "increment_ms": 3_600_000, "max_ms": 2 * DAY}
    Table(site, guests=1, seats=4, bots=["racer"], name="Cleo", options=options, clock=clock)
    told = visitor.look("/lobby").says()
    for said in (
        "Table of Cleo",
        "Racer bot",
        "2 seats free",
        "First to 500 points",
        "Wild Draw Four only when it is lawful, and no challenges",
        "1 day in the bank, and 1 hour more for each decision",
        "Sit down",
    ):
        assert said in told


def test_full_tables_and_those_by_link_are_not_shown(site, visitor):
    Table(site, guests=2, seats=2)
    Table(site, guests=1, seats=2, listed=False)
    visitor.look("/lobby")
    assert listed(visitor) == []
    assert "No table waits just now." in visitor.says()


@pytest.mark.parametrize(
    ("settings", "query", "other"),
    [
        ({"seats": 2}, "seats=two", "seats=few"),
        ({"seats": 3}, "seats=few", "seats=many"),
        ({"seats": 5}, "seats=many", "seats=two"),
        ({"clock": {"kind": "none"}}, "clock=none", "clock=quick"),
        ({"clock": {"kind": "decision", "ms": 3_600_000}}, "clock=quick", "clock=days"),
        ({"clock": {"kind": "decision", "ms": 3_600_001}}, "clock=days", "clock=quick"),
        ({"options": {"ties": "play_on"}}, "rules=house", "rules=usual"),
        ({"options": {"hands": 3}}, "match=long", "match=hand"),
        ({"options": {"hands": 3}}, "rules=usual", "rules=house"),
        ({"options": {"target_score": 100}}, "match=long", "match=hand"),
    ],
)
def test_who_looks_for_something_finds_it_and_nothing_else(site, visitor, settings, query, other):
    table = Table(site, guests=1, **{"seats": 2} | settings)
    assert listed(visitor.look(f"/lobby?{query}")) == [table.game]
    assert listed(visitor.look(f"/lobby?{other}")) == []
    assert "No table that waits is like this." in visitor.says()
    assert listed(visitor.look("/lobby?seats=nonsense&clock=%00")) == [table.game]


def test_one_goes_on_through_many_tables_and_keeps_what_one_looks_for(site, visitor):
    wanted = [Table(site, guests=1, seats=3).game for _ in range(13)]
    for _ in range(30):
        Table(site, guests=1, seats=2)
    found: list[str] = []
    visitor.look("/lobby?seats=few")
    while True:
        assert listed(visitor), "no page in between is empty"
        found += listed(visitor)
        more = next((each for each in visitor.page.iter("a") if each.get("rel") == "next"), None)
        if more is None:
            break
        assert "seats=few" in more.get("href", "")
        visitor.look(more.get("href", ""))
    assert found == wanted[::-1]


def test_a_cursor_of_somebody_elses_making_is_told(visitor):
    visitor.look("/lobby?cursor=nonsense", 422)


def test_one_who_has_an_account_is_a_link_to_their_page(site, visitor, member):
    ann = member("Ann")
    ann.look("/new").send("/new", {"seats": "3"})
    links = visitor.look("/lobby").links()
    assert links["Ann"] == "/players/Ann"
    assert words(visitor.with_id("main")).count("Table of Ann") == 2
