"""What a record shows, in words: each fact is something that the corpus can be asked to have."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any, NamedTuple

from app.rules.cards import REVERSE, WILD_DRAW_FOUR, WILD_ITEM_BOX, is_wild, item
from app.rules.clock import COMES_AGAIN
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
from app.rules.state import LATE, START, State
from replays.format import quick
from replays.recording import Moment, Recording

DUE = {"draw_two": 2, "draw_four": 4, "banana_peel": 2, "bob_omb": 2, "uno": 2}
"""How many cards are due for a reason; after a challenge four or six, for all others one."""

SYMBOLS = {"S": "Skip", "R": "Reverse", "D": "Draw Two", "4": "Wild Draw Four", "B": "Wild Item Box"}


class Request(NamedTuple):
    """A request of a record: the state before it, and its moments, the last with the state behind it."""

    before: State
    moments: Sequence[Moment]

    @property
    def events(self) -> list[Event]:
        """Its events."""
        return [moment.event for moment in self.moments]

    @property
    def after(self) -> State:
        """The state behind it."""
        return self.moments[-1].state

    def has(self, kind: type[Event]) -> bool:
        """Whether it has an event of a kind."""
        return any(isinstance(event, kind) for event in self.events)


def facts(lines: Sequence[bytes]) -> set[str]:
    """Everything that a record shows."""
    told = quick(lines)
    found = {f"{said['kind']} in version {said['v']}" for said in told}
    if told[0]["data"]["deal"] != told[0]["game"]:
        found.add("a deal shared with other games")
    requests = list(_requests(lines))
    for request in requests:
        for look in (_beginning, _play, _cards, _leaving, _time, _ending):
            found.update(look(request))
    found.update(_whole(requests))
    return found


def _requests(lines: Sequence[bytes]) -> Iterator[Request]:
    before = START
    for _, moments in groupby(Recording(lines).moments(), key=lambda moment: moment.request):
        request = Request(before, list(moments))
        before = request.after
        yield request


# ---------------------------------------------------------------- the whole match


def _whole(requests: Sequence[Request]) -> Iterator[str]:
    end = requests[-1].after
    ending = "cancelled" if end.places is None else str(end.reason)
    yield f"{end.seats} seats"
    yield f"{end.seats} seats: {ending}"
    yield f"{end.clock.kind} clock: {ending}"
    chosen = [f"{name} {value}" for name, value in _options(end).items()]
    yield from chosen
    yield from (f"{one}, {other}" for one, other in combinations(chosen, 2))
    yield from (f"{ending}: {one}" for one in chosen)
    yield from _company(requests)


def _options(state: State) -> dict[str, object]:
    """The options; of numbers those that are told apart."""
    options: dict[str, Any] = state.options.data()
    options["hands"] = options["hands"] if options["hands"] < 3 else "3 or more"
    options["target_score"] = "null" if options["target_score"] is None else "a number"
    options["missed_decisions"] = options["missed_decisions"] if options["missed_decisions"] < 3 else "3 or more"
    return options


def _company(requests: Sequence[Request]) -> Iterator[str]:
    """Who sat at the table, and what they put in."""
    started = next((request.before for request in requests if request.has(GameStarted)), None)
    if started is None:
        return
    started = next(request.after for request in requests if request.has(GameStarted))
    sitting = [player for player in started.players if player is not None]
    put_in = sum(player.entropy is not None for player in sitting)
    yield f"entropy of {'none' if not put_in else 'all' if put_in == len(sitting) else 'some'}"
    if len(sitting) < started.seats:
        yield "seats left empty"
        yield f"{len(sitting)} of {started.seats} seats taken"
    bots = {player.bot for player in sitting}
    if len(bots) == 1 and None not in bots:
        yield f"a table of {bots.pop()} bots"
    yield from _whose_moves(requests)


def _whose_moves(requests: Sequence[Request]) -> Iterator[str]:
    for request in requests:
        actor = request.moments[0].actor
        yield f"a request of {actor if actor.startswith('seat') else actor.partition(':')[0]}"
        if actor.startswith("seat:"):
            player = request.before.players[int(actor[5:])]
            if player is not None and player.bot is not None:
                yield (
                    f"a move of a {player.bot} bot" if player.player is None else f"a move of a {player.bot} substitute"
                )


# ---------------------------------------------------------------- by request


def _beginning(request: Request) -> Iterator[str]:
    first = request.events[0]
    if isinstance(first, GameCreated):
        if request.has(SeatTaken):
            yield "a seat taken as the table is made"
    elif isinstance(first, SeatTaken):
        if request.has(GameStarted):
            yield "a seat taken as the match starts"
    elif isinstance(first, SeatLeft):
        player = request.before.players[first.seat]
        yield f"a {'person' if player and player.bot is None else 'bot'} gets up before the start"
    elif isinstance(first, GameCancelled):
        yield f"cancelled with {'nobody' if not any(request.before.players) else 'people'} at the table"


def _play(request: Request) -> Iterator[str]:
    before = request.before
    for event in request.events:
        if isinstance(event, CardPlayed):
            yield from _card_played(request, event)
        elif isinstance(event, DrawFourChallenged):
            yield f"a challenge of {'a lawful' if event.lawful else 'an unlawful'} Wild Draw Four"
            if not before.active[event.against]:
                yield "a challenge of somebody who has resigned"
        elif isinstance(event, DrawFourAccepted):
            first = request.events[0]
            how = {DecisionTimedOut: "by time-out", SeatResigned: "by resigning"}.get(type(first), "")
            yield f"a Wild Draw Four accepted {how}".rstrip()
        elif isinstance(event, TargetChosen):
            yield f"a Green Shell aimed {'among several' if sum(before.active) > 2 else 'at the only other'}"
        elif isinstance(event, ColorChosen):
            yield f"a colour chosen {'at the opening' if before.opening else 'after a Bob-omb'}"
        elif isinstance(event, UnoCalled):
            late = before.uno[event.seat] == LATE
            yield f"UNO called {'too late to be caught' if late else 'after the play'}"
        elif isinstance(event, UnoCaught):
            yield "UNO caught"
            if before.turn == event.seat:
                yield "UNO caught in an extra turn"
        elif isinstance(event, TurnPassed) and isinstance(request.events[0], TurnPassed):
            yield "a drawn card kept" if before.phase == "drawn" else "a turn with nothing to draw"


def _card_played(request: Request, event: CardPlayed) -> Iterator[str]:
    before, seat = request.before, event.seat
    if event.uno:
        yield "UNO said with the play"
    if before.phase == "drawn":
        yield "a drawn card played"
    if event.card[1] == REVERSE:
        two = sum(before.active) == 2
        yield (
            f"a Reverse between two, {before.options.two_player_reverse}" if two else "a Reverse between more than two"
        )
    if event.card == WILD_DRAW_FOUR and request.after.phase != "challenge":
        yield f"a Wild Draw Four that cannot be challenged, {before.options.illegal_wild_draw_four}"
    if before.counts[seat] == 1:
        yield from _last_card(request, event)


def _last_card(request: Request, event: CardPlayed) -> Iterator[str]:
    effects = "with its effects" if request.before.options.last_card_effects else "without effects"
    name = SYMBOLS.get(event.card[1] if event.card != WILD_DRAW_FOUR else "4", "number")
    yield f"{name} as the last card, {effects}"
    turned = [other for other in request.events if isinstance(other, CardTurned)]
    if event.card == WILD_ITEM_BOX and turned and effects == "with its effects":
        yield f"{item(turned[0].card)} of the last card"
        if not request.has(HandEnded) and request.after.phase == "color":
            yield "a Bob-omb keeps the hand going"


def _cards(request: Request) -> Iterator[str]:
    """Cards drawn, turned and shuffled."""
    before, events, opening = request.before, request.events, False
    for at, event in enumerate(events):
        if isinstance(event, HandStarted):
            opening = True
        elif isinstance(event, CardTurned):
            yield from _turned(event, opening)
        elif isinstance(event, CardsDrawn):
            yield f"cards drawn for {event.reason}"
            if len(event.slots) < _due(events, event):
                yield "fewer cards drawn than due"
        elif isinstance(event, PileShuffled):
            then = next((other for other in events[at + 1 :] if isinstance(other, CardsDrawn | CardTurned)), None)
            reason = then.reason if isinstance(then, CardsDrawn) else "the card to turn up"
            yield f"a reshuffle for {reason}"
            pile = request.moments[at - 1].state if at else before
            if pile.next < pile.end and isinstance(then, CardsDrawn):
                yield f"a reshuffle in the middle of {reason}"
            if event.pile > 1:
                yield "a second reshuffle in a hand"


def _due(events: Sequence[Event], event: CardsDrawn) -> int:
    if event.reason == "challenge":
        lawful = any(isinstance(other, DrawFourChallenged) and other.lawful for other in events)
        return 6 if lawful else 4
    return DUE.get(event.reason, 1)


def _turned(event: CardTurned, opening: bool) -> Iterator[str]:
    if not opening:
        yield f"{item(event.card)} of a Wild Item Box"
        if event.card == WILD_DRAW_FOUR or event.card == WILD_ITEM_BOX:
            yield f"{event.card} turned up"
        return
    name = "W4" if event.card == WILD_DRAW_FOUR else event.card[1]
    if event.card == WILD_ITEM_BOX:
        yield "a hand that starts with a Wild Item Box"
    elif is_wild(event.card) or not event.card[1].isdigit():
        yield f"{SYMBOLS['4' if name == 'W4' else name]} passed over at the start"


def _leaving(request: Request) -> Iterator[str]:
    before, first = request.before, request.events[0]
    for event in request.events:
        if not isinstance(event, SeatResigned):
            continue
        how = {"resigned": "resigns", "timeout": "resigns by time-out", "ruling": "is ruled out"}[event.reason]
        whose = "whose decision it is" if before.turn == event.seat else "out of turn"
        yield f"one {whose} {how} in {before.phase}"
        if before.draw_four is not None and before.draw_four.by == event.seat:
            yield "one resigns whose Wild Draw Four waits"
        if before.opening:
            yield "one resigns at the opening"
        if sum(before.active) == 2:
            yield f"the last but one {how}"
        if isinstance(first, DecisionTimedOut) and request.has(HandEnded) and request.has(HandStarted):
            yield "one resigns by time-out as a hand ends"


def _time(request: Request) -> Iterator[str]:
    before, after, event = request.before, request.after, request.events[0]
    kind = before.clock.kind
    if isinstance(event, DecisionTimedOut):
        yield f"time runs out in {event.phase}, {kind} clock"
    elif isinstance(event, ClockPaused | ClockResumed):
        what = "paused" if isinstance(event, ClockPaused) else "resumed"
        yield f"{'the table' if event.seat is None else 'a seat'} {what}, {kind} clock"
        if before.deadline is not None and after.deadline is not None and before.deadline != after.deadline:
            yield f"a deadline moved by {'a pause' if what == 'paused' else 'the end of one'}"
    elif isinstance(event, ClockChanged):
        yield f"a {kind} clock changed to {after.clock.kind}"
        if before.deadline is not None and after.deadline is not None:
            yield "another clock while a decision is due"
        if max(before.paused) > request.moments[0].t:
            yield "another clock in a pause"
    elif isinstance(event, SeatTakenOver):
        player = before.players[event.seat]
        yield f"a {event.bot} bot takes over for a {'person' if player and player.bot is None else 'bot'}"
    if isinstance(event, ClockPaused) and event.reason in COMES_AGAIN and any(before.missed):
        yield f"a row of missed decisions left as it is by {event.reason}"
    for seat, missed in enumerate(before.missed):
        if missed and seat < len(after.missed) and not after.missed[seat]:
            yield f"a row of missed decisions broken by {_breaker(event)}"
    if (
        kind == "bank"
        and any(bank == before.clock.max_ms for bank in after.bank)
        and before.clock.max_ms > before.clock.ms
    ):
        yield "a bank at its maximum"


def _breaker(event: Event) -> str:
    names: Mapping[type[Event], str] = {ClockPaused: "a pause", SeatTakenOver: "a bot"}
    return names.get(type(event), "a move")


def _ending(request: Request) -> Iterator[str]:
    before, actor = request.before, request.moments[0].actor.partition(":")[0]
    for moment in request.moments:
        event, state = moment.event, moment.state
        if isinstance(event, MatchEnded):
            yield from _match_ended(request, event, state)
            if event.reason == "void":
                yield f"void by {actor}"
                yield f"void in {before.phase}"
        elif isinstance(event, HandEnded):
            void = any(isinstance(other, MatchEnded) and other.reason == "void" for other in request.events)
            if event.winner is None and sum(state.active) > 1 and not void:
                yield f"a blocked hand of {sum(state.active)}"
            if event.hand > 1:
                yield "a second hand"
            if event.winner is not None and state.resigned:
                yield "a hand won after somebody resigned in it"


def _match_ended(request: Request, event: MatchEnded, state: State) -> Iterator[str]:
    taken = [place for place in event.places if place is not None]
    if taken.count(1) > 1:
        yield "the first place shared"
    if state.resigned and event.reason != "last_player":
        yield "places behind those who stayed"
    if None in event.places and taken:
        yield "no place for an empty seat"
    if state.options.target_score is None and state.hand > state.options.hands:
        yield "played on while the first place is tied"
    if state.options.target_score is not None and state.hand > 1 and state.options.ties == "play_on":
        yield "a target reached in a match that plays on"
