"""What happened lately is what the whole record tells of the same events."""

import json

from app.rules.moves import parse_move
from app.services.replay.stories import Stories
from replays.recording import Recording
from tests.services.house import House


def played(house: House, moves: int) -> tuple[str, list]:
    """A table of two, some moves into its match."""
    game, callers = house.table(2, options={"hands": 20})
    house.start(game, callers[0])
    for _ in range(moves):
        view = house.view(game, callers[0])
        caller = callers[view["turn"]]
        move = house.view(game, caller)["you"]["moves"][0]
        house.games.move(game, caller, parse_move(move), house.terms(game))
    return game, callers


def told(house: House, game: str, callers: list, after: int) -> list:
    return Stories(house.store, house.positions).behind(house.looks.open(game, callers[0]), after)


def record(house: House, game: str) -> Recording:
    return Recording([event.bytes for event in house.store.events(game)])


def test_what_is_told_is_what_the_record_has(house: House) -> None:
    game, callers = played(house, 40)
    whole = record(house, game)
    requests = [json.loads(line)["request"] for line in whole.lines]
    for after in range(-1, len(whole.lines)):
        first = after + 1
        while 0 < first < len(requests) and requests[first] == requests[first - 1]:
            first -= 1  # a request that was begun is told whole
        expected = [whole.moment(seq) for seq in range(first, len(whole.lines))] if after < len(whole.lines) - 1 else []
        assert told(house, game, callers, after) == expected, after


def test_there_is_nothing_behind_the_end(house: House) -> None:
    game, callers = played(house, 0)
    version = house.looks.open(game, callers[0]).position.head.version
    assert told(house, game, callers, version) == []
    assert told(house, game, callers, version + 7) == []


def test_a_long_story_is_cut_at_its_beginning(house: House, monkeypatch) -> None:
    monkeypatch.setattr("app.services.replay.stories.LONGEST", 10)
    game, callers = played(house, 30)
    moments = told(house, game, callers, -1)
    version = house.looks.open(game, callers[0]).position.head.version
    assert moments[-1].seq == version
    assert version - 10 >= moments[0].seq - 1 > version - 30
