"""`flask consumers …`, from outside, and what the doctor says of events that were parked."""

import pytest
import sqlalchemy as sa

from app.factory import close, create_app
from app.services.clock import now
from app.services.operation.doctor import examine
from app.store import Cipher, Store, writing
from app.store.archive import ARCHIVE
from app.store.consumers import Consumer, Consumers
from app.store.sequencer import Sequencer
from config import Config
from tests.store.matches import played

SEED_KEYS = {"test": b"k" * 32}


@pytest.fixture
def over(engine):
    """A match that is over, and in the order."""
    match = played(1).save(Store(engine, Cipher(SEED_KEYS)))
    while Sequencer(engine).run_once():
        pass
    return match


@pytest.fixture
def run(database_url, over):
    app = create_app(Config(database_url=database_url, secret_key="s" * 32, seed_keys=SEED_KEYS))
    yield lambda *words: app.test_cli_runner().invoke(args=["consumers", *words])
    close(app)


@pytest.fixture
def poisoned(engine, over):
    """The archive could not take the end of the match."""

    def fail(connection, batch):
        if any(event.kind == "match.ended" for event in batch):
            raise LookupError("nobody may read this")

    Consumers(engine, now).consume(Consumer("archive", fail), 10_000)


def archived(engine):
    with engine.connect() as connection:
        return connection.scalars(sa.select(ARCHIVE.model.table.c.game)).all()


def test_who_has_come_how_far_is_listed(run, over, poisoned):
    said = run()
    assert said.exit_code == 0, said.output
    last = len(over.written)
    lines = said.output.splitlines()
    assert lines[0] == f"sequencer: at {last}, 0 events and 0 seconds behind"
    assert lines[1] == f"archive: at {last}, 0 events and 0 seconds behind, 1 parked"
    end = next(seq for seq, line in enumerate(over.written) if b'"match.ended"' in line.bytes)
    assert lines[2] == f"  position {end + 1}, event {end} of game {over.game}: LookupError, tried 1 times"
    assert lines[3].startswith(f"results: at 0, {last} events and ")
    assert lines[3].endswith(" seconds behind, 0 parked")
    assert "nobody may read this" not in said.output


def test_a_retry_takes_what_was_parked(run, engine, over, poisoned):
    assert archived(engine) == []
    assert run("retry", "archive", "1").output == "archive: 0 taken, 0 parked still.\n"
    assert run("retry", "archive").output == "archive: 1 taken, 0 parked still.\n"
    assert archived(engine) == [over.game]


def test_a_rebuild_reads_all_anew(run, engine, over, poisoned):
    assert run("rebuild", "archive").output == "archive: rebuilt. 0 rows were wrong, 1 are new.\n"
    assert archived(engine) == [over.game]
    assert run("rebuild", "archive").output == "archive: rebuilt. 0 rows were wrong, 0 are new.\n"


def test_what_there_is_not_is_refused(run):
    said = run("rebuild", "nothing")
    assert (said.exit_code, "'nothing' is not one of" in said.output) == (2, True)


def test_the_doctor_says_what_is_parked(engine, over, poisoned):
    (said,) = [text for about, holds, text in examine(engine, None) if about == "parked" and not holds]
    assert said.startswith("archive could not take 1 events of 1 games, the first at position ")
    with writing(engine) as connection:
        connection.execute(sa.text("DELETE FROM parked"))
    assert [holds for about, holds, _ in examine(engine, None) if about == "parked"] == [True]
