"""What everybody may know of people with accounts: how many matches, which, and how they ended."""

import random
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from app.factory import ENGINE
from tests.api.people import API, Person, assert_problem
from tests.api.tables import Guest, Table, any_move, said

ABSENT = "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"
People = Callable[[str], Person]


class Match:
    """Ada plays with Ben, till one of them resigns."""

    def __init__(self, app: Flask, ada: Person, ben: Person, **settings: Any) -> None:
        self.app, self.ada, self.ben = app, ada, ben
        made = said(ada.post("/games", {"seats": 2} | settings), 201)
        self.game: str = made["view"]["id"]
        invitation = {"expected_version": made["version"], "invitation": made["invitation"]}
        sat = said(ben.post(f"/games/{self.game}/seats", invitation), 201)
        self.version = sat["version"]

    def start(self) -> "Match":
        started = {"expected_version": self.version}
        self.version = said(self.ada.post(f"/games/{self.game}/start", started))["version"]
        return self

    def resign(self, who: Person) -> "Match":
        said(who.post(f"/games/{self.game}/moves", {"type": "resign", "expected_version": self.version}))
        work(self.app)
        return self


def work(app: Flask) -> None:
    """What runs behind does all that is due."""
    app.extensions["kartfold-worker"].jobs.round()


@pytest.fixture
def ada(person: People) -> Person:
    return person("Ada")


@pytest.fixture
def ben(person: People) -> Person:
    return person("Ben")


def profile(who: Any, player: str) -> dict[str, Any]:
    return said(who.get(f"/players/{player}"))


def games(who: Person, player: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = said(who.get(f"/players/{player}/games"))["games"]
    return found


def test_a_person_is_found_by_name_and_by_id(app: Flask, ada: Person, ben: Person) -> None:
    one = profile(ben, "ADA")
    account = said(ada.get("/players/me"))["account"]
    assert (one["id"], one["name"], one["finished"], one["won"]) == (account, "Ada", 0, 0)
    assert said(app.test_client().get(f"{API}/players/{account}")) == one
    assert set(one) == {"id", "name", "since", "finished", "won"}
    for nobody in ("Nobody", ABSENT, "me%20", "%00", "A%00", "%F0%9F", "x" * 2000):
        assert_problem(ben.get(f"/players/{nobody}"), 404, "no_such_player")
        assert_problem(ben.get(f"/players/{nobody}/games"), 404, "no_such_player")


def test_matches_are_counted_and_told_with_how_they_ended(app: Flask, ada: Person, ben: Person) -> None:
    match = Match(app, ada, ben).start()
    (running,) = games(ben, "Ada")
    assert (running["id"], running["status"], running["place"], running["ended"]) == (
        match.game,
        "playing",
        None,
        None,
    )
    match.resign(ben)
    assert [profile(ada, name)["won"] for name in ("Ada", "Ben")] == [1, 0]
    assert [profile(ada, name)["finished"] for name in ("Ada", "Ben")] == [1, 1]
    (one,) = games(ben, "Ben")
    view = said(ada.get(f"/games/{match.game}"))
    assert (one["seat"], one["place"], one["points"]) == (1, 2, view["seats"][1]["score"])
    assert [each["place"] for each in one["results"]] == view["places"] == [1, 2]
    assert [each["name"] for each in one["taken"]] == ["Ada", "Ben"]
    assert one["ended"] is not None


def test_points_are_those_of_the_whole_match_and_bots_have_places_too(app: Flask, ada: Person) -> None:
    made = said(ada.post("/games", {"seats": 2, "bots": ["random"], "bot_delay": 0, "options": {"hands": 2}}), 201)
    game, chance = made["view"]["id"], random.Random(5)
    view = said(ada.post(f"/games/{game}/start", {"expected_version": made["version"]}))["view"]
    while view["phase"] != "match_over":
        if view["turn"] == 0:
            move = any_move(view, chance) | {"expected_version": view["version"]}
            view = said(ada.post(f"/games/{game}/moves", move))["view"]
        else:
            work(app)
            view = said(ada.get(f"/games/{game}"))
    work(app)
    (one,) = games(ada, "Ada")
    assert [(each["seat"], each["place"], each["points"]) for each in one["results"]] == [
        (seat, view["places"][seat], view["seats"][seat]["score"]) for seat in range(2)
    ]
    assert sum(each["points"] for each in one["results"]) > 0


def test_of_unlisted_games_only_those_who_play_in_them_are_told(app: Flask, ada: Person, ben: Person) -> None:
    match = Match(app, ada, ben, listed=False).start()
    stranger = Person.sign_up(app, "Zoe", "correct horse battery")
    for one in (match, match.resign(ada)):
        assert [each["id"] for each in games(ben, "Ada")] == [one.game]
        assert games(stranger, "Ada") == []
        assert said(app.test_client().get(f"{API}/players/Ada/games"))["games"] == []
    assert profile(ben, "Ben")["won"] == 0


def test_waiting_tables_practice_and_tables_looked_on_are_none_of_their_games(app: Flask, ada: Person) -> None:
    said(ada.post("/games", {"seats": 2}), 201)
    looked_on = said(ada.post("/games", {"seats": 2, "sits": False, "bots": ["random", "random"]}), 201)
    version = {"expected_version": looked_on["version"]}
    said(ada.post(f"/games/{looked_on['view']['id']}/start", version))
    origin = Table(app, 2).start()
    origin.play(random.Random(1))
    said(ada.post(f"/games/{origin.game}/branches", {"at": 10, "listed": True}), 201)
    assert games(ada, "Ada") == []


def test_pages(app: Flask, ada: Person, ben: Person) -> None:
    made = [Match(app, ada, ben).start().game for _ in range(5)]
    seen, cursor = [], ""
    while cursor is not None:
        page = said(ben.get(f"/players/Ada/games?limit=2{cursor and '&cursor='}{cursor}"))
        seen += [game["id"] for game in page["games"]]
        cursor = page["next"]
    assert sorted(seen) == sorted(made)
    assert_problem(ben.get("/players/Ada/games?cursor=nonsense"), 422, "invalid")


def test_who_left_to_a_bot_has_no_result(app: Flask, ada: Person, ben: Person) -> None:
    match = Match(app, ada, ben, takeover="random", bots_alone="end").start()
    left = said(ben.delete(f"/games/{match.game}/seats/1?expected_version={match.version}"))
    match.version = left["version"]
    match.resign(ada)
    assert (profile(ada, "Ben")["finished"], profile(ada, "Ben")["won"]) == (0, 0)
    (one,) = games(ada, "Ada")
    assert [each["place"] for each in one["results"]] == [2, 1]


def test_results_are_the_same_read_anew_from_the_first_event(
    app: Flask, ada: Person, ben: Person, look: Callable[[str], list[tuple[object, ...]]]
) -> None:
    Match(app, ada, ben).start().resign(ben)
    Table(app, 2).start().play(random.Random(2))
    work(app)
    rows = "SELECT * FROM results ORDER BY game, seat"
    before = look(rows)
    assert len(before) == 4
    with app.extensions[ENGINE].begin() as connection:
        connection.execute(sa.text("DELETE FROM results"))
        connection.execute(sa.text("DELETE FROM consumers WHERE name = 'results'"))
    work(app)
    assert look(rows) == before
    with app.extensions[ENGINE].begin() as connection:
        connection.execute(sa.text("UPDATE consumers SET position = 0 WHERE name = 'results'"))
    work(app)
    assert look(rows) == before
    ((last,),) = look("SELECT max(position) FROM positions")
    assert look("SELECT position FROM consumers WHERE name = 'results'") == [(last,)]


def test_names_of_guests_lead_to_nobody(app: Flask, ada: Person) -> None:
    table = Table(app, 1)
    sitting = {"expected_version": table.version, "name": "Ada", "seat": 1}
    said(Guest(app, table.game).post("/seats", sitting), 201)
    (listed,) = [one for one in said(ada.get("/games"))["games"] if one["id"] == table.game]
    assert [(each["name"], each["account"]) for each in listed["taken"]] == [("Guest", None), ("Ada", None)]
