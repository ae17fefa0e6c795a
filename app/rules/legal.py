"""What a seat may do now: its hand, the cards that fit, and every legal move."""

from collections.abc import Sequence

from app.rules.cards import CODES, COLORS, FITTING, RANK, WILD_DRAW_FOUR, WILD_ITEM_BOX
from app.rules.dealer import Dealer
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
from app.rules.state import ACTING_PHASES, DUE, LATE, Draft, DrawFour, Shown, State

DRAW, PASS, ACCEPT, CHALLENGE, CALL_UNO, RESIGN = Draw(), Pass(), Accept(), Challenge(), CallUno(), Resign()
CHOOSE_COLOR = tuple(ChooseColor(color) for color in COLORS)


def _plays_of(card: str, last_but_one: bool) -> tuple[Play, ...]:
    said = (True, False) if last_but_one else (False,)
    colors = tuple(COLORS) if card == WILD_DRAW_FOUR else (None,)
    return tuple(Play(card, color, uno) for color in colors for uno in said)


_PLAYS = {(card, last): _plays_of(card, last) for card in CODES for last in (False, True)}


def hand(state: Draft, seat: int, dealer: Dealer) -> Sequence[str]:
    """The hand of `seat`, in the order in which it was taken. Not to be written to."""
    return dealer.held(state.hand, state.piles, seat, state.taken[seat], state.played[seat])


def hand_as_it_was(state: Draft, shown: DrawFour | Shown, dealer: Dealer) -> list[str]:
    """A hand at the moment a Wild Draw Four was played from it: what a challenge looks at (R20)."""
    return [card for _, card in slots_as_they_were(state, shown, dealer)]


def shown_to(state: Draft, seat: int) -> list[Shown]:
    """The hands that challenges have shown to `seat` (R20), each as it was the last time: of what was seen before, a
    card was played since, for all to see, or is seen again."""
    return list({shown.seat: shown for shown in state.shown if shown.to == seat}.values())


def slots_as_they_were(state: Draft, shown: DrawFour | Shown, dealer: Dealer) -> list[tuple[int, str]]:
    """As `hand_as_it_was`, with the slot of each card."""
    seat = shown.by if isinstance(shown, DrawFour) else shown.seat
    cards = dealer.cards(state.hand, state.piles)
    return hand_slots(state.taken[seat][: shown.taken], state.played[seat][: shown.played], cards)


def hand_slots(taken: Sequence[int], played: Sequence[str], cards: Sequence[str]) -> list[tuple[int, str]]:
    """Slot and code of each card still held: of equal cards, the one taken first was played first."""
    slots, codes = list(taken), [cards[slot] for slot in taken]
    for card in played:
        index = codes.index(card)
        del slots[index], codes[index]
    return list(zip(slots, codes, strict=True))


def lawful(held: Sequence[str], color: str | None) -> bool:
    """Whether a Wild Draw Four may be played from a hand with `held` left, `color` being in force before it (R19)."""
    return all(card[0] != color and card != WILD_ITEM_BOX for card in held)


def favourite(held: Sequence[str]) -> str:
    """The colour held most, the first of r y g b among equals: what is chosen for a seat that does not choose (R39)."""
    colors = [card[0] for card in held]
    return max(COLORS, key=colors.count)


def playable(state: Draft, held: Sequence[str]) -> list[str]:
    """The distinct codes among those the seat in turn may play now, in deck order; `held` is its whole hand."""
    codes = FITTING[state.top or "", state.color].intersection(held)
    if WILD_DRAW_FOUR in codes and not fits(state, held, WILD_DRAW_FOUR):
        codes = codes - {WILD_DRAW_FOUR}
    return sorted(codes, key=RANK.__getitem__)


def fits(state: Draft, held: Sequence[str], card: str) -> bool:
    """Whether `card`, out of a hand `held`, may be played on the top card (R9; R19 with "reject")."""
    if card not in FITTING[state.top or "", state.color]:
        return False
    if card == WILD_DRAW_FOUR and state.options.illegal_wild_draw_four == "reject":
        return lawful(held, state.color)  # the card itself counts for nothing
    return True


def can_call_uno(state: Draft, seat: int) -> bool:
    """Whether `seat` has one card, and has neither said UNO nor been caught with it (R30, R32)."""
    return state.uno[seat] in (DUE, LATE)


def catchable(state: Draft) -> list[int]:
    """The seats that can be caught now (R31)."""
    return [seat for seat, due in enumerate(state.uno) if due == DUE] if DUE in state.uno else []


def targets(state: Draft, seat: int) -> list[int]:
    """Whom `seat` may hit with a Green Shell (R26)."""
    return [other for other, active in enumerate(state.active) if active and other != seat]


def legal_moves(state: State, seat: int, dealer: Dealer) -> list[Move]:
    """Every legal move of `seat`, each once, in the order of the table of phases, resigning last; none if there is
    none. A play that leaves one card comes first with UNO said, then without."""
    if state.phase not in ACTING_PHASES or not 0 <= seat < state.seats or not state.active[seat]:
        return []
    moves: list[Move] = []
    if state.turn == seat:
        moves = _moves_of_phase(state, seat, dealer)
    if can_call_uno(state, seat):
        moves.append(CALL_UNO)
    moves.extend([CatchUno(other) for other in catchable(state) if other != seat])
    moves.append(RESIGN)
    return moves


def _moves_of_phase(state: State, seat: int, dealer: Dealer) -> list[Move]:
    phase = state.phase
    if phase == "turn":
        return [*_plays(state, seat, dealer), DRAW]
    if phase == "drawn":
        return [*_plays(state, seat, dealer), PASS]
    if phase == "color":
        return list(CHOOSE_COLOR)
    if phase == "target":
        return [ChooseTarget(other) for other in targets(state, seat)]
    return [ACCEPT, CHALLENGE]


def _plays(state: State, seat: int, dealer: Dealer) -> list[Move]:
    held = hand(state, seat, dealer)
    if state.drawn is None:
        codes = playable(state, held)
    else:
        drawn = dealer.cards(state.hand, state.piles)[state.drawn]
        codes = [drawn] if fits(state, held, drawn) else []
    last_but_one = len(held) == 2
    return [play for card in codes for play in _PLAYS[card, last_but_one]]
