"""`/metrics`: who may ask, and that every number is that of the database, whoever answers."""

import re
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask

from app.api.context import services
from app.factory import CONSUMERS, ENGINE, WORKER, make_consumers
from app.store.deliveries import DELIVERED, FAILED, PUSH, count
from app.store.engine import writing
from tests.api.people import Person, bearer
from tests.api.tables import Table, said

TOKEN = "what the watchman says, and nobody else"


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app(metrics_open=True)


def measured(app: Flask, **kwargs: Any) -> dict[str, float]:
    """The samples, by name with labels."""
    answer = app.test_client().get("/metrics", **kwargs)
    assert answer.status_code == 200, answer.text
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def execute(app: Flask, *statements: str) -> None:
    with app.extensions[ENGINE].begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))


def work(app: Flask) -> None:
    app.extensions[WORKER].jobs.round()


def test_without_a_token_nobody_may_ask_but_where_it_is_open(make_app: Callable[..., Flask]) -> None:
    assert make_app().test_client().get("/metrics").status_code == 404
    answer = make_app(metrics_open=True).test_client().get("/metrics")
    assert answer.content_type.startswith("text/plain; version=")


def test_with_a_token_whoever_has_it(make_app: Callable[..., Flask]) -> None:
    app = make_app(metrics_token=TOKEN, metrics_open=True)
    assert measured(app, headers=bearer(TOKEN))["kartfold_streams"] == 0
    for wrong in ({}, bearer(TOKEN[:-1]), bearer("ü"), bearer(""), {"Authorization": TOKEN}):
        assert app.test_client().get("/metrics", headers=wrong).status_code == 404


def test_the_token_of_a_player_opens_nothing(make_app: Callable[..., Flask]) -> None:
    app = make_app(metrics_token=TOKEN)
    secret = Person.sign_up(app, "Ada", "correct horse battery").token("read", "manage")
    assert app.test_client().get("/metrics", headers=bearer(secret)).status_code == 404


def test_all_readers_of_the_log_have_their_lag(app: Flask) -> None:
    assert [one.name for one in make_consumers(services(app))] == list(CONSUMERS)
    table = Table(app, 2).start()
    events = table.version + 1
    before = measured(app)
    assert before['kartfold_lag_events{reader="sequencer"}'] == events
    assert before['kartfold_lag_seconds{reader="sequencer"}'] >= 0
    work(app)
    after = measured(app)
    for name in ("sequencer", *CONSUMERS):
        assert after[f'kartfold_lag_events{{reader="{name}"}}'] == 0
        assert after[f'kartfold_lag_seconds{{reader="{name}"}}'] == 0
    assert after['kartfold_events_total{kind="game.created"}'] == 1
    assert sum(value for name, value in after.items() if name.startswith("kartfold_events_total")) == events


def test_a_reader_that_is_behind_says_by_how_much_and_for_how_long(app: Flask) -> None:
    table = Table(app, 2).start()
    work(app)
    execute(app, "UPDATE consumers SET position = 1 WHERE name = 'results'")
    seen = measured(app)
    assert seen['kartfold_lag_events{reader="results"}'] == table.version
    assert seen['kartfold_lag_events{reader="archive"}'] == 0
    assert seen['kartfold_parked_events{consumer="results"}'] == 0
    execute(app, "INSERT INTO parked VALUES ('results', 1, 'a game', 0, 1, 0, 'KeyError')")
    assert measured(app)['kartfold_parked_events{consumer="results"}'] == 1


def test_decisions_that_nobody_takes_are_counted_until_somebody_does(app: Flask) -> None:
    table = Table(app, 2, clock={"kind": "decision", "ms": 60_000}).start()
    assert (measured(app)["kartfold_overdue_decisions"], measured(app)["kartfold_overdue_seconds"]) == (0, 0)
    execute(app, "UPDATE streams SET deadline = 1000")
    seen = measured(app)
    assert seen["kartfold_overdue_decisions"] == 1
    assert seen["kartfold_overdue_seconds"] > 1_000_000_000
    execute(app, f"UPDATE streams SET deadline = NULL WHERE game = '{table.game}'")
    assert measured(app)["kartfold_overdue_decisions"] == 0


def test_what_time_has_done_is_counted(app: Flask) -> None:
    kinds = {"decision.timed_out": 5, "seat.taken_over": 4, "clock.paused": 3, "clock.resumed": 2}
    execute(app, *(f"INSERT INTO counts VALUES ('{kind}', {count})" for kind, count in kinds.items()))
    seen = measured(app)
    sweeps = {name: value for name, value in seen.items() if name.startswith("kartfold_clock_sweeps_total")}
    assert sweeps == {
        f'kartfold_clock_sweeps_total{{what="{what}"}}': count
        for what, count in (("timed_out", 5), ("taken_over", 4), ("paused", 3), ("resumed", 2))
    }


def test_games_are_counted_by_status(app: Flask) -> None:
    Table(app, 2)
    running, over = Table(app, 2).start(), Table(app, 2).start()
    assert running.version
    said(over.host.move({"type": "resign"}, over.version))
    work(app)
    seen = measured(app)
    games = {name: value for name, value in seen.items() if name.startswith("kartfold_games")}
    assert games == {
        f'kartfold_games{{status="{status}"}}': count
        for status, count in (("waiting", 1), ("playing", 1), ("finished", 1), ("cancelled", 0))
    }


def test_letters_and_webhooks_are_counted_by_what_became_of_them(app: Flask) -> None:
    columns = "id, kind, language, about, created, due, tries, sent"
    row = f"INSERT INTO letters ({columns}) VALUES ('{{}}', 'a', 'en', '{{{{}}}}', {{}})"
    recent = "9000000000000"
    execute(
        app,
        row.format(1, f"{recent}, 5, 0, NULL"),
        row.format(2, f"{recent}, NULL, 1, {recent}"),
        row.format(3, f"{recent}, NULL, 1, {recent}"),
        row.format(4, f"{recent}, NULL, 9, NULL"),
        row.format(5, "1000, NULL, 1, 1000"),
        row.format(6, "1000, NULL, 9, NULL"),
    )
    seen = measured(app)
    found = {name: value for name, value in seen.items() if "deliveries" in name and "letter" in name}
    assert found == {
        f'kartfold_deliveries{{channel="letter",state="{state}"}}': count
        for state, count in (("pending", 1), ("delivered", 2), ("failed", 1))
    }
    assert seen['kartfold_deliveries{channel="webhook",state="pending"}'] == 0
    assert seen['kartfold_deliveries{channel="push",state="pending"}'] == 0


def test_messages_that_came_to_an_end_are_counted_for_ever(app: Flask) -> None:
    with writing(app.extensions[ENGINE]) as connection:
        for outcome, number in ((DELIVERED, 2), (DELIVERED, 1), (FAILED, 4), (FAILED, 0)):
            count(connection, PUSH, outcome, number)
    ended = {name: value for name, value in measured(app).items() if "deliveries_ended" in name}
    assert ended == {
        'kartfold_deliveries_ended_total{channel="push",outcome="delivered"}': 3,
        'kartfold_deliveries_ended_total{channel="push",outcome="failed"}': 4,
    }


def test_open_streams_are_those_of_this_process(app: Flask) -> None:
    places = services(app).places
    places.most = 1
    give_back = places.take("somebody", "192.0.2.1")
    assert measured(app)["kartfold_streams"] == 1
    give_back()
    assert measured(app)["kartfold_streams"] == 0


def test_every_name_is_as_prometheus_wants_it(app: Flask) -> None:
    text = app.test_client().get("/metrics").text
    names = re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE)
    assert len(names) == len(set(names)) >= 10
    assert all(name.startswith("kartfold_") and kind in ("gauge", "counter") for name, kind in names)
