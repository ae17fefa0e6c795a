"""`flask database …` and `flask doctor`, from outside."""

import pytest
import sqlalchemy as sa

from app.factory import close, create_app
from app.store import Cipher, Store, make_engine
from config import Config
from tests.store.matches import played
from tests.store.tampering import run as change
from tests.store.tampering import unguarded

SEED_KEYS = {"test": b"k" * 32}


@pytest.fixture
def run():
    """Runs a command line against a database; gives the click result."""
    apps = {}

    def run(url, *words, **more):
        if url not in apps:
            apps[url] = create_app(Config(database_url=url, secret_key="s" * 32, seed_keys=SEED_KEYS))
        return apps[url].test_cli_runner().invoke(args=words, **more)

    yield run
    for app in apps.values():
        close(app)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request, databases):
    return databases.empty(request.param)


def test_the_schema_goes_up_is_checked_and_goes_down(run, empty_url):
    before = run(empty_url, "database", "check")
    assert (before.exit_code, "not up to date" in before.output) == (1, True)
    assert run(empty_url, "database", "upgrade").exit_code == 0
    after = run(empty_url, "database", "check")
    assert (after.exit_code, after.output) == (0, "The schema is as the code expects.\n")
    asked = run(empty_url, "database", "downgrade", "base", input="n\n")
    assert asked.exit_code == 1
    assert run(empty_url, "database", "check").exit_code == 0
    assert run(empty_url, "database", "downgrade", "base", "--yes").exit_code == 0
    assert run(empty_url, "database", "check").exit_code == 1


def test_rights_are_granted_to_a_role_that_is_there(run, postgresql_url):
    refused = run(postgresql_url, "database", "grant", "nobody-of-this-name")
    assert refused.exit_code == 1
    assert "there is no role 'nobody-of-this-name'" in refused.output


@pytest.fixture
def stored(sqlite_url):
    """A database with a match that is over and one that is on."""
    engine = make_engine(sqlite_url)
    store = Store(engine, Cipher(SEED_KEYS))
    over = played(1).save(store)
    played(2, 30).save(store)
    yield sqlite_url, engine, over
    engine.dispose()


def test_the_doctor_tells_what_holds(run, stored):
    url, _, over = stored
    result = run(url, "doctor")
    assert result.exit_code == 0, result.output
    told = dict(line.removeprefix("holds  ").split(": ", 1) for line in result.stdout.splitlines())
    assert list(told) == ["schema", "durability", "file", "triggers", "guards", "positions", "parked", "games"]
    assert told["games"].startswith("2 with ")
    one = run(url, "doctor", "--game", over.game)
    assert one.output == f"holds  game {over.game}: {over.head.version + 1} events, all sound\n"


def test_the_doctor_tells_what_does_not_hold(run, stored):
    url, engine, over = stored
    with unguarded(engine) as connection:
        change(connection, "UPDATE events SET kind = 'forged' WHERE game = :game AND seq = 7", game=over.game)
    result = run(url, "doctor")
    assert result.exit_code == 1
    assert f"FAILS  game {over.game}: event 7: its kind is" in result.output
    assert "FAILS  games: 2 with" in result.output
    assert run(url, "doctor", "--game", over.game).exit_code == 1


def test_the_doctor_needs_a_schema(run, empty_url):
    result = run(empty_url, "doctor")
    assert result.exit_code == 1
    assert result.output.startswith("FAILS  schema: ")


def test_the_doctor_says_how_far_it_is(run, stored, monkeypatch):
    monkeypatch.setattr("app.commands.doctor.EVERY", 1)
    result = run(stored[0], "doctor")
    assert [line.strip() for line in result.stderr.splitlines()] == ["1 of 2 games", "2 of 2 games"]


def test_the_doctor_changes_nothing(run, stored):
    url, engine, _ = stored

    def everything():
        with engine.connect() as connection:
            tables = sa.inspect(connection).get_table_names()
            return {table: connection.execute(sa.text(f"SELECT * FROM {table}")).all() for table in tables}

    before = everything()
    run(url, "doctor")
    assert everything() == before
