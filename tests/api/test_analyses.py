"""Analyses over HTTP: asked for by whoever may see the game, told as far as they have come."""

import random
from functools import partial
from typing import Any

import pytest

from app.services.replay import analyses as module
from replays.analysis import ANALYSER
from replays.analysis.analyst import Effort, analyse
from tests.api.people import API, assert_problem
from tests.api.tables import Guest, Table, lines, said

TINY = Effort(decision=4, alternative=2, standing=2)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch):
    monkeypatch.setattr(module, "analyse", partial(analyse, effort=TINY))


def over(app, **settings: Any) -> Table:
    """A match that is over: a few moves, and then somebody left."""
    table = Table(app, 2, **settings).start()
    table.play(random.Random(5), moves=8)
    guest = table.in_turn()
    said(guest.move({"type": "resign"}, table.version))
    return table


def made(table: Table) -> dict[str, Any]:
    """The analysis, when it is done."""
    said(table.stranger.post("/analysis", {}), 202)
    while (answer := said(table.stranger.get("/analysis")))["status"] != "done":
        assert answer["status"] in ("queued", "running")
        table.work()
    return answer


def test_it_is_asked_for_once_and_told_when_it_is_done(app):
    table = over(app)
    nothing = said(table.stranger.get("/analysis"))
    assert (nothing["status"], nothing["analyser"], nothing["hands"]) == ("none", ANALYSER, [])
    answer = table.stranger.post("/analysis", {})
    assert said(answer, 202)["status"] == "queued"
    assert answer.headers["Location"] == f"{API}/games/{table.game}/analysis"
    done = made(table)
    assert done["done"] == done["total"] == done["hands"][0]["total"] > 5
    assert done["decisions"] is None
    decisions = said(table.host.get("/analysis?hand=1"))["decisions"]
    assert len(decisions) == done["total"]
    assert all(
        {"chance", "error", "playouts", "move"} <= way.keys() for one in decisions for way in one["alternatives"]
    )
    assert said(table.host.get("/analysis?hand=9"))["decisions"] == []
    assert said(table.host.post("/analysis", {}), 202) == done


def test_what_has_not_changed_is_not_sent_again(app):
    table = over(app)
    made(table)
    first = table.host.get("/analysis?hand=1")
    assert table.host.get("/analysis?hand=1", If_None_Match=first.headers["ETag"]).status_code == 304
    assert table.host.get("/analysis", If_None_Match=first.headers["ETag"]).status_code == 200


def test_a_game_that_is_on_is_not_analysed(app):
    table = Table(app, 2).start()
    assert_problem(table.host.post("/analysis", {}), 409, "game_not_over")
    assert said(table.host.get("/analysis"))["status"] == "none"


def test_a_table_that_was_closed_has_nothing_to_analyse(app):
    table = Table(app, 2)
    said(table.host.post("/cancel", {"expected_version": table.version}))
    assert made(table)["total"] == 0


def test_who_may_not_see_the_game_is_told_nothing_of_it(app):
    table = over(app, listed=False)
    assert_problem(table.stranger.post("/analysis", {}), 404, "no_such_game")
    assert_problem(table.stranger.get("/analysis"), 404, "no_such_game")
    invitation = table.made["invitation"]
    said(table.stranger.post(f"/analysis?invitation={invitation}", {}), 202)
    assert said(table.stranger.get(f"/analysis?invitation={invitation}"))["status"] == "queued"


def test_an_address_may_ask_for_so_many(make_app):
    table = over(make_app(rate_limits=True))
    for _ in range(30):
        said(table.stranger.post("/analysis", {}), 202)
    answer = table.stranger.post("/analysis", {})
    assert_problem(answer, 429, "too_many_requests")
    assert int(answer.headers["Retry-After"]) > 0


def test_an_import_is_analysed_as_the_game_was(app, person):
    table, ada = over(app), person("Ada")
    ended = lines(table.host)
    brought = ada.client.post(
        f"{API}/replays",
        data=b"".join(line + b"\n" for line in ended),
        content_type="application/jsonl",
        headers={"X-CSRF-Token": ada.csrf_token},
    )
    replay = said(brought, 201)["id"]
    made(table)
    stranger = app.test_client()
    said(stranger.post(f"{API}/replays/{replay}/analysis"), 202)
    while said(stranger.get(f"{API}/replays/{replay}/analysis"))["status"] != "done":
        table.work()
    whole = said(stranger.get(f"{API}/replays/{replay}/analysis?hand=1"))
    assert whole == said(table.host.get("/analysis?hand=1"))
    assert_problem(stranger.post(f"{API}/replays/{table.game}/analysis"), 404, "no_such_replay")
    assert_problem(stranger.get(f"{API}/replays/{table.game}/analysis"), 404, "no_such_replay")


@pytest.mark.parametrize("query", ["hand=0", "hand=256", "hand=x", "of=1"])
def test_other_queries_are_refused(app, query):
    table = Table(app, 2)
    assert_problem(Guest(app, table.game).get(f"/analysis?{query}"), 422, "invalid")
