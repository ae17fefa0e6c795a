"""The seats that this browser keeps for somebody who played as a guest, and which of them an account can take along."""

from typing import NamedTuple

from flask import request

from app.api.auth import SEAT_COOKIE
from app.api.context import services
from app.services.play.callers import Caller


class KeptSeat(NamedTuple):
    """A guest with a seat, and the secret of the link that they come by."""

    guest: Caller
    link: str

    @property
    def game(self) -> str:
        """Where it is."""
        return str(self.guest.game)


def kept_seats() -> list[KeptSeat]:
    """Those that are still good, the one that was taken last first."""
    secrets = [secret for name, secret in request.cookies.items() if name.startswith(SEAT_COOKIE)]
    found = [KeptSeat(guest, link) for link in secrets if (guest := services().callers.by_link(link)) is not None]
    return [one for one in reversed(found) if one.guest.seat is not None]


def to_take_along(session: str) -> list[KeptSeat]:
    """Those at tables where the account of this session is nobody yet."""
    return [one for one in kept_seats() if (who := at_table(session, one.game)) is not None and who.player is None]


def at_table(session: str, game: str) -> Caller | None:
    """The account of a session, as it is at this table: the browser's seat there would speak first."""
    return services().callers.by_session(session, game)
