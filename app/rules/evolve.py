"""The fold: what each kind of event does to the state. It decides nothing and refuses nothing.

Between the events of one request the state is on its way: whose turn it will be is set by the event that settles it,
and what follows (cards drawn, a hand ended) comes as events of its own.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.rules.cards import (
    GREEN_SHELL,
    LIGHTNING,
    MUSHROOM,
    REVERSE,
    WILD_DRAW_FOUR,
    WILD_ITEM_BOX,
    WILDS,
    is_wild,
    item,
    sort_cards,
)
from app.rules.clock import COMES_AGAIN, Clock
from app.rules.deadlines import due_in, settle
from app.rules.dealer import FULL_DECK, Pile
from app.rules.events import (
    CardPlayed,
    CardsDrawn,
    CardTurned,
    ClockChanged,
    ClockPaused,
    ClockResumed,
    ColorChosen,
    DecisionTimedOut,
    DrawFourAccepted,
    DrawFourChallenged,
    Event,
    GameCancelled,
    GameCreated,
    GameStarted,
    HandEnded,
    HandStarted,
    MatchEnded,
    PileShuffled,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeatTakenOver,
    TargetChosen,
    TurnPassed,
    UnoCalled,
    UnoCaught,
)
from app.rules.options import Options
from app.rules.state import CAUGHT, DUE, LATE, NOT_DUE, SAID, Draft, DrawFour, LastHand, Player, Shown, State, put

HAND_SIZE = 7
"""Cards dealt to each player (R5)."""


def evolve(state: State, events: Sequence[Event], seat: int | None = None, t: int = 0) -> State:
    """Folds the events of one request, or a first part of one, onto `state`.

    `seat` is the acting seat if a seat made the request, `t` the request's time in UTC ms.
    """
    return evolve_all(state, [(events, seat, t)])


def evolve_all(state: State, requests: Iterable[tuple[Sequence[Event], int | None, int]]) -> State:
    """Folds many requests, each as for `evolve`, in one working copy: the way to rebuild a long match."""
    draft = state.thaw()
    for events, seat, t in requests:
        due = due_in(draft)
        for event in events:
            _APPLY[type(event)](draft, event)
        settle(draft, due, seat, t)
    return draft.freeze()


def apply(draft: Draft, event: Event) -> None:
    """Folds one event into a working copy."""
    _APPLY[type(event)](draft, event)


def following(draft: Draft, seat: int, step: int = 1) -> int:
    """The next player still in after `seat`, in the direction of play; `step` -1 for the one before (R4)."""
    step *= draft.direction
    seats, active = draft.seats, draft.active
    seat = (seat + step) % seats
    while not active[seat]:
        seat = (seat + step) % seats
    return seat


def clockwise(draft: Draft, seat: int) -> int:
    """The next player still in to the left of `seat`, whatever the direction of play."""
    return following(draft, seat, draft.direction)


def _ask(draft: Draft, phase: str, seat: int) -> None:
    """A new decision falls to `seat`."""
    draft.phase = phase
    draft.turn = seat
    draft.drawn = None
    draft.decision += 1


def _begin_turn(draft: Draft, seat: int) -> None:
    """`seat` plays or draws: nobody else can be caught any more (R31)."""
    uno = draft.uno
    if DUE in uno:
        draft.uno = tuple([LATE if due == DUE and other != seat else due for other, due in enumerate(uno)])


# Before the match


def _game_created(draft: Draft, event: GameCreated) -> None:
    draft.rules = event.rules
    draft.options = Options.parse(event.options)
    draft.seats = event.seats
    draft.deal = event.deal
    draft.commitment = event.commitment
    draft.clock = Clock.parse(event.clock)
    draft.players = (None,) * event.seats


def _seat_taken(draft: Draft, event: SeatTaken) -> None:
    draft.players = put(draft.players, event.seat, Player(event.player, event.bot, event.entropy))


def _seat_left(draft: Draft, event: SeatLeft) -> None:
    draft.players = put(draft.players, event.seat, None)


def _seat_taken_over(draft: Draft, event: SeatTakenOver) -> None:
    player = draft.players[event.seat]
    assert player is not None
    draft.players = put(draft.players, event.seat, player._replace(bot=event.bot))
    if draft.missed:
        draft.missed = put(draft.missed, event.seat, 0)


def _game_started(draft: Draft, event: GameStarted) -> None:
    zeros = (0,) * draft.seats
    draft.active = tuple(player is not None for player in draft.players)
    draft.scores = draft.missed = zeros
    draft.bank = draft.clock.banks(draft.seats)
    draft.paused = (*zeros, 0)
    draft.paused_for = ("",) * (draft.seats + 1)
    draft.phase = "hand_over"


def _game_cancelled(draft: Draft, event: GameCancelled) -> None:
    draft.phase = "match_over"
    draft.reason = event.reason


# The deal


def _hand_started(draft: Draft, event: HandStarted) -> None:
    draft.hand = event.hand
    draft.dealer = event.dealer
    draft.direction = 1
    draft.color = draft.top = None
    draft.discard = draft.turned = draft.shown = ()
    draft.piles = (FULL_DECK,)
    draft.opening = True
    draft.idle = 0
    draft.played = ((),) * draft.seats
    draft.uno = (NOT_DUE,) * draft.seats
    _deal_hands(draft, event.dealer)


def _deal_hands(draft: Draft, dealer: int) -> None:
    """Seven cards each from the top, one at a time clockwise, the dealer last (R5)."""
    order = [seat for seat in (*range(dealer + 1, draft.seats), *range(dealer + 1)) if draft.active[seat]]
    dealt = HAND_SIZE * len(order)
    taken: list[tuple[int, ...]] = [()] * draft.seats
    for place, seat in enumerate(order):
        taken[seat] = tuple(range(place, dealt, len(order)))
    draft.taken = tuple(taken)
    draft.counts = tuple(map(len, taken))
    draft.next = dealt
    draft.end = len(FULL_DECK.cards)


def _card_turned(draft: Draft, event: CardTurned) -> None:
    draft.next += 1
    draft.turned += (event.slot,)
    draft.discard += (event.card,)
    draft.top = event.card
    draft.color = None if is_wild(event.card) else event.card[0]
    if draft.opening:
        _open_hand(draft, event.card)
    else:
        _open_item(draft, event.card)


def _open_hand(draft: Draft, card: str) -> None:
    """A number card or a Wild Item Box starts the hand; any other is passed over (R6, R7)."""
    assert draft.dealer is not None
    first = clockwise(draft, draft.dealer)
    if card == WILD_ITEM_BOX:
        _ask(draft, "color", first)
    elif not is_wild(card) and card[1].isdigit():
        draft.opening = False
        _ask(draft, "turn", first)


def _open_item(draft: Draft, card: str) -> None:
    """The item of a card turned up by a Wild Item Box decides who goes on (R24 to R28)."""
    seat = draft.turn
    assert seat is not None
    shown = item(card)
    if is_wild(card):
        _ask(draft, "color", seat)
    elif shown == GREEN_SHELL:
        _ask(draft, "target", seat)
    elif shown in (MUSHROOM, LIGHTNING):
        _ask(draft, "turn", seat)
    else:
        _ask(draft, "turn", following(draft, seat))


def _pile_shuffled(draft: Draft, event: PileShuffled) -> None:
    draft.piles += (Pile(event.first, sort_cards(draft.discard[:-1])),)
    draft.discard = draft.discard[-1:]
    draft.end += event.cards


# Play


def _card_played(draft: Draft, event: CardPlayed) -> None:
    seat, card = event.seat, event.card
    before = draft.color
    left = draft.counts[seat] - 1
    draft.counts = put(draft.counts, seat, left)
    draft.played = put(draft.played, seat, (*draft.played[seat], card))
    draft.discard += (card,)
    draft.top = card
    draft.color = event.color if card in WILDS else card[0]
    draft.drawn = None
    draft.idle = 0
    _begin_turn(draft, seat)
    if left <= 1:
        draft.uno = put(draft.uno, seat, NOT_DUE if left == 0 else SAID if event.uno else DUE)
    if left > 0 or draft.options.last_card_effects:
        _pass_turn_on(draft, seat, card, before)


def _pass_turn_on(draft: Draft, seat: int, card: str, before: str | None) -> None:
    """Whose turn it is after a card of this symbol; a Wild Item Box waits for the card that it turns up."""
    if card == WILD_ITEM_BOX:
        return
    after = following(draft, seat)
    symbol = card[1]
    if symbol.isdigit() and card != WILD_DRAW_FOUR:
        _ask(draft, "turn", after)
    elif card == WILD_DRAW_FOUR:
        _hit_with_draw_four(draft, seat, after, before)
    elif symbol == REVERSE and not (draft.options.two_player_reverse == "skip" and sum(draft.active) == 2):
        draft.direction = -draft.direction
        _ask(draft, "turn", following(draft, seat))
    else:  # Skip, Draw Two, and Reverse between two
        _ask(draft, "turn", following(draft, after))


def _hit_with_draw_four(draft: Draft, seat: int, hit: int, before: str | None) -> None:
    """The player hit answers, unless nothing can be challenged (R20, R34, R19 with "reject")."""
    if draft.options.illegal_wild_draw_four == "challenge" and draft.counts[seat] > 0:
        draft.draw_four = DrawFour(seat, hit, before or "", len(draft.taken[seat]), len(draft.played[seat]))
        _ask(draft, "challenge", hit)
    else:
        _ask(draft, "turn", following(draft, hit))


def _cards_drawn(draft: Draft, event: CardsDrawn) -> None:
    seat, slots = event.seat, event.slots
    held = draft.counts[seat] + len(slots)
    draft.taken = put(draft.taken, seat, draft.taken[seat] + slots)
    draft.counts = put(draft.counts, seat, held)
    draft.next += len(slots)
    draft.idle = 0
    if event.reason == "turn":
        draft.phase = "drawn"
        draft.drawn = slots[-1]
        _begin_turn(draft, seat)
    # A forced draw can leave one card, and UNO is due again (R30); a hand laid aside owes nothing.
    due = DUE if held == 1 and draft.active[seat] else NOT_DUE
    if draft.uno[seat] != due:
        draft.uno = put(draft.uno, seat, due)


def _turn_passed(draft: Draft, event: TurnPassed) -> None:
    if draft.drawn is None:
        draft.idle |= 1 << event.seat
    _begin_turn(draft, event.seat)
    _ask(draft, "turn", following(draft, event.seat))


def _color_chosen(draft: Draft, event: ColorChosen) -> None:
    draft.color = event.color
    opening, draft.opening = draft.opening, False
    if opening and draft.active[event.seat]:
        _ask(draft, "turn", event.seat)
    else:
        _ask(draft, "turn", following(draft, event.seat))


def _target_chosen(draft: Draft, event: TargetChosen) -> None:
    _ask(draft, "turn", following(draft, event.seat))


def _draw_four_accepted(draft: Draft, event: DrawFourAccepted) -> None:
    draft.draw_four = None
    _ask(draft, "turn", following(draft, event.seat))


def _draw_four_challenged(draft: Draft, event: DrawFourChallenged) -> None:
    draw_four = draft.draw_four
    assert draw_four is not None
    draft.shown += (Shown(event.seat, event.against, draw_four.taken, draw_four.played),)
    draft.draw_four = None
    _ask(draft, "turn", following(draft, event.seat) if event.lawful else event.seat)


def _uno_called(draft: Draft, event: UnoCalled) -> None:
    draft.uno = put(draft.uno, event.seat, SAID)


def _uno_caught(draft: Draft, event: UnoCaught) -> None:
    draft.uno = put(draft.uno, event.seat, CAUGHT)


# Leaving and the end


def _seat_resigned(draft: Draft, event: SeatResigned) -> None:
    seat = event.seat
    draft.active = put(draft.active, seat, False)
    draft.resigned += (seat,)
    draft.uno = put(draft.uno, seat, NOT_DUE)
    if draft.turn == seat and draft.phase in ("turn", "drawn"):
        _ask(draft, "turn", following(draft, seat))


def _hand_ended(draft: Draft, event: HandEnded) -> None:
    draft.scores = event.scores
    draft.last_hand = LastHand(
        event.hand,
        event.winner,
        event.points,
        event.scores,
        event.seed,
        draft.taken,
        draft.played,
        draft.piles,
    )
    draft.uno = (NOT_DUE,) * draft.seats
    draft.draw_four = draft.drawn = None
    _nobody_acts(draft, "hand_over")


def _match_ended(draft: Draft, event: MatchEnded) -> None:
    draft.places = event.places
    draft.reason = event.reason
    _nobody_acts(draft, "match_over")


def _nobody_acts(draft: Draft, phase: str) -> None:
    draft.phase = phase
    draft.turn = None
    draft.decision += 1


# Time


def _decision_timed_out(draft: Draft, event: DecisionTimedOut) -> None:
    draft.missed = put(draft.missed, event.seat, draft.missed[event.seat] + 1)


def _clock_paused(draft: Draft, event: ClockPaused) -> None:
    _pause(draft, event.seat, event.until, event.reason)
    if event.reason not in COMES_AGAIN:
        draft.missed = (0,) * draft.seats if event.seat is None else put(draft.missed, event.seat, 0)


def _clock_resumed(draft: Draft, event: ClockResumed) -> None:
    _pause(draft, event.seat, 0, "")


def _pause(draft: Draft, seat: int | None, until: int, reason: str) -> None:
    """Marks a pause; the deadlines that it covers are moved when the request is settled. One that there is already
    moves nothing."""
    place = draft.seats if seat is None else seat
    draft.decision += draft.paused[place] != until
    draft.paused = put(draft.paused, place, until)
    draft.paused_for = put(draft.paused_for, place, reason)


def _clock_changed(draft: Draft, event: ClockChanged) -> None:
    """Another clock; the decision that is due begins anew under it when the request is settled."""
    draft.clock = Clock.parse(event.clock)
    draft.bank = draft.clock.banks(draft.seats)
    draft.deadline = None
    draft.decision += 1


_APPLY: dict[type[Event], Callable[[Draft, Any], None]] = {
    GameCreated: _game_created,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SeatTakenOver: _seat_taken_over,
    GameStarted: _game_started,
    GameCancelled: _game_cancelled,
    HandStarted: _hand_started,
    CardTurned: _card_turned,
    ColorChosen: _color_chosen,
    TargetChosen: _target_chosen,
    CardPlayed: _card_played,
    CardsDrawn: _cards_drawn,
    TurnPassed: _turn_passed,
    PileShuffled: _pile_shuffled,
    DrawFourAccepted: _draw_four_accepted,
    DrawFourChallenged: _draw_four_challenged,
    UnoCalled: _uno_called,
    UnoCaught: _uno_caught,
    DecisionTimedOut: _decision_timed_out,
    ClockPaused: _clock_paused,
    ClockResumed: _clock_resumed,
    ClockChanged: _clock_changed,
    SeatResigned: _seat_resigned,
    HandEnded: _hand_ended,
    MatchEnded: _match_ended,
}
