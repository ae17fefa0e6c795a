"""Text into tokens, one at a time; and what is said of a text that is no notation: line, column, what was expected."""

import re
from typing import NamedTuple

from replays.notation.values import QUOTES

MAX_TEXT = 2 * 1024 * 1024
"""Characters of a notation; a match of 255 hands with their decks has about a quarter of that."""

_TOKEN = re.compile(
    rf"""
      (?P<space>[\s\ufeff\u200b]+)
    | (?P<comment>\{{[^}}]*\}})
    | (?P<text>[{QUOTES}](?:[^{QUOTES}\\\n]++|\\.)*+[{QUOTES}])
    | (?P<arrow>→|->)
    | (?P<mark>[,|;:+*])
    | (?P<word>[A-Za-z](?:[A-Za-z0-9_./]++|-(?!>))*+|[0-9](?:[A-Za-z0-9_./]++|-(?!>)|:(?=[0-9]))*+)
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """A piece of the text: its kind (`text`, `arrow`, `mark`, `word`, or `end`), what stands there, and where."""

    kind: str
    text: str
    at: int


class BadNotation(ValueError):
    """A text is no notation: `line` and `column`, from 1, of what is wrong, and `message`, what was expected there."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column
        self.message = message


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1, of a character in a text."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


class Tokens:
    """The tokens of a text, with one to look at before it is taken. Raises BadNotation."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        if len(text) > MAX_TEXT:
            raise BadNotation(1, 1, f"a notation of {len(text):,} characters is too long, {MAX_TEXT:,} are allowed")
        self.next = self._read()

    def take(self) -> Token:
        """The next token, and goes on."""
        token = self.next
        self.next = self._read()
        return token

    def bad(self, at: int, message: str) -> BadNotation:
        """What is wrong at a place of the text."""
        return BadNotation(*place(self._text, at), message)

    def expected(self, what: str, token: Token | None = None) -> BadNotation:
        """Something else stands where `what` has to stand."""
        token = token or self.next
        found = "the text ends" if token.kind == "end" else f"found {_clip(token.text)}"
        return self.bad(token.at, f"expected {what}, {found}")

    def _read(self) -> Token:
        while self._at < len(self._text):
            at = self._at
            found = _TOKEN.match(self._text, at)
            if found is None:
                raise self._unknown(at)
            self._at = found.end()
            kind = found.lastgroup
            if kind not in ("space", "comment", None):
                return Token(kind, found[0], at)
        return Token("end", "", len(self._text))

    def _unknown(self, at: int) -> BadNotation:
        char = self._text[at]
        if char == "{":
            return self.bad(at, "this comment does not end: expected } behind it")
        if char in QUOTES:
            return self.bad(at, 'expected another " in this line, behind the text that begins here')
        return self.bad(at, f"no place for {char!a} here")


def _clip(text: str) -> str:
    return ascii(text[:30]) + ("..." if len(text) > 30 else "")
