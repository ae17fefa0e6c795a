"""Bots that play on for somebody: for who leaves, and for who has let time run out too often."""

from app.rules import lifecycle
from app.rules.request import Decision
from app.rules.state import State
from app.services.table.players import Players
from app.services.table.tables import bots_of
from app.store import Also, Connection
from app.store.tables import seat_bots


def is_person(state: State, seat: int) -> bool:
    """Whether somebody plays at this seat who is no bot, or did until they resigned."""
    one = state.players[seat]
    return one is not None and one.player is not None and one.bot is None


def take_over(players: Players, game: str, state: State, seat: int, bot: str, t: int) -> tuple[Decision, Also]:
    """The bot plays on at the seat of a person, who may look on and sees no hand any more; with what to write beside
    the events. `t` is UTC milliseconds. Raises Refused."""
    decision = lifecycle.take_over(state, seat, bot, t)
    one, bots = state.players[seat], bots_of(decision.state)
    getting_up = None if one is None or one.player is None else players.move(game, one.player, None)

    def write(connection: Connection) -> None:
        if getting_up is not None:
            getting_up(connection)
        seat_bots(connection, game, bots, attended=True)

    return decision, write
