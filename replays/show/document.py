"""A game as one JSON document: all that a viewer needs to show it. `replay.schema.json` fixes its form.

Of a hand that is not open it holds what a spectator saw and nothing else.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from app.rules.events import event_data
from app.rules.legal import hand_slots
from app.rules.state import LastHand, State
from app.rules.view import view
from replays.recording import Moment, Recording
from replays.show.english import sentence
from replays.show.words import seat_names

FORMAT, VERSION = "kartfold/replay", 1
"""What the document says that it is. A change that a viewer has to know of raises the version."""

Data = dict[str, Any]


def schema() -> Data:
    """The JSON Schema of the document."""
    text = (Path(__file__).parent / "replay.schema.json").read_text(encoding="utf-8")
    described: Data = json.loads(text)
    return described


def document(recording: Recording, names: Sequence[str | None]) -> Data:
    """The game with a sentence and the position for each event.

    `names` by seat, as people gave them; None for a bot or for who is not known.
    """
    return describe(recording, seat_names(recording.players, names))


def describe(recording: Recording, called: Sequence[str]) -> Data:
    """As `document`, for names that are put in as they are."""
    created = recording.created
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": recording.game,
        "rules": created.rules,
        "options": recording.last.options.data(),
        "clock": recording.last.clock.data(),
        "players": _players(recording, called),
        "hands": _hands(recording),
        "moves": list(_moves(recording, called)),
    }


def _players(recording: Recording, called: Sequence[str]) -> list[Data]:
    return [
        {"seat": seat, "name": called[seat], "bot": player and player.bot, "empty": player is None}
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


def _moves(recording: Recording, called: Sequence[str]) -> Iterator[Data]:
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
            "sentence": sentence(moment, _names_then(recording, moment.state, called)),
            "position": positions.after(moment),
        }


def _names_then(recording: Recording, state: State, called: Sequence[str]) -> list[str | None]:
    """The names, but for who had left before the start: a seat's name is that of who sat there at the end."""
    return [
        name if now is None or then is None or now.player == then.player else None
        for name, now, then in zip(called, recording.players, state.players, strict=True)
    ]


class _Positions:
    """The positions of a record one after the other. What does not change is the same object from one to the next."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._before: Data = {}
        self._last: tuple[LastHand | None, Data | None] = None, None
        self._held: dict[int, tuple[Any, Any, list[int]]] = {}

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
        cards = self._recording.dealer.cards(state.hand, state.piles)
        return {
            "open": True,
            "held": [self._slots(state, seat, cards) for seat in range(state.seats)],
            "drawn": state.drawn,
            "shown": [
                {
                    "to": one.to,
                    "seat": one.seat,
                    "slots": _slots(state.taken[one.seat][: one.taken], state.played[one.seat][: one.played], cards),
                }
                for one in state.shown
            ],
        }

    def _slots(self, state: State, seat: int, cards: Sequence[str]) -> list[int]:
        """The slots that a seat holds, worked out anew only when it has taken or played."""
        taken, played = state.taken[seat], state.played[seat]
        known = self._held.get(seat)
        if known is None or known[0] is not taken or known[1] is not played:
            known = self._held[seat] = (taken, played, _slots(taken, played, cards))
        return known[2]


def _slots(taken: Sequence[int], played: Sequence[str], cards: Sequence[str]) -> list[int]:
    return [slot for slot, _ in hand_slots(taken, played, cards)]


def _same(before: Any, now: Any) -> Any:
    """`now`, out of the parts of `before` that have not changed."""
    if before == now:
        return before
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [_same(one, other) for one, other in zip(before, now, strict=True)]
    return now
