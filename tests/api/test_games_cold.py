"""A cold start equals a warm one: whatever is kept may be lost at any moment, and every answer stays the same."""

import random

import pytest
import sqlalchemy as sa

from tests.api.tables import Table, any_move, lines, said

PATHS = ("", "?at=0", "?at=7", "/events", "/openings", "/replay.jsonl", "/audit")


@pytest.fixture
def forget(database_url):
    """Loses everything that may be lost: what an application keeps, and every snapshot."""
    engine = sa.create_engine(database_url, poolclass=sa.NullPool)

    def lose(app):
        app.extensions["kartfold"].positions.forget()
        with engine.begin() as connection:
            connection.execute(sa.text("DELETE FROM snapshots"))

    yield lose
    engine.dispose()


def answers(table, guests):
    """What every route says to everybody."""
    return [guest.get(path).data for guest in guests for path in PATHS]


def test_every_answer_is_the_same_with_nothing_kept(make_app, forget):
    rng = random.Random("cold")
    warm, cold = make_app(), make_app()
    table = Table(warm, guests=2, seats=4, bots=["random", "first"], options={"hands": 2}).start()
    people = (*table.guests, table.stranger)
    mirrors = [_elsewhere(guest, cold) for guest in people]

    def compare():
        kept = answers(table, people)
        forget(cold)
        assert answers(table, mirrors) == kept

    compare()
    table.play(rng, moves=25, after=compare)
    table.play(rng)
    compare()


def test_moves_go_on_from_nothing_kept(make_app, forget):
    rng = random.Random("restart")
    table = Table(make_app(), guests=3, options={"hands": 2}).start()
    view = table.host.view()
    while view["phase"] != "match_over":
        app = make_app() if view["version"] % 10 == 0 else table.app
        forget(app)
        guest = _elsewhere(next(each for each in table.guests if each.seat == view["turn"]), app)
        view = guest.view()
        view = said(guest.move(any_move(view, rng), view["version"]))["view"]
    assert said(table.stranger.get("/audit"))["verdict"] == "exact"


def test_a_long_game_leaves_a_snapshot_and_a_bad_one_is_not_believed(make_app, look, database_url):
    rng = random.Random("snapshots")
    app = make_app()
    table = Table(app, guests=2, options={"hands": 9}).start()
    table.play(rng, moves=100)
    before = [guest.get().data for guest in table.guests]
    cold = make_app()
    assert [_elsewhere(guest, cold).get().data for guest in table.guests] == before
    assert look("SELECT count(*) FROM snapshots") == [(1,)]
    engine = sa.create_engine(database_url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE snapshots SET data = :data"), {"data": b"{}"})
    engine.dispose()
    colder = make_app()
    assert [_elsewhere(guest, colder).get().data for guest in table.guests] == before


def test_two_processes_play_one_game(make_app):
    rng = random.Random("two")
    apps = [make_app(), make_app()]
    table = Table(apps[0], guests=2).start()
    view = table.host.view()
    for turn in range(30):
        guest = _elsewhere(next(each for each in table.guests if each.seat == view["turn"]), apps[turn % 2])
        view = guest.view()
        view = said(guest.move(any_move(view, rng), view["version"]))["view"]
        if view["phase"] == "match_over":
            break
    assert len(lines(table.host)) == view["version"] + 1


def _elsewhere(guest, app):
    """The same guest, talking to another process."""
    other = type(guest)(app, guest.game, seat=guest.seat)
    other.headers = guest.headers
    return other
