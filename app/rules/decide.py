"""What a move does: a refusal that changes nothing, or the events it makes.

`decide` looks for what is wrong in the order of RULES.md, then each kind of move has one function that makes its
events. Nothing here writes to a state: events do.
"""

from collections.abc import Callable
from typing import Any

from app.rules.cards import (
    GREEN_SHELL,
    LIGHTNING,
    MUSHROOM,
    WILD_DRAW_FOUR,
    WILD_ITEM_BOX,
    is_wild,
    item,
)
from app.rules.dealer import Dealer
from app.rules.events import (
    CardPlayed,
    ColorChosen,
    DecisionTimedOut,
    DrawFourAccepted,
    DrawFourChallenged,
    SeatResigned,
    TargetChosen,
    TurnPassed,
    UnoCalled,
    UnoCaught,
)
from app.rules.evolve import following
from app.rules.legal import can_call_uno, catchable, favourite, fits, hand, hand_as_it_was, lawful, targets
from app.rules.moves import (
    Accept,
    CallUno,
    CatchUno,
    Challenge,
    ChooseColor,
    ChooseTarget,
    Draw,
    Move,
    Pass,
    Play,
    Resign,
)
from app.rules.refusals import Refused
from app.rules.request import Decision, Request
from app.rules.scoring import match_end
from app.rules.state import Draft, State

_UNO_PENALTY, _DRAW_TWO, _DRAW_FOUR, _CHALLENGE_LOST, _BANANA_PEEL, _BOB_OMB = 2, 2, 4, 6, 2, 2


def decide(state: State, seat: int, move: Move, dealer: Dealer, t: int = 0) -> Decision:
    """What `move` by `seat` does at `t` (UTC ms). Raises Refused, and then nothing has changed."""
    _check_seat(state, seat)
    make, phases, rule = _MOVES[type(move)]
    if phases:
        if state.turn != seat:
            raise Refused("not_your_turn", f"seat {state.turn} has to act")
        if state.phase not in phases:
            raise Refused("wrong_phase", f"the phase is {state.phase}", rule)
    request = Request(state, dealer)
    make(request, seat, move)
    if request.draft.phase == "hand_over":
        request.go_on()
    return request.done(seat, t)


def time_out(state: State, seat: int, dealer: Dealer, t: int) -> Decision:
    """Takes the decision of `seat`, whose time had run out at `t` (R39).

    Raises Refused with `not_your_turn` if the seat need not act, or still has time.
    """
    if state.turn != seat:
        raise Refused("not_your_turn", f"seat {seat} has nothing to decide", "R39")
    if state.deadline is None or t < state.deadline:
        raise Refused("not_your_turn", f"seat {seat} still has time", "R39")
    request = Request(state, dealer)
    draft = request.draft
    request.emit(DecisionTimedOut(seat, state.phase, state.deadline))
    _decide_for(request, seat, state.phase)
    if draft.missed[seat] >= state.options.missed_decisions:
        if draft.phase != "hand_over":
            resign(request, seat, "timeout")
        elif match_end(draft) is None:
            request.emit(SeatResigned(seat, "timeout"))
    if draft.phase == "hand_over":
        request.go_on()
    return request.done(None, t)


def _check_seat(state: State, seat: int) -> None:
    if state.phase == "waiting":
        raise Refused("game_not_started", "the match has not started", "R4")
    if state.phase == "match_over":
        raise Refused("game_over", "the match is over", "R35")
    if not 0 <= seat < state.seats or not state.active[seat]:
        raise Refused("not_seated", f"nobody plays at seat {seat}", "R38" if seat in state.resigned else "R4")
    if state.phase == "hand_over":
        raise Refused("wrong_phase", "the hand is over", "R33")


# A turn


def _play(request: Request, seat: int, move: Play) -> None:
    draft = request.draft
    _check_play(request, seat, move)
    hit, previous = following(draft, seat), following(draft, seat, -1)
    request.emit(CardPlayed(seat, move.card, move.uno, move.color))
    if draft.counts[seat] == 0 and not draft.options.last_card_effects:
        request.end_hand(seat)
        return
    if move.card == WILD_ITEM_BOX:
        _open_item_box(request, seat, previous)
    elif move.card == WILD_DRAW_FOUR:
        if draft.phase != "challenge":
            request.draw(hit, _DRAW_FOUR, "draw_four")
    elif move.card[1] == "D":
        request.draw(hit, _DRAW_TWO, "draw_two")
    if draft.counts[seat] == 0 and draft.phase != "target":
        request.end_hand(seat)


def _check_play(request: Request, seat: int, move: Play) -> None:
    """The refusals of a play, in the order of RULES.md."""
    draft, card = request.draft, move.card
    held = hand(draft, seat, request.dealer)
    if card not in held:
        raise Refused("card_not_in_hand", f"there is no {card} in your hand", "R9")
    if draft.drawn is not None and card != request.cards()[draft.drawn]:
        raise Refused("only_drawn_card", "after drawing, only the drawn card may be played")
    wild_draw_four = card == WILD_DRAW_FOUR
    if not wild_draw_four and not fits(draft, held, card):
        raise Refused("card_not_playable", f"{card} does not fit on {draft.top}")
    if wild_draw_four and move.color is None:
        raise Refused("color_required", "a Wild Draw Four needs the colour that it declares")
    if not wild_draw_four and move.color is not None:
        raise Refused("color_not_allowed", f"{card} declares no colour", "R18")
    if wild_draw_four and not fits(draft, held, card):
        raise Refused(
            "illegal_wild_draw_four",
            "there is a card of the colour in force, or a Wild Item Box, in your hand",
        )
    if move.uno and len(held) != 2:
        raise Refused("cannot_call_uno", "this play does not leave one card")


def _open_item_box(request: Request, seat: int, previous: int) -> None:
    """A card is turned up and its item takes effect (R23 to R28)."""
    card = request.turn_up()
    shown = item(card)
    if is_wild(card):
        request.draw(seat, _BOB_OMB, "bob_omb")
    elif shown == GREEN_SHELL:
        others = targets(request.draft, seat)
        if len(others) == 1:
            _aim(request, seat, others[0])
    elif shown == LIGHTNING:
        other = following(request.draft, seat)
        while other != seat:
            request.draw(other, 1, "lightning")
            other = following(request.draft, other)
    elif shown != MUSHROOM:
        request.draw(previous, _BANANA_PEEL, "banana_peel")


def _draw(request: Request, seat: int, move: Draw) -> None:
    draft = request.draft
    request.draw(seat, 1, "turn")
    if draft.drawn is None:
        request.emit(TurnPassed(seat))
        if _blocked(draft):
            request.end_hand(None)
        return
    if not fits(draft, hand(draft, seat, request.dealer), request.cards()[draft.drawn]):
        request.emit(TurnPassed(seat))


def _blocked(draft: Draft) -> bool:
    """Whether every player still in could draw nothing, one after the other (R13)."""
    return all(draft.idle >> seat & 1 for seat, active in enumerate(draft.active) if active)


def _pass(request: Request, seat: int, move: Pass) -> None:
    request.emit(TurnPassed(seat))


# Choices and answers


def _choose_color(request: Request, seat: int, move: ChooseColor) -> None:
    request.emit(ColorChosen(seat, move.color))


def _choose_target(request: Request, seat: int, move: ChooseTarget) -> None:
    if move.target not in targets(request.draft, seat):
        raise Refused("bad_target", "a Green Shell hits another player who is still in")
    _aim(request, seat, move.target)
    draft = request.draft
    if draft.counts[seat] == 0:
        request.end_hand(seat)


def _aim(request: Request, seat: int, target: int) -> None:
    request.emit(TargetChosen(seat, target))
    request.draw(target, 1, "green_shell")


def _accept(request: Request, seat: int, move: Accept) -> None:
    request.emit(DrawFourAccepted(seat))
    request.draw(seat, _DRAW_FOUR, "draw_four")


def _challenge(request: Request, seat: int, move: Challenge) -> None:
    """The hand as it was, without the card played, and the colour before it tell whether it was lawful (R19 to R22)."""
    played = request.draft.draw_four
    assert played is not None
    held = hand_as_it_was(request.draft, played, request.dealer)
    is_lawful = lawful(held, played.color)
    request.emit(DrawFourChallenged(seat, played.by, is_lawful))
    if is_lawful:
        request.draw(seat, _CHALLENGE_LOST, "challenge")
    else:
        request.draw(played.by, _DRAW_FOUR, "challenge")


# Out of turn


def _call_uno(request: Request, seat: int, move: CallUno) -> None:
    draft = request.draft
    if draft.counts[seat] != 1:
        raise Refused("cannot_call_uno", "UNO is said with one card", "R32")
    if not can_call_uno(draft, seat):
        raise Refused("cannot_call_uno", "you have said it, or were caught, with this card", "R32")
    request.emit(UnoCalled(seat))


def _catch_uno(request: Request, seat: int, move: CatchUno) -> None:
    if move.target == seat or move.target not in catchable(request.draft):
        raise Refused(
            "nobody_to_catch",
            f"seat {move.target} cannot be caught by you",
            "R31" if move.target == seat else "R32",
        )
    request.emit(UnoCaught(move.target, seat))
    request.draw(move.target, _UNO_PENALTY, "uno")


def _resign(request: Request, seat: int, move: Resign) -> None:
    resign(request, seat, "resigned")


def resign(request: Request, seat: int, reason: str) -> None:
    """`seat` leaves; what it owed is settled, unless only one player is left (R38)."""
    draft = request.draft
    phase = draft.phase if draft.turn == seat else ""
    request.emit(SeatResigned(seat, reason))
    if sum(draft.active) == 1:
        request.end_hand(None)
    elif phase in ("color", "target", "challenge"):
        _decide_for(request, seat, phase)


# Time


def _decide_for(request: Request, seat: int, phase: str) -> None:
    """The decision that the service takes for `seat` (R39)."""
    draft = request.draft
    if phase == "turn":
        _draw(request, seat, Draw())
        if draft.drawn is not None:
            request.emit(TurnPassed(seat))
    elif phase == "drawn":
        request.emit(TurnPassed(seat))
    elif phase == "challenge":
        _accept(request, seat, Accept())
    elif phase == "color":
        request.emit(ColorChosen(seat, favourite(hand(draft, seat, request.dealer))))
    else:
        _aim(request, seat, following(draft, seat))
        if draft.counts[seat] == 0 and draft.active[seat]:
            request.end_hand(seat)


_MOVES: dict[type[Move], tuple[Callable[[Request, int, Any], None], tuple[str, ...], str | None]] = {
    Play: (_play, ("turn", "drawn"), "R11"),
    Draw: (_draw, ("turn",), "R11"),
    Pass: (_pass, ("drawn",), "R11"),
    ChooseColor: (_choose_color, ("color",), "R28"),
    ChooseTarget: (_choose_target, ("target",), "R26"),
    Accept: (_accept, ("challenge",), "R20"),
    Challenge: (_challenge, ("challenge",), "R20"),
    CallUno: (_call_uno, (), None),
    CatchUno: (_catch_uno, (), None),
    Resign: (_resign, (), None),
}
"""A move → what makes its events, the phases it belongs to (none: it is made out of turn), the rule that says so."""
