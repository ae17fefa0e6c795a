"""The words of a text, read one by one: a token is what it has to be, or the text is no notation."""

import re
from collections.abc import Callable
from typing import NoReturn

from app.rules.cards import COLORS, is_card
from replays.notation.sheet import LETTERS, Seat
from replays.notation.tokens import Token, Tokens
from replays.notation.values import parse_duration, unquoted

MAX_MOVES = 50_000
MAX_MOVES_A_HAND = 5_000
"""Requests of a match, and of one hand of it: what a text may cost to play again."""

NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
"""A number as it is written."""


class Reader:
    """Reads a text token by token. `seats` are those whose lines have been read, `moves` counts all acts so far.

    What is asked for and does not stand there is BadNotation.
    """

    def __init__(self, text: str) -> None:
        self.tokens = Tokens(text)
        self.seats: tuple[Seat | None, ...] = ()
        self.moves = 0

    def bad(self, what: str, token: Token | None = None) -> NoReturn:
        """Something else stands where `what` has to stand: next, or at `token`."""
        raise self.tokens.expected(what, token)

    def stands(self, *texts: str) -> bool:
        """Whether the next token is one of these."""
        return self.tokens.next.text in texts

    def take_if(self, text: str) -> bool:
        """Whether the next token is this one; then it is taken."""
        if self.tokens.next.text != text:
            return False
        self.tokens.take()
        return True

    def take(self, *texts: str) -> None:
        """Takes these tokens, one after the other."""
        for text in texts:
            if not self.take_if(text):
                self.bad(repr(text))

    def word(self, what: str, wanted: Callable[[str], object]) -> str:
        """The next word, which is `what` if it is `wanted`."""
        token = self.tokens.next
        if token.kind != "word" or not wanted(token.text):
            self.bad(what)
        return self.tokens.take().text

    def number(self, what: str = "a number") -> int:
        """A number from 0."""
        return int(self.word(what, NUMBER.fullmatch))

    def seat(self, what: str = "a seat") -> int:
        """A seat of the table, by its letter."""
        seats = LETTERS[: len(self.seats)]
        if not seats:
            self.bad("the lines of the seats before anything that names one")
        return LETTERS.index(self.word(f"{what} (A to {seats[-1]})", lambda text: len(text) == 1 and text in seats))

    def card(self, what: str = "a card") -> str:
        """The code of a card."""
        return self.word(what, is_card)

    def color(self) -> str:
        """The letter of a colour."""
        return self.word("a colour (r, y, g or b)", lambda text: len(text) == 1 and text in COLORS)

    def duration(self) -> int:
        """A time that something took, in ms."""
        ms = parse_duration(self.tokens.next.text)
        if ms is None:
            self.bad("a time as 1d12h, 5m or 2.5s")
        self.tokens.take()
        return ms

    def text(self, what: str) -> str:
        """What stands between quotation marks."""
        token = self.tokens.next
        if token.kind != "text":
            self.bad(f"{what} in quotation marks")
        text = unquoted(token.text)
        if text is None:
            self.bad(f"{what} of 100 characters at most, with no escapes but those of the page")
        self.tokens.take()
        return text

    def after(self) -> int | None:
        """How many ms behind the request before something was done, where it is said."""
        return self.duration() if self.take_if("+") else None

    def count(self, at: int, number: int, limit: int) -> None:
        """Sees to it that what stands at a place, the `number`th of its kind, is not beyond a limit."""
        if number > limit:
            raise self.tokens.bad(at, f"too many moves, {limit:,} are allowed here")

    def by_seat(self, what: str) -> dict[int, int]:
        """A number for each seat that is not empty, in order."""
        found: dict[int, int] = {}
        for seat, one in enumerate(self.seats):
            if one is not None:
                if found:
                    self.take(",")
                self.take(LETTERS[seat])
                found[seat] = self.number(what)
        return found
