"""The quick players of playouts: sensible, and the same in the same place, from their own hand and what is public.

They play a card that fits before a wild one, stop who is about to go out, keep to the colour they hold most of, say
UNO, and challenge a Wild Draw Four where the odds are good. They play one only lawfully."""

from collections.abc import Sequence

from app.rules.cards import DRAW_TWO, FITTING, REVERSE, SKIP, WILD_DRAW_FOUR, WILD_ITEM_BOX
from app.rules.dealer import Dealer
from app.rules.evolve import following
from app.rules.legal import ACCEPT, CALL_UNO, CHALLENGE, DRAW, PASS, favourite, hand, lawful, targets
from app.rules.moves import ChooseColor, ChooseTarget, Move, Play
from app.rules.state import DUE, State

NEAR = 2
"""With so few cards somebody may go out with the next turn."""
SUSPECT = 4
"""With so many cards left, a Wild Draw Four is more often unlawful than it costs to challenge one that is not."""


def choose(state: State, dealer: Dealer) -> tuple[int, Move]:
    """Who moves next, and how."""
    if DUE in state.uno:
        return state.uno.index(DUE), CALL_UNO
    assert state.turn is not None
    return state.turn, habit(state, state.turn, dealer)


def habit(state: State, seat: int, dealer: Dealer) -> Move:
    """How `seat`, whose turn it is, decides."""
    held = hand(state, seat, dealer)
    phase = state.phase
    if phase == "turn":
        return _turn(state, seat, held)
    if phase == "drawn":
        return _drawn(state, held, dealer)
    if phase == "color":
        return ChooseColor(favourite(held))
    if phase == "target":
        return ChooseTarget(min(targets(state, seat), key=state.counts.__getitem__))
    assert state.draw_four is not None
    return CHALLENGE if state.counts[state.draw_four.by] >= SUSPECT else ACCEPT


def _turn(state: State, seat: int, held: Sequence[str]) -> Move:
    fitting = FITTING[state.top or "", state.color]
    fit = [card for card in held if card in fitting and card[0] != "W"]
    if len(fit) > 1:
        return Play(_best(state, seat, held, fit), None, len(held) == 2)
    if fit:
        return Play(fit[0], None, len(held) == 2)
    if WILD_ITEM_BOX in held:
        return Play(WILD_ITEM_BOX, None, len(held) == 2)
    if WILD_DRAW_FOUR in held:
        return _draw_four(held)
    return DRAW


def _best(state: State, seat: int, held: Sequence[str], fit: Sequence[str]) -> str:
    """Of several cards an action, all the more if who follows may go out; else one of the colour held most."""
    near = state.counts[following(state, seat)] <= NEAR
    colors = [card[0] for card in held]
    best, most = fit[0], -1.0
    for card in fit:
        worth = colors.count(card[0])
        if card[1] in _ACTIONS:
            worth += 9 if near else 1
        if worth > most:
            best, most = card, worth
    return best


def _drawn(state: State, held: Sequence[str], dealer: Dealer) -> Move:
    card = dealer.cards(state.hand, state.piles)[state.drawn or 0]
    if card != WILD_DRAW_FOUR:
        return Play(card, None, len(held) == 2)
    return _draw_four(held) if lawful(held, state.color) else PASS


def _draw_four(held: Sequence[str]) -> Move:
    return Play(WILD_DRAW_FOUR, favourite(held), len(held) == 2)


_ACTIONS = frozenset((SKIP, REVERSE, DRAW_TWO))
