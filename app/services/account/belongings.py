"""All that is kept of somebody's account, told to them as one document."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from app.services.account.accounts import Accounts
from app.services.clock import rfc3339
from app.store.belongings import Belongings as BelongingStore
from app.store.belongings import Seat
from app.store.comments import CommentRow
from app.store.lobby import Lobby
from app.store.orders import OrderRow, OrderStore
from replays.fold import data_of
from replays.format import quick

TIMES = frozenset(
    {
        "created",
        "deadline",
        "delivered",
        "digest_due",
        "digested",
        "edited",
        "ends",
        "expires",
        "made",
        "sent",
        "starts",
    }
)
AT_ONCE = 50
"""Games whose endings are read at once."""


class Belongings:
    """Tells them. Who asked for an analysis is not kept, so there is nothing to tell of that."""

    def __init__(self, store: BelongingStore, accounts: Accounts, lobby: Lobby, orders: OrderStore) -> None:
        self._store = store
        self._accounts = accounts
        self._lobby = lobby
        self._orders = orders

    def export(self, id: str) -> Iterator[bytes]:
        """All of an account, as JSON in pieces: imports may be many and long. Raises NoSuchAccount."""
        own = self._accounts.own(id)._asdict()
        chosen = own.pop("preferences").data()
        parts: dict[str, Callable[[str], Iterable[Mapping[str, Any]]]] = {
            "sessions": self._store.sessions,
            "tokens": self._store.tokens,
            "games": self._games,
            "comments": lambda account: map(_comment, self._store.comments(account)),
            "reports": self._store.reports,
            "phrases": self._store.phrases,
            "phrase_reports": self._store.phrase_reports,
            "invitations": self._store.invitations,
            "mutes": self._store.mutes,
            "letters": self._store.letters,
            "notices": self._store.notices,
            "notice_settings": self._store.notice_settings,
            "calendar": self._store.calendar,
            "vacations": self._store.vacations,
            "webhooks": self._store.webhooks,
            "webhook_deliveries": self._store.webhook_deliveries,
            "push": self._store.browsers,
            "orders": lambda account: map(_orders, self._orders.of_account(account)),
            "orders_made": self._orders.made_of_account,
            "imports": self._store.imports,
        }
        return _document({"account": _told(own), "preferences": chosen}, id, parts)

    def _games(self, id: str) -> Iterator[Mapping[str, Any]]:
        seats = self._store.seats(id)
        for first in range(0, len(seats), AT_ONCE):
            some = seats[first : first + AT_ONCE]
            endings = self._lobby.endings([seat.game for seat in some])
            for seat in some:
                yield _game(seat, endings.get(seat.game, []))


def _document(
    head: Mapping[str, Any], id: str, parts: Mapping[str, Callable[[str], Iterable[Mapping[str, Any]]]]
) -> Iterator[bytes]:
    yield _json(head)[:-1]
    for name, rows in parts.items():
        yield b',"%b":[' % name.encode()
        for number, row in enumerate(rows(id)):
            yield (b"," if number else b"") + _json(_told(row))
        yield b"]"
    yield b"}"


def _game(seat: Seat, ending: list[bytes]) -> dict[str, Any]:
    """A game and how it ended, if it has; `places` are those of all seats."""
    said = {one["kind"]: data_of(one) for one in quick(ending)}
    ended = said.get("match.ended")
    told = {name: value for name, value in seat._asdict().items() if name != "version"}
    return told | {"places": ended and ended["places"], "reason": ended and ended["reason"]}


def _comment(comment: CommentRow) -> dict[str, Any]:
    return {name: value for name, value in comment._asdict().items() if name not in ("account", "player", "removed")}


def _orders(row: OrderRow) -> dict[str, Any]:
    """What somebody wants done in a game. Cards are named by their places in the deck."""
    return {"game": row.game, "orders": row.orders}


def _told(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: rfc3339(value) if name in TIMES else value for name, value in row.items()}


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
