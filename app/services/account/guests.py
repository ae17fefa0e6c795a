"""Guests who want to be found: an address left at a table, the way back to a seat, and a seat that an account takes
along."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from app.services.account.addresses import address_key, address_of
from app.services.account.credentials import digest, game_of_link, mint_link
from app.services.letters import letters
from app.services.letters.letters import letter
from app.services.play.callers import Caller
from app.services.refusals import NotAllowed, NotFound
from app.services.table.players import NoGuest
from app.store.guests import AlreadyThere, GuestStore
from app.store.letters import LetterStore
from app.store.recovery import Redeemed
from app.store.vouchers import SEAT, VoucherStore

__all__ = ["AlreadyThere", "Guests", "Redeemed", "WayBack"]


class WayBack(NamedTuple):
    """A guest's new seat link, which is shown this once."""

    game: str
    link: str


class Guests:
    """What guests do beside their games. `now` gives UTC milliseconds."""

    def __init__(
        self, store: GuestStore, letter_store: LetterStore, vouchers: VoucherStore, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._letters = letter_store
        self._vouchers = vouchers
        self._now = now

    def leave_address(self, game: str, caller: Caller, seat: int, address: str | None) -> str | None:
        """Where the guest at this seat may be written to while the game is on; None forgets it. Gives it as it is kept.

        Raises NotFound for strangers, NotAllowed for others at the table, NoGuest for accounts, Malformed.
        """
        player = _guest(game, caller, seat)
        kept = None if address is None else address_of(address)
        self._store.set_address(game, player, kept, "" if kept is None else address_key(kept))
        return kept

    def address(self, game: str, caller: Caller, seat: int) -> str | None:
        """What the guest at this seat has left. Raises as `leave_address`."""
        return self._store.address(game, _guest(game, caller, seat))

    def remind(self, address: str, language: str | None = None) -> None:
        """A letter with a way back to each seat that this address was left at, if there are any: that is not told."""
        self._letters.add(letter(letters.SEATS, self._now(), language=language, asked=address))

    def is_open(self, secret: str) -> bool:
        """Whether this leads back to a seat."""
        return self._vouchers.find(digest(secret), SEAT, self._now()) is not None

    def come_back(self, secret: str) -> WayBack:
        """Another seat link, by the secret of the link in a letter. Until now the old one was good: who only knows the
        address of somebody keeps nobody from their seat. Raises Redeemed."""
        voucher = self._vouchers.find(digest(secret), SEAT, self._now())
        if voucher is None or voucher.game is None or voucher.player is None:
            raise Redeemed
        link = mint_link(voucher.game)
        if not self._store.recover(voucher.hash, self._now(), voucher.game, voucher.player, digest(link)):
            raise Redeemed
        return WayBack(voucher.game, link)

    def claim(self, game: str, seat: int, guest: Caller, link: str, account: Caller) -> Caller:
        """The guest's seat becomes the account's; gives the account as it is at the table now.

        `guest` is whoever has the seat link `link`. The player id stays, so the record says the same as before; the
        link is good for nothing any more. Raises NotFound, NotAllowed, AlreadyThere.
        """
        player = _guest(game, guest, seat)
        if game_of_link(link) != game or account.account is None:
            raise NotFound
        if not self._store.claim(game, player, digest(link), account.account):
            raise NotFound
        return replace(account, game=game, player=player, seat=seat, asked=None)


def _guest(game: str, caller: Caller, seat: int) -> str:
    """The player id of the guest who has this seat."""
    if caller.game != game or caller.player is None:
        raise NotFound
    if caller.seat != seat:
        raise NotAllowed("not_yours", "This is done by the guest whose seat it is.")
    if caller.account is not None:
        raise NoGuest
    return caller.player
