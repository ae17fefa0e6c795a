"""A database that goes away for a moment: those who ask are told so and may ask again, and nothing is done twice."""

import random
from contextlib import ExitStack

import pytest
import sqlalchemy as sa

from app.factory import close, create_app
from app.store import Unavailable, make_engine, reading, writing
from config import Config
from tests.api.conftest import SETTINGS
from tests.api.people import assert_problem
from tests.api.tables import Table, any_move, said

TERMINATE = sa.text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid()"
)


@pytest.fixture
def cut(postgresql_url):
    """Ends every session of the database, as a restart of the server does."""
    engine = sa.create_engine(postgresql_url, poolclass=sa.NullPool)

    def end():
        with engine.connect() as connection:
            connection.execute(TERMINATE)

    return end


@pytest.fixture
def table(postgresql_url):
    app = create_app(Config(database_url=postgresql_url, **SETTINGS))  # type: ignore[arg-type]
    yield Table(app).start()
    close(app)


def test_a_lost_connection_is_said_once_and_all_others_are_let_go(postgresql_url, cut):
    engine = make_engine(postgresql_url)
    with ExitStack() as opened:
        for _ in range(3):
            opened.enter_context(reading(engine)).execute(sa.text("SELECT 1"))
    cut()
    with pytest.raises(Unavailable), reading(engine) as connection:
        connection.execute(sa.text("SELECT 1"))
    for _ in range(3):
        with reading(engine) as connection:
            assert connection.execute(sa.text("SELECT 1")).scalar() == 1
    with writing(engine) as connection:
        assert connection.execute(sa.text("SELECT 1")).scalar() == 1
    engine.dispose()


def test_who_asks_then_is_told_to_ask_again_and_a_move_with_a_key_is_made_once(table, cut):
    guest = table.in_turn()
    move, version = any_move(guest.view(), random.Random(1)), table.version
    cut()
    answers = [guest.move(move, version, Idempotency_Key="one-move") for _ in range(4)]
    assert_problem(answers[0], 503, "unavailable")
    assert answers[0].headers["Retry-After"] == "1"
    assert [answer.status_code for answer in answers[1:]] == [200, 200, 200]
    assert len({answer.data for answer in answers[1:]}) == 1
    made = said(answers[1])["events"]
    assert said(guest.get(f"/events?after={version}"))["events"] == made
