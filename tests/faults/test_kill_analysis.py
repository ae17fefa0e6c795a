"""The service is killed in the middle of an analysis: what was done is there, and it goes on to the same end."""

import random
from functools import partial

import pytest

from replays.analysis.analyst import analyse
from replays.recording import Recording
from tests.effort import SEED, effort
from tests.faults.service import Service, until
from tests.faults.tables import Table, choose, open_table, stored

MOVES = 24


@pytest.mark.drill
def test_a_killed_service_goes_on_with_an_analysis_where_it_was(service: Service) -> None:
    table = open_table(service, people=2)
    play(service, table)
    path = f"{table.path}/analysis"
    assert service.insist("POST", path, body={}).status == 202
    done, broken_off = 0, 0
    for _ in range(effort(2, 6)):
        until(partial(_has_gone_on, service, path, done))
        service.kill()
        service.start()
        said = service.insist("GET", path).said
        assert said["done"] > done or said["status"] == "done"
        done, broken_off = said["done"], broken_off + (said["status"] == "running")
    assert broken_off > 0, "it was done before anybody could kill it"
    until(lambda: service.insist("GET", path).said["status"] == "done")
    told = service.insist("GET", f"{path}?hand=1").said
    assert told["decisions"] == list(analyse(Recording(stored(service.url, table.game))))


def _has_gone_on(service: Service, path: str, done: int) -> bool:
    said = service.insist("GET", path).said
    return said["done"] > done or said["status"] == "done"


def play(service: Service, table: Table) -> None:
    """Some moves, and then somebody leaves."""
    chance = random.Random(SEED)
    for number in range(MOVES):
        chosen = choose(service, table, chance)
        assert chosen is not None
        seat, body = chosen
        service.insist("POST", f"{table.path}/moves", table.people[seat], body, f"{table.game}-{number}")
    version = service.insist("GET", table.path).said["version"]
    body = {"type": "resign", "expected_version": version}
    assert service.insist("POST", f"{table.path}/moves", table.people[0], body, "the-last").status == 200
