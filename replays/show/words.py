"""What cards, colours, items and people are called in English, wherever a game is shown."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from app.rules.cards import REVERSE, SKIP, WILD_DRAW_FOUR, is_wild, item
from app.rules.state import Player

COLOR_NAMES = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
ITEM_NAMES = {
    "mushroom": "Mushroom",
    "banana_peel": "Banana Peel",
    "green_shell": "Green Shell",
    "lightning": "Lightning",
    "bob_omb": "Bob-omb",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
LONGEST_NAME = 64
"""Characters of a name that are shown; what people may call themselves is shorter."""

ISOLATES = "\u2068\u2069"
"""Put around a name, these keep a right-to-left one from turning the text beside it."""

_STEERING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def color_name(color: str) -> str:
    """`g` is "green"."""
    return COLOR_NAMES[color]


def card_name(card: str) -> str:
    """`g7` is "green 7", `rS` "red Skip", `WB` "Wild Item Box"."""
    if is_wild(card):
        return "Wild Draw Four" if card == WILD_DRAW_FOUR else "Wild Item Box"
    return f"{COLOR_NAMES[card[0]]} {symbol_name(card)}"


def symbol_name(card: str) -> str:
    """What a card that is not wild shows beside its colour: "7", "Skip", "Reverse" or "Draw Two"."""
    symbol = card[1]
    return symbol if symbol.isdigit() else {SKIP: "Skip", REVERSE: "Reverse"}.get(symbol, "Draw Two")


def item_name(card: str) -> str:
    """The item that a card shows: "Lightning" for `b3`."""
    return ITEM_NAMES[item(card)]


def number_word(number: int) -> str:
    """Small numbers in letters: "two", and "17"."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def listing(words: Sequence[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def when(ms: int, form: str) -> str:
    """A time of a record, UTC in milliseconds, in a form of strftime. A record may hold times that no calendar has."""
    try:
        return f"{datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms):{form}}"
    except OverflowError:
        return "the end of time"


def seat_names(players: Sequence[Player | None], names: Sequence[str | None]) -> tuple[str, ...]:
    """What to call whoever sits at each seat: the name given for it, a bot by its kind, else "Seat 3".

    Names come from people, so they are cleaned; two that are the same get the seat's number behind them. A seat that
    is empty has no name.
    """
    plain = [
        (player and (tidy(name) or (player.bot and bot_name(player.bot)))) or f"Seat {seat}"
        for seat, (player, name) in enumerate(zip(players, names, strict=True))
    ]
    times = Counter(plain)
    return tuple(f"{name} (seat {seat})" if times[name] > 1 else name for seat, name in enumerate(plain))


def tidy(name: str | None) -> str:
    """A name on one line, without the invisible characters that turn the text around it, and not too long."""
    visible = [
        " " if unicodedata.category(character) in ("Cc", "Zl", "Zp") else character
        for character in _STEERING.sub("", name or "")
        if unicodedata.category(character) != "Cs"
    ]
    return " ".join("".join(visible).split())[:LONGEST_NAME].strip()


def isolated(name: str) -> str:
    """A name in a sentence that runs in its own direction, and does not turn the sentence around it."""
    return f"{ISOLATES[0]}{name}{ISOLATES[1]}"


def bot_name(bot: str) -> str:
    """What a bot goes by: its kind, `racer` is "Racer"."""
    return tidy(bot).capitalize()
