"""What play leaves behind: no log line, no table and no error message holds a card that nobody was shown, a seed, or a
salt."""

import itertools
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
import sqlalchemy as sa
from flask import Flask

from app.factory import ENGINE, WORKER
from app.rules.bots import BOTS
from tests.api.people import assert_problem
from tests.drills.company import Clock, Company
from tests.drills.test_leaks import Seeded, Serve
from tests.drills.truth import Truth
from tests.effort import WHOLE, effort

GAMES = (29,) if not WHOLE else range(200, 205)
CODE = re.compile(r"(?<![A-Za-z0-9])(?:[rygb][0-9SRD]|W[4B])(?![A-Za-z0-9])")
PAIRS = (
    re.compile(r"card\W{1,6}([rygbW][0-9SRDB])\W{1,6}slot\W{1,4}(\d+)"),
    re.compile(r"slot\W{1,4}(\d+)\W{1,6}card\W{1,6}([rygbW][0-9SRDB])"),
)
"""A slot with its card, in whatever notation."""
TELLING = 5
"""So many cards in the order of a hidden pile, or of a hand, are no accident."""


def assert_tells_nothing(text: str, truth: Truth, where: str) -> None:
    """Fails for a text with anything in it that not everybody may know."""
    assert not truth.tells_a_secret(text.encode(), None), f"a secret in {where}"
    cards = CODE.findall(text)
    if len(cards) >= TELLING:
        rows = {tuple(cards[at : at + TELLING]) for at in range(len(cards) - TELLING + 1)}
        assert rows.isdisjoint(truth.hidden_runs(TELLING)), f"hidden cards in {where}: {text}"
    turned = _turned(truth)
    for pair in PAIRS:
        for one, other in pair.findall(text):
            assert {(one, other), (other, one)} & turned, f"{one} {other} in {where}: {text}"


def _turned(truth: Truth) -> set[tuple[str, str]]:
    told = [json.loads(line) for line in truth.lines if b'"card.turned"' in line]
    return {(str(one["data"]["slot"]), one["data"]["card"]) for one in told}


def tables(app: Flask) -> Iterator[tuple[str, str]]:
    """Every value of every table but the sealed seeds, with where it stands."""
    engine = app.extensions[ENGINE]
    for name in sa.inspect(engine).get_table_names():
        with engine.connect() as connection:
            for row in connection.execute(sa.text(f'SELECT * FROM "{name}"')).mappings():
                for column, value in row.items():
                    if (name, column) != ("secrets", "sealed"):
                        yield f"{name}.{column}", _text(value)


def _text(value: object) -> str:
    return bytes(value).decode("latin-1") if isinstance(value, bytes | memoryview) else str(value)


def file_of(app: Flask) -> bytes:
    """Every byte that an SQLite database has on disk, free pages and log included; empty for another database."""
    engine = app.extensions[ENGINE]
    path = Path(engine.url.database or "")
    return b"".join(each.read_bytes() for each in path.parent.glob(f"{path.name}*")) if path.is_absolute() else b""


@pytest.mark.drill
@pytest.mark.parametrize("number", GAMES)
def test_no_log_line_and_no_table_holds_what_nobody_was_shown(
    number: int,
    database_url: str,
    serve: Serve,
    seeded: Seeded,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, "sqlalchemy")  # statements with their parameters, and the rows that they give
    monkeypatch.setattr("app.services.play.positions.SNAPSHOT_AFTER", 4)
    chance = seeded(f"leaks {number}")
    app = serve(database_url)
    company = Company(app, chance, clock)
    for step, _ in enumerate(itertools.chain(company.gather(), company.steps(effort(60, 200)))):
        app.extensions["kartfold"].positions.forget()
        for viewer, _ in company.viewers():
            viewer.ask(app, "GET", f"/games/{company.game}/openings")
        _check_log(caplog, company.truth)
        if step % 10 == 0 or company.truth.over:
            _check_tables(app, company.truth)
    assert_tells_nothing(file_of(app).decode("latin-1"), company.truth, "the file")


def _check_log(caplog: pytest.LogCaptureFixture, truth: Truth) -> None:
    for record in caplog.records:
        said = record.getMessage()
        assert_tells_nothing(said, truth, record.name)
        if not record.name.startswith("sqlalchemy"):
            assert not CODE.search(said), f"a card in the log: {said}"
    caplog.clear()


def _check_tables(app: Flask, truth: Truth) -> None:
    names = set()
    for where, value in tables(app):
        names.add(where.partition(".")[0])
        assert_tells_nothing(value, truth, where)
    assert {"events", "streams", "idempotency", "tables", "players"} <= names
    assert ("secrets" in names) or truth.over


@pytest.fixture
def begun(sqlite_url: str, serve: Serve, seeded: Seeded, clock: Clock) -> Company:
    """A match that has just begun, at a table with a bot."""
    company = Company(serve(sqlite_url), seeded("begun"), clock, seats=2, bots=["random"], sits=True, spectators="all")
    body = {"expected_version": company.truth.version}
    assert company.host.ask(company.app, "POST", f"/games/{company.game}/start", body).status_code == 200
    company.learn()
    return company


@pytest.mark.parametrize("place", ["replay.looks", "play.requests"])
def test_an_error_that_quotes_a_hand_is_answered_and_logged_without_it(
    place: str, begun: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    moves = begun.view(begun.host)["you"]["moves"]
    cards = list(begun.truth.cards())

    def fail(*args: Any) -> NoReturn:
        try:
            raise KeyError(cards)
        except KeyError as error:
            raise RuntimeError(f"these cards cannot be shown: {cards}") from error

    monkeypatch.setattr(f"app.services.{place}.view_of", fail)
    caplog.set_level(logging.DEBUG)
    path = f"/games/{begun.game}"
    if place == "replay.looks":
        answer = begun.host.ask(begun.app, "GET", path)
    else:
        body = {**moves[0], "expected_version": begun.truth.version}
        answer = begun.host.ask(begun.app, "POST", f"{path}/moves", body)

    assert_problem(answer, 500, "internal")
    assert not CODE.search(answer.text + str(answer.headers))
    assert "RuntimeError" in caplog.text
    assert "KeyError" in caplog.text
    assert not CODE.search(caplog.text)


def test_a_bot_that_fails_with_its_hand_in_the_message_leaves_no_card_in_the_log(
    begun: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Careless:
        name = "random"

        def choose(self, view: dict[str, Any], chance: object) -> NoReturn:
            raise RuntimeError(f"what is one to do with {view['you']['hand']}")

    monkeypatch.setitem(BOTS, "random", Careless())
    caplog.set_level(logging.DEBUG)
    while (view := begun.view(begun.host))["turn"] == 0:
        body = {**view["you"]["moves"][0], "expected_version": view["version"]}
        begun.host.ask(begun.app, "POST", f"/games/{begun.game}/moves", body)
    begun.app.extensions[WORKER].jobs.round()

    assert "RuntimeError" in caplog.text
    assert not CODE.search(caplog.text)
