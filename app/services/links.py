"""Seat links: what a guest comes back with. Shown to the guest alone, stored hashed, replaceable."""

from app.services.callers import Caller
from app.services.credentials import digest, mint_link
from app.services.refusals import NotAllowed, NotFound
from app.store.players import PlayerStore
from app.store.tables import Tables


class NoGuest(Exception):
    """There is no guest at this seat: nobody, a bot, or somebody with an account."""


class Links:
    """Replacing links. They are made by `Players.seat_guest`, and found by `Callers.by_link`."""

    def __init__(self, players: PlayerStore, tables: Tables) -> None:
        self._players = players
        self._tables = tables

    def replace(self, game: str, seat: int, caller: Caller) -> str:
        """A new link for the guest at this seat; the old one, and every cookie made with it, is worth nothing.

        Its holder may ask for it, and the host for a guest who has lost it. Raises NotFound for strangers,
        NotAllowed for others at the table, NoGuest. A seat is 0 or more.
        """
        table = self._tables.find(game)
        if table is None or caller.player is None or caller.game != game or seat >= table.seats:
            raise NotFound
        if caller.seat != seat and caller.player != table.host:
            raise NotAllowed("not_yours", "A seat's link is replaced by its holder or by the host.")
        row = self._players.at_seat(game, seat)
        if row is None or row.link is None:
            raise NoGuest
        link = mint_link(game)
        self._players.set_link(game, row.player, digest(link))
        return link
