"""Who is told what of a game, and when: once, while they do not look, and never what has passed."""

import threading

import pytest
import sqlalchemy as sa

from app.services.clocks.calendars import Calendar
from app.services.notices.presence import GOOD_MS
from app.store.awaited import awaited
from app.store.engine import writing
from app.store.mailings import Mailings
from app.store.notice_settings import DAILY
from app.store.notices import OUT_OF_TURN, Notice, tell
from app.store.schema import consumers
from tests.services.desk import DAY, HOUR, MINUTE, SECOND, Desk

CLOCK = {"clock": {"kind": "decision", "ms": DAY}}


@pytest.fixture
def desk(house):
    return Desk(house)


@pytest.fixture
def two(desk):
    """A match of Ann and Ben, with a day for each decision."""
    return desk.table(desk.person("Ann"), desk.person("Ben"), **CLOCK)


def told_once(desk):
    """What is told by a round, after which there is nothing more to tell."""
    told = desk.round()
    assert desk.round() == []
    return told


def minute_of_the_day(t):
    """Of a moment in UTC ms, as a calendar has it."""
    return t % DAY // MINUTE


def decision(desk, game):
    """The number of the decision that is due."""
    return desk.house.positions.latest(game).state.decision


def test_whose_turn_it_is_is_told_so_once(desk, two):
    seat, account = desk.turn(two)
    assert told_once(desk) == [(account, "turn")]
    (notice,) = desk.told
    head = desk.house.store.head(two)
    assert (notice.game, notice.seat, notice.version) == (two, seat, head.version)
    assert (notice.deadline, notice.made) == (head.deadline, desk.house.time)
    desk.house.time += HOUR
    assert desk.round() == []


def test_who_has_quiet_hours_is_told_when_they_end(desk, two):
    _, account = desk.turn(two)
    now = desk.house.time
    quiet = Calendar(quiet=(minute_of_the_day(now), minute_of_the_day(now + 8 * HOUR)))
    desk.calendars.keep(account, quiet)
    assert desk.round() == []
    desk.house.time += 8 * HOUR - MINUTE
    assert desk.round() == []
    desk.house.time += MINUTE
    assert told_once(desk) == [(account, "turn")]


def test_the_next_is_told_and_not_who_has_passed_it_on(desk, two):
    desk.round()
    before = desk.turn(two)
    while desk.turn(two) == before:
        desk.move(two)
    assert told_once(desk) == [(desk.turn(two)[1], "turn")]


def test_a_game_that_goes_on_while_it_is_looked_at_is_looked_at_again(desk, two, monkeypatch):
    before, passed = desk.house.positions.latest(two), desk.turn(two)
    while desk.turn(two) == passed:
        desk.move(two)
    with monkeypatch.context() as patch:
        patch.setattr(desk.house.positions, "latest", lambda game: before)
        assert desk.round() == []
    assert told_once(desk) == [(desk.turn(two)[1], "turn")]


def test_that_somebody_can_be_caught_holds_until_anything_happens(desk, two):
    seat, account = desk.turn(two)
    head = desk.house.store.head(two)
    notice = Notice("catch", account, two, OUT_OF_TURN, seat, head.version, None, desk.house.time)
    with writing(desk.house.engine) as connection:
        tell(connection, [notice], ())
    assert [item.notice for item in desk.standing.holding(["catch"], desk.house.time)] == [notice]
    desk.move(two)
    assert desk.standing.holding(["catch"], desk.house.time) == []


def test_what_was_told_of_an_earlier_turn_holds_no_longer_behind_the_next(desk, two):
    desk.round()
    (first,) = desk.told
    assert [item.notice for item in desk.standing.holding([first.id], desk.house.time)] == [first]
    later = first._replace(id="later", version=first.version + 1, made=first.made + 1)
    with writing(desk.house.engine) as connection:
        tell(connection, [later], ())
    assert desk.standing.holding([first.id], desk.house.time) == []


def test_of_two_workers_one_posts_a_digest(desk):
    ann, due = desk.person("Ann"), desk.house.time
    desk.settings.change(ann, digest=DAILY, digest_due=due)
    mailings = Mailings(desk.house.engine)
    assert [account for account, _ in mailings.digests(due, 10)] == [ann]
    assert [mailings.digest(ann, due, due + DAY, None) for _ in range(2)] == [True, False]


def test_who_goes_on_deciding_has_seen_it(desk, two):
    """A move can leave one with another decision: who is gone then is told when it is certain."""
    while True:
        desk.round()
        before, (seat, account) = decision(desk, two), desk.turn(two)
        desk.move(two)
        if desk.turn(two)[0] == seat and decision(desk, two) != before:  # to say UNO leaves one with the same
            break
    desk.house.time += GOOD_MS - 1
    assert (account, "turn") not in desk.round()
    desk.house.time += 1
    assert told_once(desk) == [(account, "turn")]


def test_what_has_passed_is_not_told(desk, two):
    for _ in range(10):
        desk.move(two)
    _, account = desk.turn(two)
    desk.house.time += GOOD_MS
    assert told_once(desk) == [(account, "turn")]


def test_guests_bots_and_practice_are_left_alone(desk):
    ann = desk.person("Ann")
    desk.table(None, None, **CLOCK)
    game = desk.table(ann, None, **CLOCK)
    told = desk.round()
    assert told == ([(ann, "turn")] if desk.turn(game)[1] == ann else [])
    with desk.house.engine.connect() as connection:
        assert connection.scalars(sa.select(awaited.c.game)).all() == [game]


def test_who_looks_is_told_when_they_are_gone(desk, two):
    _, account = desk.turn(two)
    desk.presence.looks(two, account)
    assert desk.round() == []
    desk.house.time += 30 * SECOND
    desk.presence.looks(two, account)
    desk.house.time += GOOD_MS - 1
    assert desk.round() == []
    desk.house.time += 1
    assert told_once(desk) == [(account, "turn")]


def test_who_looks_elsewhere_is_told(desk, two):
    _, account = desk.turn(two)
    desk.presence.looks(desk.table(desk.person("Cleo"), desk.person("Dan")), account)
    assert (account, "turn") in desk.round()


def test_presence_is_written_down_now_and_then(desk, two):
    written: list[object] = []
    engine = desk.house.engine
    sa.event.listen(engine, "commit", written.append)
    for _ in range(60):
        desk.presence.looks(two, desk.turn(two)[1])
        desk.presence.looks(two, None)
        desk.house.time += SECOND
    assert len(written) == 3


def test_one_is_reminded_at_half_at_four_fifths_and_near_the_end(desk, two):
    _, account = desk.turn(two)
    start = desk.house.time
    desk.round()
    found = {}
    while desk.house.time < start + DAY - MINUTE:
        desk.house.time += 4 * MINUTE
        for _, kind in desk.round():
            found[kind] = desk.house.time - start
    due = {"reminder_50": DAY // 2, "reminder_80": DAY * 80 // 100, "reminder_95": DAY * 95 // 100}
    assert {kind: -(-at // (4 * MINUTE)) * 4 * MINUTE for kind, at in due.items()} == found
    assert {one.account for one in desk.told} == {account}


def test_of_several_reminders_the_last_is_given(desk, two):
    desk.round()
    desk.house.time += DAY * 97 // 100
    assert [kind for _, kind in told_once(desk)] == ["reminder_95"]


def test_who_is_told_late_is_not_reminded_of_what_they_hear_first(desk, two):
    desk.house.time += DAY * 85 // 100
    assert [kind for _, kind in told_once(desk)] == ["turn"]
    desk.house.time += DAY // 10
    assert [kind for _, kind in told_once(desk)] == ["reminder_95"]


def test_when_time_has_run_out_nobody_is_told_that_it_runs(desk, two):
    desk.house.time += DAY
    assert desk.round() == []


def test_a_decision_that_is_taken_is_not_reminded_of(desk, two):
    desk.round()
    _, account = desk.turn(two)
    while desk.turn(two)[1] == account:
        desk.move(two)
    desk.house.time += DAY // 2
    assert [one for one, _ in desk.round()] == [desk.turn(two)[1]]


def test_of_a_short_decision_nobody_is_reminded(desk):
    desk.table(desk.person("Ann"), desk.person("Ben"), clock={"kind": "decision", "ms": 9 * MINUTE})
    desk.round()
    desk.house.time += 9 * MINUTE - 1
    assert desk.round() == []


def test_without_a_clock_there_is_a_turn_and_no_reminder(desk):
    desk.table(desk.person("Ann"), desk.person("Ben"))
    assert [kind for _, kind in told_once(desk)] == ["turn"]
    desk.house.time += 30 * DAY
    assert desk.round() == []


def test_all_but_those_who_look_are_told_of_the_end(desk):
    people = [desk.person(name) for name in ("Ann", "Ben", "Cleo")]
    game = desk.table(*people, **CLOCK)
    while desk.house.store.head(game).turn is not None:
        seat = desk.move(game)
    assert sorted(told_once(desk)) == sorted((one, "over") for at, one in enumerate(people) if at != seat)
    assert [one.kind for one in desk.store.latest(people[seat], 9)] == ["over"]  # it is in the feed


def test_read_from_the_beginning_again_nothing_is_told_again(desk, two):
    desk.round()
    ended = desk.table(desk.person("Cleo"), desk.person("Dan"))
    while desk.house.store.head(ended).turn is not None:
        desk.move(ended)
    desk.house.time += GOOD_MS
    desk.round()
    with desk.house.engine.begin() as connection:
        connection.execute(consumers.update().values(position=0))
    assert desk.round() == []


def test_a_worker_that_died_half_way_is_gone_on_with(desk, two, monkeypatch):
    monkeypatch.setattr(desk.notices, "work", lambda: 0)
    assert desk.round() == []
    assert [kind for _, kind in Desk(desk.house).round()] == ["turn"]
    assert Desk(desk.house).round() == []


def test_two_workers_tell_once(desk):
    for number in range(6):
        desk.table(desk.person(f"Ann {number}"), desk.person(f"Ben {number}"), **CLOCK)
    workers = [desk, Desk(desk.house)]
    threads = [threading.Thread(target=one.round) for one in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = [one.id for worker in workers for one in worker.told]
    for worker in workers:
        worker.round()
    assert len(told) <= 6
    assert sorted(one.game for worker in workers for one in worker.told) == sorted(
        {one.game for worker in workers for one in worker.told}
    )
    assert len({one.game for worker in workers for one in worker.told}) == 6


def test_a_game_that_cannot_be_read_holds_up_no_other(desk, two, monkeypatch, caplog):
    other = desk.table(desk.person("Cleo"), desk.person("Dan"), **CLOCK)
    now = desk.house.positions.now

    def broken(head, game):
        if game == two:
            raise ValueError("a card that nobody may read: r5")
        return now(head, game)

    monkeypatch.setattr(desk.house.positions, "now", broken)
    desk.round()
    assert {one.game for one in desk.told} == {other}
    assert "ValueError" in caplog.text
    assert "r5" not in caplog.text


def test_old_notices_are_forgotten(desk, two):
    desk.round()
    _, account = desk.turn(two)
    desk.house.time += 90 * DAY
    desk.notices.sweep()
    assert len(desk.store.latest(account, 9)) == 1
    desk.house.time += 1
    desk.notices.sweep()
    assert desk.store.latest(account, 9) == []
