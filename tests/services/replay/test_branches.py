"""Branches as use cases: who makes which, who sits where, and that nothing of what they branch from is touched."""

import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa

from app.rules.bots import BOTS
from app.rules.decide import decide
from app.rules.moves import Resign, parse_move
from app.rules.refusals import Refused
from app.rules.state import START, State
from app.rules.view import view
from app.services.operation.checkup import check_game
from app.services.play.callers import ANONYMOUS, Caller
from app.services.refusals import KeyReused, Malformed, NotAllowed, NotBranched, NotFound, Stale
from app.services.replay import branches as services
from app.services.replay import origins
from app.services.replay.branches import WhatIf
from app.services.replay.moments import At
from app.services.table.seating import Made
from app.services.table.tables import Sitting
from app.services.upkeep.sweeps import ASLEEP_MS
from app.store import Cipher, Key, inspection
from replays.branch import Deed, NotRepeated, fork
from replays.fold import fold
from replays.format import quick
from replays.notation import read_notation, write_notation
from replays.recording import Recording
from replays.verify import EXACT, verify_lines
from tests.records import random_match
from tests.services.house import House

NOT_PLAY = {
    "players", "options", "clock", "missed", "decision", "since", "deadline", "bank", "paused",
    "asked", "paused_for",
}  # fmt: skip
PLAYERS = 3


def play_out(house: House, game: str, seed: int = 1) -> None:
    """Racers play at all seats to the end, which is written at once."""
    chance, position = random.Random(seed), house.looks.open(game, official()).position
    state, dealer, deeds = position.state, house.positions.dealer(game, position.state), []
    while (seat := state.turn) is not None:
        body = BOTS["racer"].choose(view(state, dealer, seat), chance)
        assert body is not None
        deeds.append(Deed(f"seat:{seat}", decide(state, seat, parse_move(body), dealer, house.time)))
        state = deeds[-1].decision.state
    house.requests.append_all(game, position, deeds, house.time, None, None)


def official() -> Caller:
    """Somebody who may see every game."""
    return Caller("account", frozenset({"admin"}), "official")


@pytest.fixture
def origin(house: House) -> tuple[str, list[Caller]]:
    """A game of three that is over, two hands long; two of them have put something into the deal."""
    game, people = house.table(1, seats=PLAYERS, options={"hands": 2}, entropy="of the host")
    for entropy in (None, "e" * 64):
        sat = house.seating.sit(
            game, ANONYMOUS, Sitting(entropy=entropy), house.terms(game), None, secrets.token_bytes(32)
        )
        people.append(guest(house, sat))
    house.start(game, people[0])
    play_out(house, game)
    return game, people


def guest(house: House, made: Made) -> Caller:
    caller = house.callers.by_link(made.link or "")
    assert caller is not None
    return caller


def branch(house: House, game: str, caller: Caller, at: int, **wish: Any) -> Made:
    key = wish.pop("key", None)
    secret = wish.pop("secret", secrets.token_bytes(32))
    seen = house.looks.open(game, caller)
    return house.branches.of_game(seen, WhatIf(At("seq", at), **wish), key, secret)


def state_of(house: House, game: str, upto: int | None = None) -> State:
    return fold(START, house.store.event_bytes(game, upto=upto))


def in_play(state: State) -> dict[str, object]:
    return {name: value for name, value in state.__dict__.items() if name not in NOT_PLAY}


def ills(house: House, game: str) -> list[str]:
    """What the doctor finds wrong."""
    return list(check_game(inspection.rows(house.engine, game), Cipher({"t": bytes(32)})))


def rows(house: House, *games: str) -> dict[str, list[str]]:
    """All rows of these games, in every table that has games; all rows if none is named."""
    found = {}
    with house.engine.connect() as connection:
        known = sa.inspect(connection)
        for table in known.get_table_names():
            if not games or "game" in {column["name"] for column in known.get_columns(table)}:
                result = connection.execute(sa.text(f'SELECT * FROM "{table}"')).mappings().all()
                found[table] = sorted(repr(dict(row)) for row in result if not games or row["game"] in games)
    return found


def somewhere(house: House, game: str) -> list[int]:
    """Events from which a branch can be made."""
    moments = Recording(house.store.event_bytes(game)).moments()
    return [moment.seq for moment in moments if moment.complete and moment.state.turn is not None]


# ------------------------------------------------------------ alone against bots


def test_a_branch_stands_where_its_origin_stood_and_its_record_is_exact(house, origin):
    game, people = origin
    before = rows(house, game)
    for at in random.Random(1).sample(somewhere(house, game), 4):
        made = branch(house, game, people[1], at)
        new = made.answer.game
        there = state_of(house, game, at)
        assert in_play(state_of(house, new)) == in_play(there)
        assert "seat.left" not in house.kinds(new)
        seen = made.answer.view
        assert seen["you"]["seat"] == 1
        assert [seat["bot"] for seat in seen["seats"]] == ["racer", None, "racer"]
        assert seen["table"]["branch_of"] == {"game": game, "replay": None, "seq": at, "hand": there.hand}
        assert (seen["options"]["hands"], seen["clock"]) == (there.hand, {"kind": "none"})
        assert ills(house, new) == []
        play_out(house, new)
        report = verify_lines(house.store.event_bytes(new))
        assert (report.verdict, report.entropy_seats) == (EXACT, 2)
        assert ills(house, new) == []
        assert house.store.secret(new) is None
    assert rows(house, game) == before


def test_it_is_played_like_every_game(house, origin):
    game, people = origin
    made = branch(house, game, people[0], somewhere(house, game)[-9])
    new, host = made.answer.game, guest(house, made)
    assert [one.game for one in house.attendance.waiting()] == [new]
    while (seen := house.view(new, host))["phase"] != "match_over":
        if seen["turn"] == 0:
            choice = BOTS["racer"].choose(seen, random.Random(1)) or {}
            house.games.move(new, host, parse_move(choice), house.terms(new))
        else:
            assert house.attendance.attend(new)
    assert seen["reason"] == "hands"
    assert verify_lines(house.store.event_bytes(new)).verdict == EXACT


def test_its_view_is_that_of_its_seat_there_and_no_more(house, origin):
    game, people = origin
    at = somewhere(house, game)[5]
    made = branch(house, game, people[2], at)
    then = house.looks.view(
        house.looks.open(game, people[2]), house.looks.scene(house.looks.open(game, people[2]), At("seq", at), 2)
    )
    assert made.answer.view["you"]["hand"] == then["you"]["hand"]
    assert "you" not in house.view(made.answer.game, ANONYMOUS)
    with pytest.raises(NotAllowed):
        house.looks.scene(house.looks.open(made.answer.game, ANONYMOUS), None, 0)


def test_another_process_knows_its_cards_too(house, origin):
    game, people = origin
    made = branch(house, game, people[0], somewhere(house, game)[9])
    other = House(house.engine.url.render_as_string(hide_password=False))
    assert other.view(made.answer.game, guest(house, made)) == made.answer.view
    play_out(other, made.answer.game)
    other.engine.dispose()


def test_the_seat_is_ones_own_or_that_of_whoever_has_to_act(house, origin):
    game, people = origin
    at = somewhere(house, game)[7]
    turn = state_of(house, game, at).turn
    assert branch(house, game, people[2], at).answer.seat == 2
    assert branch(house, game, ANONYMOUS, at).answer.seat == turn
    assert branch(house, game, people[2], at, seat=0).answer.seat == 0


def test_who_had_left_by_then_takes_the_seat_that_has_to_act(house):
    game, people = house.table(3, options={"hands": 1})
    house.start(game, people[0])
    house.games.move(game, people[1], Resign(), house.terms(game))
    play_out(house, game)
    at = next(seq for seq in somewhere(house, game) if state_of(house, game, seq).resigned)
    made = branch(house, game, people[1], at)
    assert made.answer.seat == state_of(house, game, at).turn
    assert state_of(house, made.answer.game).resigned == (1,)
    for wish in ({"seat": 1}, {"open": frozenset({1})}):
        with pytest.raises(Malformed, match="had left"):
            branch(house, game, people[0], at, **wish)


def test_what_a_clock_did_is_done_by_the_seats(house):
    game, people = house.table(2, clock={"kind": "decision", "ms": 60_000}, options={"missed_decisions": 100})
    house.start(game, people[0])
    for _ in range(6):
        house.time += 60_001
        assert house.sweeps.decisions() == 1
    house.games.move(game, people[0], Resign(), house.terms(game))
    at = somewhere(house, game)[-1]
    assert "decision.timed_out" in house.kinds(game)
    made = branch(house, game, people[0], at)
    assert "decision.timed_out" not in house.kinds(made.answer.game)
    assert in_play(state_of(house, made.answer.game)) == in_play(state_of(house, game, at))


def test_bots_are_chosen_seat_by_seat(house, origin):
    game, people = origin
    at = somewhere(house, game)[3]
    made = branch(house, game, people[0], at, bot="first", bots={2: "random"})
    assert [seat["bot"] for seat in made.answer.view["seats"]] == [None, "first", "random"]


def test_a_branch_branches(house, origin):
    game, people = origin
    at = somewhere(house, game)[6]
    first = branch(house, game, people[0], at)
    host = guest(house, first)
    play_out(house, first.answer.game)
    at = somewhere(house, first.answer.game)[-1]
    second = branch(house, first.answer.game, host, at)
    assert second.answer.view["table"]["branch_of"]["game"] == first.answer.game
    assert in_play(state_of(house, second.answer.game)) == in_play(state_of(house, first.answer.game, at))
    play_out(house, second.answer.game)
    assert verify_lines(house.store.event_bytes(second.answer.game)).verdict == EXACT


def test_seats_that_were_empty_stay_so(house):
    game, people = house.table(2, seats=4)
    house.start(game, people[0])
    play_out(house, game)
    at = somewhere(house, game)[2]
    for field, wish in (("seat", {"seat": 3}), ("open", {"open": frozenset({2})}), ("bots", {"bots": {2: "racer"}})):
        with pytest.raises(Malformed) as malformed:
            branch(house, game, people[0], at, **wish)
        assert malformed.value.field == field
    made = branch(house, game, people[0], at, open=frozenset({1}))
    with pytest.raises(Refused) as refused:
        house.seating.sit(
            made.answer.game, ANONYMOUS, Sitting(2), house.terms(made.answer.game), made.invitation, b"s" * 32
        )
    assert refused.value.code == "no_such_seat"


def test_a_friend_comes_to_a_seat_that_was_taken(house):
    game, (host,) = house.table(1, seats=3)
    sit(house, game, None, seat=2)
    house.start(game, host)
    play_out(house, game)
    made = branch(house, game, host, somewhere(house, game)[2], open=frozenset({2}))
    assert sit(house, made.answer.game, made.invitation).seat == 2


def test_bots_do_not_practise_alone(house, origin):
    game, people = origin
    made = branch(house, game, people[0], somewhere(house, game)[3])
    new = made.answer.game
    house.games.move(new, guest(house, made), Resign(), house.terms(new))
    while house.attendance.attend(new):
        pass
    assert house.kinds(new)[-1] == "match.ended"
    assert house.kinds(new).count("seat.resigned") == PLAYERS - 1
    assert verify_lines(house.store.event_bytes(new)).verdict == EXACT


def test_a_branch_that_sleeps_ends_void(house, origin):
    game, people = origin
    new = branch(house, game, people[0], somewhere(house, game)[3]).answer.game
    while house.attendance.attend(new):
        pass  # bots do not sleep: one with a move to make would come first
    house.time += ASLEEP_MS + 1
    assert house.sweeps.tables() == 1
    assert verify_lines(house.store.event_bytes(new)).verdict == EXACT
    assert ills(house, new) == []


# ------------------------------------------------------------ refused


def test_only_what_is_over_is_branched(house):
    game, people = house.table(2)
    with pytest.raises(NotBranched) as refused:
        branch(house, game, people[0], 0)
    assert refused.value.code == "game_not_over"
    house.start(game, people[0])
    with pytest.raises(NotBranched):
        branch(house, game, people[0], 4)
    closed, (host, _) = house.table(2)
    house.games.cancel(closed, host, house.terms(closed))
    with pytest.raises(Refused) as cancelled:
        branch(house, closed, host, 1)
    assert cancelled.value.code == "game_not_started"


def test_where_nobody_plays_nothing_branches(house, origin):
    game, people = origin
    version = house.store.head(game).version
    before = rows(house)
    for at, kind, code in ((0, Refused, "game_not_started"), (version, Refused, "game_over")):
        with pytest.raises(kind) as refused:
            branch(house, game, people[0], at)
        assert refused.value.code == code
    with pytest.raises(NotFound):
        branch(house, game, people[0], version + 1)
    for wish, field in (
        ({"bot": "nobody"}, "bot"),
        ({"bots": {1: "nobody"}}, "bot"),
        ({"bots": {0: "racer"}}, "bots"),
        ({"open": frozenset({0})}, "open"),
        ({"open": frozenset({1}), "bots": {1: "racer"}}, "bots"),
        ({"seat": 9}, "seat"),
    ):
        with pytest.raises(Malformed) as malformed:
            branch(house, game, people[0], 12, **wish)
        assert malformed.value.field == field
    assert rows(house) == before


# ------------------------------------------------------------ with friends


def waiting(house: House, origin: tuple[str, list[Caller]], at: int = 8) -> tuple[str, Caller, Made]:
    """A branch whose seat 2, where somebody had put something in, waits for a friend; its host, and how it was made."""
    game, people = origin
    made = branch(house, game, people[0], somewhere(house, game)[at], open=frozenset({2}))
    return made.answer.game, guest(house, made), made


def sit(house: House, game: str, invitation: str | None, **sitting: Any) -> Caller:
    terms = house.terms(game)
    sat = house.seating.sit(game, ANONYMOUS, Sitting(**sitting), terms, invitation, secrets.token_bytes(32))
    return guest(house, sat)


def test_a_friend_sits_down_and_the_host_starts(house, origin):
    game, _ = origin
    new, host, made = waiting(house, origin)
    waits = house.view(new, host)
    assert (waits["phase"], [seat["bot"] for seat in waits["seats"]]) == ("waiting", [None, "racer", None])
    with pytest.raises(Refused) as refused:
        house.start(new, host)
    assert refused.value.code == "too_few_seats"
    friend = sit(house, new, made.invitation, entropy="a" * 64)
    answer = house.start(new, host)
    at = answer.view["table"]["branch_of"]["seq"]
    assert in_play(state_of(house, new)) == in_play(state_of(house, game, at))
    assert [one.entropy for one in state_of(house, new).players] == [
        one.entropy for one in state_of(house, game).players
    ]
    assert house.view(new, friend)["you"]["seat"] == 2
    play_out(house, new)
    assert verify_lines(house.store.event_bytes(new)).verdict == EXACT
    assert ills(house, new) == []


def test_strangers_know_nothing_of_a_branch_that_waits(house, origin):
    new, _, _ = waiting(house, origin)
    with pytest.raises(NotFound):
        sit(house, new, None)


def test_instead_of_a_friend_a_bot_can_come(house, origin):
    game, _ = origin
    new, host, _ = waiting(house, origin)
    house.seating.sit(new, host, Sitting(bot="random"), house.terms(new))
    answer = house.start(new, host)
    assert [seat["bot"] for seat in answer.view["seats"]] == [None, "racer", "random"]
    at = answer.view["table"]["branch_of"]["seq"]
    assert in_play(state_of(house, new)) == in_play(state_of(house, game, at))
    play_out(house, new)
    assert verify_lines(house.store.event_bytes(new)).verdict == EXACT


def test_who_changes_seats_brings_nothing_else_into_the_deal(house, origin):
    game, _ = origin
    new, host, made = waiting(house, origin)
    sit(house, new, made.invitation)
    house.seating.leave(new, host, 0, house.terms(new))
    house.seating.leave(new, host, 1, house.terms(new))
    house.seating.sit(new, guest(house, made), Sitting(1, entropy="b" * 64), house.terms(new))
    house.seating.sit(new, guest(house, made), Sitting(0, "racer"), house.terms(new))
    answer = house.start(new, guest(house, made))
    at = answer.view["table"]["branch_of"]["seq"]
    assert in_play(state_of(house, new)) == in_play(state_of(house, game, at))


def test_started_twice_at_once_it_begins_once(house, origin):
    new, host, made = waiting(house, origin)
    sit(house, new, made.invitation)
    terms = house.terms(new)

    def start(_: int) -> bool:
        try:
            house.games.start(new, host, terms)
        except (Stale, Refused):
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(start, range(4))) == 1
    assert house.kinds(new).count("game.started") == 1
    assert ills(house, new) == []


def test_a_repeated_start_is_answered_as_the_first(house, origin):
    new, host, made = waiting(house, origin)
    sit(house, new, made.invitation)
    terms = house.terms(new)._replace(key=Key(host.identity, "k", "d"))
    first = house.games.start(new, host, terms)
    assert house.games.start(new, host, terms) == first


def test_a_start_that_breaks_off_leaves_the_table_as_it_was(house, origin, monkeypatch):
    new, host, made = waiting(house, origin)
    sit(house, new, made.invitation)
    before = rows(house)
    monkeypatch.setattr("app.services.play.games.change", _breaks)
    with pytest.raises(ConnectionError):
        house.start(new, host)
    assert rows(house) == before
    monkeypatch.undo()
    house.positions.forget()
    assert house.start(new, host).view["phase"] != "waiting"


def _breaks(*_: object, **__: object) -> None:
    raise ConnectionError


# ------------------------------------------------------------ once, or not at all


def test_made_again_with_its_key_it_is_the_same(house, origin):
    game, people = origin
    at = somewhere(house, game)[4]
    key = Key(people[0].identity, "key", "digest")
    first = branch(house, game, people[0], at, key=key, secret=b"s" * 32)
    move_on = guest(house, first)
    again = branch(house, game, people[0], at, key=key, secret=b"s" * 32)
    assert again.answer == first.answer
    assert again.link == first.link
    assert move_on.game == first.answer.game
    with pytest.raises(KeyReused):
        branch(house, game, people[0], at, key=key._replace(digest="another"), secret=b"s" * 32)


def test_of_copies_at_once_one_makes_a_branch(house, origin):
    game, people = origin
    at, key = somewhere(house, game)[4], Key(people[0].identity, "key", "digest")
    with ThreadPoolExecutor(4) as pool:
        made = list(
            pool.map(lambda _: branch(house, game, people[0], at, key=key, secret=b"s" * 32).answer.game, range(4))
        )
    assert len(set(made)) == 1
    assert len(rows(house)["branches"]) == 1


def test_a_branch_that_breaks_off_leaves_nothing(house, origin, monkeypatch):
    game, people = origin
    before = rows(house)
    monkeypatch.setattr(services, "change", _breaks)
    with pytest.raises(ConnectionError):
        branch(house, game, people[0], somewhere(house, game)[4])
    assert rows(house) == before


# ------------------------------------------------------------ who sees them


def listed(house: House, game: str, caller: Caller = ANONYMOUS) -> list[dict[str, Any]]:
    return house.branches.page_of_game(house.looks.open(game, caller), None, 10).shown


def test_branches_are_listed_on_the_game_and_nowhere_else(house, origin):
    game, people = origin
    at = somewhere(house, game)[4]
    made = branch(house, game, people[0], at, name="Ada")
    new, host = made.answer.game, guest(house, made)
    (one,) = listed(house, game)
    assert (one["id"], one["by"], one["status"], one["result"]) == (new, "Ada", "playing", None)
    assert (one["branch_of"]["seq"], one["your_seat"]) == (at, None)
    play_out(house, new)
    (one,) = listed(house, game)
    state = state_of(house, new)
    assert one["status"] == "finished"
    assert one["result"] == {
        "winner": state.last_hand.winner,
        "points": state.last_hand.points,
        "scores": list(state.scores),
        "places": list(state.places or ()),
        "reason": "hands",
    }
    for name in ("lobby", "running", "finished"):
        assert new not in [each["id"] for each in house.lists.page(name, ANONYMOUS, None, 10).shown]
    (mine,) = house.lists.page("mine", host, None, 10).shown
    assert (mine["id"], mine["branch_of"]["game"]) == (new, game)


def test_the_newest_come_first_and_pages_go_on(house, origin):
    game, people = origin
    made = []
    for at in somewhere(house, game)[4:9]:
        house.time += 1
        made.append(branch(house, game, people[0], at).answer.game)
    seen, found, cursor = house.looks.open(game, ANONYMOUS), [], None
    while True:
        page = house.branches.page_of_game(seen, cursor, 2)
        found += [one["id"] for one in page.shown]
        if (cursor := page.next) is None:
            break
    assert found == made[::-1]


def test_one_that_is_not_listed_is_shown_to_its_own_people(house, origin):
    game, people = origin
    made = branch(house, game, people[0], 12, listed=False)
    assert listed(house, game) == []
    (one,) = listed(house, game, guest(house, made))
    assert one["your_seat"] == 0
    with pytest.raises(NotFound):
        house.looks.open(made.answer.game, ANONYMOUS)


@pytest.mark.parametrize(("settings", "kept"), [({"listed": False}, False), ({"spectators": "none"}, True)])
def test_a_branch_is_shown_to_nobody_who_may_not_see_its_origin(house, settings, kept):
    game, (host,) = house.table(1, bots=["racer"], **settings)
    house.start(game, host)
    play_out(house, game)
    made = branch(house, game, host, somewhere(house, game)[2], listed=True)
    assert listed(house, game, host) == []
    with pytest.raises(NotAllowed if kept else NotFound):
        house.looks.open(made.answer.game, ANONYMOUS)


# ------------------------------------------------------------ of imports


def of_replay(house: House, at: int, **wish: Any) -> Made:
    return house.branches.of_replay("import", ANONYMOUS, WhatIf(At("seq", at), **wish), None, b"s" * 32)


def test_a_replay_from_elsewhere_branches(house):
    match = random_match(2)
    recording = house.replays["import"] = Recording(match.lines)
    at = next(moment.seq for moment in recording.moments() if moment.complete and moment.seq > 30)
    made = of_replay(house, at)
    where = fork(recording, at)
    assert made.answer.seat == where.state.turn
    assert in_play(state_of(house, made.answer.game)) == in_play(where.state)
    told = made.answer.view["table"]["branch_of"]
    assert told == {"game": None, "replay": "import", "seq": at, "hand": where.state.hand}
    (one,) = house.branches.page_of_replay("import", ANONYMOUS, None, 10).shown
    assert one["id"] == made.answer.game
    play_out(house, made.answer.game)
    assert verify_lines(house.store.event_bytes(made.answer.game)).verdict == EXACT
    assert ills(house, made.answer.game) == []


def test_of_a_replay_only_hands_branch_that_lie_open(house):
    match = random_match(3)
    said = quick(match.lines)
    ended = next(at for at, one in enumerate(said) if one["kind"] == "hand.ended")
    house.replays["import"] = Recording(match.lines[: ended + 1])
    assert of_replay(house, 20).answer.view["hand_number"] == 1
    house.replays["import"] = Recording(match.lines[:ended])
    with pytest.raises(NotBranched) as refused:
        of_replay(house, 20)
    assert refused.value.code == "seed_missing"
    with pytest.raises(NotFound):
        house.branches.page_of_replay("another", ANONYMOUS, None, 10)


def test_a_notation_has_no_seeds_and_so_no_branches(house):
    text = write_notation(Recording(random_match(2).lines), decks=True)
    house.replays["import"] = read_notation(text).recording
    with pytest.raises(NotBranched) as refused:
        of_replay(house, 40)
    assert refused.value.code == "seed_missing"


def test_a_replay_that_was_taken_away_gives_no_cards_any_more(house):
    match = random_match(2)
    recording = house.replays["import"] = Recording(match.lines)
    at = next(moment.seq for moment in recording.moments() if moment.complete and moment.seq > 30)
    where = fork(recording, at)
    other = next(seat for seat in where.put_in if seat != where.state.turn and where.state.active[seat])
    made = of_replay(house, at, open=frozenset({other}))
    sit(house, made.answer.game, made.invitation)
    del house.replays["import"]
    with pytest.raises(NotBranched) as refused:
        house.start(made.answer.game, guest(house, made))
    assert refused.value.code == "origin_gone"


def test_what_no_moves_can_do_is_refused(house, origin, monkeypatch):
    game, people = origin

    def begin(*_: object) -> None:
        raise NotRepeated("hand 1")

    monkeypatch.setattr(origins, "begin", begin)
    with pytest.raises(NotBranched) as refused:
        branch(house, game, people[0], 12)
    assert refused.value.code == "not_repeatable"


def test_so_far_into_a_game_that_much_would_be_made_again_there_is_no_branch(house, origin, monkeypatch):
    game, people = origin
    monkeypatch.setattr(origins, "LONGEST", 40)
    with pytest.raises(NotBranched) as refused:
        branch(house, game, people[0], 60)
    assert refused.value.code == "too_long"
    assert branch(house, game, people[0], 30).answer.game != game
