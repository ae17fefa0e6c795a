"""Orders in words: what each would do, and what a list of them would do now. Each sentence is a message of its own."""

from collections.abc import Callable, Mapping, Sequence

from app.rules.moves import Accept, CallUno, Draw, Move, Pass, Play
from app.rules.state import State
from app.services.languages import Say
from app.services.orders.order_list import ACCEPT, DRAW, PASS, PLAY, PLAY_DRAWN, SAY_UNO, Condition, Order
from replays.show.languages import card_name, color_name


def english(message: str, **values: object) -> str:
    """A message as it stands in the code."""
    return message % values if values else message


def words(order: Order, cards: Mapping[int, str], names: Sequence[str], language: str, gettext: Say) -> list[str]:
    """What an order says: what is done, then each condition and choice. `cards` are those of the hand by slot, `names`
    those of the seats."""
    said = [_DEEDS[order.type](gettext) if order.type != PLAY else _play(order, cards, language, gettext)]
    said += _conditions(order.condition, language, gettext)
    if order.color is not None:
        said.append(gettext("The colour to choose: %(color)s.", color=color_name(order.color, language)))
    if order.target is not None:
        said.append(gettext("A Green Shell goes to %(name)s.", name=names[order.target]))
    return said


def _play(order: Order, cards: Mapping[int, str], language: str, gettext: Say) -> str:
    card = cards.get(-1 if order.slot is None else order.slot)
    if card is None:
        return gettext("On your next turn: a card that you do not hold any more.")
    return gettext("On your next turn, if it can be played: %(card)s.", card=card_name(card, language))


_DEEDS: Mapping[str, Callable[[Say], str]] = {
    DRAW: lambda gettext: gettext("Draw a card when none of yours can be played."),
    PLAY_DRAWN: lambda gettext: gettext("Play the card that was drawn, if it can be played."),
    PASS: lambda gettext: gettext("Keep the card that was drawn."),
    ACCEPT: lambda gettext: gettext("Accept a Wild Draw Four."),
    SAY_UNO: lambda gettext: gettext("Say UNO whenever you have one card left."),
}


def _conditions(condition: Condition, language: str, gettext: Say) -> list[str]:
    said = []
    if condition.color is not None:
        said.append(gettext("Only if this colour is in force: %(color)s.", color=color_name(condition.color, language)))
    if condition.top is not None:
        said.append(gettext("Only if this lies on top: %(symbol)s.", symbol=symbol_name(condition.top, gettext)))
    if condition.next_at_most is not None:
        said.append(gettext("Only if the next player has at most so many cards: %(num)d.", num=condition.next_at_most))
    if condition.direction is not None:
        said.append(_way(condition.direction, gettext))
    return said


def symbol_name(symbol: str, gettext: Say) -> str:
    """What is called so that lies on top, whatever its colour."""
    return _SYMBOLS[symbol](gettext) if symbol in _SYMBOLS else symbol


_SYMBOLS: Mapping[str, Callable[[Say], str]] = {
    "S": lambda gettext: gettext("Skip"),
    "R": lambda gettext: gettext("Reverse"),
    "D": lambda gettext: gettext("Draw Two"),
    "W": lambda gettext: gettext("a wild card"),
}


def _way(direction: int, gettext: Say) -> str:
    if direction == 1:
        return gettext("Only if play goes clockwise.")
    return gettext("Only if play goes anticlockwise.")


def now(move: Move | None, state: State, seat: int, language: str, gettext: Say) -> str:
    """What a list that makes this move would do as things stand."""
    if move is not None:
        return _at_once(move, language, gettext)
    if state.turn != seat:
        return gettext("Right now nothing would be done: it is not your turn.")
    return gettext("Right now nothing would be done: none of these fits, and the decision is yours.")


def _at_once(move: Move, language: str, gettext: Say) -> str:
    if isinstance(move, Play):
        return gettext("It is your turn, and this card would be played: %(card)s.", card=card_name(move.card, language))
    return _MOVES[type(move)](gettext)


_MOVES: Mapping[type[Move], Callable[[Say], str]] = {
    Draw: lambda gettext: gettext("It is your turn, and a card would be drawn."),
    Pass: lambda gettext: gettext("The card that you have drawn would be kept."),
    Accept: lambda gettext: gettext("The Wild Draw Four would be accepted."),
    CallUno: lambda gettext: gettext("UNO would be said."),
}
