"""A sheet played again by the rules: the events that its moves give, up to the first that the rules do not allow."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from app.rules.dealer import NO_HASH, Dealer, DealerByHand, WrongReshuffle
from app.rules.events import (
    CardTurned,
    Event,
    GameCancelled,
    HandEnded,
    HandStarted,
    MatchEnded,
    recorded,
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
from replays import chain
from replays.format import MAX_INT
from replays.notation.compare import Comparison, Stop, Wrong
from replays.notation.scribe import find
from replays.notation.sheet import (
    ACCEPTS,
    BEGINNING,
    CALLS,
    CATCHES,
    CHALLENGES,
    CHANGES,
    DRAWS,
    HITS,
    NAMES,
    PASSES,
    PAUSES,
    PLAYS,
    REMOVED,
    RESIGNS,
    RESUMES,
    TAKEN_OVER,
    TICK_MS,
    TIMES_OUT,
    VOID,
    Act,
    Cancelled,
    Hand,
    MatchOver,
    Sheet,
    Sitting,
)
from replays.notation.supposed import NotedDealer, SupposedHand, for_act, for_nothing_said, for_points, for_start

LATEST = MAX_INT // 2
"""The last time, UTC ms, that a text may reach: a deadline behind it still has its place in a record."""

Command = Callable[[Dealer, int], Decision]


class Replay:
    """A match being played again. `lines` are those of its events, `wrong` what stopped it, if anything did."""

    def __init__(self, sheet: Sheet, game: str) -> None:
        self.game = game
        self.dealer = NotedDealer(sheet.hands)
        self.state = START
        self.lines: list[bytes] = []
        self.events: list[Event] = []
        self.requests = 0
        self.wrong: Wrong | None = None
        self._sheet = sheet
        self._book = rulebook(sheet.header.rules)
        self._head = chain.START
        self._t = BEGINNING if sheet.header.began is None else sheet.header.began

    def play(self) -> None:
        """Plays as far as it goes."""
        try:
            self._before_the_match()
            for hand in self._sheet.hands:
                self._hand(hand)
        except Stop as stop:
            self.wrong = stop.wrong

    @property
    def over(self) -> bool:
        """Whether the match has come to its end."""
        return any(isinstance(event, MatchEnded | GameCancelled) for event in self.events)

    # Before the match

    def _before_the_match(self) -> None:
        sheet, header = self._sheet, self._sheet.header
        options = Options.parse(header.options)
        made = self._book.create(options, len(header.seats), self.game, NO_HASH, header.clock, self._t)
        self._go_on("player:host", made, self._t)
        for number, sitting in enumerate(header.sittings):
            self._sit(sitting, f"p{number}")
        if isinstance(sheet.end, Cancelled):
            reason = sheet.end.reason
            self._request("player:host", lambda dealer, t: cancel(self.state, reason, t), sheet.end)
        elif sheet.hands:
            self._request(
                "player:host", lambda dealer, t: self._book.start(self.state, dealer, t), sheet.hands[0].start
            )

    def _sit(self, sitting: Sitting, player: str) -> None:
        seat = sitting.seat
        one = self._sheet.header.seats[seat]
        bot = None if one is None else one.bot
        actor = "player:host" if bot else f"player:{player}"
        if sitting.left:
            self._request(actor, lambda dealer, t: leave(self.state, seat, t), sitting)
        else:
            name = None if bot else player
            self._request(actor, lambda dealer, t: sit(self.state, seat, name, bot, None, t), sitting)

    # A hand

    def _hand(self, hand: Hand) -> None:
        for act in hand.acts:
            self._request(_actor(act), partial(_command, self._book, act, self.state), act, hand)
        over = hand.over
        if over is not None and (self.state.last_hand is None or self.state.last_hand.hand != hand.start.hand):
            end = self._sheet.end
            if not isinstance(end, MatchOver) or end.reason != VOID or hand is not self._sheet.hands[-1]:
                raise Stop(0, Wrong(over.at, "the hand is not over yet", "R33"))
            self._request("service", lambda dealer, t: self._book.void(self.state, dealer, t), end, hand)

    # A request

    def _request(self, actor: str, command: Command, said: Any, hand: Hand | None = None) -> None:
        """Plays what is `said` at one place of the text, in `hand`, and takes down what is sound of it."""
        t = self._time(said)
        decision = self._decided(command, t, said, hand)
        try:
            Comparison(self._sheet, self.dealer.hands, self.state).compare(decision, said, hand, t)
        except Stop as stop:
            self._put(actor, decision.events[: stop.sound], t)
            raise
        self._go_on(actor, decision, t)

    def _time(self, said: Any) -> int:
        t = self._t + (TICK_MS if said.after is None else said.after)
        if said.after is None and isinstance(said, Act) and said.verb == TIMES_OUT:
            t = max(t, self.state.deadline or 0)
        if t > LATEST:
            raise Stop(0, Wrong(said.at, "no record reaches that far into the future", None))
        return t

    def _go_on(self, actor: str, decision: Decision, t: int) -> None:
        self._put(actor, decision.events, t)
        self.requests += 1  # whole ones: of one that is left in the middle only the events are taken down
        self.state = decision.state

    def _put(self, actor: str, events: Sequence[Event], t: int) -> None:
        if not events:
            return
        made, self._head = chain.lines(self._head, self.game, actor, t, recorded(events))
        self.lines += [line.bytes for line in made]
        self.events += events
        self._t = t

    def _decided(self, command: Command, t: int, said: Any, hand: Hand | None) -> Decision:
        supposed: dict[int, SupposedHand] = {}
        if hand is not None:
            supposed[hand.start.hand] = for_act(self.state, said if isinstance(said, Act) else None)
        dealer = DealerByHand(lambda hand: self._dealer_of(hand, supposed))
        try:
            decision = command(dealer, t)
            for suppose in (self._suppose_points, self._suppose_start):  # points can decide whether a hand follows
                if suppose(decision, supposed, hand):
                    decision = command(dealer, t)
        except Refused as refused:
            raise Stop(0, Wrong(said.at, refused.detail, refused.rule)) from refused
        except WrongReshuffle as wrong:
            raise Stop(0, Wrong(said.at, _reshuffled(wrong), "R12")) from wrong
        return decision

    def _dealer_of(self, hand: int, supposed: Mapping[int, SupposedHand]) -> Dealer:
        return self.dealer if hand in self.dealer.hands else supposed.get(hand) or for_nothing_said()

    def _suppose_points(self, decision: Decision, supposed: dict[int, SupposedHand], hand: Hand | None) -> bool:
        """Where a hand ends whose cards are not given: whether others have to be supposed, worth what the text says."""
        ended = find(decision.events, HandEnded)
        if ended is None or ended.winner is None or ended.hand in self.dealer.hands or not (hand and hand.over):
            return False
        assert decision.state.last_hand is not None
        known = for_points(decision.state.last_hand, hand.over.points)
        supposed[ended.hand].known.update(known or {})
        return known is not None

    def _suppose_start(self, decision: Decision, supposed: dict[int, SupposedHand], hand: Hand | None) -> bool:
        """Where a hand begins whose cards are not given: whether it has to be dealt again, with its starting cards."""
        started = find(decision.events, HandStarted)
        if started is None or started.hand in self.dealer.hands or started.hand > len(self._sheet.hands):
            return False
        turned = find(decision.events[decision.events.index(started) :], CardTurned)
        assert turned is not None
        supposed[started.hand] = for_start(turned.slot, self._sheet.hands[started.hand - 1].start.turned)
        return True


def _reshuffled(wrong: WrongReshuffle) -> str:
    if not wrong.given:
        return f"the pile is shuffled, and Reshuffle {wrong.number} is not given"
    return f"Reshuffle {wrong.number} is of other cards than lie in the pile"


# What each act asks for


def _actor(act: Act) -> str:
    if act.verb in (TIMES_OUT, TAKEN_OVER, PAUSES, RESUMES, CHANGES):
        return "service"
    return "staff:official" if act.verb == REMOVED else f"seat:{act.seat}"


def _command(book: Rulebook, act: Act, state: State, dealer: Dealer, t: int) -> Decision:
    make = _MOVES.get(act.verb)
    if make is not None:
        assert act.seat is not None  # only the clock is the table's
        return book.decide(state, act.seat, make(act), dealer, t)
    return _BESIDE[act.verb](book, state, act, dealer, t)


_MOVES: dict[str, Callable[[Any], Move]] = {
    PLAYS: lambda act: Play(act.card, act.color, act.uno),
    DRAWS: lambda act: Draw(),
    PASSES: lambda act: Pass(),
    NAMES: lambda act: ChooseColor(act.color),
    HITS: lambda act: ChooseTarget(act.target),
    ACCEPTS: lambda act: Accept(),
    CHALLENGES: lambda act: Challenge(),
    CALLS: lambda act: CallUno(),
    CATCHES: lambda act: CatchUno(act.target),
    RESIGNS: lambda act: Resign(),
}
_BESIDE: dict[str, Callable[[Rulebook, State, Any, Dealer, int], Decision]] = {
    REMOVED: lambda book, state, act, dealer, t: book.rule_out(state, act.seat, dealer, t),
    TIMES_OUT: lambda book, state, act, dealer, t: book.time_out(state, act.seat, dealer, t),
    TAKEN_OVER: lambda book, state, act, dealer, t: take_over(state, act.seat, act.bot, t),
    PAUSES: lambda book, state, act, dealer, t: pause(state, act.seat, t + act.ms, act.reason, t),
    RESUMES: lambda book, state, act, dealer, t: resume(state, act.seat, t),
    CHANGES: lambda book, state, act, dealer, t: change_clock(state, act.clock, act.reason, t),
}
