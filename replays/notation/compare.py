"""What the rules give for a request of a sheet, held against all that the sheet says of it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.rules.cards import DECK
from app.rules.events import (
    CardsDrawn,
    CardTurned,
    ColorChosen,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    PileShuffled,
    SeatResigned,
)
from app.rules.request import Decision
from app.rules.state import State
from replays.notation.scribe import act_of, find, hand_over_of, match_over_of, start_of
from replays.notation.sheet import KEPT, LETTERS, NOTHING, OPEN, Act, Hand, Sheet


class Wrong(NamedTuple):
    """Where a sheet leaves the rules: the place in its text, what is wrong, and the rule."""

    at: int
    message: str
    rule: str | None


class Stop(Exception):
    """Nothing goes on behind the first `sound` events of a request: the rules do not, or the text does not."""

    def __init__(self, sound: int, wrong: Wrong | None = None) -> None:
        super().__init__(wrong)
        self.sound = sound
        self.wrong = wrong


class Comparison(NamedTuple):
    """A sheet, the hands `with_cards` in it, and the state `before` the request that is compared."""

    sheet: Sheet
    with_cards: frozenset[int]
    before: State

    def compare(self, decision: Decision, said: Any, hand: Hand | None, t: int) -> None:
        """Compares what was decided at `t` with what is `said` at one place of the text, in `hand`. Raises Stop."""
        events = decision.events
        given = self.before.hand in self.with_cards
        if isinstance(said, Act):
            if not given:
                self._count_played(said)
            _compare_act(act_of(self.before, events, t), said, events)
            if not given:
                self._count_turned(said, events)
        for at, event in enumerate(events):
            if isinstance(event, HandEnded):
                assert hand is not None
                self._hand_over(at, event, said, hand)
                _check_reshuffles(at, decision.state, hand)
            elif isinstance(event, MatchEnded):
                self._match_over(at, event)
            elif isinstance(event, HandStarted):
                self._start(at, event, events)

    def _count_played(self, said: Act) -> None:
        """Where the cards are not given, at least no more of one lie open than a deck has (R1)."""
        if said.card is not None:
            _check_copies(said.card, (*self.before.discard, said.card), said.at, 0)

    def _count_turned(self, said: Act, events: Sequence[Event]) -> None:
        at = _place(events, CardTurned)
        if said.turned is not None and find(events[:at], PileShuffled) is None:  # else nothing lies under it any more
            _check_copies(said.turned, (*self.before.discard, str(said.card), said.turned), said.at, at)

    def _hand_over(self, at: int, event: HandEnded, said: Any, hand: Hand) -> None:
        if isinstance(said, Act) and said is not hand.acts[-1]:
            following = next(place for place, act in enumerate(hand.acts) if act is said) + 1
            raise Stop(at, Wrong(hand.acts[following].at, f"hand {event.hand} is over before this", "R33"))
        if hand.over is None:
            raise Stop(at)
        given = hand_over_of(event)
        if given.winner != hand.over.winner:
            raise Stop(at, Wrong(hand.over.at, f"{_who(given.winner)} wins hand {event.hand}", "R33"))
        if given.points != hand.over.points and event.hand not in self.with_cards:
            message = f"the cards that are left cannot be worth {hand.over.points} together"
            raise Stop(at, Wrong(hand.over.at, message, "R36"))
        if given != hand.over:
            message = f"hand {event.hand} gives {given.points} points, and the scores {_numbers(given.scores)}"
            raise Stop(at, Wrong(hand.over.at, message, "R36"))

    def _match_over(self, at: int, event: MatchEnded) -> None:
        sheet = self.sheet
        if self.before.hand < len(sheet.hands):
            raise Stop(at, Wrong(sheet.hands[self.before.hand].start.at, "the match is over before this", "R35"))
        if sheet.end is None:
            raise Stop(at)
        given = match_over_of(event)
        if given != sheet.end:
            message = f"the match ends by {given.reason}, with the places {_numbers(given.places)}"
            raise Stop(at, Wrong(sheet.end.at, message, "R37"))

    def _start(self, at: int, event: HandStarted, events: Sequence[Event]) -> None:
        sheet = self.sheet
        if event.hand > len(sheet.hands):
            message = f"the match goes on with hand {event.hand}"
            raise Stop(at, None if sheet.end is None else Wrong(sheet.end.at, message, "R35"))
        said, given = sheet.hands[event.hand - 1].start, start_of(events)
        assert given is not None
        if given.dealer != said.dealer:
            raise Stop(at, Wrong(said.at, f"the dealer is {LETTERS[given.dealer]}", "R8"))
        if given.turned != said.turned:
            pairs = zip(given.turned, said.turned, strict=False)
            same = next((place for place, (one, other) in enumerate(pairs) if one != other), len(said.turned))
            message = f"the starting cards are {' '.join(given.turned)}"
            if event.hand not in self.with_cards:
                message = "a hand starts with a number card or a Wild Item Box, and with no card behind it"
            raise Stop(at + 1 + min(same, len(given.turned)), Wrong(said.at, message, "R6"))
        if event.hand not in self.with_cards:
            for card in said.turned:
                _check_copies(card, said.turned, said.at, at)


def _check_reshuffles(at: int, state: State, hand: Hand) -> None:
    assert state.last_hand is not None
    number = len(state.last_hand.piles)
    if len(hand.reshuffles) >= number:
        raise Stop(at, Wrong(hand.reshuffles[number - 1].at, f"there is no reshuffle {number} in this hand", "R12"))


def _check_copies(card: str, lying: Sequence[str], at: int, sound: int) -> None:
    copies = DECK.count(card)
    if lying.count(card) > copies:
        raise Stop(sound, Wrong(at, f"a deck has {card} {'once' if copies == 1 else f'{copies} times'}", "R1"))


def _compare_act(given: Act | None, said: Act, events: Sequence[Event]) -> None:
    assert given is not None  # nothing was cut here
    if given == said:
        return
    if given.draw != said.draw:
        drawn = next((at for at, event in enumerate(events) if isinstance(event, CardsDrawn)), 0)
        sound = drawn if NOTHING in (given.draw, said.draw) else drawn + 1
        raise Stop(sound, Wrong(said.at, _DRAWN[given.draw or KEPT], "R11"))
    if given.turned != said.turned:
        raise Stop(_place(events, CardTurned), Wrong(said.at, _turned(given.turned, said.turned), "R23"))
    if given.lawful != said.lawful:
        word = "lawful" if given.lawful else "unlawful"
        raise Stop(0, Wrong(said.at, f"the Wild Draw Four was {word}", "R19"))
    if given.color != said.color:
        message = (
            "no colour is named here" if given.color is None else f"the colour named for the seat is {given.color}"
        )
        raise Stop(_place(events, ColorChosen), Wrong(said.at, message, "R39"))
    message = "the seat leaves the match" if given.leaves else "the seat does not leave the match yet"
    raise Stop(_place(events, SeatResigned), Wrong(said.at, message, "R39"))


_DRAWN = {
    NOTHING: "there is nothing to draw",
    KEPT: "the card that is drawn cannot be played",
    OPEN: "the card that is drawn can be played: the turn goes on",
}


def _turned(given: str | None, said: str | None) -> str:
    if given is None:
        return "no card is turned up here"
    return "the card that is turned up has to be said" if said is None else f"the card that is turned up is {given}"


def _place(events: Sequence[Event], kind: type[Event]) -> int:
    """Where the first event of a kind stands, or else where the hand's own events end."""
    ends = (kind, HandEnded, HandStarted)
    return next((at for at, event in enumerate(events) if isinstance(event, ends)), len(events))


def _who(seat: int | None) -> str:
    return "nobody" if seat is None else LETTERS[seat]


def _numbers(by_seat: Sequence[int | None]) -> str:
    return ", ".join(
        f"{letter} {number}" for letter, number in zip(LETTERS, by_seat, strict=False) if number is not None
    )
