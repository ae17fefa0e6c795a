"""What a table agrees on while it plays: a pause, the end of one, or another clock. All people who are still in must.

Bots agree to everything, and who proposes something agrees to it. The last one who agrees makes it so, in the same
transaction; one who declines ends it for all.
"""

import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from app.rules import lifecycle
from app.rules.clock import AGREED, Clock
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import State
from app.services.clock import DAY
from app.services.clocks.waits import TimeOff
from app.services.guard import Resting
from app.services.play.callers import Caller
from app.services.play.games import not_seated, time_of
from app.services.play.positions import Position, Positions
from app.services.play.requests import Answer, Requests, Terms
from app.services.play.sight import Seen, Sight
from app.services.play.views import to_agree
from app.services.refusals import NotAllowed, NotNow
from app.services.table.tables import clock_of
from app.store import Also, Connection, Store, VersionConflict
from app.store.proposals import Changed, Proposal, ProposalStore, agree, look, propose, withdraw
from app.store.rests import wake_all
from app.store.tables import change, set_clock
from replays.format import quick

STANDS_MS = 3 * DAY
"""So long a proposal can be agreed to."""
TRIES = 10
"""Whoever loses a race looks again: each time somebody else has agreed, and a table has ten seats."""


class Wanted(NamedTuple):
    """What is proposed, one of them: a pause of the table until then (UTC ms), the end of one, or another clock."""

    until: int | None = None
    resume: bool = False
    clock: Clock | None = None

    def data(self) -> dict[str, Any]:
        """As it is stored."""
        if self.until is not None:
            return {"pause": {"until": self.until}}
        return {"resume": True} if self.clock is None else {"clock": self.clock.data()}


class Proposals:
    """What tables are asked to agree on. `now` gives UTC milliseconds.

    All of these raise Stale, KeyReused, NotFound, NotAllowed, NotNow or Refused, and then nothing has changed.
    """

    def __init__(
        self,
        proposals: ProposalStore,
        store: Store,
        positions: Positions,
        sight: Sight,
        requests: Requests,
        now: Callable[[], int],
    ) -> None:
        self._proposals = proposals
        self._store = store
        self._positions = positions
        self._sight = sight
        self._requests = requests
        self._now = now
        self._resting = Resting(lambda: now() / 1000)

    def propose(self, game: str, caller: Caller, wanted: Wanted, terms: Terms) -> Answer:
        """Somebody who is in asks all others; where there are none but bots it is agreed at once."""

        def deal(seen: Seen, seat: int, t: int) -> Answer:
            before = seen.table.proposal
            if before is not None and before.expires > t:
                raise NotNow("proposal_open", "The table has another proposal to agree on first.")
            if not TimeOff.of(seen.table.time_off).pauses:
                raise NotAllowed("no_agreements", "This table plays without pauses, and with one clock.")
            made = Proposal(game, str(uuid.uuid4()), seat, wanted.data(), (seat,), t + STANDS_MS)
            decided = decide(seen.position.state, made, t)  # also a check: what cannot be is not asked for
            if _missing(seen.position.state, made):
                return self._requests.note(seen, terms, _told(game, lambda c: propose(c, made, before)))

            def also(connection: Connection) -> None:
                if before is not None:
                    withdraw(connection, before)
                _write(connection, game, made)

            return self._requests.write(seen, lambda: decided, "service", t, terms, also)

        return self._again(game, caller, terms, deal)

    def agree(self, game: str, caller: Caller, terms: Terms, id: str | None = None) -> Answer:
        """Somebody who is in agrees; `id` says to which proposal. The last one makes it so."""

        def deal(seen: Seen, seat: int, t: int) -> Answer:
            before = _open(seen, id, t)
            agreed = before._replace(agreed=tuple(sorted({*before.agreed, seat})))
            if _missing(seen.position.state, agreed):
                return self._requests.note(seen, terms, _told(game, lambda c: agree(c, before, agreed.agreed)))
            state = seen.position.state
            also = _settled(game, before)
            return self._requests.write(seen, lambda: decide(state, before, t), "service", t, terms, also)

        return self._again(game, caller, terms, deal)

    def decline(self, game: str, caller: Caller, terms: Terms, id: str | None = None) -> Answer:
        """Somebody who is in says no, or takes back what they have proposed."""

        def deal(seen: Seen, seat: int, t: int) -> Answer:
            before = _open(seen, id, t)
            return self._requests.note(seen, terms, _told(game, lambda c: withdraw(c, before)))

        return self._again(game, caller, terms, deal)

    def sweep(self, limit: int = 100) -> int:
        """Ends what has expired, and what matches leave behind that are over; makes so what nobody has to agree to any
        more since somebody left. Says how many were settled."""
        done = [self._guarded(one) for one in self._proposals.expired(self._now(), limit + len(self._resting))]
        return sum(done + [self._guarded(one) for one in self._proposals.gone_on(limit + len(self._resting))])

    def _guarded(self, one: Proposal) -> bool:
        return bool(self._resting.attempt("proposal", one.game, lambda: self._settle(one)))

    def _settle(self, one: Proposal) -> bool:
        game, position = one.game, self._positions.latest(one.game)
        if position is None:
            return False
        state, t = position.state, time_of(self._now, position)
        try:
            if state.over or one.expires <= t:
                self._store.beside(game, position.head.version, None, _told(game, lambda c: withdraw(c, one)))
            elif _missing(state, one):
                self._store.beside(game, position.head.version, None, lambda c: look(c, one, position.head.version))
                return False
            else:
                self._make_so(one, position, t)
        except (Changed, VersionConflict):
            return False
        return True

    def _make_so(self, one: Proposal, position: Position, t: int) -> None:
        try:
            decided = decide(position.state, one, t)
        except Refused:  # it cannot be any more
            self._store.beside(one.game, position.head.version, None, _told(one.game, lambda c: withdraw(c, one)))
            return
        self._requests.append(one.game, position, decided, "service", t, also=_settled(one.game, one))

    def _again(self, game: str, caller: Caller, terms: Terms, deal: Callable[[Seen, int, int], Answer]) -> Answer:
        """Opens the game to somebody who is in, and deals with what is proposed there, anew if it changes meanwhile."""
        for tried in range(TRIES):
            seen = self._sight.open(game, caller, None, terms.key, terms.asked if tried == 0 else None)
            if (known := self._requests.known(seen, terms)) is not None:
                return _once_more(known)
            try:
                return deal(seen, _seat(seen), time_of(self._now, seen.position))
            except Changed:
                continue
        raise NotNow("proposal_open", "The table agrees on something else at this moment. Try again.")


def decide(state: State, one: Proposal, t: int) -> Decision:
    """What was agreed on, made so. Raises Refused where that cannot be (any more), Malformed for a clock."""
    if "clock" in one.what:
        return lifecycle.change_clock(state, clock_of(one.what["clock"]), AGREED, t)
    if "resume" in one.what:
        return lifecycle.resume(state, None, t)
    return lifecycle.pause(state, None, one.what["pause"]["until"], AGREED, t)


def _seat(seen: Seen) -> int:
    """The seat of somebody who is in. Raises Refused."""
    state, seat = seen.position.state, seen.seat
    if seat is None or state.over or not state.started or not state.active[seat]:
        raise not_seated(seen)
    return seat


def _open(seen: Seen, id: str | None, t: int) -> Proposal:
    """What the table is asked to agree on. Raises NotNow."""
    one = seen.table.proposal
    if one is None or one.expires <= t or id not in (None, one.id):
        raise NotNow("no_proposal", "There is no such proposal to agree on, or not any more.")
    return one


def _missing(state: State, one: Proposal) -> list[int]:
    """Who has still to agree."""
    return [seat for seat in to_agree(state) if seat not in one.agreed]


def _told(game: str, do: Also) -> Also:
    """A change of what is proposed; whoever keeps the table in memory sees that it is old."""

    def also(connection: Connection) -> None:
        do(connection)
        change(connection, game)

    return also


def _settled(game: str, one: Proposal) -> Also:
    """It is agreed on: no proposal any more, and the table's clock is that of the record."""

    def also(connection: Connection) -> None:
        withdraw(connection, one)
        _write(connection, game, one)

    return also


def _write(connection: Connection, game: str, one: Proposal) -> None:
    if "clock" in one.what:
        set_clock(connection, game, one.what["clock"])
        wake_all(connection, game)
    else:
        change(connection, game)


def _once_more(known: Answer) -> Answer:
    """The answer of then: what only changed the proposal has made no event."""
    made = [one for one in quick(known.lines) if one["actor"] == "service" and one["data"].get("reason") == AGREED]
    return known if made or _resumes(known) else known._replace(lines=[])


def _resumes(known: Answer) -> bool:
    return any(one["kind"] == "clock.resumed" and one["data"]["seat"] is None for one in quick(known.lines))
