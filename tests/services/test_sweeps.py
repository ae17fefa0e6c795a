"""What time does when nobody looks: decisions that fall due, games that sleep, tables that nobody starts."""

import json
import random
from concurrent.futures import ThreadPoolExecutor

from app.rules.moves import Resign, parse_move
from app.services.refusals import Stale
from app.services.sweeps import ASLEEP_MS, FORGOTTEN_MS
from replays.verify import verify_lines
from tests.services.house import House

MINUTE = 60_000
CLOCK = {"clock": {"kind": "decision", "ms": MINUTE}}


def events(house, game):
    """The record, event by event."""
    return [json.loads(line) for line in house.store.event_bytes(game)]


def test_a_decision_is_taken_when_its_time_has_run_out(house):
    game, (host, _) = house.table(**CLOCK)
    view = house.start(game, host).view
    house.time += MINUTE - 1
    assert house.sweeps.decisions() == 0
    house.time += 1
    assert house.sweeps.decisions() == 1
    timed_out = next(event for event in events(house, game) if event["kind"] == "decision.timed_out")
    assert timed_out["actor"] == "service"
    assert timed_out["data"]["seat"] == view["turn"]
    assert timed_out["t"] >= timed_out["data"]["deadline"]
    assert house.sweeps.decisions() == 0


def test_an_absent_table_comes_to_its_end(house):
    game, (host, _) = house.table(options={"missed_decisions": 2}, **CLOCK)
    house.start(game, host)
    for _ in range(40):
        house.time += MINUTE
        house.sweeps.decisions()
    assert house.kinds(game)[-1] == "match.ended"
    assert "seat.resigned" in house.kinds(game)
    assert house.store.secret(game) is None
    assert verify_lines(house.store.event_bytes(game)).verdict == "exact"


def test_a_game_without_a_clock_ends_void_after_90_days(house):
    game, (host, _) = house.table()
    house.start(game, host)
    house.time += ASLEEP_MS
    assert house.sweeps.tables() == 0
    house.time += 1
    assert house.sweeps.tables() == 1
    view = house.view(game, host)
    assert (view["phase"], view["reason"], view["places"]) == ("match_over", "void", [None, None])
    assert verify_lines(house.store.event_bytes(game)).verdict == "exact"
    assert house.sweeps.tables() == 0


def test_a_game_with_a_clock_does_not_sleep(house):
    game, (host, _) = house.table(**CLOCK)
    house.start(game, host)
    house.time += ASLEEP_MS + 1
    assert house.sweeps.tables() == 0


def test_a_table_that_nobody_starts_is_cancelled(house):
    game, (host, _) = house.table()
    started, (other, _) = house.table()
    house.start(started, other)
    house.time += FORGOTTEN_MS + 1
    assert house.sweeps.tables() == 1
    assert (house.kinds(game)[-1], house.view(game, host)["reason"]) == ("game.cancelled", "never_started")
    assert house.kinds(started)[-1] != "game.cancelled"


def test_of_a_sweep_and_a_move_at_once_each_is_taken_or_not_at_all(house, database_url):
    chance = random.Random(2)
    other = House(database_url)
    game, callers = house.table(guests=3, options={"hands": 3, "missed_decisions": 100}, **CLOCK)
    house.start(game, callers[0])
    with ThreadPoolExecutor(2) as pool:
        for _ in range(12):
            house.time = other.time = house.time + MINUTE
            view = house.view(game, callers[0])
            if view["turn"] is None:
                break
            mine = house.view(game, callers[view["turn"]])
            move = parse_move(chance.choice(mine["you"]["moves"][:-1]))
            terms, before = house.terms(game), requests(house, game)
            swept = pool.submit(other.sweeps.decisions)
            moved = pool.submit(is_taken, house, game, callers[view["turn"]], move, terms)
            taken = swept.result() + moved.result()
            # Both are, where the move leaves the decision open: a card drawn, UNO said.
            assert taken >= 1
            assert requests(house, game) == before + taken
    other.engine.dispose()
    assert verify_lines(house.store.event_bytes(game)).verdict == "unverified"


def requests(house, game):
    """How many requests there were."""
    return len({event["request"] for event in events(house, game)})


def is_taken(house, game, caller, move, terms):
    """Whether a move was taken, or came too late."""
    try:
        house.games.move(game, caller, move, terms)
    except Stale:
        return False
    return True


def test_a_clock_that_goes_back_moves_no_record_back(house):
    game, callers = house.table(guests=3, **CLOCK)
    view = house.start(game, callers[0]).view
    house.time -= 3_600_000
    left = house.games.move(game, callers[view["turn"]], Resign(), house.terms(game)).view
    times = [event["t"] for event in events(house, game)]
    assert times == sorted(times)
    house.positions.forget()
    assert house.view(game, callers[view["turn"]])["deadline"] == left["deadline"], "as whoever folds the record has it"


def test_a_game_whose_seed_cannot_be_had_holds_up_no_other(house, caplog):
    lost, (one, _) = house.table(**CLOCK)
    house.start(lost, one)
    house.time += 1
    game, (host, _) = house.table(**CLOCK)
    house.start(game, host)
    with house.engine.begin() as connection:
        connection.exec_driver_sql(f"DELETE FROM secrets WHERE game = '{lost}'")
    house.positions.forget()
    house.time += MINUTE
    assert sum(house.sweeps.decisions(limit=1) for _ in range(2)) == 1
    assert "decision.timed_out" in house.kinds(game)
    assert "decision.timed_out" not in house.kinds(lost)
    assert lost in caplog.text
    assert "MissingSeed" in caplog.text


def test_a_sleeping_game_whose_seed_cannot_be_had_holds_up_no_other(house):
    games = []
    for _ in range(2):
        game, (host, _) = house.table()
        house.start(game, host)
        games.append(game)
        house.time += 1
    lost, other = games
    with house.engine.begin() as connection:
        connection.exec_driver_sql(f"DELETE FROM secrets WHERE game = '{lost}'")
    house.positions.forget()
    house.time += ASLEEP_MS
    assert sum(house.sweeps.tables(limit=1) for _ in range(2)) == 1
    assert house.kinds(other)[-1] == "match.ended"
