"""Games in the order in which they wait for somebody, and which of them is next."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from app.rules.moves import parse_move
from app.services.play.callers import EVERYBODY, Caller
from app.services.table.lists import Next
from app.services.table.seating import at_table
from app.services.table.tables import Sitting, setup_of
from tests.services.house import House

MINUTE = 60_000
ADA, BEN = (Caller("account", EVERYBODY, name, name) for name in ("ada", "ben"))


def decision(minutes: int) -> dict[str, Any]:
    return {"clock": {"kind": "decision", "ms": minutes * MINUTE}}


def begin(house: House, **more: Any) -> tuple[str, Caller, Caller]:
    """A game of Ada and Ben, and who they are in it."""
    made = house.seating.create(ADA, setup_of({"seats": 2} | more)).answer
    house.seating.sit(made.game, BEN, Sitting(), house.terms(made.game))
    players = [str(seat["player"]) for seat in house.view(made.game, ADA)["seats"]]
    ada, ben = at_table(ADA, made.game, players[0], 0), at_table(BEN, made.game, players[1], 1)
    house.start(made.game, ada)
    return made.game, ada, ben


def ids(house: House, caller: Caller, limit: int = 100) -> Iterator[str]:
    cursor, first = None, True
    while first or cursor is not None:
        page = house.lists.page("to_act", caller, cursor, limit)
        yield from (one["id"] for one in page.shown)
        first, cursor = False, page.next


@pytest.fixture
def waiting(house: House) -> list[str]:
    """Games that wait for Ada, the first one the longest: made in another order than their deadlines."""
    made = {}
    for name, more in (("c", decision(90)), ("none", {}), ("a", decision(10)), ("b", decision(60)), ("later", {})):
        house.time += 1000
        made[name] = begin(house, **more)[0]
    return [made[name] for name in ("a", "b", "c", "none", "later")]


def test_the_first_deadline_comes_first_and_games_without_one_behind(house: House, waiting: list[str]) -> None:
    assert list(ids(house, ADA)) == waiting
    assert list(ids(house, ADA, limit=2)) == waiting
    assert list(ids(house, BEN)) == []


def test_the_next_one_is_behind_this_one_and_round_again(house: House, waiting: list[str]) -> None:
    assert house.lists.next(ADA) == Next(waiting[0], 5)
    for one, other in zip(waiting, [*waiting[1:], waiting[0]], strict=True):
        assert house.lists.next(ADA, one) == Next(other, 4)
    assert house.lists.next(BEN) == Next(None, 0)


def test_a_game_that_waits_no_more_is_none_of_them(house: House) -> None:
    first, ada, _ = begin(house, **decision(10))
    assert house.lists.next(ADA, first) == Next(None, 0)
    turns = count()
    while house.view(first, ada)["turn"] == 0 and next(turns) < 10:
        move(house, first, ada)
    other = begin(house, **decision(20))[0]
    assert house.lists.next(ADA, first) == Next(other, 1)
    assert house.lists.next(BEN) == Next(first, 1)


def move(house: House, game: str, caller: Caller) -> None:
    """Whatever brings the next one to move, and plays no card."""
    moves = house.view(game, caller)["you"]["moves"]
    wanted = next(one for one in moves if one["type"] in ("draw", "pass", "choose_color", "choose_target", "accept"))
    house.games.move(game, caller, parse_move(wanted), house.terms(game))


def test_since_ones_own_last_request(house: House) -> None:
    game, ada, ben = begin(house)
    started = house.looks.open(game, ada)
    assert house.looks.since(started) == started.position.head.version
    sat = house.looks.since(house.looks.open(game, ben))
    assert sat is not None
    assert house.kinds(game)[sat] == "seat.taken"
    while house.view(game, ada)["turn"] == 0:
        move(house, game, ada)
    mine = house.view(game, ada)["version"]
    while house.view(game, ben)["turn"] == 1:
        move(house, game, ben)
    assert house.looks.since(house.looks.open(game, ada)) == mine
    assert house.looks.since(house.looks.open(game, ben)) == house.view(game, ben)["version"]
    stranger = Caller("account", EVERYBODY, "zoe", "Zoe", game)
    assert house.looks.since(house.looks.open(game, stranger)) is None
