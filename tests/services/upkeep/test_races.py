"""Time runs out at the moment of the player's own move: one of both is in the record, the other is refused."""

import json
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from app.rules.moves import Resign, parse_move
from app.services.refusals import Stale
from replays.verify import verify_lines
from tests.effort import SEED, effort
from tests.services.house import House

MINUTE = 60_000
OPEN = ("draw", "call_uno", "catch_uno", "resign")
"""Moves behind which the decision may still be open: then both are taken, one after the other."""
LEAD = 12
"""Up to so often the player looks before the move, so that the sweep, which has more to read, is first at times."""


class Race:
    """A long match, in which every decision is a race between the player and the clock."""

    def __init__(self, house: House, takeover: str | None, missed: int) -> None:
        self.house = house
        self.game, self.people = house.table(
            guests=3,
            options={"hands": 255, "missed_decisions": missed},
            clock={"kind": "decision", "ms": MINUTE},
            takeover=takeover,
        )
        house.start(self.game, self.people[0])

    def move(self, chance):
        """The seat in turn and a move with which its decision is taken; what it does before that is in time."""
        while (turn := self._view(0)["turn"]) is not None and turn < len(self.people):
            moves = self._view(turn)["you"]["moves"]
            closing = [move for move in moves if move["type"] not in OPEN]
            if closing:
                return turn, parse_move(chance.choice(closing))
            self.house.games.move(self.game, self.people[turn], parse_move({"type": "draw"}), self.terms())
        raise AssertionError("the match is over")

    def terms(self):
        """On the game as it stands."""
        return self.house.terms(self.game)

    def is_on(self):
        """Whether all are still there to race."""
        seats = self._view(0)["seats"]
        return not any(seat["resigned"] or seat["bot"] for seat in seats) and self._view(0)["turn"] is not None

    def verdict(self):
        """What the verifier says when all have gone."""
        self.house.time += 1
        for seat, caller in enumerate(self.people):
            view = self._view(0)
            if view["phase"] != "match_over" and not view["seats"][seat]["resigned"] and not view["seats"][seat]["bot"]:
                self.house.games.move(self.game, caller, Resign(), self.terms())
        return verify_lines(self.house.store.event_bytes(self.game)).verdict

    def _view(self, seat):
        return self.house.view(self.game, self.people[seat])


def moves(race, seat, move, terms, barrier, looks):
    """Whether the player's move was taken, or came too late."""
    barrier.wait()
    try:
        for _ in range(looks):
            race.house.store.head(race.game)
        race.house.games.move(race.game, race.people[seat], move, terms)
    except Stale:
        return 0
    return 1


def sweeps(house, barrier):
    """How many decisions the clock has taken."""
    barrier.wait()
    return house.sweeps.decisions()


@pytest.mark.drill
@pytest.mark.parametrize(
    ("takeover", "missed", "races"), [(None, 100, effort(16, 1000)), ("first", 1, effort(6, 200))], ids=["R39", "bot"]
)
def test_of_a_sweep_and_a_move_at_once_exactly_one_is_taken(house, database_url, takeover, missed, races):
    chance, won, verdicts = random.Random(SEED), Counter[bool](), set[str]()
    other, barrier = House(database_url), Barrier(2)
    race = Race(house, takeover, missed)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(races):
            if not race.is_on():
                verdicts.add(race.verdict())
                race = Race(house, takeover, missed)
            seat, move = race.move(chance)
            terms, version = race.terms(), house.store.head(race.game).version
            house.time = other.time = house.time + MINUTE
            swept = pool.submit(sweeps, chance.choice((house, other)), barrier)
            moved = pool.submit(moves, race, seat, move, terms, barrier, chance.randrange(LEAD))
            told = {"service": swept.result(), f"seat:{seat}": moved.result()}
            written = [json.loads(line) for line in house.store.event_bytes(race.game, version)]
            assert len({event["request"] for event in written}) == 1
            actor = written[0]["actor"]
            assert told == {"service": 0, f"seat:{seat}": 0} | {actor: 1}
            won[actor == "service"] += 1
    other.engine.dispose()
    assert verdicts | {race.verdict()} == {"exact"}
    assert races < 100 or min(won[True], won[False]) > races / 100, f"seldom a race, if ever: {won}"
