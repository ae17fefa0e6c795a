"""What everybody has seen of a hand: what each seat took, played, and let be known of its cards without showing them.

Nothing in it is hidden: it follows from the events alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.rules.cards import WILD_DRAW_FOUR
from app.rules.events import (
    CardPlayed,
    CardsDrawn,
    CardTurned,
    ColorChosen,
    DecisionTimedOut,
    DrawFourChallenged,
    Event,
    HandStarted,
    SeatResigned,
    TurnPassed,
)
from app.rules.state import Shown, State


class Took(NamedTuple):
    """Cards were taken into the hand, in these slots."""

    slots: tuple[int, ...]


class Played(NamedTuple):
    """A card was played; `drawn` is the slot of the card drawn in this turn, if that was it."""

    card: str
    drawn: int | None


class Drew(NamedTuple):
    """Whether the card drawn in a turn could be played on `top` with `color` in force (R11)."""

    slot: int
    fits: bool
    top: str
    color: str | None


class Bound(NamedTuple):
    """Whether the hand, as it was here, let a Wild Draw Four be played lawfully on `color` (R19). If that came out in a
    challenge, `shown` says what the challenger saw."""

    color: str
    lawful: bool
    shown: Shown | None = None


class Favoured(NamedTuple):
    """The service named the colour that the hand held most of (R39)."""

    color: str


Step = Took | Played | Drew | Bound | Favoured


class History:
    """One hand as it goes on: `steps` are what was seen of each seat, in order; `turned` the cards turned up, by
    slot."""

    def __init__(self) -> None:
        self.turned: dict[int, str] = {}
        self.steps: list[tuple[int, Step]] = []
        self._draw_four = 0

    def tell(self, before: State, events: Sequence[Event], after: State) -> None:
        """Goes on with a request; of one that ends another hand and begins this one, only what belongs to this."""
        starts = [place for place, event in enumerate(events) if isinstance(event, HandStarted)]
        events = events[starts[-1] :] if starts else events
        kinds = {type(event) for event in events}
        for place, event in enumerate(events):
            if isinstance(event, HandStarted):
                self.deal(after)
            elif isinstance(event, CardTurned):
                self.turned[event.slot] = event.card
            elif isinstance(event, CardPlayed):
                self._play(before, event)
            elif isinstance(event, CardsDrawn):
                self._take(before, event, events[place + 1 :], DecisionTimedOut in kinds)
            elif isinstance(event, DrawFourChallenged):
                self._challenge(before, event, after)
            elif isinstance(event, ColorChosen) and kinds & {DecisionTimedOut, SeatResigned}:
                self.steps.append((event.seat, Favoured(event.color)))

    def deal(self, dealt: State) -> None:
        """Begins with the cards that each seat holds."""
        for seat, slots in enumerate(dealt.taken):
            if slots:
                self.steps.append((seat, Took(slots)))

    def _play(self, before: State, event: CardPlayed) -> None:
        seat = event.seat
        self.steps.append((seat, Played(event.card, before.drawn)))
        if event.card == WILD_DRAW_FOUR:
            self._draw_four = len(self.steps)
            if before.options.illegal_wild_draw_four == "reject":
                self.steps.append((seat, Bound(before.color or "", True)))

    def _take(self, before: State, event: CardsDrawn, behind: Sequence[Event], timed_out: bool) -> None:
        self.steps.append((event.seat, Took(event.slots)))
        # Of a turn whose time ran out nobody learns whether the card could have been played: it is kept either way.
        if event.reason == "turn" and not timed_out:
            passed = any(isinstance(other, TurnPassed) for other in behind)
            drew = Drew(event.slots[-1], not passed, before.top or "", before.color)
            self.steps.append((event.seat, drew))

    def _challenge(self, before: State, event: DrawFourChallenged, after: State) -> None:
        """What counts is the hand as it was when the card was played; it may have been caught for UNO since."""
        played = before.draw_four
        assert played is not None
        shown = after.shown[-1]
        self.steps.insert(self._draw_four, (event.against, Bound(played.color, event.lawful, shown)))
