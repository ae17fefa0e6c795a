"""What a language has to give so that a game can be told in it: templates, the words put into them, and its plurals.

A template is filled from parameters, which are what the record says. A field that is called like a parameter gets its
word; `{card_accusative}` is the parameter `card` in a form that only this language has.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from app.rules.cards import CODES, WILDS, is_wild
from replays.show.sentences import Unnamed
from replays.show.words import bot_name, isolated

Template = str | Mapping[str, str]
"""A text, or one for each plural category that the language has, which the parameter `count` chooses."""

Words = Mapping[Any, str]
"""What the record says, a card's code or a number, as this language says it."""

UNTIL = "%Y-%m-%d %H:%M UTC"
"""The form of strftime in which a sentence has the time until which something lasts."""


@dataclass(frozen=True)
class Language:
    """One of them: its code, which plural category a number has, and what it says; `words` by field. `direction` is the
    way it is written, `ltr` or `rtl`; of the `joints` between the parts of a list the second stands before the last."""

    code: str
    plural: Callable[[int], str]
    templates: Mapping[str, Template]
    words: Mapping[str, Words]
    direction: str = "ltr"
    joints: tuple[str, str] = (", ", " and ")
    comma: str = ", "
    thousands: str = ","

    def say(self, key: str, parameters: Mapping[str, Any]) -> str:
        """What this language says under a key. Raises KeyError for one that is unknown, or without its parameters."""
        template = self.templates[key]
        if not isinstance(template, str):
            template = template[self.plural(parameters["count"])]
        return template.format_map(_Fields(self, parameters))

    def put(self, field: str, parameters: Mapping[str, Any]) -> str:
        """What stands in a field of a template."""
        parameter, _, form = field.partition("_")
        value = parameters[parameter]
        if isinstance(value, Unnamed):
            return self.unnamed(value)
        if parameter == "names":
            return self.listing([self.unnamed(one) if isinstance(one, Unnamed) else one for one in value])
        if parameter == "bot":
            return self.foreign(value)
        if parameter == "until":
            return self.when(value, UNTIL, "until.end_of_time")
        if field in self.words:
            words = self.words[field]
            return self.number(value) if isinstance(value, int) and value not in words else words[value]
        if form and form != "digits":
            raise KeyError(field)
        return str(value)

    def unnamed(self, one: Unnamed) -> str:
        """What to call whoever has no name: a bot by its kind, else the number of the seat."""
        return self.foreign(bot_name(one.bot)) if one.bot else self.say("seat", {"seat": one.seat})

    def foreign(self, text: str) -> str:
        """What is written from left to right, so that it keeps its order among words that run the other way."""
        return text if self.direction == "ltr" else isolated(text)

    def listing(self, words: Sequence[str]) -> str:
        """ "A", "A and B", "A, B and C"."""
        *others, last = words
        return f"{self.joints[0].join(others)}{self.joints[1]}{last}" if others else last

    def number(self, number: int) -> str:
        """A number in digits, by thousands."""
        return f"{number:,}".replace(",", self.thousands)

    def number_word(self, number: int) -> str:
        """Small numbers in letters: "two", and "17"."""
        return self.put("count", {"count": number})

    def when(self, ms: int, form: str, never: str = "end_of_time") -> str:
        """A time of a record, UTC in milliseconds, in a form of strftime. A record may hold times that no calendar has:
        for those stands what `never` says."""
        try:
            said = f"{datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms):{form}}"
        except OverflowError:
            return self.say(never, {})
        return self.foreign(said)


class _Fields(dict[str, str]):
    """The fields of a template, each put into words when the template has it."""

    def __init__(self, language: Language, parameters: Mapping[str, Any]) -> None:
        super().__init__()
        self._language, self._parameters = language, parameters

    def __missing__(self, field: str) -> str:
        return self._language.put(field, self._parameters)


def one_or_other(number: int) -> str:
    """The plural category where only a single one is singular."""
    return "one" if number == 1 else "other"


def cards(colors: Mapping[str, str], symbols: Mapping[str, str], wilds: tuple[str, str], form: str) -> dict[str, str]:
    """The name of every card by its code: in `form` stand {color} and {symbol}, and a digit is its own symbol. `wilds`
    are the Wild Draw Four and the Wild Item Box."""
    named = {
        code: form.format(color=colors[code[0]], symbol=symbols.get(code[1], code[1]))
        for code in CODES
        if not is_wild(code)
    }
    return named | dict(zip(WILDS, wilds, strict=True))


def plays(key: str, ways: Mapping[str, str], effects: Mapping[str, str]) -> dict[str, Template]:
    """A template for each way to play and each effect."""
    return {f"{key}{how}{effect}": said + then for how, said in ways.items() for effect, then in effects.items()}


def numbered(*words: str, first: int = 0) -> dict[int, str]:
    """Words for numbers that follow each other."""
    return dict(enumerate(words, first))
