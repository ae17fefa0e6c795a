"""A game as one JSON document: all that a viewer needs to show it. `replay.schema.json` fixes its form.

Of a hand that is not open it holds what a spectator saw and nothing else.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from app.rules.events import event_data
from app.rules.state import LastHand, State
from app.rules.view import view
from replays.recording import Moment, Recording
from replays.show.languages import DEFAULT, called, direction, seat_names, sentence
from replays.show.words import ISOLATES

FORMAT, VERSION = "kartfold/replay", 1
"""What the document says that it is. A change that a viewer has to know of raises the version."""

Data = dict[str, Any]


def schema() -> Data:
    """The JSON Schema of the document."""
    text = (Path(__file__).parent / "replay.schema.json").read_text(encoding="utf-8")
    described: Data = json.loads(text)
    return described


def document(recording: Recording, names: Sequence[str | None], language: str = DEFAULT) -> Data:
    """The game with a sentence and the position for each event.

    `names` by seat, as people gave them; None for a bot or for who is not known. In a sentence that runs from right to
    left names are isolated.
    """
    spoken = called(recording.players, names, language)
    if direction(language) == "ltr":
        spoken = tuple(name and name.strip(ISOLATES) for name in spoken)
    return describe(recording, seat_names(recording.players, names, language), spoken, language)


def describe(recording: Recording, shown: Sequence[str], spoken: Sequence[str | None], language: str) -> Data:
    """As `document`, for the names of the seats and those in sentences as they are to be put in."""
    created = recording.created
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": recording.game,
        "rules": created.rules,
        "options": recording.last.options.data(),
        "clock": recording.last.clock.data(),
        "players": _players(recording, shown),
        "hands": _hands(recording),
        "moves": list(_moves(recording, spoken, language)),
    }


def _players(recording: Recording, shown: Sequence[str]) -> list[Data]:
    return [
        {"seat": seat, "name": shown[seat], "bot": player and player.bot, "empty": player is None}
        for seat, player in enumerate(recording.players)
    ]


def _hands(recording: Recording) -> list[Data]:
    """Each hand that was dealt, from `hand.started` to `hand.ended`, or as far as it goes."""
    return [
        {
            "hand": hand.number,
            "dealer": hand.dealer,
            "first": hand.first,
            "last": hand.last,
            "over": hand.over,
            "winner": hand.winner,
            "points": hand.points,
            "scores": hand.scores and list(hand.scores),
            "piles": [{"first": pile.first, "cards": len(pile.cards)} for pile in hand.piles] if hand.over else None,
            "cards": list(recording.dealer.cards(hand.number, hand.piles)) if hand.over and hand.open else None,
        }
        for hand in recording.hands
    ]


def _moves(recording: Recording, spoken: Sequence[str | None], language: str) -> Iterator[Data]:
    positions = _Positions(recording)
    for moment in recording.moments():
        yield {
            "seq": moment.seq,
            "request": moment.request,
            "t": moment.t,
            "hand": moment.state.hand,
            "actor": moment.actor,
            "kind": moment.kind,
            "data": event_data(moment.event),
            "sentence": sentence(moment, _names_then(recording, moment.state, spoken), language),
            "position": positions.after(moment),
        }


def _names_then(recording: Recording, state: State, spoken: Sequence[str | None]) -> list[str | None]:
    """The names, but for who had left before the start: a seat's name is that of who sat there at the end."""
    return [
        name if now is None or then is None or now.player == then.player else None
        for name, now, then in zip(spoken, recording.players, state.players, strict=True)
    ]


class _Positions:
    """The positions of a record one after the other. What does not change is the same object from one to the next."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._before: Data = {}
        self._last: tuple[LastHand | None, Data | None] = None, None
        self._hand = _OpenHand()

    def after(self, moment: Moment) -> Data:
        """What a spectator sees, and where the cards are if the hand is open."""
        position = self._seen(moment) | self._open(moment.state)
        self._before = {name: _same(self._before.get(name), value) for name, value in position.items()}
        return self._before

    def _seen(self, moment: Moment) -> Data:
        """The view of the moment; the hand before is looked at once, and not again for every event of the next one."""
        state, recording = moment.state, self._recording
        last, shown = self._last
        if state.last_hand is last:
            seen = view(state.replace(last_hand=None), recording.dealer, None) | {"last_hand": shown}
        else:
            opened = state.last_hand is None or state.last_hand.hand in recording.opened
            seen = view(state, recording.dealer, None, opened=opened)
            self._last = state.last_hand, seen["last_hand"]
        return {"complete": moment.complete, **seen}

    def _open(self, state: State) -> Data:
        """The slots that each seat holds, which slot was drawn in this turn, and what challenges have shown."""
        if state.hand not in self._recording.opened:
            return {"open": False, "held": None, "drawn": None, "shown": None}
        if self._hand.number != state.hand:
            self._hand = _OpenHand(state.hand, state.seats)
        self._hand.go_on(state, self._recording.dealer.cards(state.hand, state.piles))
        return {
            "open": True,
            "held": [list(slots) for slots in self._hand.held],
            "drawn": state.drawn,
            "shown": list(self._hand.shown.values()),
        }


class _OpenHand:
    """Where the cards of one hand are, event by event: worked out anew each time, a hand of thousands of events would
    take the square of their number."""

    def __init__(self, number: int = 0, seats: int = 0) -> None:
        self.number = number
        self.held: list[list[int]] = [[] for _ in range(seats)]
        self.shown: dict[tuple[int, int], Data] = {}  # by whom and whose: the last time, as `legal.shown_to`
        self._gone_by = [(0, 0)] * seats
        self._challenges = 0

    def go_on(self, state: State, cards: Sequence[str]) -> None:
        """What has happened since the state before."""
        for seat, held in enumerate(self.held):
            taken, played = state.taken[seat], state.played[seat]
            have_taken, have_played = self._gone_by[seat]
            held.extend(taken[have_taken:])
            for card in played[have_played:]:
                held.remove(next(slot for slot in held if cards[slot] == card))
            self._gone_by[seat] = len(taken), len(played)
        for one in state.shown[self._challenges :]:
            later = set(state.taken[one.seat][one.taken :])  # for a UNO that was caught before the challenge
            slots = [slot for slot in self.held[one.seat] if slot not in later]
            self.shown[one.to, one.seat] = {"to": one.to, "seat": one.seat, "slots": slots}
        self._challenges = len(state.shown)


def _same(before: Any, now: Any) -> Any:
    """`now`, out of the parts of `before` that have not changed."""
    if before == now:
        return before
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [_same(one, other) for one, other in zip(before, now, strict=True)]
    return now
