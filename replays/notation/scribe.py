"""A record into a sheet: request by request, what the rules alone do not give.

The reader puts every request that it has played again through `act_of` too, and compares: so writer and reader cannot
mean different things by the same words.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from app.rules.cards import WILD_ITEM_BOX
from app.rules.clock import Clock
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
from app.rules.legal import fits
from app.rules.legal import hand as held_by
from app.rules.options import Options
from app.rules.state import START, State
from replays.notation.sheet import (
    ACCEPTS,
    CALLS,
    CATCHES,
    CHALLENGES,
    CHANGES,
    DRAWS,
    HITS,
    KEPT,
    NAMES,
    NOTHING,
    OPEN,
    PASSES,
    PAUSES,
    PLAYS,
    REMOVED,
    RESIGNS,
    RESUMES,
    TAKEN_OVER,
    TIMES_OUT,
    Act,
    Cancelled,
    Hand,
    HandOver,
    Header,
    MatchOver,
    Reshuffle,
    Seat,
    Sheet,
    Sitting,
    Start,
    result_of,
)
from replays.recording import Recording, Request

E = TypeVar("E", bound=Event)

_DEFAULTS = Options().data()


def sheet_of(recording: Recording, names: Sequence[str | None], decks: bool) -> Sheet:
    """What a record says; with `decks`, the cards too of every hand that is open in it."""
    scribe = _Scribe(recording, names)
    for request in recording.requests():
        scribe.take_down(request)
    if decks:
        scribe.open_hands()
        scribe.see_the_card_drawn()
    return scribe.sheet()


def act_of(before: State, events: Sequence[Event], t: int) -> Act | None:
    """A request of a match that is on, made at `t`, as a notation says it.

    None if it was cut before all of that was known, and for the void ending of a match, which is no act.
    """
    first: Event | None = events[0]
    if isinstance(first, PileShuffled):  # only a draw can find the pile empty before anything else has happened
        first = find(events, CardsDrawn)
    make = _ACTS.get(type(first))
    dealt = [at for at, event in enumerate(events) if isinstance(event, HandStarted)]
    return make(before, first, events[: dealt[0]] if dealt else events, t) if make else None


def start_of(events: Sequence[Event]) -> Start | None:
    """The hand that is dealt in a request, if there is one."""
    for at, event in enumerate(events):
        if isinstance(event, HandStarted):
            turned = tuple(one.card for one in events[at:] if isinstance(one, CardTurned))
            return Start(event.hand, event.dealer, turned)
    return None


def hand_over_of(event: HandEnded) -> HandOver:
    """The end of a hand."""
    return HandOver(event.winner, event.points, event.scores)


def match_over_of(event: MatchEnded) -> MatchOver:
    """The end of a match."""
    return MatchOver(event.reason, event.places)


def find(events: Sequence[Event], kind: type[E]) -> E | None:
    """The first event of a kind."""
    return next((event for event in events if isinstance(event, kind)), None)


class _Scribe:
    """Takes a record down, request by request."""

    def __init__(self, recording: Recording, names: Sequence[str | None]) -> None:
        self._recording = recording
        self._names = names
        self._seats: list[Seat | None] = [None] * recording.created.seats
        self._sittings: list[Sitting] = []
        self._hands: list[Hand] = []
        self._end: MatchOver | Cancelled | None = None
        self._upto = START  # behind the last request that was taken down
        self._t: int | None = None  # of the last request

    def take_down(self, request: Request) -> None:
        """Takes the next request down; nothing of one that was cut before it could be told what it was."""
        first, waited = request.events[0], 0 if self._t is None else request.t - self._t
        self._t = request.t
        act = act_of(request.before, request.events, request.t)
        if act is not None:
            self._hands[-1].acts.append(replace(act, after=waited))
        elif isinstance(first, HandEnded | MatchEnded):
            if not isinstance(request.events[-1], MatchEnded):
                return
        elif request.before.started:
            return
        for event in request.events:
            self._take_down_event(request, event, waited)
        self._upto = request.after

    def _take_down_event(self, request: Request, event: Event, waited: int) -> None:
        if isinstance(event, SeatTaken):
            name = self._names[event.seat] if event.seat < len(self._names) else None
            self._seats[event.seat] = Seat(event.bot, name)
            self._sittings.append(Sitting(event.seat, after=waited))
        elif isinstance(event, SeatLeft):
            self._seats[event.seat] = None
            self._sittings.append(Sitting(event.seat, left=True, after=waited))
        elif isinstance(event, HandStarted):
            self._start_hand(request, waited)
        elif isinstance(event, HandEnded):
            self._hands[-1].over = hand_over_of(event)
        elif isinstance(event, MatchEnded):
            self._end = MatchOver(event.reason, event.places, waited)
        elif isinstance(event, GameCancelled):
            self._end = Cancelled(event.reason, waited)

    def _start_hand(self, request: Request, waited: int) -> None:
        start = start_of(request.events)
        if start is not None and request.after.turn is not None:  # else it was cut while starting cards were turned
            self._hands.append(Hand(replace(start, after=waited)))

    def open_hands(self) -> None:
        """Adds the cards of the hands that anybody may see."""
        for hand, dealt in zip(self._hands, self._recording.hands, strict=False):  # of the last there may be no start
            if dealt.open:
                piles = self._upto.piles if hand.over is None else dealt.piles  # of a cut request, not its reshuffle
                cards = tuple(self._recording.dealer.cards(hand.start.hand, piles))
                orders = [cards[pile.first : pile.first + len(pile.cards)] for pile in piles]
                hand.deck = orders[0]
                hand.reshuffles = [Reshuffle(order) for order in orders[1:]]

    def see_the_card_drawn(self) -> None:
        """Where the record ends behind a draw, open cards tell whether it was cut before the turn ended."""
        last, hand = self._recording.last, self._hands[-1] if self._hands else None
        if hand is None or hand.deck is None or hand.over is not None or last.drawn is None or last.turn is None:
            return
        card = self._recording.dealer.cards(last.hand, last.piles)[last.drawn]
        if not fits(last, held_by(last, last.turn, self._recording.dealer), card):
            place = max(at for at, act in enumerate(hand.acts) if act.verb == DRAWS and act.seat == last.turn)
            hand.acts[place] = replace(hand.acts[place], draw=KEPT)

    def sheet(self) -> Sheet:
        """All that was taken down."""
        made = self._recording.moment(0)
        header = Header(
            game=self._recording.game,
            rules=self._recording.created.rules,
            began=made.t,
            seats=tuple(self._seats),
            sittings=tuple(self._sittings),
            options={name: value for name, value in made.state.options.data().items() if value != _DEFAULTS[name]},
            clock=made.state.clock,
            result=result_of(self._end),
        )
        return Sheet(header, self._hands, self._end)


# What each kind of request says, told from its first event


def _plays(before: State, event: CardPlayed, events: Sequence[Event], t: int) -> Act | None:
    turned = find(events, CardTurned)
    if event.card == WILD_ITEM_BOX and turned is None and not _ends_at_once(before, event.seat):
        return None
    card = None if turned is None else turned.card
    return Act(PLAYS, event.seat, event.card, event.color, event.uno, card, begins=_begins(before, event.seat))


def _ends_at_once(before: State, seat: int) -> bool:
    return before.counts[seat] == 1 and not before.options.last_card_effects


def _draws(before: State, event: CardsDrawn, events: Sequence[Event], t: int) -> Act:
    draw = OPEN if find(events, TurnPassed) is None else KEPT
    return Act(DRAWS, event.seat, draw=draw, begins=True)


def _passes(before: State, event: TurnPassed, events: Sequence[Event], t: int) -> Act:
    if before.phase == "drawn":
        return Act(PASSES, event.seat)
    return Act(DRAWS, event.seat, draw=NOTHING, begins=True)


def _times_out(before: State, event: DecisionTimedOut, events: Sequence[Event], t: int) -> Act | None:
    seat, color = event.seat, find(events, ColorChosen)
    leaves = find(events, SeatResigned) is not None
    late = before.missed[seat] + 1 >= before.options.missed_decisions
    if (before.phase == "color" and color is None) or (late and not leaves and find(events, MatchEnded) is None):
        return None
    named = None if color is None else color.color
    return Act(TIMES_OUT, seat, color=named, leaves=leaves, begins=_begins(before, seat))


def _resigns(before: State, event: SeatResigned, events: Sequence[Event], t: int) -> Act | None:
    seat, color = event.seat, find(events, ColorChosen)
    owes = before.phase == "color" and before.turn == seat and sum(before.active) > 2
    if owes and color is None:
        return None
    verb = REMOVED if event.reason == "ruling" else RESIGNS
    return Act(verb, seat, color=None if color is None else color.color)


def _begins(before: State, seat: int) -> bool:
    """Whether a turn of its own begins with this; the colour of an opening Wild Item Box begins one too."""
    return before.turn == seat and (before.phase == "turn" or before.opening)


_ACTS: dict[type[Any], Callable[[State, Any, Sequence[Event], int], Act | None]] = {
    CardPlayed: _plays,
    CardsDrawn: _draws,
    TurnPassed: _passes,
    ColorChosen: lambda before, e, events, t: Act(NAMES, e.seat, color=e.color, begins=_begins(before, e.seat)),
    TargetChosen: lambda before, e, events, t: Act(HITS, e.seat, target=e.target),
    DrawFourAccepted: lambda before, e, events, t: Act(ACCEPTS, e.seat),
    DrawFourChallenged: lambda before, e, events, t: Act(CHALLENGES, e.seat, lawful=e.lawful),
    UnoCalled: lambda before, e, events, t: Act(CALLS, e.seat),
    UnoCaught: lambda before, e, events, t: Act(CATCHES, e.by, target=e.seat),
    DecisionTimedOut: _times_out,
    SeatResigned: _resigns,
    SeatTakenOver: lambda before, e, events, t: Act(TAKEN_OVER, e.seat, bot=e.bot),
    ClockPaused: lambda before, e, events, t: Act(PAUSES, e.seat, ms=e.until - t, reason=e.reason),
    ClockResumed: lambda before, e, events, t: Act(RESUMES, e.seat),
    ClockChanged: lambda before, e, events, t: Act(CHANGES, None, clock=Clock.parse(e.clock), reason=e.reason),
}
