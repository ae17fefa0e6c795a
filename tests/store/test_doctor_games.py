"""Whatever is changed in stored rows by somebody who owns the database, the doctor finds it, and says in which game."""

import hashlib
import json

import pytest
import sqlalchemy as sa

from app.rules.state import START
from app.services.operation.doctor import examine
from app.services.play.positions import SNAPSHOT_FORM, snapshot_of
from app.store import Cipher, StreamHead, snapshots, writing
from app.store.sequencer import Sequencer
from replays.fold import fold
from tests.records import BEGINNING, random_match
from tests.store.matches import played
from tests.store.tampering import run, unguarded


@pytest.fixture
def over(store):
    """A match that is over. Its last events are all sequenced, and its seed is forgotten."""
    match = played(1).save(store)
    Sequencer(store.engine).run_once(10000)
    return match


@pytest.fixture
def running(store, over):
    """A match that is on, beside the one that is over."""
    match = played(2, 30).save(store)
    Sequencer(store.engine).run_once(10000)
    return match


def ills(engine, cipher, game=None):
    """What the doctor finds wrong, of one game or of all; durability is not asked of a test server."""
    found = [finding for finding in examine(engine, cipher, game=game) if finding.about != "durability"]
    return [f"{about}: {text}" for about, holds, text in found if not holds and about != "games"]


def sha256(line):
    return hashlib.sha256(line).hexdigest()


def lines(connection, game):
    query = sa.text("SELECT bytes FROM events WHERE game = :game ORDER BY seq")
    return [bytes(line) for line in connection.scalars(query, {"game": game})]


def rewrite(connection, game, seq, line, kind=None):
    """Put other bytes in an event's place, with their hash and perhaps another kind."""
    run(
        connection,
        "UPDATE events SET bytes = :line, hash = :hash, kind = coalesce(:kind, kind) WHERE game = :game AND seq = :seq",
        line=line,
        hash=sha256(line),
        kind=kind,
        game=game,
        seq=seq,
    )


def test_what_was_not_touched_is_sound(engine, cipher, running):
    assert ills(engine, cipher) == []
    assert ills(engine, cipher, running.game) == []


def test_the_work_is_told_game_by_game(engine, cipher, running):
    told = []
    list(examine(engine, cipher, lambda done, total: told.append((done, total))))
    assert told == [(1, 2), (2, 2)]


def test_a_game_that_is_not_there_is_no_sound_game(engine, cipher):
    assert ills(engine, cipher, "nobody") == ["game nobody: there is no such game"]


# ---------------------------------------------------------------- events


def change_bytes(connection, game, last):
    line = lines(connection, game)[7].replace(b'"t":1', b'"t":2')
    run(connection, "UPDATE events SET bytes = :line WHERE game = :game AND seq = 7", line=line, game=game)


def change_bytes_and_hash(connection, game, last):
    rewrite(connection, game, 7, lines(connection, game)[7].replace(b'"request":', b'"request":1'))


def change_the_last_bytes_and_hash(connection, game, last):
    rewrite(connection, game, last, lines(connection, game)[last].replace(b'"reason":"hands"', b'"reason":"void"'))


def change_the_last_event_and_the_head(connection, game, last):
    line = lines(connection, game)[last].replace(b'"places":[1,2]', b'"places":[2,1]')
    line = line if line != lines(connection, game)[last] else line.replace(b'"places":[2,1]', b'"places":[1,2]')
    rewrite(connection, game, last, line)
    run(connection, "UPDATE streams SET hash = :hash WHERE game = :game", hash=sha256(line), game=game)


def add_a_space(connection, game, last):
    rewrite(connection, game, 7, lines(connection, game)[7].replace(b'"t":', b'"t": '))


def empty_bytes(connection, game, last):
    rewrite(connection, game, 7, b"")


def change_kind(connection, game, last):
    run(connection, "UPDATE events SET kind = 'uno.called' WHERE game = :game AND seq = 7", game=game)


def change_hash(connection, game, last):
    run(connection, "UPDATE events SET hash = :hash WHERE game = :game AND seq = 7", hash="0" * 64, game=game)


def swap_two(connection, game, last):
    told = lines(connection, game)
    for seq, line in ((7, told[8]), (8, told[7])):
        rewrite(connection, game, seq, line, kind=json.loads(line)["kind"])


def renumber(connection, game, last):
    run(connection, "UPDATE events SET seq = seq + 1 WHERE game = :game AND seq = :last", game=game, last=last)


def lose_the_first(connection, game, last):
    run(connection, "DELETE FROM events WHERE game = :game AND seq = 0", game=game)


def lose_a_middle(connection, game, last):
    run(connection, "DELETE FROM events WHERE game = :game AND seq BETWEEN 7 AND 9", game=game)


def lose_the_last(connection, game, last):
    run(connection, "DELETE FROM events WHERE game = :game AND seq = :last", game=game, last=last)


def lose_a_tail(connection, game, last):
    run(connection, "DELETE FROM events WHERE game = :game AND seq > 20", game=game)


def lose_all(connection, game, last):
    run(connection, "DELETE FROM events WHERE game = :game", game=game)


def lose_a_tail_and_move_the_head_back(connection, game, last):
    """As if the last request had never been made: chain and head agree, its position and its key do not."""
    told = [json.loads(line) for line in lines(connection, game)]
    end = next(at for at in range(last, 0, -1) if told[at]["request"] != told[last]["request"])
    run(connection, "DELETE FROM events WHERE game = :game AND seq > :end", game=game, end=end)
    run(
        connection,
        "UPDATE streams SET version = :end, hash = :hash, request = :request, over = :over WHERE game = :game",
        end=end,
        hash=told[end + 1]["prev"],
        request=told[end]["request"],
        over=False,
        game=game,
    )


def add_one(connection, game, last):
    run(
        connection,
        "INSERT INTO events SELECT game, seq + 1, kind, bytes, hash FROM events WHERE game = :game AND seq = :last",
        game=game,
        last=last,
    )


def lose_the_stream(connection, game, last):
    run(connection, "DELETE FROM streams WHERE game = :game", game=game)


EVENTS = {
    change_bytes: "event 7: its hash is not that of its bytes",
    change_bytes_and_hash: "event 7: request is",
    change_the_last_bytes_and_hash: "its head says hash",
    change_the_last_event_and_the_head: "the verifier: seq",
    add_a_space: "event 7: ",
    empty_bytes: "event 7: ",
    change_kind: "the column says uno.called",
    change_hash: "event 7: its hash is not that of its bytes",
    swap_two: "event 7: seq is 8, not 7",
    renumber: "is missing: the next one is",
    lose_the_first: "event 0 is missing: the next one is 1",
    lose_a_middle: "event 7 is missing: the next one is 10",
    lose_the_last: "its head says version",
    lose_a_tail: "its head says version",
    lose_all: "it has a stream, but no events",
    lose_a_tail_and_move_the_head_back: "which is missing",
    add_one: "seq is",
    lose_the_stream: "it has rows, but no stream",
}


@pytest.mark.parametrize("tamper", EVENTS, ids=lambda tamper: tamper.__name__)
def test_tampering_with_events_is_found(engine, cipher, running, over, tamper):
    with unguarded(engine) as connection:
        tamper(connection, over.game, over.head.version)
    found = ills(engine, cipher, over.game)
    assert any(EVENTS[tamper] in line for line in found), found
    assert ills(engine, cipher, running.game) == []


def test_what_is_wrong_with_one_game_is_not_said_of_another(engine, cipher, running, over):
    with unguarded(engine) as connection:
        change_hash(connection, over.game, over.head.version)
    assert ills(engine, cipher) == [f"game {over.game}: {EVENTS[change_hash]}"]


def test_bytes_of_another_game_are_found(engine, cipher, running, over):
    """Event 0 of one game put in the place of the other's, with its hash: sound by itself, and out of place."""
    with unguarded(engine) as connection:
        rewrite(connection, over.game, 0, lines(connection, running.game)[0])
    assert f"game {over.game}: event 0: it is of game {running.game}" in ills(engine, cipher)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("change", ["bytes = 'text'", "bytes = 7", "hash = 7", "kind = x'00'"])
def test_values_of_another_type_are_found(engine, cipher, over, change):
    with unguarded(engine) as connection:
        run(connection, f"UPDATE events SET {change} WHERE seq = 7")
    assert any("event 7: its " in line for line in ills(engine, cipher, over.game))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE streams SET version = 'text', hash = x'00', turn = 'text'",
        "UPDATE positions SET seq = 'text' WHERE position = 5",
        "UPDATE secrets SET sealed = 'text'",
        "UPDATE secrets SET sealed = 7, key = 7",
        "UPDATE snapshots SET seq = 'text'",
        "UPDATE idempotency SET version = 'text'",
    ],
)
def test_no_value_is_too_strange_for_the_doctor(engine, cipher, running, change):
    with unguarded(engine) as connection:
        run(connection, change)
    assert ills(engine, cipher) != []


# ---------------------------------------------------------------- head, positions, snapshots, seeds, keys


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("version = version + 1", "its head says version"),
        ("version = version - 1", "its head says version"),
        ("hash = 'forged'", "its head says hash forged"),
        ("request = request + 1", "its head says request"),
        ("t = t + 1", "its head says t"),
        ("turn = 7", "its head says turn 7"),
        ("turn = NULL", "its head says turn None"),
        ("deadline = 7", "its head says deadline 7"),
        ("over = true", "its head says over"),
        ("sequenced = 3", "it is sequenced up to event 3"),
    ],
)
def test_a_head_that_was_moved_is_found(engine, cipher, running, change, said):
    with writing(engine) as connection:
        run(connection, f"UPDATE streams SET {change} WHERE game = :game", game=running.game)
    assert any(said in line for line in ills(engine, cipher, running.game))


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (["DELETE FROM positions WHERE position = 5"], "there are gaps"),
        (["DELETE FROM positions WHERE position = 1"], "there are gaps"),
        (["DELETE FROM positions WHERE position = (SELECT max(position) FROM positions)"], "it is sequenced up to"),
        (["UPDATE positions SET position = -1 WHERE position = 5"], "there are gaps"),
        (
            [
                "UPDATE positions SET position = -5 WHERE position = 5",
                "UPDATE positions SET position = 5 WHERE position = 6",
                "UPDATE positions SET position = 6 WHERE position = -5",
            ],
            "its positions are not in the order of its events",
        ),
        (
            ["INSERT INTO positions SELECT max(position) + 1, 'nobody', 0 FROM positions"],
            "game nobody: it has rows, but no stream",
        ),
        (["INSERT INTO consumers VALUES ('list', 100000)"], "a consumer has come to 100000"),
    ],
    ids=["one missing", "the first missing", "the last missing", "moved", "swapped", "of no game", "a consumer ahead"],
)
def test_a_broken_order_is_found(engine, cipher, running, statements, said):
    with unguarded(engine) as connection:
        for statement in statements:
            run(connection, statement)
    assert any(said in line for line in ills(engine, cipher))


def test_a_snapshot_that_is_not_the_fold_is_found(engine, cipher, store, over):
    """One that was made with care, its digest right: reading cannot tell, folding does."""
    snapshot, _ = store.rebuild_rows(over.game, SNAPSHOT_FORM)
    state = json.loads(snapshot.data)
    state["direction"] = -state["direction"]
    data = json.dumps(state).encode()
    with writing(engine) as connection:
        run(
            connection,
            "UPDATE snapshots SET data = :data, digest = :digest WHERE seq = :seq",
            data=data,
            digest=snapshots.digest(over.game, SNAPSHOT_FORM, snapshot.seq, data),
            seq=snapshot.seq,
        )
    said = f"game {over.game}: snapshot {snapshot.seq} is not the fold of its events"
    assert ills(engine, cipher, over.game) == [said]


def test_every_snapshot_of_a_long_record_is_looked_at(engine, cipher, store):
    """Also one in the middle of a request, where a decision has been taken and the next is not due yet: nothing may be
    gone on with from there."""
    match = next(match for match in map(random_match, range(20)) if match.state.clock.kind == "bank")
    first, *others = match.written
    created = StreamHead(match.game, 0, first.hash, 0, BEGINNING, turn=None, deadline=None, over=False)
    store.create(created, [first], match.last_seed)
    over = StreamHead(match.game, *match.head, turn=None, deadline=None, over=True)
    store.append(over, 0, others, forget_secret=True)
    Sequencer(engine).run_once(10000)
    for seq in range(len(match.lines)):
        store.save_snapshots(match.game, SNAPSHOT_FORM, [(seq, snapshot_of(fold(START, match.lines[: seq + 1])))])
    assert ills(engine, cipher, match.game) == []
    store.save_snapshots(match.game, SNAPSHOT_FORM, [(33, snapshot_of(fold(START, match.lines[:33])))])
    assert ills(engine, cipher, match.game) == [f"game {match.game}: snapshot 33 is not the fold of its events"]


def test_a_snapshot_of_other_rules_is_nobodys_business(engine, cipher, store, over):
    store.save_snapshots(over.game, "umk/0", [(5, b"what they called a state then")])
    assert ills(engine, cipher) == []


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"null", b"\xff"])
def test_a_snapshot_that_is_none_is_found(engine, cipher, store, over, data):
    store.save_snapshots(over.game, SNAPSHOT_FORM, [(5, data)])
    assert ills(engine, cipher, over.game) == [f"game {over.game}: snapshot 5 is not the fold of its events"]


def test_a_snapshot_from_the_future_is_found(engine, cipher, store, over):
    store.save_snapshots(over.game, SNAPSHOT_FORM, [(100000, b"{}")])
    assert ills(engine, cipher, over.game) == [f"game {over.game}: snapshot 100000 is not the fold of its events"]


def test_a_lost_seed_is_found(engine, cipher, running):
    with writing(engine) as connection:
        run(connection, "DELETE FROM secrets")
    assert ills(engine, cipher, running.game) == [f"game {running.game}: its seed is missing: it cannot go on"]


def test_a_seed_that_does_not_open_is_found(engine, running):
    (found,) = ills(engine, Cipher({"other": b"x" * 32}))
    assert "needs the key 'test', which is not configured" in found


@pytest.mark.parametrize("seed", [b"another seed".ljust(32), b"short", b""])
def test_a_seed_that_is_not_the_one_bound_is_found(engine, cipher, running, seed):
    key, sealed = cipher.seal(running.game, seed)
    with writing(engine) as connection:
        run(connection, "UPDATE secrets SET key = :key, sealed = :sealed", key=key, sealed=sealed)
    assert ills(engine, cipher, running.game) == [
        f"game {running.game}: its seed is not the one that it has committed to"
    ]


def test_a_seed_that_was_not_forgotten_is_found(engine, cipher, running, over):
    with writing(engine) as connection:
        run(connection, "INSERT INTO secrets SELECT :game, key, sealed FROM secrets", game=over.game)
    assert ills(engine, cipher, over.game) == [f"game {over.game}: it is over, and its seed has not been forgotten"]


def test_a_key_with_a_version_that_is_not_there_is_found(engine, cipher, over):
    with writing(engine) as connection:
        run(connection, "UPDATE idempotency SET version = 100000 WHERE caller = 'host'")
    (found,) = ills(engine, cipher, over.game)
    assert "was answered with version 100000, which it does not have" in found
