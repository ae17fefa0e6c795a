"""What branches go on from: the game or the import, opened where a branch leaves it."""

import uuid
from collections.abc import Callable, Mapping
from typing import NamedTuple

from app.rules.state import State
from app.services.refusals import NotBranched, NotFound
from app.store import Store
from app.store.branches import Branch
from replays.branch import Deed, Fork, NotRepeated, begin, fork
from replays.deal import seed as seed_at
from replays.recording import Recording

OpenReplay = Callable[[str], Recording]
"""Gives the record of an import by its id. Raises NotFound."""


class Place(NamedTuple):
    """Where a branch leaves its origin: what is kept of it, the position there, and the seed of that hand."""

    branch: Branch
    fork: Fork
    seed: str


LONGEST = 5_000
"""Events that are made again at most: each branch has all of them in a record of its own."""


class Origins:
    """Opens origins, and makes again what was played in them."""

    def __init__(self, store: Store, open_replay: OpenReplay) -> None:
        self._store = store
        self._open_replay = open_replay

    def game(self, game: str) -> Recording:
        """The record of a game, which has to be there."""
        return Recording(self._store.event_bytes(game))

    def replay(self, replay: str) -> Recording:
        """The record of an import. Raises NotFound."""
        return self._open_replay(replay)

    def begin(self, branch: Branch, table: State, bots: Mapping[int, str], host: str, t: int) -> list[Deed]:
        """The start of a branch, by the actor `host`, from its table as it stands: all requests up to where it
        branched. `bots` are all that are to play. Raises Refused, NotBranched."""
        try:
            origin = self.replay(branch.origin) if branch.imported else self.game(branch.origin)
        except NotFound:
            raise NotBranched("origin_gone", "The replay that this branches from has been taken away.") from None
        lines, seed = origin.lines[: branch.seq + 1], seed_of(origin, branch.hand)
        try:
            return begin(table, lines, seed, branch.put_in, bots, host, _nobody, t)
        except NotRepeated as error:
            raise NotBranched("not_repeatable", f"From there no branch can be made: {error}.") from error


def place_in(origin: Recording, id: str, imported: bool, at: int) -> Place:
    """Where a branch leaves this origin that is wished from its event `at`. Raises Refused, NotBranched, NotFound."""
    try:
        where = fork(origin, at)
    except IndexError:
        raise NotFound from None
    if where.seq >= LONGEST:
        raise NotBranched("too_long", f"A branch begins within the first {LONGEST:,} events.")
    hand = where.state.hand
    return Place(Branch(id, imported, where.seq, hand, where.put_in), where, seed_of(origin, hand))


def seed_of(origin: Recording, hand: int) -> str:
    """The seed that opens this hand. Raises NotBranched where nobody knows it: without it a branch would have a record
    that nobody can check. A hand whose cards a notation tells has none that leads to the commitment."""
    seed, created = origin.seeds.get(hand), origin.created
    if seed is None or seed_at(created.deal, bytes.fromhex(seed), 0, hand) != created.commitment:
        raise NotBranched("seed_missing", "The seed of this hand is not known, and without it no deck can be dealt.")
    return seed


def _nobody() -> str:
    """A player id that leads to nobody: a seat's part of a deal stays where a bot plays, who puts nothing in."""
    return str(uuid.uuid4())
