"""What becomes of proposals in time, and when several people agree, or move, at the same moment."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.rules.clock import Clock
from app.rules.moves import Resign
from app.rules.refusals import Refused
from app.services.clocks.proposals import STANDS_MS, Wanted
from app.services.play.requests import Terms
from app.services.refusals import NotNow, Stale
from app.store.proposals import Proposal
from replays.verify import DIVERGED, verify_lines
from tests.services.absent import DAY, HOUR, AbsentHouse

PEOPLE = ("ann", "bob", "cem", "dora")
SLOWER = Clock("decision", 3 * DAY)


@pytest.fixture
def house(database_url: str) -> Iterator[AbsentHouse]:
    made = AbsentHouse(database_url)
    yield made
    made.engine.dispose()


def proposed(house: AbsentHouse, game: str, viewer: Any) -> Any:
    return house.view(game, viewer)["proposal"]


def test_it_expires_after_three_days(house):
    game, people = house.match(*PEOPLE)
    house.proposals.propose(game, people[0], Wanted(clock=SLOWER), house.terms(game))
    house.time += STANDS_MS - 1
    house.proposals.agree(game, people[1], house.terms(game))
    house.time += 1
    with pytest.raises(NotNow, match="no_proposal"):
        house.proposals.agree(game, people[2], house.terms(game))
    assert house.proposals.sweep() == 1
    assert proposed(house, game, people[0]) is None
    assert house.proposals.sweep() == 0


def test_one_that_has_expired_makes_way_for_another(house):
    game, people = house.match(*PEOPLE)
    house.proposals.propose(game, people[0], Wanted(clock=SLOWER), house.terms(game))
    house.time += STANDS_MS
    house.proposals.propose(game, people[1], Wanted(until=house.time + DAY), house.terms(game))
    assert proposed(house, game, people[0])["by"] == 1


def test_when_the_last_who_has_not_agreed_leaves_it_is_made_so(house):
    game, people = house.match(*PEOPLE)
    house.proposals.propose(game, people[0], Wanted(clock=SLOWER), house.terms(game))
    for one in people[1:3]:
        house.proposals.agree(game, one, house.terms(game))
    assert house.proposals.sweep() == 0
    house.games.move(game, people[3], Resign(), house.terms(game))
    assert house.proposals.sweep() == 1
    assert house.state(game).clock == SLOWER
    assert proposed(house, game, people[0]) is None
    assert house.view(game, people[0])["clock"] == SLOWER.data()


def test_what_cannot_be_made_so_any_more_goes(house):
    game, people = house.match(*PEOPLE)
    house.proposals.propose(game, people[0], Wanted(until=house.time + HOUR), house.terms(game))
    for one in people[1:3]:
        house.proposals.agree(game, one, house.terms(game))
    house.time += 2 * HOUR
    with pytest.raises(Refused, match="bad_pause"):
        house.proposals.agree(game, people[3], house.terms(game))
    house.games.move(game, people[3], Resign(), house.terms(game))
    assert house.proposals.sweep() == 1
    assert proposed(house, game, people[0]) is None
    assert house.clocks(game) == []


def test_a_match_that_ends_leaves_none_behind(house):
    game, people = house.match("ann", "bob")
    house.proposals.propose(game, people[0], Wanted(clock=SLOWER), house.terms(game))
    house.games.move(game, people[1], Resign(), house.terms(game))
    assert house.proposals.sweep() == 1
    assert house.positions.table(game).proposal is None


def test_a_game_that_goes_on_is_looked_at_once_each_time(house, monkeypatch):
    game, people = house.match(*PEOPLE)
    house.proposals.propose(game, people[0], Wanted(clock=SLOWER), house.terms(game))
    looked: list[object] = []
    settle = house.proposals._settle

    def look(one: Proposal) -> bool:
        looked.append(one)
        return bool(settle(one))

    monkeypatch.setattr(house.proposals, "_settle", look)
    for _ in range(3):
        house.proposals.sweep()
    assert len(looked) == 1


def test_all_agree_at_the_same_moment(house, database_url):
    """Each in a process of their own: all agreements count, and one event says so."""
    game, people = house.match(*PEOPLE)
    house.proposals.propose(game, people[0], Wanted(clock=SLOWER), house.terms(game))
    houses = [AbsentHouse(database_url) for _ in people[1:]]
    terms = house.terms(game)
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda one: one[0].proposals.agree(game, one[1], terms), zip(houses, people[1:], strict=True)))
    assert house.clocks(game) == ["clock.changed"]
    assert house.state(game).clock == SLOWER
    assert verify_lines(house.store.event_bytes(game)).verdict != DIVERGED
    for one in houses:
        one.engine.dispose()


def test_two_propose_at_the_same_moment_and_one_is_refused(house, database_url):
    game, people = house.match(*PEOPLE)
    houses = [AbsentHouse(database_url) for _ in range(2)]
    terms = house.terms(game)

    def propose(place: int) -> str:
        try:
            houses[place].proposals.propose(game, people[place], Wanted(clock=SLOWER), terms)
        except NotNow as refused:
            return refused.code
        return "proposed"

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(propose, range(2))) == ["proposal_open", "proposed"]
    for one in houses:
        one.engine.dispose()


def test_who_agrees_to_what_has_gone_on_is_told_so(house):
    game, people = house.match(*PEOPLE)
    house.proposals.propose(game, people[0], Wanted(clock=SLOWER), house.terms(game))
    old = house.terms(game)
    house.games.move(game, people[3], Resign(), house.terms(game))
    with pytest.raises(Stale):
        house.proposals.agree(game, people[1], old)
    assert isinstance(old, Terms)
    assert proposed(house, game, people[0])["agreed"] == [0]
