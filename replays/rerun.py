"""Plays a record again: what each request asked for, and whether the rules give the same events.

Only what the rules give is folded; what the record says is compared with it and never trusted.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from app.rules.clock import Clock
from app.rules.dealer import Dealer, PlainDealer
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
    kind_of,
)
from app.rules.lifecycle import cancel, change_clock, leave, pause, resume, sit, take_over
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
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.rulebook import Rulebook, rulebook
from app.rules.state import START, State
from replays.deal import RevealedDealer, entropy_of
from replays.suppose import record_dealer


class Entry(NamedTuple):
    """An event of a record with what its line says around it."""

    seq: int
    request: int
    actor: str
    t: int
    event: Event


class Diverged(Exception):
    """The record is not what the rules give: where first, and which check or rule says so."""

    def __init__(self, seq: int, check: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.seq = seq
        self.check = check
        self.rule = rule
        self.message = message


class Rerun:
    """The state of a record so far, request by request: from its start, or from a `state` that was come to before.
    `seeds` are the published ones, by hand."""

    def __init__(self, seeds: Mapping[int, str], state: State = START) -> None:
        self.state = state
        self._book = rulebook(state.rules) if state.rules else Rulebook()
        self._seeds = seeds
        self._revealed: Dealer = self._dealer_of_match() if state.started else PlainDealer(lambda cards: None)

    def request(self, entries: Sequence[Entry], cut: bool) -> bool:
        """Plays one request again and folds it. Raises Diverged, UnknownRules.

        `cut`: the record ends with these entries, so more may have followed in the same request; then the answer is
        whether the request is whole.
        """
        place = 0
        while place < len(entries):
            decision = self._again(entries, place)
            _compare(decision.events, entries[place:], cut)
            self.state = decision.state
            place += len(decision.events)
            if place < len(entries) and type(entries[place - 1].event) not in _MAY_BE_FOLLOWED:
                raise _extra(entries[place])
        return place == len(entries)

    def _again(self, entries: Sequence[Entry], place: int) -> Decision:
        first = entries[place]
        if not _may(first):
            raise Diverged(first.seq, "rules", f"{kind_of(first.event)} is not for {first.actor}")
        if isinstance(first.event, GameCreated) and self.state is START:
            self._book = rulebook(first.event.rules)
        if isinstance(first.event, GameStarted):
            self._revealed = self._dealer_of_match()
        dealer = record_dealer(self._seeds, self._revealed, self.state, [entry.event for entry in entries])
        try:
            return _COMMANDS[type(first.event)](self._book, self.state, first, dealer)
        except Refused as refused:
            raise Diverged(first.seq, "rules", str(refused), refused.rule) from refused
        except (ValueError, LookupError) as error:
            raise Diverged(first.seq, "rules", str(error)) from error

    def _dealer_of_match(self) -> Dealer:
        return RevealedDealer(self.state.deal, self._seeds, entropy_of(self.state))


def _compare(given: Sequence[Event], entries: Sequence[Entry], cut: bool) -> None:
    for event, entry in zip(given, entries, strict=False):
        if event != entry.event:
            raise _differs(event, entry)
    if len(entries) < len(given) and not cut:
        missing = kind_of(given[len(entries)])
        raise Diverged(entries[-1].seq + 1, "rules", f"{missing} is missing", _rule_of(given[len(entries)]))


def _differs(given: Event, entry: Entry) -> Diverged:
    if type(given) is not type(entry.event):
        message = f"{kind_of(entry.event)} stands where {kind_of(given)} follows"
        return Diverged(entry.seq, "rules", message, _rule_of(given))
    fields = zip(given._fields, given, entry.event, strict=True)
    name, due, found = next(field for field in fields if field[1] != field[2])
    message = f"{name} of {kind_of(given)} is {found!r}, and has to be {due!r}"
    check = {"root": "roots", "card": "cards", "lawful": "cards", "seed": "seeds"}.get(name, "rules")
    return Diverged(entry.seq, check, message, _rule_of(given))


def _extra(entry: Entry) -> Diverged:
    return Diverged(entry.seq, "rules", f"{kind_of(entry.event)} does not follow from the request")


_RULE_OF_REASON = {
    "turn": "R11",
    "draw_two": "R14",
    "draw_four": "R18",
    "challenge": "R20",
    "banana_peel": "R25",
    "green_shell": "R26",
    "lightning": "R27",
    "bob_omb": "R28",
    "uno": "R31",
}
_RULE_OF_KIND: dict[type[Event], str] = {
    HandStarted: "R5",
    CardTurned: "R23",
    ColorChosen: "R28",
    TargetChosen: "R26",
    TurnPassed: "R11",
    PileShuffled: "R12",
    DrawFourChallenged: "R19",
    DecisionTimedOut: "R39",
    SeatResigned: "R38",
    HandEnded: "R36",
    MatchEnded: "R37",
}


def _rule_of(event: Event) -> str | None:
    if isinstance(event, CardsDrawn):
        return _RULE_OF_REASON[event.reason]
    return _RULE_OF_KIND.get(type(event))


# Who may make which request


def _may(entry: Entry) -> bool:
    """Whether the actor is one whose request can begin with this event."""
    event, actor = entry.event, entry.actor
    if isinstance(event, _BY_ITS_SEAT) or (isinstance(event, SeatResigned) and event.reason == "resigned"):
        return actor == f"seat:{event.seat}"
    if isinstance(event, PileShuffled):
        return actor.startswith("seat:")
    if isinstance(event, UnoCaught):
        return actor == f"seat:{event.by}"
    if isinstance(event, DecisionTimedOut):
        return actor == "service"
    if isinstance(event, HandEnded | MatchEnded):
        return actor == "service" or actor.startswith("staff:")
    if isinstance(event, SeatResigned):
        return actor.startswith("staff:")
    if isinstance(event, ClockChanged):
        return actor == "service" or actor.startswith("staff:")
    if isinstance(event, ClockPaused | ClockResumed | SeatTakenOver):
        return not actor.startswith("player:")
    return not actor.startswith("seat:")


_BY_ITS_SEAT = (
    CardPlayed, CardsDrawn, TurnPassed, ColorChosen, TargetChosen, DrawFourAccepted, DrawFourChallenged, UnoCalled
)  # fmt: skip
_MAY_BE_FOLLOWED = (GameCreated, SeatTaken)
"""A seat may be taken in the request that creates the table or starts the match."""


# What each request asked for, told from its first event


def _create(book: Rulebook, state: State, entry: Entry, dealer: Dealer) -> Decision:
    event = entry.event
    assert isinstance(event, GameCreated)
    if state is not START:
        raise Refused("game_started", "a table is created once")
    options, clock = Options.parse(event.options), Clock.parse(event.clock)
    return book.create(options, event.seats, event.deal, event.commitment, clock, entry.t)


def _sit(book: Rulebook, state: State, entry: Entry, dealer: Dealer) -> Decision:
    event = entry.event
    assert isinstance(event, SeatTaken)
    return sit(state, event.seat, event.player, event.bot, event.entropy, entry.t)


def _pause(book: Rulebook, state: State, entry: Entry, dealer: Dealer) -> Decision:
    event = entry.event
    assert isinstance(event, ClockPaused)
    return pause(state, event.seat, event.until, event.reason, entry.t)


def _change_clock(book: Rulebook, state: State, entry: Entry, dealer: Dealer) -> Decision:
    event = entry.event
    assert isinstance(event, ClockChanged)
    return change_clock(state, Clock.parse(event.clock), event.reason, entry.t)


def move_of(state: State, event: Event, actor: str) -> tuple[int, Move]:
    """The seat and its move whose request, made in `state` by `actor`, begins with this event.

    Raises KeyError for an event with which no request of a seat begins.
    """
    return _MOVES[type(event)](event, state, actor)


def _move(book: Rulebook, state: State, entry: Entry, dealer: Dealer) -> Decision:
    seat, move = move_of(state, entry.event, entry.actor)
    return book.decide(state, seat, move, dealer, entry.t)


def _draw_or_pass(event: TurnPassed, state: State, actor: str) -> tuple[int, Move]:
    """A turn passed is a pass with a drawn card in the hand, and else a draw for which there was no card."""
    return event.seat, Pass() if state.phase == "drawn" else Draw()


def _resigned(book: Rulebook, state: State, entry: Entry, dealer: Dealer) -> Decision:
    event = entry.event
    assert isinstance(event, SeatResigned)
    if event.reason == "ruling":
        return book.rule_out(state, event.seat, dealer, entry.t)
    return _move(book, state, entry, dealer)


def _nothing_begins_so(book: Rulebook, state: State, entry: Entry, dealer: Dealer) -> Decision:
    raise Refused("wrong_phase", f"no request begins with {kind_of(entry.event)}")


_MOVES: dict[type[Event], Callable[[Any, State, str], tuple[int, Move]]] = {
    ColorChosen: lambda event, state, actor: (event.seat, ChooseColor(event.color)),
    TargetChosen: lambda event, state, actor: (event.seat, ChooseTarget(event.target)),
    CardPlayed: lambda event, state, actor: (event.seat, Play(event.card, event.color, event.uno)),
    CardsDrawn: lambda event, state, actor: (event.seat, Draw()),
    TurnPassed: _draw_or_pass,
    # Only a draw can find the pile empty before anything else has happened.
    PileShuffled: lambda event, state, actor: (int(actor.removeprefix("seat:")), Draw()),
    DrawFourAccepted: lambda event, state, actor: (event.seat, Accept()),
    DrawFourChallenged: lambda event, state, actor: (event.seat, Challenge()),
    UnoCalled: lambda event, state, actor: (event.seat, CallUno()),
    UnoCaught: lambda event, state, actor: (event.by, CatchUno(event.seat)),
    SeatResigned: lambda event, state, actor: (event.seat, Resign()),
}
_Command = Callable[[Rulebook, State, Any, Dealer], Decision]
_COMMANDS: dict[type[Event], _Command] = {
    **dict.fromkeys(_MOVES, _move),
    GameCreated: _create,
    SeatTaken: _sit,
    SeatLeft: lambda book, state, e, dealer: leave(state, e.event.seat, e.t),
    SeatTakenOver: lambda book, state, e, dealer: take_over(state, e.event.seat, e.event.bot, e.t),
    GameStarted: lambda book, state, e, dealer: book.start(state, dealer, e.t),
    GameCancelled: lambda book, state, e, dealer: cancel(state, e.event.reason, e.t),
    HandStarted: _nothing_begins_so,
    CardTurned: _nothing_begins_so,
    DecisionTimedOut: lambda book, state, e, dealer: book.time_out(state, e.event.seat, dealer, e.t),
    ClockPaused: _pause,
    ClockResumed: lambda book, state, e, dealer: resume(state, e.event.seat, e.t),
    ClockChanged: _change_clock,
    SeatResigned: _resigned,
    HandEnded: lambda book, state, e, dealer: book.void(state, dealer, e.t),
    MatchEnded: lambda book, state, e, dealer: book.void(state, dealer, e.t),
}
