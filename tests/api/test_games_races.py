"""A move is taken once or not at all, whoever else asks at the same moment."""

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.api.people import API
from tests.api.tables import Guest, Table, any_move, said

COPIES = 12


@pytest.fixture
def rng():
    """Chance, the same each time."""
    return random.Random(5)


def at_once(*jobs):
    """Does all of these in threads that begin together; gives what they gave."""
    gate = Barrier(len(jobs))

    def begin(job):
        gate.wait(30)
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(begin, jobs))


def test_copies_of_one_move_are_one_move(app, rng, look):
    table = Table(app, guests=2).start()
    for round_ in range(3):
        guest = table.in_turn()
        view = guest.view()
        move, events = any_move(view, rng), look("SELECT count(*) FROM events")[0][0]

        def ask(guest=guest, move=move, version=view["version"], key=f"copy-{round_}"):
            return guest_again(guest).move(move, version, Idempotency_Key=key)

        answers = at_once(*[ask] * COPIES)
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.data for answer in answers}) == 1
        assert look("SELECT count(*) FROM events")[0][0] == events + len(answers[0].json["events"])


def test_of_different_moves_on_one_version_one_is_taken(app, look):
    table = Table(app, guests=3).start()
    version = table.version
    jobs = [lambda guest=guest: guest_again(guest).move({"type": "resign"}, version) for guest in table.guests[1:]]
    answers = at_once(*jobs)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    lost = next(answer for answer in answers if answer.status_code == 409)
    won = next(answer for answer in answers if answer.status_code == 200)
    assert lost.json["code"] == "stale_version"
    assert lost.json["events"] == won.json["events"]


def test_one_seat_goes_to_one_person(app, look):
    table = Table(app, guests=1, seats=2)
    version = table.version

    def sit():
        return Guest(app, table.game).post("/seats", {"expected_version": version})

    answers = at_once(*[sit] * 6)
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5
    assert look("SELECT count(*) FROM players") == [(2,)]


def test_one_person_does_not_get_two_seats(app, person):
    table = Table(app, guests=1, seats=6)
    token = person("Bob").token("play")
    version = table.version

    def sit():
        bob = Guest(app, table.game, token)
        return bob.post("/seats", {"expected_version": version})

    answers = at_once(*[sit] * 5)
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 4


def test_copies_of_one_table_are_one_table(app, person, look):
    token = person("Ann").token("play")

    def make():
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "one"}
        return app.test_client().post(f"{API}/games", json={"seats": 3}, headers=headers)

    answers = at_once(*[make] * 8)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json["view"]["id"] for answer in answers}) == 1
    assert look("SELECT count(*) FROM tables") == [(1,)]
    assert look("SELECT count(*) FROM streams") == [(1,)]


def test_games_do_not_lose_moves_under_load(make_app, rng):
    apps = [make_app(), make_app()]
    tables = [Table(apps[n % 2], guests=2).start() for n in range(4)]

    def play(table, app, seed):
        chance, taken = random.Random(seed), []
        for _ in range(15):
            guest = guest_again(table.guests[chance.randrange(2)], app)
            view = guest.view()
            if view["turn"] == guest.seat:
                answer = guest.move(any_move(view, chance), view["version"])
                assert answer.status_code in (200, 409), answer.text
                if answer.status_code == 200:
                    taken.append((table.game, answer.json["version"]))
        return taken

    jobs = [lambda t=table, a=app, s=n: play(t, a, s) for n, table in enumerate(tables) for app in apps]
    taken = [one for each in at_once(*jobs) for one in each]
    assert len(taken) == len(set(taken)), "no version is given twice"
    for table in tables:
        assert said(table.stranger.get("/audit"))["verdict"] in ("exact", "unverified")


def guest_again(guest, app=None):
    """The same guest in a browser of its own: test clients are not for several threads."""
    other = Guest(app or guest.client.application, guest.game, seat=guest.seat)
    other.headers = guest.headers
    return other
