"""Given a table, when a seat moves, then this is told: what the tests of the rules are written in.

Moves and events are lines of text, so that a test reads as play does at a table:

    table = given("rD b1 b2 | g5 | y2 y3", top="r5", draw="g1 g2")
    table.when(0, "play rD").then("0 plays rD", "1 draws g1 g2 (draw_two)")

Every move that is accepted is held to what must be true of all: folding its events onto the state before gives the
state after, and events and states survive being written down.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.rules import events as kinds
from app.rules.cards import DECK
from app.rules.clock import Clock
from app.rules.dealer import Dealer, GivenDealer
from app.rules.decide import decide, time_out
from app.rules.evolve import evolve
from app.rules.legal import catchable, hand, legal_moves
from app.rules.lifecycle import create, sit, start
from app.rules.moves import move_data, parse_move
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import NO_CLOCK, State
from app.rules.versions import VERSIONS, parse_event
from replays.position import placed

HASH = "0" * 64
NO_DEALER = GivenDealer(())
"""For requests that ask for no card."""

NO_OPTIONS: Mapping[str, Any] = {}
DECISION, BANK = Clock("decision", 100), Clock("bank", 100, 10, 120)
"""Clocks for tests: 100 ms a decision; a bank of 100 ms, 10 more for each decision, never above 120."""


def cards(text: str) -> list[str]:
    """`"r5 W4"` as a list of codes."""
    return text.split()


def given(
    hands: str,
    top: str,
    *,
    draw: str = "",
    discard: str = "",
    reshuffles: Sequence[str] = (),
    options: Mapping[str, Any] = NO_OPTIONS,
    clock: Clock = NO_CLOCK,
    **position: Any,
) -> "Table":
    """A table in the middle of a hand: hands by seat, parted by `|`; piles top first; the rest as in a scenario."""
    position |= {
        "hands": [cards(held) for held in hands.split("|")],
        "top": top,
        "draw": cards(draw),
        "discard": cards(discard),
    }
    dealer, state = placed(position, Options.parse(options), [cards(order) for order in reshuffles])
    bank = (clock.ms,) * state.seats if clock.kind == "bank" else ()
    return Table(state.replace(clock=clock, bank=bank, deadline=clock.ms or None), dealer)


def deck_of(hands: Sequence[str] = (), then: str = "", dealt_to: int = 0) -> list[str]:
    """A whole deck that deals `hands`, in the order in which the deal goes round, to `dealt_to` players in all; the
    draw pile starts with `then`. What is left open is filled up with what is left over, numbers first."""
    wanted = [cards(held) for held in hands]
    left = Counter(DECK) - Counter([card for held in wanted for card in held] + cards(then))
    filler = iter(sorted(left.elements(), key=lambda card: (not card[1].isdigit() or card[0] == "W", DECK.index(card))))
    players = dealt_to or len(wanted)
    full = [[*held, *(next(filler) for _ in range(7 - len(held)))] for held in wanted]
    full += [[next(filler) for _ in range(7)] for _ in range(players - len(wanted))]
    return [card for dealt in zip(*full, strict=True) for card in dealt] + cards(then) + list(filler)


def seated(
    seats: int, *, empty: Iterable[int] = (), options: Mapping[str, Any] = NO_OPTIONS, clock: Clock = NO_CLOCK
) -> State:
    """A table at which everybody sits who will, before the start."""
    state = create(Options.parse(options), seats, "deal", HASH, clock, 0).state
    for seat in range(seats):
        if seat not in set(empty):
            state = sit(state, seat, f"player {seat}", None, None, 0).state
    return state


def dealt(
    deck: Sequence[str],
    seats: int,
    *,
    empty: Iterable[int] = (),
    options: Mapping[str, Any] = NO_OPTIONS,
    clock: Clock = NO_CLOCK,
    decks: Mapping[int, Sequence[str]] | None = None,
) -> "Table":
    """A table whose first hand was just dealt from `deck`; `decks` are those of later hands by number."""
    dealer = GivenDealer(deck, decks=decks)
    state = seated(seats, empty=empty, options=options, clock=clock)
    decision = start(state, dealer, 0)
    return Table(decision.state, dealer)._took(state, decision, None, 0)


class Table:
    """A table being played at; `state`, and `events` of the last request."""

    def __init__(self, state: State, dealer: Dealer, t: int = 0) -> None:
        self.state = state
        self.dealer = dealer
        self.t = t
        self.events: tuple[kinds.Event, ...] = ()
        self.told: list[str] = []

    # When

    def when(self, seat: int, *moves: str, at: int | None = None) -> "Table":
        """`seat` makes moves that are accepted: `play W4 y uno`, `draw`, `catch_uno 2` …; `at` is the time in ms."""
        for move in moves:
            t = self.t if at is None else at
            decision = decide(self.state, seat, parse_move(body(move)), self.dealer, t)
            self._took(self.state, decision, seat, t)
        return self

    def when_time_runs_out(self, seat: int, at: int | None = None) -> "Table":
        """The service decides for `seat`, at its deadline or later."""
        t = at if at is not None else (self.state.deadline or 0)
        return self._took(self.state, time_out(self.state, seat, self.dealer, t), None, t)

    def when_asked(self, decision: Decision, t: int) -> "Table":
        """A request beside the moves, of `lifecycle`."""
        return self._took(self.state, decision, None, t)

    def _took(self, before: State, decision: Decision, seat: int | None, t: int) -> "Table":
        assert evolve(before, decision.events, seat, t) == decision.state
        self.told = []
        for count, event in enumerate(decision.events, 1):
            then = evolve(before, decision.events[:count])
            self.told.append(tell(event, self.dealer.cards(then.hand, then.piles)))
            written = json.loads(json.dumps(kinds.event_data(event)))
            kind = kinds.kind_of(event)
            assert parse_event(kind, VERSIONS[kind], written) == event
        assert State.restore(json.loads(json.dumps(decision.state.data()))) == decision.state
        self.state, self.events, self.t = decision.state, decision.events, t
        return self

    # Then

    def then(self, *lines: str) -> "Table":
        """Exactly these events were made, in this order."""
        assert self.told == list(lines)
        return self

    def then_first(self, *lines: str) -> "Table":
        """The events begin so; how the next hand is dealt is left open."""
        assert self.told[: len(lines)] == list(lines)
        return self

    def stands(self, **facts: Any) -> "Table":
        """Facts of the state: any field, or `draw_count`, `discard_count`, `catchable`, `hands` ({seat: "r5 W4"})."""
        assert {name: self._fact(name) for name in facts if name != "hands"} == {
            name: value for name, value in facts.items() if name != "hands"
        }
        for seat, held in facts.get("hands", {}).items():
            assert (seat, sorted(self.hand(seat))) == (seat, sorted(cards(held)))
        return self

    def refuses(self, seat: int, move: str, code: str, rule: str | None = "any") -> "Table":
        """The move is refused with a code (and the rule broken), and nothing has changed."""
        before = self.state.data()
        refused = refusal(self.state, seat, body(move), self.dealer, self.t)
        assert refused is not None, f"{move} was accepted"
        assert refused.code == code
        assert rule in ("any", refused.rule)
        assert self.state.data() == before
        return self

    def offers(self, seat: int, *moves: str) -> "Table":
        """Exactly these moves are open to `seat`, in this order; `resign` is left out at the end."""
        assert self.moves(seat) == [*moves, "resign"]
        return self

    def moves(self, seat: int) -> list[str]:
        """The legal moves of `seat`, as lines."""
        return [line(move_data(move)) for move in legal_moves(self.state, seat, self.dealer)]

    def hand(self, seat: int) -> list[str]:
        """What `seat` holds."""
        return list(hand(self.state, seat, self.dealer))

    def _fact(self, name: str) -> Any:
        if name == "draw_count":
            return self.state.end - self.state.next
        if name == "discard_count":
            return len(self.state.discard) - 1
        if name == "catchable":
            return catchable(self.state)
        return getattr(self.state, name)


def refusal(state: State, seat: int, move: dict[str, Any], dealer: Dealer, t: int = 0) -> Refused | None:
    """How a move is refused, or None if it is accepted."""
    try:
        decide(state, seat, parse_move(move), dealer, t)
    except Refused as refused:
        return refused
    return None


def body(move: str) -> dict[str, Any]:
    """`play W4 y uno` as the body of a move."""
    name, *words = move.split()
    fields: dict[str, Any] = {"type": name}
    if name == "play":
        fields["card"] = words.pop(0)
    if "uno" in words:
        fields["uno"] = True
        words.remove("uno")
    if name in ("play", "choose_color") and words:
        fields["color"] = words.pop()
    if name in ("choose_target", "catch_uno"):
        fields["target"] = int(words.pop())
    assert not words, move
    return fields


def line(move: dict[str, Any]) -> str:
    """The body of a move as `play W4 y uno`."""
    words = [move["type"], *(str(move[name]) for name in ("card", "color", "target") if name in move)]
    return " ".join(words + ["uno"] * bool(move.get("uno")))


def tell(event: kinds.Event, known: Sequence[str]) -> str:
    """An event as a line, slots as the cards that lie there."""
    match event:
        case kinds.CardPlayed(seat, card, uno, color):
            return f"{seat} plays {card}{f' as {color}' if color else ''}{', UNO' if uno else ''}"
        case kinds.CardsDrawn(seat, slots, reason):
            return f"{seat} draws {' '.join(known[slot] for slot in slots)} ({reason})"
        case kinds.CardTurned(slot, card):
            assert known[slot] == card
            return f"{card} is turned up"
        case kinds.PileShuffled(pile, _first, count, _root):
            return f"{count} shuffled into pile {pile}"
        case kinds.TurnPassed(seat):
            return f"{seat} passes"
        case kinds.ColorChosen(seat, color):
            return f"{seat} names {color}"
        case kinds.TargetChosen(seat, target):
            return f"{seat} aims at {target}"
        case kinds.DrawFourAccepted(seat):
            return f"{seat} accepts"
        case kinds.DrawFourChallenged(seat, against, lawful):
            return f"{seat} challenges {against}: {'lawful' if lawful else 'unlawful'}"
        case kinds.UnoCalled(seat):
            return f"{seat} says UNO"
        case kinds.UnoCaught(seat, by):
            return f"{seat} is caught by {by}"
        case _:
            return tell_of_match(event)


def tell_of_match(event: kinds.Event) -> str:
    """An event that is not about a single card or turn, as a line."""
    match event:
        case kinds.GameStarted():
            return "the match starts"
        case kinds.DecisionTimedOut(seat, phase, _deadline):
            return f"time runs out for {seat} ({phase})"
        case kinds.SeatResigned(seat, reason):
            return f"{seat} leaves ({reason})"
        case kinds.HandStarted(number, dealer, _cards, _root):
            return f"hand {number} is dealt by {dealer}"
        case kinds.HandEnded(number, winner, points, _scores, _seed):
            return f"hand {number} ends: {'nobody' if winner is None else winner} wins {points}"
        case kinds.MatchEnded(places, reason):
            return f"the match ends ({reason}): {' '.join('-' if place is None else str(place) for place in places)}"
        case _:
            return kinds.kind_of(event)
