"""What can be typed in the text mode: the words there are, and what a line says in them.

Each word is there in English and in the reader's language; `play g7 uno` and `luaj g7 uno` are the same. Whoever has no
keyboard for its accents leaves them out.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from app.rules.cards import CODES, COLORS
from app.web.forms import whole
from app.web.language import _, current, later
from replays.show.languages import color_name
from replays.show.words import tidy

T = TypeVar("T")


class Command(NamedTuple):
    """A word that can be typed: its English, what it does, for example what may stand behind it, short forms, and
    whether it changes a game."""

    word: str
    does: str
    behind: str = ""
    short: tuple[str, ...] = ()
    moves: bool = False

    @property
    def own(self) -> str:
        """The word in the reader's language."""
        return _(self.word)

    @property
    def example(self) -> str:
        """How it can be typed, in the reader's language; cards and numbers keep their signs."""
        return " ".join([self.own, *map(_own, self.behind.split())])


YES = later("yes")
"""What stands behind `resign` when somebody means it."""

COMMANDS = (
    Command(later("hand"), later("your cards, and which of them can be played"), short=("h",)),
    Command(later("top"), later("the top card, the colour in force, the direction"), short=("t",)),
    Command(later("counts"), later("everybody's cards and points"), short=("seats",)),
    Command(later("last"), later("what happened since your last move"), short=("l",)),
    Command(later("moves"), later("everything that you can do now"), short=("m",)),
    Command(later("time"), later("the clocks, and what happens when time runs out")),
    Command(later("result"), later("how the last hand ended")),
    Command(later("orders"), later("what is done for you on your turn: draw, pass, accept, uno, none"), "uno"),
    Command(later("play"), later("play a card, with a colour for a Wild Draw Four, and UNO"), "g7 uno", ("x",), True),
    Command(later("draw"), later("draw a card"), short=("d",), moves=True),
    Command(later("pass"), later("keep the card that you drew"), short=("p",), moves=True),
    Command(later("colour"), later("choose the colour"), "blue", ("color",), True),
    Command(later("target"), later("aim the Green Shell"), "2", ("aim",), True),
    Command(later("accept"), later("accept a Wild Draw Four"), short=("a",), moves=True),
    Command(later("challenge"), later("challenge a Wild Draw Four"), short=("c",), moves=True),
    Command(later("uno"), later("say UNO"), short=("u",), moves=True),
    Command(later("catch"), later("catch somebody who has not said UNO"), "2", ("k",), True),
    Command(later("pause"), later("propose that all clocks stand still for so many days"), "2", moves=True),
    Command(later("agree"), later("agree to what is proposed"), moves=True),
    Command(later("decline"), later("say no to what is proposed, or take it back"), moves=True),
    Command(later("resign"), later("leave the match; it asks first"), YES, moves=True),
    Command(later("next"), later("the next game that waits for you"), short=("n",)),
    Command(later("games"), later("your games")),
    Command(later("lobby"), later("tables that wait for players")),
    Command(later("open"), later("go to a game of the list"), "2", ("o",)),
    Command(later("new"), later("a game against a bot")),
    Command(later("rule"), later("what a rule says"), "R12", ("rules",)),
    Command(later("leave"), later("back from this game to the lists"), short=("quit",)),
    Command(later("help"), later("this list"), short=("?",)),
)
"""The words, in the order in which help tells them."""


class Unknown(Exception):
    """What was typed means nothing here; the message says what would."""


class Typed(NamedTuple):
    """A line: its command, and what stands behind it."""

    command: Command
    rest: tuple[str, ...]


def read(line: str) -> Typed:
    """What a line says. Raises Unknown."""
    words = tidy(line).split()
    if not words:
        raise Unknown(_("Type a word, or help for what there is."))
    return Typed(_command(words[0]), tuple(words[1:]))


def _command(word: str) -> Command:
    found = _meant(word, ((command, (command.word, command.own, *command.short)) for command in COMMANDS))
    if found is None:
        raise Unknown(_("%(word)s is no word that means something here. Type help for those that do.", word=word))
    return found


def says_yes(typed: Typed) -> bool:
    """Whether somebody means what a line says."""
    return is_word(" ".join(typed.rest), YES)


def is_word(said: str, word: str) -> bool:
    """Whether this is a word, in English or the reader's language."""
    return _meant(said, [(word, (word, _(word)))]) is not None


def _meant(said: str, names: Iterable[tuple[T, Sequence[str]]]) -> T | None:
    """What goes by this name, in small letters or large; accents may be left out where that leaves no doubt."""
    known = list(names)
    for fold in (str.casefold, _bare):
        found = [one for one, words in known if fold(said) in map(fold, words)]
        if len(found) == 1:
            return found[0]
    return None


def _bare(word: str) -> str:
    """A word without what is set above, below or through its letters."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(each for each in parts if not unicodedata.combining(each)).translate(_UNSET)


_UNSET = str.maketrans({"ð": "d", "þ": "th", "æ": "ae", "ø": "o", "ة": "\u0647", "ى": "\u064a"})
"""Letters that fold into no other, as people write them who have no key for them."""


def _own(word: str) -> str:
    """A word of an example in the reader's language; what is none stays."""
    if color := next((color for color in COLORS if color_name(color) == word), None):
        return color_name(color, current())
    return _(word) if word in (YES, *(command.word for command in COMMANDS)) else word


def move_of(typed: Typed, view: Mapping[str, Any]) -> dict[str, Any]:
    """The move that a line says, as a body of the API. Raises Unknown for what is missing in it."""
    return _MOVES[typed.command.word](typed.rest, view)


def _play(rest: Sequence[str], view: Mapping[str, Any]) -> dict[str, Any]:
    if not rest:
        raise Unknown(_("Say which card: play g7."))
    body: dict[str, Any] = {"type": "play", "card": _card(rest[0], view)}
    for word in rest[1:]:
        if is_word(word, "uno"):
            body["uno"] = True
        else:
            body["color"] = _color(word)
    return body


def _card(word: str, view: Mapping[str, Any]) -> str:
    """A card by its code, in small letters or large, or by its place in the hand."""
    hand = [one["card"] for one in (view.get("you") or {}).get("hand", ())]
    place = whole(word)
    if place is not None and 0 < place <= len(hand):
        return str(hand[place - 1])
    known = {code.casefold(): code for code in CODES}
    if word.casefold() not in known:
        raise Unknown(
            _(
                "%(word)s is no card. Cards are said as g7, rS, yR, bD, W4, WB, or by their place in your hand.",
                word=word,
            )
        )
    return known[word.casefold()]


def _color(word: str) -> str:
    """A colour by its letter, or its name in English or the reader's language."""
    found = _meant(word, ((color, (color, color_name(color), color_name(color, current()))) for color in COLORS))
    if found is None:
        raise Unknown(_("%(word)s is no colour: r, y, g or b.", word=word))
    return found


def _seat(rest: Sequence[str], view: Mapping[str, Any]) -> int:
    """A seat by its number, or by how the name there begins."""
    said = " ".join(rest)
    if (seat := whole(said)) is not None:
        return seat
    for fold in (str.casefold, _bare):
        found = [one["seat"] for one in view["seats"] if said and fold(tidy(one["name"])).startswith(fold(said))]
        if len(found) == 1:
            return int(found[0])
    raise Unknown(_("Say who: the number of a seat, or how the name begins."))


def _caught(rest: Sequence[str], view: Mapping[str, Any]) -> int:
    """Who is caught: where only one can be, nobody has to be named."""
    if not rest and len(view["catchable"]) == 1:
        return int(view["catchable"][0])
    return _seat(rest, view)


_MOVES: Mapping[str, Callable[[Sequence[str], Mapping[str, Any]], dict[str, Any]]] = {
    "play": _play,
    "draw": lambda rest, view: {"type": "draw"},
    "pass": lambda rest, view: {"type": "pass"},
    "colour": lambda rest, view: {"type": "choose_color", "color": _color(" ".join(rest))},
    "target": lambda rest, view: {"type": "choose_target", "target": _seat(rest, view)},
    "accept": lambda rest, view: {"type": "accept"},
    "challenge": lambda rest, view: {"type": "challenge"},
    "uno": lambda rest, view: {"type": "call_uno"},
    "catch": lambda rest, view: {"type": "catch_uno", "target": _caught(rest, view)},
    "resign": lambda rest, view: {"type": "resign"},
}
