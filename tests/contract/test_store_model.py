"""Random sequences of what a store can do, held against a model that is a few dictionaries."""

from dataclasses import dataclass, field
from functools import partial

import hypothesis.strategies as st
import pytest
import sqlalchemy as sa
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app.store import DuplicateKey, Key, KeyRow, Snapshot, Stored, StreamHead, VersionConflict
from app.store.schema import metadata
from app.store.sequencer import Sequencer
from tests.contract.stories import SECRET, Story, drop_snapshots, open_store
from tests.effort import effort
from tests.store.tampering import unguarded

GAMES = [f"game {number}" for number in range(3)]
CALLERS, KEYS = ["me", "you"], ["a", "b"]

games = st.sampled_from(GAMES)
callers, keys = st.sampled_from(CALLERS), st.sampled_from([*KEYS, None])


def outcome(do, *arguments):
    """What was raised, or None."""
    try:
        do(*arguments)
    except (DuplicateKey, VersionConflict, ZeroDivisionError) as error:
        return type(error)
    return None


@dataclass
class Model:
    """What must be there."""

    heads: dict[str, StreamHead] = field(default_factory=dict)
    events: dict[str, list[Stored]] = field(default_factory=dict)
    used: dict[tuple[str, str, str], KeyRow] = field(default_factory=dict)
    secrets: set[str] = field(default_factory=set)
    snapshots: dict[tuple[str, int], bytes] = field(default_factory=dict)
    order: list[tuple[str, int]] = field(default_factory=list)


class StoreMachine(RuleBasedStateMachine):
    """The engine comes from outside: making a database for each example would take longer than all of them."""

    engine: sa.Engine

    @initialize()
    def empty(self):
        with unguarded(self.engine) as connection:
            for table in metadata.tables.values():
                connection.execute(sa.delete(table))
        self.store, self.sequencer, self.model = open_store(self.engine), Sequencer(self.engine), Model()
        self.stories = {game: Story() for game in GAMES}
        for game, story in self.stories.items():
            story.game = f"7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b3{GAMES.index(game)}"

    def told(self, game, count, **settings):
        """The next request of a game, which the story forgets again unless it was taken."""
        story = self.stories[game]
        before, length = story.chain, len(story.told)
        head, lines = story.tell(count, **settings)
        after, story.chain = story.chain, before
        del story.told[length:]
        return head, lines, after

    def take(self, game, head, lines, after, key):
        self.stories[game].chain = after
        self.model.heads[head.game] = head
        self.model.events.setdefault(head.game, []).extend(Stored(*line) for line in lines)
        if key:
            self.model.used[key.caller, key.key, head.game] = KeyRow(key.digest, head.game, head.version)

    @rule(game=games, caller=callers, key=keys, count=st.integers(1, 3))
    def create(self, game, caller, key, count):
        key = key and Key(caller, key, "create")
        head, lines, after = self.told(game, count)
        used = key and any(row[:2] == key[:2] for row in self.model.used)
        there = head.game in self.model.heads
        expected = DuplicateKey if used else VersionConflict if there else None
        assert outcome(self.store.create, head, lines, SECRET, key) is expected
        if expected is None:
            self.model.secrets.add(head.game)
            self.take(game, head, lines, after, key)

    @rule(
        game=games,
        caller=callers,
        key=keys,
        count=st.integers(1, 4),
        off=st.sampled_from([0, 0, 0, -1, 1]),
        over=st.booleans(),
        deadline=st.none() | st.integers(0, 1000),
        fails=st.sampled_from([False, False, True]),
    )
    def append(self, game, caller, key, count, off, over, deadline, fails):
        key = key and Key(caller, key, f"append {count}")
        expected = self.stories[game].chain.version + off
        head, lines, after = self.told(game, count, over=over, deadline=deadline)
        used = key and (*key[:2], head.game) in self.model.used
        fits = head.game in self.model.heads and off == 0

        def also(connection):
            if fails:
                raise ZeroDivisionError

        raised = VersionConflict if not fits else ZeroDivisionError if fails else DuplicateKey if used else None
        append = partial(self.store.append, forget_secret=over, also=also)
        assert outcome(append, head, expected, lines, key) is raised
        if raised is None:
            self.model.secrets -= {head.game} if over else set()
            self.take(game, head, lines, after, key)

    @rule(game=games, seq=st.integers(0, 9), data=st.binary(max_size=9))
    def snapshot(self, game, seq, data):
        game = self.stories[game].game
        if seq < len(self.model.events.get(game, ())):
            self.store.save_snapshots(game, "umk/1", [(seq, data)])
            self.model.snapshots[game, seq] = data

    @precondition(lambda self: self.model.snapshots)
    @rule()
    def drop_snapshots(self):
        drop_snapshots(self.store.engine)
        self.model.snapshots.clear()

    @rule(limit=st.integers(1, 10))
    def sequence(self, limit):
        behind = sum(map(len, self.model.events.values())) - len(self.model.order)
        assert self.sequencer.run_once(limit) == min(limit, behind)
        new = self.sequencer.after(len(self.model.order))
        self.model.order += [(event.game, event.seq) for event in new]

    @invariant()
    def what_is_read_is_what_was_written(self):
        for game in (story.game for story in self.stories.values()):
            written = self.model.events.get(game, [])
            assert self.store.head(game) == self.model.heads.get(game)
            assert self.store.events(game) == written
            assert self.store.event_bytes(game, 1, 4) == [event.bytes for event in written[2:5]]
            assert self.store.secret(game) == (SECRET if game in self.model.secrets else None)
            self.rebuilds(game, written)

    def rebuilds(self, game, written):
        for upto in (None, 3):
            end = len(written) - 1 if upto is None else upto
            kept = [seq for of, seq in self.model.snapshots if of == game and seq <= end]
            snapshot = Snapshot(max(kept), self.model.snapshots[game, max(kept)]) if kept else None
            first = max(kept) + 1 if kept else 0
            tail = [event.bytes for event in written[first : end + 1]]
            assert self.store.rebuild_rows(game, "umk/1", upto) == (snapshot, tail)

    @invariant()
    def keys_are_known(self):
        for caller in CALLERS:
            for key in KEYS:
                rows = {game: row for (who, what, game), row in self.model.used.items() if (who, what) == (caller, key)}
                found = self.store.find_key(caller, key)
                assert (found is None) if not rows else (found in rows.values())
                for game, row in rows.items():
                    assert self.store.find_key(caller, key, game) == row

    @invariant()
    def the_order_is_gapless_and_keeps_each_games_own(self):
        assert [event.position for event in self.sequencer.after(0)] == list(range(1, len(self.model.order) + 1))
        for game in self.model.events:
            seqs = [seq for of, seq in self.model.order if of == game]
            assert seqs == list(range(len(seqs)))

    @invariant()
    def games_are_due_by_their_deadlines(self):
        due = sorted(head.deadline for head in self.model.heads.values() if head.deadline is not None)
        assert [head.deadline for head in self.store.due(500)] == [deadline for deadline in due if deadline <= 500]


@pytest.fixture
def machine(engine: sa.Engine) -> type[StoreMachine]:
    return type("Machine", (StoreMachine,), {"engine": engine})


@pytest.mark.drill
def test_a_store_does_what_a_few_dictionaries_do(machine):
    run_state_machine_as_test(machine, settings=settings(max_examples=effort(8, 150), stateful_step_count=40))
