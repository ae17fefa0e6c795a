"""What if: practice tables that go on from any event of a game that is over, or of an import, with the same cards.

A branch is a game of its own, with a record of its own. Nothing is written to what it branches from.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from app.rules import lifecycle
from app.rules.clock import Clock
from app.rules.request import Decision
from app.rules.state import State
from app.services.account.credentials import digest, mint, mint_link
from app.services.pages import Page, cut
from app.services.play.callers import Caller
from app.services.play.positions import Positions
from app.services.play.requests import Requests
from app.services.play.sight import Seen, Sight, player_of
from app.services.refusals import KeyReused, Malformed, NotBranched
from app.services.replay.moments import At
from app.services.replay.origins import Origins, Place, place_in
from app.services.table.lists import cursor_of, place_of, summary, who_of
from app.services.table.players import Players, Seated
from app.services.table.seating import GUEST_NAME, Made, at_table, both
from app.services.table.tables import Seat, check_bot, seat_all
from app.store import Connection, DuplicateKey, Key, Store
from app.store.lobby import Listed, Lobby
from app.store.tables import PLAYING, WAITING, Table, add, change
from replays.branch import Deed, options_of
from replays.fold import data_of
from replays.format import quick

BOT = "racer"
"""Who plays where nobody says otherwise."""


class WhatIf(NamedTuple):
    """A branch to be made. `seat` is its maker's: None for the one they had, or else the one that has to act there.

    The other seats are played by `bot`, or by the one that `bots` names, but for those left `open` for friends.
    `listed`: whether it stands on its origin's list; None: unless seats are open.
    """

    at: At
    seat: int | None = None
    bot: str = BOT
    bots: Mapping[int, str] = {}
    open: frozenset[int] = frozenset()
    bot_delay: int = 1500
    listed: bool | None = None
    name: str | None = None


class Openness(NamedTuple):
    """Whom a branch is shown to: never to more than what it branches from, whose cards it has."""

    listed: bool
    spectators: str


class Branches:
    """Makes and lists branches. `now` gives UTC milliseconds."""

    def __init__(
        self,
        store: Store,
        lobby: Lobby,
        players: Players,
        positions: Positions,
        sight: Sight,
        requests: Requests,
        origins: Origins,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._players = players
        self._positions = positions
        self._sight = sight
        self._requests = requests
        self._origins = origins
        self._now = now

    def of_game(self, seen: Seen, wish: WhatIf, key: Key | None = None, secret: bytes | None = None) -> Made:
        """A branch of a game, with the caller as host; `secret` is what a guest's seat link is made from.

        Where no seat is left open it begins at once. Raises NotFound, Refused, NotBranched, Malformed, KeyReused.
        """
        if (made := self._made_before(seen.caller, key, secret)) is not None:
            return made
        if not seen.position.state.over:
            raise NotBranched("game_not_over", "A game is branched when it is over.")
        at = wish.at.in_game(self._store, seen.game, seen.position.head.version)
        place = place_in(self._origins.game(seen.game), seen.game, False, at)
        table = seen.table
        return self._make(place, seen.caller, wish, Openness(table.listed, table.spectators), key, secret)

    def of_replay(
        self, replay: str, caller: Caller, wish: WhatIf, key: Key | None = None, secret: bytes | None = None
    ) -> Made:
        """A branch of an import, in a hand whose seed it has. As `of_game`."""
        if (made := self._made_before(caller, key, secret)) is not None:
            return made
        origin = self._origins.replay(replay)
        place = place_in(origin, replay, True, wish.at.in_recording(origin))
        return self._make(place, caller, wish, Openness(True, "all"), key, secret)

    def page_of_game(self, seen: Seen, cursor: str | None, limit: int) -> Page:
        """A page of the branches of a game that the caller may know of, the newest first. Raises Malformed."""
        return self._page(seen.game, seen.caller, cursor, limit)

    def page_of_replay(self, replay: str, caller: Caller, cursor: str | None, limit: int) -> Page:
        """A page of the branches of an import. Raises NotFound, Malformed."""
        self._origins.replay(replay)
        return self._page(replay, caller, cursor, limit)

    # ------------------------------------------------------------ making

    def _make(
        self, place: Place, caller: Caller, wish: WhatIf, shown: Openness, key: Key | None, secret: bytes | None
    ) -> Made:
        seat = _seat(place, caller, wish)
        bots = _bots(place, seat, wish)
        game, invitation = str(uuid.uuid4()), mint()
        seated = self._seated(game, seat, caller, wish, secret)
        table = _table(game, place, wish, shown, seated.player, bots, digest(invitation), self._now())
        try:
            version = self._write(table, place, seat, seated, key)
        except DuplicateKey:
            if (made := self._made_before(caller, key, secret)) is None:
                raise
            return made
        seen = self._sight.open(game, at_table(caller, game, seated.player, seat))
        return Made(self._requests.answer_of(seen, version), seated.link, invitation)

    def _seated(self, game: str, seat: int, caller: Caller, wish: WhatIf, secret: bytes | None) -> Seated:
        if caller.account is not None:
            return self._players.seat_account(game, seat, caller.account)
        return self._players.seat_guest(game, seat, wish.name or caller.name or GUEST_NAME, secret)

    def _write(self, table: Table, place: Place, seat: int, seated: Seated, key: Key | None) -> int:
        """Writes the branch, begun if nobody is waited for, in one; gives its version."""
        t, host = table.created, f"player:{table.host}"
        put_in, bots = place.branch.put_in, table.bots
        waits = len(bots) + 1 < len(put_in)
        at_once = {bot: name for bot, name in bots.items() if waits or put_in[bot] is None}
        made = _first_request(place, table, seat, at_once, t)
        deeds = [Deed(host, made)]
        if not waits:
            deeds += self._origins.begin(place.branch, made.state, bots, host, t)

        def beside(connection: Connection) -> None:
            add(connection, table)
            if not waits:
                change(connection, table.game, status=PLAYING, attended=bool(bots))

        secret = bytes.fromhex(place.seed)
        also = both(seated.also, beside)
        return self._requests.create(table.game, deeds, secret, t, key, also).head.version

    def _made_before(self, caller: Caller, key: Key | None, secret: bytes | None) -> Made | None:
        """The answer of then, if this request was accepted before. Raises KeyReused."""
        row = None if key is None else self._store.find_key(key.caller, key.key)
        if key is None or row is None:
            return None
        table = self._positions.table(row.game)
        if row.digest != key.digest or table is None:
            raise KeyReused
        players = self._positions.at(row.game, row.version).state.players
        seat = next((seat for seat, one in enumerate(players) if one and one.player == table.host), None)
        seen = self._sight.open(row.game, at_table(caller, row.game, table.host, seat))
        link = mint_link(row.game, secret) if secret is not None and caller.account is None else None
        return Made(self._requests.answer_of(seen, row.version), link)

    # ------------------------------------------------------------ listing

    def _page(self, origin: str, caller: Caller, cursor: str | None, limit: int) -> Page:
        found = self._lobby.branches(origin, who_of(caller), place_of(cursor), limit + 1)
        shown, next = cut(found, limit, cursor_of)
        endings = self._lobby.endings([one.game for one in shown])
        return Page([_told(one, endings.get(one.game, ())) for one in shown], next)


def _seat(place: Place, caller: Caller, wish: WhatIf) -> int:
    """Which seat the maker takes."""
    state = place.fork.state
    if wish.seat is not None:
        _check_seat(place, "seat", wish.seat)
        return wish.seat
    own = None if place.branch.imported else player_of(caller, place.branch.origin)
    had = [seat for seat, one in enumerate(state.players) if own and one and one.player == own and state.active[seat]]
    assert state.turn is not None  # a branch begins where somebody has to act
    return had[0] if had else state.turn


def _bots(place: Place, seat: int, wish: WhatIf) -> dict[int, str]:
    """The bot of each seat that one plays."""
    for open_ in sorted(wish.open):
        _check_seat(place, "open", open_)
        if open_ == seat:
            raise Malformed("open", f"Seat {open_} is yours.")
    bots = {other: wish.bot for other in place.branch.put_in if other != seat and other not in wish.open}
    for other, bot in wish.bots.items():
        if other not in bots:
            raise Malformed("bots", f"There is no bot at seat {other}.")
        bots[other] = bot
    for bot in (wish.bot, *bots.values()):
        check_bot(bot)
    return bots


def _check_seat(place: Place, field: str, seat: int) -> None:
    """Raises Malformed for a seat that nobody can play on."""
    if seat not in place.branch.put_in:
        raise Malformed(field, f"Nobody sat at seat {seat}.")
    if not place.fork.state.active[seat]:
        raise Malformed(field, f"Seat {seat} had left the match by then.")


def _first_request(place: Place, table: Table, seat: int, bots: Mapping[int, str], t: int) -> Decision:
    """The table, with its host and these bots at it."""
    of, options = place.fork.state, options_of(place.fork.state.options, place.branch.hand)
    made = lifecycle.create(options, of.seats, of.deal, of.commitment, Clock(), t)
    seats = [Seat(seat, table.host, None, place.branch.put_in[seat])]
    seats += [Seat(other, None, bot) for other, bot in bots.items()]
    return seat_all(made, sorted(seats), t)


def _table(
    game: str, place: Place, wish: WhatIf, shown: Openness, host: str, bots: Mapping[int, str], invitation: str, t: int
) -> Table:
    of: State = place.fork.state
    wanted = not wish.open if wish.listed is None else wish.listed
    return Table(
        game=game,
        revision=0,
        host=host,
        listed=wanted and shown.listed,
        spectators=shown.spectators,
        invitation=invitation,
        bot_delay=wish.bot_delay,
        takeover=None,
        bots_alone="end",  # nobody learns from bots that practise alone, and with few cards they may go round for ever
        seats=of.seats,
        bots=bots,
        options=options_of(of.options, place.branch.hand).data(),
        clock=Clock().data(),
        created=t,
        status=WAITING,
        branch=place.branch,
    )


def _told(one: Listed, ending: Iterable[bytes]) -> dict[str, Any]:
    return {**summary(one), "by": one.host, "result": _result(ending)}


def _result(ending: Iterable[bytes]) -> dict[str, Any] | None:
    """How a branch ended, from its last two events: the hand, and the match that ended with it."""
    said = {one["kind"]: data_of(one) for one in quick(list(ending))}
    if "match.ended" not in said:
        return None
    hand = said["hand.ended"]
    return {**{name: hand[name] for name in ("winner", "points", "scores")}, **said["match.ended"]}
