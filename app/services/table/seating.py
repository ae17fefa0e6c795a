"""Making a table, sitting down at one, and leaving it."""

import secrets
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from app.rules import lifecycle
from app.rules.decide import decide
from app.rules.events import recorded
from app.rules.moves import Resign
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import State
from app.services.account.credentials import digest, mint, mint_link
from app.services.play.callers import GUEST, Caller
from app.services.play.games import host_of, time_of
from app.services.play.positions import Positions
from app.services.play.requests import Answer, Requests, Terms, stream_head
from app.services.play.sight import Seen, Sight, player_of
from app.services.refusals import KeyReused, Malformed, NotAllowed
from app.services.table.players import Players, Seated
from app.services.table.tables import Seat, Setup, Sitting, bots_of, check_bot, seat_all
from app.services.table.takeovers import is_person, take_over
from app.store import Also, Connection, DuplicateKey, Key, Store
from app.store.branches import Branch
from app.store.invitations import InvitationStore, remove
from app.store.tables import WAITING, Table, Tables, add, change, seat_bots
from replays.chain import START, lines
from replays.deal import SEED_BYTES, commitment
from replays.format import quick

GUEST_NAME = "Guest"


class Made(NamedTuple):
    """A table that was made or a seat that was taken, with the secrets that are shown this once: the guest's seat
    link and the table's invitation, where there are any."""

    answer: Answer
    link: str | None = None
    invitation: str | None = None


class Seating:
    """Who sits where. `now` gives UTC milliseconds.

    `secret` is what a guest's seat link is made from where the guest's own key settles it, so that a request that is
    repeated gives the same link. All of these raise Stale, KeyReused, NotFound, NotAllowed, Refused or Malformed, and
    then nothing has changed.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        players: Players,
        positions: Positions,
        sight: Sight,
        requests: Requests,
        invited: InvitationStore,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._tables = tables
        self._players = players
        self._invited = invited
        self._positions = positions
        self._sight = sight
        self._requests = requests
        self._now = now

    def create(self, caller: Caller, setup: Setup, key: Key | None = None, secret: bytes | None = None) -> Made:
        """A new table, with its maker as host."""
        if not setup.sits and caller.account is None:
            raise Malformed("sits", "a guest who makes a table sits at it")
        if (made := self._made_before(caller, key, secret)) is not None:
            return made
        game, seat, invitation = str(uuid.uuid4()), 0 if setup.sits else None, mint()
        seated = self._seated(game, seat, caller, setup.name, secret)
        try:
            version = self._create(game, setup, seated, digest(invitation), key)
        except DuplicateKey:
            if (made := self._made_before(caller, key, secret)) is None:
                raise
            return made
        seen = self._sight.open(game, at_table(caller, game, seated.player, seat))
        return Made(self._requests.answer_of(seen, version), seated.link, invitation)

    def sit(
        self,
        game: str,
        caller: Caller,
        sitting: Sitting,
        terms: Terms,
        invitation: str | None = None,
        secret: bytes | None = None,
    ) -> Made:
        """Somebody takes a seat, or the host puts a bot there."""
        seen = self._sight.open(game, caller, invitation, terms.key, terms.asked)
        if (known := self._requests.known(seen, terms)) is not None:
            return self._made(caller, game, known.version, secret)
        return self.seat(seen, sitting, terms, secret)

    def seat(self, seen: Seen, sitting: Sitting, terms: Terms, secret: bytes | None = None) -> Made:
        """The same at a table that is before the caller already, in a request that is new."""
        if sitting.bot is not None:
            return Made(self._add_bot(seen, sitting, terms))
        return self._take_seat(seen, sitting, terms, secret)

    def leave(self, game: str, caller: Caller, seat: int, terms: Terms) -> Answer:
        """Before the start somebody gives their seat back, or the host takes it from a player or a bot. Later a player
        leaves the match: to a bot where the table agreed to that, else by resigning."""
        seen = self._sight.open(game, caller, None, terms.key, terms.asked)
        if (known := self._requests.known(seen, terms)) is not None:
            return known
        if seen.position.state.started:
            return self._leave_match(seen, seat, terms)
        return self._leave_table(seen, seat, terms)

    def invite(self, game: str, caller: Caller) -> str:
        """A new invitation to a table, for its host to send; the old one is good for nothing any more."""
        host_of(self._sight.open(game, caller))
        invitation = mint()
        self._tables.invite(game, digest(invitation))
        return invitation

    # ------------------------------------------------------------ making a table

    def _create(self, game: str, setup: Setup, seated: Seated, invitation: str, key: Key | None) -> int:
        """Writes the table; gives its version."""
        t, last_seed = self._now(), secrets.token_bytes(SEED_BYTES)
        decision = _first_request(game, setup, seated.player, commitment(game, last_seed), t)
        made, head = lines(START, game, f"player:{seated.player}", t, recorded(decision.events))
        table = _table(game, setup, seated.player, invitation, t)
        also = both(seated.also, lambda connection: add(connection, table))
        self._store.create(stream_head(game, head, decision), made, last_seed, key, also)
        return head.version

    def _made_before(self, caller: Caller, key: Key | None, secret: bytes | None) -> Made | None:
        row = None if key is None else self._store.find_key(key.caller, key.key)
        if key is None or row is None:
            return None
        if row.digest != key.digest:
            raise KeyReused
        return self._made(caller, row.game, row.version, secret)

    def _made(self, caller: Caller, game: str, version: int, secret: bytes | None) -> Made:
        """The answer of then to whoever made the request that led to `version`: its actor says under which id."""
        state, (last,) = self._positions.at(game, version).state, self._store.event_bytes(game, version - 1, version)
        player = str(quick([last])[0]["actor"]).removeprefix("player:")
        seat = next((seat for seat, one in enumerate(state.players) if one and one.player == player), None)
        seen = self._sight.open(game, at_table(caller, game, player, seat))
        link = mint_link(game, secret) if secret is not None and caller.account is None else None
        return Made(self._requests.answer_of(seen, version), link)

    # ------------------------------------------------------------ sitting down

    def _seated(self, game: str, seat: int | None, caller: Caller, name: str | None, secret: bytes | None) -> Seated:
        if caller.account is not None:
            return self._players.seat_account(game, seat, caller.account)
        if (player := player_of(caller, game)) is not None:
            return Seated(player, None, self._players.move(game, player, seat))
        return self._players.seat_guest(game, seat, name or GUEST_NAME, secret)

    def _take_seat(self, seen: Seen, sitting: Sitting, terms: Terms, secret: bytes | None) -> Made:
        game, state, t = seen.game, seen.position.state, time_of(self._now, seen.position)
        account, branch = seen.caller.account, seen.table.branch
        if account is not None and self._invited.removed(game, account):
            raise NotAllowed("removed_by_host", "The host has taken your seat: you sit here again when invited anew.")
        kept = frozenset(seat for seat, by in self._invited.kept(game).items() if by != account)
        seat = _free_seat(state, sitting.seat, branch, kept)
        if seat in kept:
            raise Refused("seat_taken", "this seat is kept for somebody who was invited")
        entropy = sitting.entropy if branch is None else branch.put_in.get(seat)
        seated = self._seated(game, seat, seen.caller, sitting.name, secret)
        decision = lifecycle.sit(state, seat, seated.player, None, entropy, t)
        now_seen = seen._replace(caller=at_table(seen.caller, game, seated.player, seat), seat=seat)
        also = both(seated.also, lambda connection: change(connection, game))
        answer = self._requests.write(now_seen, lambda: decision, f"player:{seated.player}", t, terms, also)
        return Made(answer, seated.link)

    def _add_bot(self, seen: Seen, sitting: Sitting, terms: Terms) -> Answer:
        actor, bot = host_of(seen), str(sitting.bot)
        check_bot(bot)
        state, t = seen.position.state, time_of(self._now, seen.position)
        seat = _free_seat(state, sitting.seat, seen.table.branch, frozenset(self._invited.kept(seen.game)))
        decision = lifecycle.sit(state, seat, None, bot, None, t)
        bots = bots_of(decision.state)
        return self._requests.write(seen, lambda: decision, actor, t, terms, lambda c: seat_bots(c, seen.game, bots))

    # ------------------------------------------------------------ leaving

    def _leave_table(self, seen: Seen, seat: int, terms: Terms) -> Answer:
        own = seat == seen.seat
        actor = f"player:{seen.caller.player}" if own else host_of(seen)
        state, t = seen.position.state, time_of(self._now, seen.position)
        decision = lifecycle.leave(state, seat, t)
        now_seen = seen._replace(seat=None) if own else seen
        return self._requests.write(now_seen, lambda: decision, actor, t, terms, self._getting_up(seen, seat))

    def _getting_up(self, seen: Seen, seat: int) -> Also:
        one = seen.position.state.players[seat]
        if one is None or one.player is None:
            bots = {other: bot for other, bot in bots_of(seen.position.state).items() if other != seat}
            return lambda connection: seat_bots(connection, seen.game, bots)
        if one.player == seen.table.host:  # stays the host
            return both(self._players.move(seen.game, one.player, None), lambda c: change(c, seen.game))
        going = both(self._players.leave(seen.game, one.player), lambda c: change(c, seen.game))
        if seat == seen.seat:
            return going
        player = one.player
        return both(going, lambda connection: remove(connection, seen.game, player))

    def _leave_match(self, seen: Seen, seat: int, terms: Terms) -> Answer:
        if seat != seen.seat:
            raise NotAllowed("not_your_seat", "After the start everybody leaves for themselves.")
        game, state, t = seen.game, seen.position.state, time_of(self._now, seen.position)
        bot = seen.table.takeover
        if bot is None or not is_person(state, seat):

            def deciding() -> Decision:
                return decide(state, seat, Resign(), self._positions.dealer(game, state), t)

            return self._requests.write(seen, deciding, f"seat:{seat}", t, terms)
        decision, also = take_over(self._players, game, state, seat, bot, t)
        return self._requests.write(seen._replace(seat=None), lambda: decision, f"seat:{seat}", t, terms, also)


def at_table(caller: Caller, game: str, player: str, seat: int | None) -> Caller:
    """The caller as somebody at this table; who was nobody is its guest now."""
    if caller.account is None:
        return Caller("guest", GUEST, None, caller.name, game, player, seat)
    return replace(caller, game=game, player=player, seat=seat)


def _first_request(game: str, setup: Setup, host: str, bound: str, t: int) -> Decision:
    """The table and whoever sits at it from the beginning, in one request."""
    made = lifecycle.create(setup.options, setup.seats, game, bound, setup.clock, t)
    seats = [Seat(0, host, None, setup.entropy)] if setup.sits else []
    seats += [Seat(seat, None, bot) for seat, bot in enumerate(setup.bots, len(seats))]
    return seat_all(made, seats, t)


def _table(game: str, setup: Setup, host: str, invitation: str, t: int) -> Table:
    return Table(
        game=game,
        revision=0,
        host=host,
        listed=setup.listed,
        spectators=setup.spectators,
        invitation=invitation,
        bot_delay=setup.bot_delay,
        takeover=setup.takeover,
        bots_alone=setup.bots_alone,
        seats=setup.seats,
        bots=dict(enumerate(setup.bots, 1 if setup.sits else 0)),
        options=setup.options.data(),
        clock=setup.clock.data(),
        created=t,
        status=WAITING,
        time_off=setup.time_off.data(),
    )


def _free_seat(state: State, wanted: int | None, branch: Branch | None, kept: frozenset[int]) -> int:
    """The seat wanted, whatever is there, or the first free one that is not kept for somebody. In a branch the seats
    that were empty stay so."""
    if wanted is not None:
        if branch is not None and wanted not in branch.put_in and wanted < state.seats:
            raise Refused("no_such_seat", "nobody sat there in the game that this branches from")
        return wanted
    seats = range(state.seats) if branch is None else branch.put_in
    free = [seat for seat in seats if state.players[seat] is None and seat not in kept]
    if not free and not state.started:
        raise Refused("seat_taken", "every seat is taken, or kept for somebody who was invited")
    return free[0] if free else 0


def both(one: Also, other: Also) -> Also:
    """What is written by one and by the other, in one transaction."""

    def write(connection: Connection) -> None:
        one(connection)
        other(connection)

    return write
