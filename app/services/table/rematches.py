"""Once more with the same people: a table like the one whose match is over, made by whoever asks first.

Everybody who had a seat asks in the same way, and comes to the same table: to the seat that they had, where it is still
free. People with accounts are invited there by name, and their seats are kept for them.
"""

import secrets
import uuid
from collections.abc import Callable

from app.rules import lifecycle
from app.rules.clock import Clock
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.services.account.credentials import digest, mint, mint_link
from app.services.play.callers import Caller
from app.services.play.positions import Positions
from app.services.play.requests import Requests, Terms
from app.services.play.sight import Seen, Sight, has_sat, player_of
from app.services.refusals import NotNow, Stale
from app.services.table.players import Players, Seated
from app.services.table.seating import Made, Seating, at_table
from app.services.table.tables import Seat, Sitting, seat_all
from app.store import Connection
from app.store.invitations import InvitationRow, invite
from app.store.players import PlayerRow, PlayerStore
from app.store.rematches import Claimed, RematchStore, claim, follow
from app.store.tables import CANCELLED, WAITING, Table, add, change
from replays.branch import Deed
from replays.deal import SEED_BYTES, commitment

TRIES = 20
"""Whoever loses a race looks again: each time somebody else has come, and a table has ten seats."""


class Rematches:
    """Makes rematches and brings people there. `now` gives UTC milliseconds."""

    def __init__(
        self,
        store: RematchStore,
        known: PlayerStore,
        players: Players,
        positions: Positions,
        sight: Sight,
        requests: Requests,
        seating: Seating,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._known = known
        self._players = players
        self._positions = positions
        self._sight = sight
        self._requests = requests
        self._seating = seating
        self._now = now

    def ask(self, seen: Seen, entropy: str | None = None, secret: bytes | None = None) -> Made:
        """Brings the caller, who had a seat in this game, to its rematch; the first one makes it.

        Whoever asks again is given the same table; a guest with a new seat link, made of `secret` if there is one, and
        the link before is good for nothing any more. Raises NotNow, Refused, NotAllowed, Stale.
        """
        seat = _check(seen)
        for _ in range(TRIES):
            try:
                return self._ask(seen, seat, entropy, secret)
            except (Claimed, Stale):
                continue
        return self._ask(seen, seat, entropy, secret)

    def _ask(self, seen: Seen, seat: int, entropy: str | None, secret: bytes | None) -> Made:
        next = self._store.next(seen.game)
        if next is None or self._given_up(next):
            return self._make(seen, seat, next, entropy, secret)
        return self._come(seen, seat, next, entropy, secret)

    def _given_up(self, game: str) -> bool:
        table = self._positions.table(game)
        return table is None or table.status == CANCELLED

    # ------------------------------------------------------------ making it

    def _make(self, seen: Seen, seat: int, instead_of: str | None, entropy: str | None, secret: bytes | None) -> Made:
        game, invitation, t = str(uuid.uuid4()), mint(), self._now()
        came = self._seated(game, seat, seen.caller, secret)
        last_seed = secrets.token_bytes(SEED_BYTES)
        table = _table(game, seen, came.player, digest(invitation), t)
        first = _first_request(table, seen, Seat(seat, came.player, None, entropy), commitment(game, last_seed), t)
        asked = [row for row in self._invitations(seen, table) if row.account != seen.caller.account]

        def also(connection: Connection) -> None:
            claim(connection, seen.game, game, instead_of)
            change(connection, seen.game)  # whoever keeps the old table in memory sees that it has a rematch
            came.also(connection)
            add(connection, table)
            for row in asked:
                invite(connection, row)
            if seen.caller.account is None:
                follow(connection, seen.game, str(seen.caller.player), came.player)

        version = self._requests.create(
            game, [Deed(f"player:{came.player}", first)], last_seed, t, None, also
        ).head.version
        there = self._sight.admit(game, at_table(seen.caller, game, came.player, seat))
        return Made(self._requests.answer_of(there, version), came.link, invitation)

    def _seated(self, game: str, seat: int, caller: Caller, secret: bytes | None) -> Seated:
        if caller.account is not None:
            return self._players.seat_account(game, seat, caller.account)
        return self._players.seat_guest(game, seat, caller.name, secret)

    def _invitations(self, seen: Seen, table: Table) -> list[InvitationRow]:
        """All who played and have accounts, each to the seat that they had."""
        accounts = {one.player: one.account for one in self._store.people(seen.game)}
        played = [(seat, one.player) for seat, one in enumerate(seen.position.state.players) if one and one.player]
        return [
            InvitationRow(table.game, account, table.host, seat, table.created)
            for seat, player in played
            if (account := accounts.get(player)) is not None
        ]

    # ------------------------------------------------------------ coming to it

    def _come(self, seen: Seen, seat: int, game: str, entropy: str | None, secret: bytes | None) -> Made:
        link = None if seen.caller.account is not None else mint_link(game, secret)
        player = self._player(seen, game, link)
        there = self._sight.admit(game, at_table(seen.caller, game, player or "", None))
        state = there.position.state
        taken = next((at for at, one in enumerate(state.players) if one and one.player == player), None)
        if taken is not None:
            there = self._sight.admit(game, at_table(seen.caller, game, str(player), taken))
            return Made(self._requests.answer_of(there, there.position.head.version), link)
        wanted = seat if state.players[seat] is None else None
        terms = Terms(frozenset({there.position.head.version}))
        return self._seating.seat(there, Sitting(wanted, None, entropy), terms)._replace(link=link)

    def _player(self, seen: Seen, game: str, link: str | None) -> str | None:
        """Who the caller is at the rematch; a guest is somebody there from now on, by this link."""
        if link is None:
            row = self._known.of_account(game, str(seen.caller.account))
            return None if row is None else row.player
        old = str(seen.caller.player)
        known = self._store.guest(seen.game, old)
        if known is None:
            self._check_open(game)
            known = str(uuid.uuid4())
            self._store.bring(seen.game, old, PlayerRow(game, known, None, seen.caller.name, digest(link), None))
        else:
            self._known.set_link(game, known, digest(link))
        return known

    def _check_open(self, game: str) -> None:
        table = self._positions.table(game)
        if table is not None and table.status != WAITING:
            raise Refused("game_started", "the rematch has begun")


def _check(seen: Seen) -> int:
    """The seat that the caller had. Raises NotNow, Refused for somebody who had none."""
    state, player = seen.position.state, player_of(seen.caller, seen.game)
    if not has_sat(player, state):
        raise Refused("not_seated", "a rematch is for those who had a seat")
    if not state.over or state.places is None:
        raise NotNow("game_not_over", "A rematch follows a match that is over.")
    if seen.table.branch is not None:
        raise NotNow("practice_table", "A practice table has no rematch: make another branch.")
    return next(seat for seat, one in enumerate(state.players) if one is not None and one.player == player)


def _bots(seen: Seen) -> dict[int, str]:
    """The bots of the beginning: one that played on for somebody who left is not asked for once more."""
    players = enumerate(seen.position.state.players)
    return {seat: one.bot for seat, one in players if one is not None and one.bot is not None and one.player is None}


def _first_request(table: Table, seen: Seen, first: Seat, bound: str, t: int) -> Decision:
    options, clock = Options.parse(table.options), Clock.parse(table.clock)
    made = lifecycle.create(options, table.seats, table.game, bound, clock, t)
    return seat_all(made, sorted([first, *(Seat(seat, None, bot) for seat, bot in _bots(seen).items())]), t)


def _table(game: str, seen: Seen, host: str, invitation: str, t: int) -> Table:
    return seen.table._replace(
        game=game,
        revision=0,
        host=host,
        invitation=invitation,
        bots=_bots(seen),
        created=t,
        status=WAITING,
        names={},
        rematch=None,
        proposal=None,
    )
