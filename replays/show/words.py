"""Names that people and bots go by, wherever a game is shown: the same in every language, and harmless in each."""

import re
import unicodedata

LONGEST_NAME = 64
"""Characters of a name that are shown; what people may call themselves is shorter."""

ISOLATES = "\u2068\u2069"
"""Put around a name, these keep a right-to-left one from turning the text beside it."""

_STEERING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


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
