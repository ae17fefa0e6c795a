"""The view of a game: what one seat, or a spectator, may see of a position, with what the table adds to it."""

from collections.abc import Mapping
from typing import Any

from app.rules.dealer import PlainDealer
from app.rules.state import State
from app.rules.view import view
from app.services.clock import rfc3339
from app.services.positions import Position, Positions
from app.store.tables import Table

_NOTHING_DEALT = PlainDealer(lambda cards: None)


def view_of(table: Table, position: Position, positions: Positions, seat: int | None) -> dict[str, Any]:
    """The view of this position from `seat`, or a spectator's, as JSON values. Inside a request nobody has a move."""
    state = position.state
    dealer = positions.dealer(table.game, state) if state.hand else _NOTHING_DEALT
    seen = view(state, dealer, seat, position.complete)
    for one in seen["seats"]:
        one["name"] = _name(one, table.names)
    seen["deadline"] = rfc3339(state.deadline)
    return {
        "id": table.game,
        "version": position.head.version,
        "complete": position.complete,
        "options": table.options,
        "clock": table.clock,
        **seen,
        "table": _settings(table, state),
    }


def _name(seat: Mapping[str, Any], names: Mapping[str, str]) -> str | None:
    """What to call who plays at a seat; a bot by its kind, nobody at all by nothing."""
    if seat["bot"] is not None:
        return str(seat["bot"]).capitalize()
    return None if seat["player"] is None else names.get(seat["player"], "")


def _settings(table: Table, state: State) -> dict[str, Any]:
    host = next((seat for seat, one in enumerate(state.players) if one and one.player == table.host), None)
    return {
        "host": host,
        "host_name": table.names.get(table.host, ""),
        "listed": table.listed,
        "spectators": table.spectators,
        "bot_delay": table.bot_delay,
        "takeover": table.takeover,
        "bots_alone": table.bots_alone,
        "created": rfc3339(table.created),
    }
