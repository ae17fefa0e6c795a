"""A game told in five languages: the sentence of an event, and what cards, colours, items and seats are called.

A language is given by its code, one of `LANGUAGES`; what is asked for in another raises KeyError.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from app.rules.cards import item
from app.rules.state import Player
from replays.recording import Moment
from replays.show.albanian import ALBANIAN
from replays.show.arabic import ARABIC
from replays.show.english import ENGLISH
from replays.show.esperanto import ESPERANTO
from replays.show.icelandic import ICELANDIC
from replays.show.language import Language
from replays.show.sentences import Said, said
from replays.show.words import bot_name, isolated, tidy

_LANGUAGES = {one.code: one for one in (ENGLISH, ALBANIAN, ICELANDIC, ESPERANTO, ARABIC)}
LANGUAGES = tuple(_LANGUAGES)
"""Their codes."""
DEFAULT = ENGLISH.code


def language_of(code: str) -> Language:
    """The language with this code."""
    return _LANGUAGES[code]


def sentence(moment: Moment, names: Sequence[str | None], language: str = DEFAULT) -> str:
    """The event as one sentence. `names` by seat are put in as they are (`called` makes them safe to be put in); for
    None stands the kind of the bot, or the number of the seat."""
    return in_language(said(moment, names), language)


def in_language(what: Said, language: str = DEFAULT) -> str:
    """The sentence of a key and its parameters."""
    return phrase(what.key, language, **what.parameters)


def phrase(key: str, language: str = DEFAULT, **parameters: Any) -> str:
    """Whatever is said under a key, filled from its parameters."""
    return _LANGUAGES[language].say(key, parameters)


def direction(language: str) -> str:
    """Which way it is written: `ltr` or `rtl`."""
    return _LANGUAGES[language].direction


def card_name(card: str, language: str = DEFAULT) -> str:
    """`g7` is "green 7", `rS` "red Skip", `WB` "Wild Item Box"."""
    return _LANGUAGES[language].words["card"][card]


def color_name(color: str, language: str = DEFAULT) -> str:
    """`g` is "green"."""
    return _LANGUAGES[language].words["color"][color]


def item_name(card: str, language: str = DEFAULT) -> str:
    """The item that a card shows: "Lightning" for `b3`."""
    return _LANGUAGES[language].words["item"][item(card)]


def number_word(number: int, language: str = DEFAULT) -> str:
    """Small numbers in letters: "two", and "17"."""
    return _LANGUAGES[language].number_word(number)


def listing(words: Sequence[str], language: str = DEFAULT) -> str:
    """ "A", "A and B", "A, B and C"."""
    return _LANGUAGES[language].listing(words)


def row(parts: Sequence[str], language: str = DEFAULT) -> str:
    """Parts one after the other, with the comma of the language between them."""
    return _LANGUAGES[language].comma.join(parts)


def when(ms: int, form: str, language: str = DEFAULT) -> str:
    """A time of a record, UTC in milliseconds, in a form of strftime; what no calendar has is "the end of time"."""
    return _LANGUAGES[language].when(ms, form)


def seat_names(
    players: Sequence[Player | None], names: Sequence[str | None], language: str = DEFAULT
) -> tuple[str, ...]:
    """What to call whoever sits at each seat: the name given for it, a bot by its kind, else "Seat 3".

    Names come from people, so they are cleaned; two that are the same get the seat's number behind them. A seat that
    is empty has no name.
    """
    plain = [
        (player and (tidy(name) or (player.bot and bot_name(player.bot)))) or phrase("seat", language, seat=seat)
        for seat, (player, name) in enumerate(zip(players, names, strict=True))
    ]
    times = Counter(plain)
    return tuple(
        phrase("seat.same_name", language, name=name, seat=seat) if times[name] > 1 else name
        for seat, name in enumerate(plain)
    )


def called(
    players: Sequence[Player | None], names: Sequence[str | None], language: str = DEFAULT
) -> tuple[str | None, ...]:
    """The names for `sentence`: as `seat_names`, isolated, and None for whoever sits there without one."""
    shown = seat_names(players, names, language)
    return tuple(
        isolated(what) if player and (player.bot or tidy(name)) else None
        for player, name, what in zip(players, names, shown, strict=True)
    )
