"""What is said at a table: a few phrases that there are, in the reader's words, and who is not heard."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.api.context import services
from app.services.play.sight import Seen
from app.services.table.phrases import PHRASES
from app.web.language import _, later
from app.web.times import instant

WORDS = {
    "hello": later("Hello!"),
    "good_luck": later("Good luck!"),
    "nice_one": later("Nice one!"),
    "wow": later("Wow!"),
    "oops": later("Oops!"),
    "sorry": later("Sorry!"),
    "thanks": later("Thanks!"),
    "thinking": later("I am thinking …"),
    "one_moment": later("One moment, please."),
    "hurry_please": later("It is your turn, please!"),
    "well_played": later("Well played!"),
    "good_game": later("Good game!"),
}
"""The phrases, in words."""
SHOWN = 12
"""The newest that a page shows."""


class Spoken(NamedTuple):
    """Something that was said: when (UTC milliseconds), from which seat, and whether it was the reader."""

    id: int
    seat: int
    text: str
    t: int
    yours: bool


class Talk(NamedTuple):
    """What was said, the oldest first; what the reader can say; the seats that they do not hear, and those of other
    people whom they could mute."""

    said: list[Spoken]
    phrases: list[tuple[str, str]]
    muted: list[int]
    people: list[int]


def talk(seen: Seen, view: Mapping[str, Any]) -> Talk | None:
    """The talk of a table; None where nobody is who could say anything to the reader."""
    said = [_spoken(one) for one in services().phrases.since(seen)[-SHOWN:]]
    muted = services().mutes.seats(seen)
    people = [one["seat"] for one in view["seats"] if one["player"] and one["seat"] != seen.seat]
    if not (said or muted or people):
        return None
    phrases = [] if seen.seat is None else [(phrase, _(WORDS[phrase])) for phrase in PHRASES]
    return Talk(said, phrases, muted, [seat for seat in people if seat not in muted])


def _spoken(one: Mapping[str, Any]) -> Spoken:
    return Spoken(one["id"], one["seat"], _(WORDS[one["phrase"]]), instant(one["at"]), one["yours"])
