"""Tokens into a sheet: the grammar of NOTATION.md, one function for each of its lines, nothing guessed.

Here nothing is known of the rules but which cards and options there are; whether the moves are possible is for `play`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from app.rules.cards import COLORS, DECK, is_card
from app.rules.clock import Clock
from app.rules.events import MATCH_REASONS
from app.rules.lifecycle import RULES, SEATS
from app.rules.options import InvalidOption, Options
from app.rules.rulebook import RULEBOOKS
from app.rules.scoring import LAST_HAND
from replays.notation.sheet import (
    ACCEPTS,
    CALLS,
    CANCELLED,
    CATCHES,
    CHALLENGES,
    DRAWS,
    HITS,
    KEPT,
    LETTERS,
    NAMES,
    NOTHING,
    OPEN,
    PASSES,
    PAUSES,
    PLAYS,
    REMOVED,
    RESIGNS,
    RESUMES,
    RUNNING,
    TAKEN_OVER,
    TIMES_OUT,
    VERSION,
    VOID,
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
    draws_that_go_on,
    usual_sittings,
)
from replays.notation.tokens import Token, Tokens
from replays.notation.values import parse_date, parse_duration, unquoted

MAX_MOVES = 50_000
MAX_MOVES_A_HAND = 5_000
"""Requests of a match, and of one hand of it: what a text may cost to play again."""

_HEADERS = ("Game", "Rules", "Date", "Seated", "Options", "Clock", "Result")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_LAP = re.compile(r"([1-9][0-9]{0,8})\.")


def parse(text: str) -> Sheet:
    """What a text says. Raises BadNotation."""
    return _Parser(text).sheet()


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = Tokens(text)
        self._seats: tuple[Seat | None, ...] = ()
        self._moves = 0

    # Words

    def _bad(self, what: str, token: Token | None = None) -> NoReturn:
        raise self._tokens.expected(what, token)

    def _is(self, *texts: str) -> bool:
        return self._tokens.next.text in texts

    def _take_if(self, text: str) -> bool:
        """Whether the next token is this one; then it is taken."""
        if self._tokens.next.text != text:
            return False
        self._tokens.take()
        return True

    def _take(self, *texts: str) -> None:
        for text in texts:
            if not self._take_if(text):
                self._bad(repr(text))

    def _word(self, what: str, wanted: Callable[[str], object]) -> str:
        token = self._tokens.next
        if token.kind != "word" or not wanted(token.text):
            self._bad(what)
        return self._tokens.take().text

    def _number(self, what: str = "a number") -> int:
        return int(self._word(what, _NUMBER.fullmatch))

    def _seat(self, what: str = "a seat") -> int:
        seats = LETTERS[: len(self._seats)]
        if not seats:
            self._bad("the lines of the seats before anything that names one")
        return LETTERS.index(self._word(f"{what} (A to {seats[-1]})", lambda text: len(text) == 1 and text in seats))

    def _card(self, what: str = "a card") -> str:
        return self._word(what, is_card)

    def _color(self) -> str:
        return self._word("a colour (r, y, g or b)", lambda text: len(text) == 1 and text in COLORS)

    def _duration(self) -> int:
        ms = parse_duration(self._tokens.next.text)
        if ms is None:
            self._bad("a time as 1d12h, 5m or 2.5s")
        self._tokens.take()
        return ms

    def _text(self, what: str) -> str:
        token = self._tokens.next
        if token.kind != "text":
            self._bad(f"{what} in quotation marks")
        text = unquoted(token.text)
        if text is None:
            self._bad(f"{what} of 100 characters at most, with no escapes but those of the page")
        self._tokens.take()
        return text

    def _after(self) -> int | None:
        return self._duration() if self._take_if("+") else None

    # The header

    def sheet(self) -> Sheet:
        self._take("Kartfold", "notation", str(VERSION))
        header = self._header()
        hands: list[Hand] = []
        while self._is("Hand"):
            hands.append(self._hand(len(hands) + 1))
            if hands[-1].over is None:
                break
        at = self._tokens.next.at
        end = self._end(hands)
        if self._tokens.next.kind != "end":
            self._bad("the end of the text")
        return Sheet(header, hands, end, at)

    def _header(self) -> Header:
        at = self._tokens.next.at
        found: dict[str, Any] = {}
        places: dict[str, int] = {}
        while self._tokens.next.text in (*_HEADERS, *LETTERS):
            token = self._tokens.take()
            if token.text in found:
                raise self._tokens.bad(token.at, f"{token.text} is given twice")
            self._take(":")
            places[token.text] = self._tokens.next.at
            found[token.text] = self._header_value(token)
        if len(self._seats) < SEATS[0]:
            self._bad("a line for each seat, two or more, as A: player")
        return self._header_of(found, places, at)

    def _header_of(self, found: dict[str, Any], places: dict[str, int], at: int) -> Header:
        sittings = found.get("Seated", usual_sittings(self._seats))
        if _seated(sittings) != {seat for seat, one in enumerate(self._seats) if one is not None}:
            at_fault = places.get("Seated", at)
            raise self._tokens.bad(at_fault, "those who sit in the end are not those of the lines of the seats")
        return Header(
            game=found.get("Game"),
            rules=found.get("Rules", RULES),
            began=found.get("Date"),
            seats=self._seats,
            sittings=sittings,
            options=found.get("Options", {}),
            clock=found.get("Clock", Clock()),
            result=found.get("Result"),
            at=at,
            result_at=places.get("Result", at),
        )

    def _header_value(self, key: Token) -> Any:
        if key.text in LETTERS:
            return self._header_seat(key)
        read: dict[str, Callable[[], Any]] = {
            "Game": lambda: self._word("the id of the game", bool),
            "Rules": lambda: self._word(f"known rules ({', '.join(RULEBOOKS)})", RULEBOOKS.__contains__),
            "Date": self._date,
            "Seated": self._sittings,
            "Options": self._options,
            "Clock": self._clock,
            "Result": self._result,
        }
        return read[key.text]()

    def _header_seat(self, key: Token) -> None:
        if len(self._seats) == SEATS[-1] or key.text != LETTERS[len(self._seats)]:
            self._bad(f"the seats in order, {LETTERS[len(self._seats)]} next", key)
        self._seats += (self._who(),)

    def _who(self) -> Seat | None:
        if self._take_if("empty"):
            return None
        bot = None
        if self._take_if("bot"):
            bot = self._text("the name of the bot")
        elif not self._take_if("player"):
            self._bad("player, bot or empty")
        return Seat(bot, self._text("a name") if self._tokens.next.kind == "text" else None)

    def _date(self) -> int:
        ms = parse_date(self._tokens.next.text)
        if ms is None:
            self._bad("a date as 2026-01-31T20:15:00Z")
        self._tokens.take()
        return ms

    def _sittings(self) -> tuple[Sitting, ...]:
        if self._take_if("nobody"):
            return ()
        sittings: list[Sitting] = []
        while not sittings or self._take_if(","):
            at = self._tokens.next.at
            seat = self._seat()
            left = self._take_if("left")
            self._count(at, len(sittings), MAX_MOVES_A_HAND)
            sittings.append(Sitting(seat, left, self._after(), at))
        return tuple(sittings)

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {}
        while not options or self._take_if(","):
            at = self._tokens.next.at
            name = self._word("the name of an option", bool)
            if name in options:
                raise self._tokens.bad(at, f"{name} is given twice")
            options[name] = self._option_value()
            try:
                Options.parse({name: options[name]})
            except InvalidOption as error:
                raise self._tokens.bad(at, str(error)[:200]) from None
        return options

    def _option_value(self) -> object:
        text = self._word("a number, true, false or a word", bool)
        if _NUMBER.fullmatch(text):
            return int(text)
        return {"true": True, "false": False}.get(text, text)

    def _clock(self) -> Clock:
        at = self._tokens.next.at
        kind = self._word("decision or bank", ("decision", "bank").__contains__)
        data: dict[str, Any] = {"kind": kind, "ms": self._duration()}
        if kind == "bank":
            self._take(",", "increment")
            data["increment_ms"] = self._duration()
            self._take(",", "max")
            data["max_ms"] = self._duration()
        try:
            return Clock.parse(data)
        except InvalidOption as error:
            raise self._tokens.bad(at, str(error)) from None

    def _result(self) -> str:
        if self._is(RUNNING, CANCELLED, VOID):
            return self._tokens.take().text
        winners: list[int] = []
        while not winners or self._take_if(","):
            winners.append(self._seat(f"{RUNNING}, {CANCELLED}, {VOID} or the seats that came first"))
        return ", ".join(LETTERS[seat] for seat in winners)

    # The hands

    def _hand(self, number: int) -> Hand:
        at = self._tokens.take().at
        if number > LAST_HAND:
            raise self._tokens.bad(at, f"a match has {LAST_HAND} hands at most")
        self._take(str(number), ":", "dealer")
        dealer = self._seat()
        self._take(",", "start")
        turned = self._cards("a card", len(DECK))
        hand = Hand(Start(number, dealer, turned, self._after() if number == 1 else None, at))
        if self._is("Deck"):
            self._cards_of(hand)
        self._laps(hand)
        if self._take_if("Hand"):
            self._take(str(number), "over", ":")
            hand.over = self._hand_over()
        return hand

    def _cards(self, what: str, at_most: int) -> tuple[str, ...]:
        cards = [self._card(what)]
        while is_card(self._tokens.next.text):
            if len(cards) == at_most:
                self._bad(f"{at_most} cards at most")
            cards.append(self._tokens.take().text)
        return tuple(cards)

    def _cards_of(self, hand: Hand) -> None:
        at = self._tokens.take().at
        self._take(":")
        hand.deck = self._cards("the cards of the deck", len(DECK))
        if sorted(hand.deck) != sorted(DECK):
            raise self._tokens.bad(at, _no_deck(hand.deck))
        while self._is("Reshuffle"):
            at = self._tokens.take().at
            self._count(at, len(hand.reshuffles), MAX_MOVES_A_HAND)
            self._take(str(len(hand.reshuffles) + 1), ":")
            hand.reshuffles.append(Reshuffle(self._cards("the cards of the reshuffle", len(DECK)), at))

    def _laps(self, hand: Hand) -> None:
        number = 0
        while found := _LAP.fullmatch(self._tokens.next.text):
            number += 1
            if int(found[1]) != number:
                self._bad(f"{number}.")
            self._tokens.take()
            self._turn(hand)
            while self._take_if("|"):
                self._turn(hand)

    def _turn(self, hand: Hand) -> None:
        turn = [self._act(None)]
        owner = turn[0].seat
        while self._take_if(","):
            turn.append(self._act(owner))
            self._count(turn[-1].at, len(hand.acts) + len(turn), MAX_MOVES_A_HAND)
        self._moves += len(turn)
        self._count(turn[0].at, len(hand.acts) + len(turn), MAX_MOVES_A_HAND)
        self._count(turn[0].at, self._moves, MAX_MOVES)
        hand.acts += _with_draws(turn)

    def _count(self, at: int, number: int, limit: int) -> None:
        if number > limit:
            raise self._tokens.bad(at, f"too many moves, {limit:,} are allowed here")

    def _act(self, owner: int | None) -> Act:
        at = self._tokens.next.at
        if self._take_if("table"):
            act = self._pause(None)
        else:
            named = self._tokens.next.kind == "word" and len(self._tokens.next.text) == 1
            seat = self._seat() if named or owner is None else owner
            act = self._said(seat)
        return replace(act, after=self._after(), at=at)

    def _said(self, seat: int) -> Act:
        token = self._tokens.next
        if is_card(token.text):
            return self._play(seat)
        if token.kind == "arrow":
            return Act(NAMES, seat, color=self._named())
        if token.text in ("pauses", "resumes"):
            return self._pause(seat)
        read = _VERBS.get(token.text)
        if token.kind != "word" or read is None:
            self._bad("a card or what else a seat does")
        self._tokens.take()
        return read(self, seat)

    def _play(self, seat: int) -> Act:
        card = self._tokens.take().text
        color = self._named()
        uno = self._take_if("UNO")
        turned = self._card("the card turned up") if self._take_if(":") else None
        return Act(PLAYS, seat, card, color, uno, turned)

    def _named(self) -> str | None:
        if self._tokens.next.kind != "arrow":
            return None
        self._tokens.take()
        return self._color()

    def _draw(self, seat: int) -> Act:
        word = self._tokens.take().text if self._is(NOTHING, OPEN) else None
        return Act(DRAWS, seat, draw=word)

    def _challenge(self, seat: int) -> Act:
        self._take(":")
        word = self._word("lawful or unlawful", ("lawful", "unlawful").__contains__)
        return Act(CHALLENGES, seat, lawful=word == "lawful")

    def _call(self, seat: int) -> Act:
        self._take("UNO")
        return Act(CALLS, seat)

    def _is_what(self, seat: int) -> Act:
        if self._take_if("removed"):
            return Act(REMOVED, seat, color=self._named())
        if not self._is("taken"):
            self._bad("removed, or taken over by a bot")
        self._take("taken", "over", "by")
        return Act(TAKEN_OVER, seat, bot=self._text("the name of the bot"))

    def _time_out(self, seat: int) -> Act:
        self._take("out")
        color = self._named()
        leaves = self._take_if("and")
        if leaves:
            self._take("leaves")
        return Act(TIMES_OUT, seat, color=color, leaves=leaves)

    def _pause(self, seat: int | None) -> Act:
        if self._take_if("resumes"):
            return Act(RESUMES, seat)
        if not self._take_if("pauses"):
            self._bad("pauses or resumes")
        return Act(PAUSES, seat, ms=self._duration(), reason=self._text("a reason"))

    # The end

    def _hand_over(self) -> HandOver:
        at = self._tokens.next.at
        winner, points = None, 0
        if self._take_if("nobody"):
            self._take("wins")
        else:
            winner = self._seat("nobody or a seat")
            self._take("wins")
            points = self._number("its points")
        self._take(";")
        scores = self._by_seat("its score")
        return HandOver(winner, points, tuple(scores.get(seat, 0) for seat in range(len(self._seats))), at)

    def _by_seat(self, what: str) -> dict[int, int]:
        """A number for each seat that is not empty, in order."""
        found: dict[int, int] = {}
        for seat, one in enumerate(self._seats):
            if one is not None:
                if found:
                    self._take(",")
                self._take(LETTERS[seat])
                found[seat] = self._number(what)
        return found

    def _end(self, hands: Sequence[Hand]) -> MatchOver | Cancelled | None:
        at = self._tokens.next.at
        if self._take_if(RUNNING):
            return None
        if not hands and self._take_if("Cancelled"):
            self._take(":")
            return Cancelled(self._text("a reason"), self._after(), at)
        if not hands:
            self._bad("a hand, Cancelled or *" if self._seats else "a line of the header")
        if hands[-1].over is None:
            self._bad("another move behind , or |, a lap by its number, the end of the hand, or *")
        if not self._is("Match"):
            self._bad("the next hand, the end of the match, or *")
        self._take("Match", "over", ":")
        reason = self._word(f"one of {', '.join(MATCH_REASONS)}", MATCH_REASONS.__contains__)
        if reason == VOID:
            return MatchOver(reason, (None,) * len(self._seats), self._after(), at)
        self._take(";")
        places = self._by_seat("its place")
        return MatchOver(reason, tuple(places.get(seat) for seat in range(len(self._seats))), at=at)


def _seated(sittings: Sequence[Sitting]) -> set[int]:
    seated: set[int] = set()
    for sitting in sittings:
        (seated.discard if sitting.left else seated.add)(sitting.seat)
    return seated


def _with_draws(turn: Sequence[Act]) -> list[Act]:
    """A turn in which each draw says what became of the card."""
    told = draws_that_go_on(turn)
    return [
        replace(act, draw=OPEN if place in told else KEPT) if act.verb == DRAWS and act.draw is None else act
        for place, act in enumerate(turn)
    ]


def _no_deck(cards: Sequence[str]) -> str:
    wrong = next(card for card in DECK if cards.count(card) != DECK.count(card)) if len(cards) == len(DECK) else None
    if wrong is None:
        return f"a deck has {len(DECK)} cards, these are {len(cards)}"
    return f"a deck has {DECK.count(wrong)} cards {wrong}, here are {cards.count(wrong)}"


_VERBS: dict[str, Callable[[_Parser, int], Act]] = {
    "draws": _Parser._draw,
    "passes": lambda parser, seat: Act(PASSES, seat),
    "hits": lambda parser, seat: Act(HITS, seat, target=parser._seat()),
    "accepts": lambda parser, seat: Act(ACCEPTS, seat),
    "challenges": _Parser._challenge,
    "calls": _Parser._call,
    "catches": lambda parser, seat: Act(CATCHES, seat, target=parser._seat()),
    "resigns": lambda parser, seat: Act(RESIGNS, seat, color=parser._named()),
    "is": _Parser._is_what,
    "times": _Parser._time_out,
}
"""The first word of what a seat does → what reads the rest."""
