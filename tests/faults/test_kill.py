"""The service is killed in the middle of its work: what it acknowledged is there, nothing is there by half, and clients
and bots go on where they were."""

import random
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from tests.effort import SEED, effort
from tests.faults.service import PATIENCE_S, Service, until
from tests.faults.tables import Table, Try, assert_once, choose, open_table, view

CLIENTS = 6


class Load:
    """Clients at tables of their own, with a bot each, who never stop and never give up a request."""

    def __init__(self, service: Service, tables: list[Table]) -> None:
        self._service = service
        self.tries: list[Try] = []
        self._news = threading.Condition()
        self._stop = False
        self._threads = [threading.Thread(target=self._play, args=(table,), daemon=True) for table in tables]

    def start(self) -> None:
        """Begins."""
        for thread in self._threads:
            thread.start()

    def wait_for(self, answers: int) -> None:
        """Until so many more moves have been answered."""
        with self._news:
            wanted = len(self.tries) + answers
            assert self._news.wait_for(lambda: len(self.tries) >= wanted, PATIENCE_S), "the clients are stuck"

    def stop(self) -> None:
        """Until every client has its last answer."""
        self._stop = True
        for thread in self._threads:
            thread.join(2 * PATIENCE_S)
            assert not thread.is_alive(), "a client is stuck"

    def _play(self, table: Table) -> None:
        chance, number = random.Random(f"{SEED} {table.game}"), 0
        while not self._stop:
            chosen = choose(self._service, table, chance)
            if chosen is not None:
                seat, body = chosen
                key, number = f"{table.game}-{number}", number + 1
                path, secret = f"{table.path}/moves", table.people[seat]
                made = Try(table, seat, body, key, self._service.insist("POST", path, secret, body, key))
                with self._news:
                    self.tries.append(made)
                    self._news.notify_all()


@pytest.mark.drill
def test_a_killed_service_has_lost_nothing_and_goes_on(service: Service, doctor: Callable[[str], None]) -> None:
    chance = random.Random(SEED)
    tables = [open_table(service, people=2, bots=1) for _ in range(CLIENTS)]
    load = Load(service, tables)
    load.start()
    for _ in range(effort(2, 50)):
        load.wait_for(chance.randrange(1, 4 * CLIENTS))
        _spin(chance.random() * 0.02)  # no answer is in the way of the next kill
        service.kill()
        service.start()
    load.wait_for(CLIENTS)
    load.stop()

    for table in tables:
        until(partial(_waits_for_a_person, service, table))
        assert_once(service.url, table, load.tries)
    for made in chance.sample(load.tries, min(len(load.tries), 200)):
        again = made.again(service)
        assert again == made.answer or (again.status == made.answer.status == 409)
    assert {made.answer.status for made in load.tries} <= {200, 409}
    doctor(service.url)


def _waits_for_a_person(service: Service, table: Table) -> bool:
    """Whether no bot was forgotten: one that has a move to make makes it, and then it is a person's turn."""
    return view(service, table, 0)["turn"] in (*table.people, None)


def _spin(seconds: float) -> None:
    """Moves the kill away from the moment of the last answer."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
