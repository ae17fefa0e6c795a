"""What time does when nobody looks: decisions that fall due, games that sleep, tables that nobody starts."""

import json
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.rules.bots import BOTS
from app.rules.moves import Resign, parse_move
from app.rules.refusals import Refused
from app.services.refusals import Stale
from app.services.upkeep.attendance import ALONE_MS
from app.services.upkeep.sweeps import ASLEEP_MS, FORGOTTEN_MS, GRACE_MS, LEFT_MS, OUTAGE_MS
from app.store.lobby import Lobby
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


# ---------------------------------------------------------------- too often


def test_a_bot_takes_over_at_the_time_out_that_would_be_one_too_many(house):
    game, callers = house.table(options={"missed_decisions": 2, "hands": 9}, takeover="first", **CLOCK)
    house.start(game, callers[0])
    while not any(one["bot"] for one in house.view(game, callers[0])["seats"]):
        before = house.view(game, callers[0])
        house.time += MINUTE
        assert house.sweeps.decisions() == 1
    assert "seat.resigned" not in house.kinds(game)
    taken = events(house, game)[-1]
    assert (taken["actor"], taken["kind"], taken["data"]["seat"]) == ("service", "seat.taken_over", before["turn"])
    missed = [one["data"]["seat"] for one in events(house, game) if one["kind"] == "decision.timed_out"]
    assert missed.count(before["turn"]) == 1, "the second decision is the bot's"
    assert house.sweeps.decisions() == 1, "the bot decides at once: the time of its seat is over"
    assert events(house, game)[taken["seq"] + 1]["actor"] == f"seat:{before['turn']}"


def test_who_was_taken_over_sees_no_hand_and_cannot_move(house):
    game, callers = house.table(options={"missed_decisions": 1}, takeover="first", **CLOCK)
    turn = house.start(game, callers[0]).view["turn"]
    house.time += MINUTE
    assert house.sweeps.decisions() == 1
    view = house.view(game, callers[turn])
    assert "you" not in view
    assert (view["seats"][turn]["bot"], view["seats"][turn]["resigned"]) == ("first", False)
    with pytest.raises(Refused, match="seat"):
        house.games.move(game, callers[turn], Resign(), house.terms(game))


def test_a_table_whose_people_have_all_been_taken_over_ends_by_itself(house):
    game, callers = house.table(guests=3, options={"missed_decisions": 1}, takeover="first", **CLOCK)
    house.start(game, callers[0])
    for _ in range(2000):
        house.time += MINUTE
        house.sweeps.decisions()
        if house.kinds(game)[-1] == "match.ended":
            break
    assert house.kinds(game).count("seat.taken_over") == 3
    assert "seat.resigned" not in house.kinds(game), "they finish the match"
    assert verify_lines(house.store.event_bytes(game)).verdict == "exact"


def test_no_bot_loses_its_seat_because_nobody_has_asked_it(house):
    game, (host,) = house.table(1, seats=2, bots=["first"], options={"missed_decisions": 1, "hands": 99}, **CLOCK)
    house.start(game, host)
    bots_moves = 0
    for _ in range(40):
        view = house.view(game, host)
        if view["turn"] == 0:
            move = next(move for move in view["you"]["moves"] if move["type"] not in ("call_uno", "catch_uno"))
            house.games.move(game, host, parse_move(move), house.terms(game))
        else:
            house.time += 2 * MINUTE
            bots_moves += house.sweeps.decisions()
    assert bots_moves > 5
    assert not {"decision.timed_out", "seat.resigned"} & set(house.kinds(game))


def test_for_a_bot_that_cannot_decide_the_service_does(house, monkeypatch):
    monkeypatch.setitem(BOTS, "first", None)
    game, (host,) = house.table(1, seats=2, bots=["first"], options={"missed_decisions": 2, "hands": 99}, **CLOCK)
    house.start(game, host)
    for _ in range(60):
        view = house.view(game, host)
        if view["phase"] == "match_over":
            break
        if view["turn"] == 0:
            house.games.move(game, host, parse_move(view["you"]["moves"][0]), house.terms(game))
        else:
            house.time += MINUTE
            house.sweeps.decisions()
    assert house.view(game, host)["reason"] == "last_player"
    assert verify_lines(house.store.event_bytes(game)).verdict == "exact"


# ---------------------------------------------------------------- after the deadline, after an outage


def test_until_the_service_decides_a_late_move_is_taken(house):
    game, callers = house.table(**CLOCK)
    turn = house.start(game, callers[0]).view["turn"]
    house.time += 30 * MINUTE
    move = parse_move(house.view(game, callers[turn])["you"]["moves"][0])
    house.games.move(game, callers[turn], move, house.terms(game))
    assert "decision.timed_out" not in house.kinds(game)


def test_after_an_outage_players_come_first(house):
    game, callers = house.table(**CLOCK)
    house.start(game, callers[0])
    house.sweeps.decisions()
    house.time += MINUTE + OUTAGE_MS + 1
    assert house.sweeps.decisions() == 0
    house.time += GRACE_MS - 1
    assert house.sweeps.decisions() == 0
    house.time += 1
    assert house.sweeps.decisions() == 1


def test_a_clock_that_was_ahead_and_goes_back_makes_no_sweep_wait(house):
    game, callers = house.table(**CLOCK)
    house.start(game, callers[0])
    house.sweeps.decisions()
    right = house.time
    house.time += 365 * 24 * 60 * MINUTE
    assert house.sweeps.decisions() == 0, "as behind an outage"
    house.time = right + MINUTE
    assert house.sweeps.decisions() == 1


def test_a_sweep_that_was_there_all_the_time_waits_for_nobody(house):
    game, callers = house.table(**CLOCK)
    house.start(game, callers[0])
    for _ in range(20):
        house.time += MINUTE - 1
        assert house.sweeps.decisions() == 0
        house.time += 1
        assert house.sweeps.decisions() == 1
        if house.kinds(game)[-1] == "match.ended":
            break


def test_a_sweep_takes_a_portion_the_longest_overdue_first(house):
    games = []
    for _ in range(5):
        game, (host, _) = house.table(**CLOCK)
        house.start(game, host)
        games.append(game)
        house.time += 1
    house.time += MINUTE
    for done in (2, 4, 5):
        house.sweeps.decisions(limit=2)
        assert ["decision.timed_out" in house.kinds(game) for game in games] == [place < done for place in range(5)]


# ---------------------------------------------------------------- tables that everybody has left


def test_a_table_that_everybody_has_left_is_closed_after_a_day(house):
    game, callers = house.table()
    for seat, caller in enumerate(callers):
        house.seating.leave(game, caller, seat, house.terms(game))
    house.time += LEFT_MS
    assert house.sweeps.tables() == 0
    house.time += 1
    assert house.sweeps.tables() == 1
    end = events(house, game)[-1]
    assert (end["kind"], end["actor"], end["data"]) == ("game.cancelled", "service", {"reason": "everybody_left"})
    assert verify_lines(house.store.event_bytes(game)).verdict == "exact"


def test_a_table_at_which_somebody_waits_is_not_closed_after_a_day(house):
    game, callers = house.table()
    house.seating.leave(game, callers[1], 1, house.terms(game))
    house.table(1)
    house.time += LEFT_MS + 1
    assert house.sweeps.tables() == 0


@pytest.mark.parametrize(("alone", "waits"), [("end", 0), ("play_on", ALONE_MS)])
def test_bots_that_everybody_has_left_play_for_a_day_at_most(house, alone, waits):
    bots = {"seats": 4, "bots": ["first", "first", "first"], "bots_alone": alone, "options": {"hands": 255}}
    game, (host,) = house.table(1, **bots)
    house.start(game, host)
    house.games.move(game, host, Resign(), house.terms(game))
    if waits:
        house.time += waits
        house.attendance.attend(game)
        assert events(house, game)[-1]["kind"] != "seat.resigned", "they play on"
        house.time += 1
    while house.attendance.attend(game):
        pass
    assert house.view(game, host)["reason"] == "last_player"
    assert [one["data"]["seat"] for one in events(house, game) if one["kind"] == "seat.resigned"] == [0, 3, 2]
    assert verify_lines(house.store.event_bytes(game)).verdict == "exact"


def test_bots_that_give_up_do_so_in_a_row_whoever_asks_them(house, database_url):
    game, callers = house.table(3, seats=4, bots=["first"], takeover="first", options={"hands": 255})
    house.start(game, callers[0])
    for caller in callers:
        seat = house.view(game, caller)["you"]["seat"]
        house.seating.leave(game, caller, seat, house.terms(game))
    house.time += ALONE_MS + 1
    for _ in range(3):
        other = House(database_url)  # which has never heard of the game
        other.time = house.time
        assert other.attendance.attend(game)
        other.engine.dispose()
    assert house.kinds(game)[-1] == "match.ended"


# ---------------------------------------------------------------- what has changed since it was found


def found(monkeypatch, question, game):
    """The list of games that a sweep goes through was read a moment ago, and has this game still."""
    monkeypatch.setattr(Lobby, question, lambda self, *given: [game])


def test_nobody_is_taken_over_who_has_time_since_a_move_of_this_moment(house, monkeypatch):
    game, callers = house.table(guests=3, options={"missed_decisions": 1}, takeover="first", **CLOCK)
    turn = house.start(game, callers[0]).view["turn"]
    house.time += MINUTE
    due = house.store.due(house.time, 10)
    house.games.move(game, callers[turn], Resign(), house.terms(game))
    monkeypatch.setattr(house.store, "due", lambda now, limit: due)
    assert house.sweeps.decisions() == 0
    assert "seat.taken_over" not in house.kinds(game)


def test_a_game_in_which_somebody_moves_at_this_moment_does_not_sleep(house, monkeypatch):
    game, callers = house.table(guests=3)
    turn = house.start(game, callers[0]).view["turn"]
    house.time += ASLEEP_MS + 1
    house.games.move(game, callers[turn], Resign(), house.terms(game))
    found(monkeypatch, "asleep", game)
    assert house.sweeps.tables() == 0
    assert house.kinds(game)[-1] != "match.ended"


def test_a_table_to_which_somebody_comes_at_this_moment_stays(house, monkeypatch):
    game, callers = house.table()
    house.time += FORGOTTEN_MS + 1
    house.seating.leave(game, callers[1], 1, house.terms(game))
    found(monkeypatch, "never_started", game)
    assert house.sweeps.tables() == 0
    house.time += LEFT_MS + 1
    monkeypatch.undo()
    found(monkeypatch, "left", game)
    assert house.sweeps.tables() == 0, "the host is there"
    assert "game.cancelled" not in house.kinds(game)


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
