"""What a viewer may see of a match: the public state, and for a seat its own cards and moves.

A bot plays from this and nothing else. What the service knows beside the match (its id, names) it adds itself.
"""

from typing import Any

from app.rules.dealer import Dealer
from app.rules.legal import catchable, hand_slots, legal_moves, shown_to, slots_as_they_were
from app.rules.moves import move_data
from app.rules.state import SAID, LastHand, State

View = dict[str, Any]


def view(state: State, dealer: Dealer, seat: int | None, complete: bool = True, opened: bool = True) -> View:
    """The match as `seat` sees it, or as a spectator does (None).

    Of a hand that is on, a spectator's view asks the dealer nothing. `complete` is false in the middle of a request:
    then there are no moves. `opened` is false where the cards of the last hand are known to nobody.
    """
    shown = {
        "phase": state.phase,
        "turn": state.turn,
        "deadline": state.deadline,
        "direction": state.direction,
        "top": state.top,
        "color": state.color,
        "hand_number": state.hand,
        "dealer": state.dealer,
        "draw_count": state.end - state.next,
        "discard_count": max(0, len(state.discard) - 1),
        "catchable": catchable(state),
        "challenge": state.draw_four and {"by": state.draw_four.by, "on": state.draw_four.on},
        "last_hand": state.last_hand and _last_hand(state.last_hand, dealer, opened),
        "places": state.places and list(state.places),
        "reason": state.reason,
        "seats": [_seat(state, number) for number in range(state.seats)],
    }
    if seat is not None:
        shown["you"] = _you(state, dealer, seat, complete)
    return shown


def _seat(state: State, seat: int) -> View:
    player = state.players[seat]
    return {
        "seat": seat,
        "player": player and player.player,
        "bot": player and player.bot,
        "cards": state.counts[seat] if state.counts else 0,
        "score": state.scores[seat] if state.scores else 0,
        "uno": bool(state.uno) and state.uno[seat] == SAID,
        "resigned": seat in state.resigned,
    }


def open_cards(state: State, dealer: Dealer) -> View:
    """Where every card of the hand lies: what each seat holds, the draw pile, and what lies under the top card, both
    from the top down. Who may see it is for the caller to know."""
    cards = dealer.cards(state.hand, state.piles) if state.hand else ()
    held = zip(state.taken, state.played, strict=True)
    hands = [[_card(*card) for card in hand_slots(taken, played, cards)] for taken, played in held]
    return {
        "hands": hands or [[] for _ in range(state.seats)],
        "draw_pile": [_card(slot, cards[slot]) for slot in range(state.next, state.end)],
        "discard": list(reversed(state.discard[:-1])),
    }


def _last_hand(last: LastHand, dealer: Dealer, opened: bool) -> View:
    """A hand that is over lies open: what was left in each hand."""
    return {
        "hand": last.hand,
        "winner": last.winner,
        "points": last.points,
        "scores": list(last.scores),
        "hands": _left(last, dealer) if opened else None,
    }


def _left(last: LastHand, dealer: Dealer) -> list[list[str]]:
    cards = dealer.cards(last.hand, last.piles)
    return [
        [card for _, card in hand_slots(taken, played, cards)]
        for taken, played in zip(last.taken, last.played, strict=True)
    ]


def _you(state: State, dealer: Dealer, seat: int, complete: bool) -> View:
    you: View = {"seat": seat, "hand": [], "drawn": None, "shown": [], "moves": []}
    if state.hand == 0 or not state.taken[seat]:
        return you
    cards = dealer.cards(state.hand, state.piles)
    you["hand"] = [_card(slot, card) for slot, card in hand_slots(state.taken[seat], state.played[seat], cards)]
    if state.turn == seat and state.drawn is not None:
        you["drawn"] = _card(state.drawn, cards[state.drawn])
    you["shown"] = [
        {"seat": shown.seat, "hand": [_card(*card) for card in slots_as_they_were(state, shown, dealer)]}
        for shown in shown_to(state, seat)
    ]
    if complete:
        you["moves"] = [move_data(move) for move in legal_moves(state, seat, dealer)]
    return you


def _card(slot: int, card: str) -> View:
    return {"slot": slot, "card": card}
