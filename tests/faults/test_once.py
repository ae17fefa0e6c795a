"""A move is taken once or not at all, however often and by however many it is asked for at the same time."""

import itertools
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from tests.effort import SEED, effort
from tests.faults.service import Answer, Service
from tests.faults.tables import Table, Try, assert_once, choose, open_table, stored

COPIES, WRITERS, GAMES = 100, 32, 8
T = TypeVar("T")


def at_once(number: int, deed: Callable[[int], T]) -> list[T]:
    """The results of so many threads that do a deed at the same moment; each is told its number."""
    barrier = threading.Barrier(number)

    def do(which: int) -> T:
        barrier.wait()
        return deed(which)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(do, range(number)))


@pytest.mark.drill
def test_copies_of_one_request_make_one_move_and_get_one_answer(service: Service) -> None:
    chance, table = random.Random(SEED), open_table(service, people=2)
    for number in range(effort(2, 40)):
        seat, body = choose(service, table, chance) or (0, {})
        key, before = f"one key for all of them {number}".replace(" ", "-"), len(stored(service.url, table.game))

        def post(which: int, seat: int = seat, body: object = body, key: str = key) -> Answer:
            return service.ask("POST", f"{table.path}/moves", table.people[seat], body, key)

        answers = at_once(COPIES, post)

        assert set(answers) == {answers[0]}
        assert answers[0].status == 200, answers[0].body
        lines = stored(service.url, table.game)
        assert len(lines) - before == len(answers[0].said["events"])
        assert lines[-1] in answers[0].body


@pytest.mark.drill
def test_of_many_moves_on_one_version_one_is_taken_and_the_others_are_told_what_changed(service: Service) -> None:
    chance, table = random.Random(SEED), open_table(service, people=2)
    for _ in range(effort(2, 40)):
        seat, body = choose(service, table, chance) or (0, {})

        answers = at_once(
            COPIES,
            lambda which: service.ask("POST", f"{table.path}/moves", table.people[seat], body),  # noqa: B023
        )

        won = [answer for answer in answers if answer.status == 200]
        lost = [answer.said for answer in answers if answer.status == 409]
        assert (len(won), len(lost)) == (1, COPIES - 1)
        assert {said["code"] for said in lost} == {"stale_version"}
        assert all(said["events"] == won[0].said["events"] for said in lost)


class Writer:
    """A client that plays for whoever's turn it is, against others who do the same, and repeats what it asked for."""

    def __init__(self, service: Service, table: Table, number: int, moves: int) -> None:
        self._service, self._table, self._moves = service, table, moves
        self._chance = random.Random(f"{SEED} writer {number}")
        self._keys = (f"writer-{number}-request-{n}-of-many" for n in itertools.count())
        self.tries: list[Try] = []

    def write(self) -> list[Try]:
        """Makes moves until as many have been taken or refused."""
        while len(self.tries) < self._moves:
            chosen = choose(self._service, self._table, self._chance)
            if chosen is not None:
                self.tries.append(self._move(*chosen))
        return self.tries

    def _move(self, seat: int, body: dict[str, object]) -> Try:
        key = next(self._keys)
        path, secret = f"{self._table.path}/moves", self._table.people[seat]
        made = Try(self._table, seat, body, key, self._service.ask("POST", path, secret, body, key))
        assert made.answer.status in (200, 409), made.answer.body
        again = made.again(self._service)
        assert again.status == made.answer.status
        if again.status == 200:
            assert again == made.answer
            other = self._service.ask("POST", path, secret, {**body, "type": "resign"}, key)
            assert (other.status, other.said["code"]) in {(422, "key_reused"), (422, "malformed_move")}
        return made


@pytest.mark.drill
def test_writers_who_get_in_each_others_way_lose_nothing(service: Service) -> None:
    tables = [open_table(service, people=3) for _ in range(GAMES)]
    writers = [Writer(service, tables[number % GAMES], number, effort(4, 60)) for number in range(WRITERS)]

    tries = [made for each in at_once(WRITERS, lambda number: writers[number].write()) for made in each]

    statuses = [made.answer.status for made in tries]
    assert 409 in statuses, "nobody was in anybody's way"
    for table in tables:
        assert_once(service.url, table, tries)
