"""What happened, in one English sentence for each event.

A sentence is a template with parameters put in; a template that counts has a form for each plural of its language.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from replays.recording import Moment
from replays.show.sentences import Said, said
from replays.show.words import ITEM_NAMES, card_name, color_name, listing, number_word, when

Template = str | Mapping[str, str]
"""A text, or one for each plural category that the language has, which the parameter `count` chooses."""


_PLAYED = {
    "": "{name} plays a {card}",
    ".uno": "{name} plays a {card} and says UNO",
}
_PLAYED_WITH_COLOR = {
    "": "{name} plays a {card} and chooses {color}",
    ".uno": "{name} plays a {card}, chooses {color} and says UNO",
}
_EFFECTS = {
    "": ".",
    ".skip": ": {other} loses the turn.",
    ".draw_two": ": {other} draws two and loses the turn.",
    ".clockwise": ": play goes clockwise again.",
    ".anticlockwise": ": play goes anticlockwise now.",
}
_EFFECTS_WITH_COLOR = {
    ".answer": ": {other} accepts or challenges.",
    ".draw_four": ": {other} draws four and loses the turn.",
}


def _plays(key: str, plays: Mapping[str, str], effects: Mapping[str, str]) -> dict[str, Template]:
    """A template for each way to play and each effect."""
    return {f"{key}{how}{effect}": said + then for how, said in plays.items() for effect, then in effects.items()}


_TURNED = "The Wild Item Box turns up a {card}: {item}. "

TEMPLATES: dict[str, Template] = {
    "game.created": "A table with {seats} seats is made.",
    "seat.taken": "{name} sits down at seat {seat}.",
    "seat.taken.unknown": "Seat {seat} is taken.",
    "seat.taken.entropy": "{name} sits down at seat {seat} and puts something into the shuffle.",
    "seat.taken.bot": "{name}, a bot, sits down at seat {seat}.",
    "seat.left": "Seat {seat} is free again.",
    "seat.taken_over": "A bot, {bot}, plays on for {name}.",
    "game.started": "The match begins with {players} players.",
    "game.cancelled": "The match is called off.",
    "hand.started": "{name} deals hand {hand}: seven cards each.",
    "card.turned.start": "A {card} starts the discard pile, and {name} goes first.",
    "card.turned.passed_over": "A {card} is turned up and passed over: no action starts the discard pile.",
    "card.turned.box": "A Wild Item Box starts the discard pile: {name} chooses its colour and goes first.",
    "card.turned.mushroom": _TURNED + "{name} takes another turn.",
    "card.turned.mushroom.last": _TURNED + "No other turn is needed: it was the last card.",
    "card.turned.banana_peel": _TURNED + "{other}, who comes before {name}, slips and draws two.",
    "card.turned.green_shell": _TURNED + "{name} says who draws one.",
    "card.turned.lightning": _TURNED + "Everybody else draws one, and {name} takes another turn.",
    "card.turned.lightning.last": _TURNED + "Everybody else draws one.",
    "card.turned.bob_omb": _TURNED + "{name} draws two and chooses the colour.",
    "color.chosen": "{name} chooses {color}.",
    "target.chosen": "{name} aims the Green Shell at {other}.",
    **_plays("card.played", _PLAYED, _EFFECTS),
    **_plays("card.played.with_color", _PLAYED_WITH_COLOR, _EFFECTS_WITH_COLOR),
    "card.played.last": "{name} plays the last card, a {card}.",
    "card.played.last.draw_two": "{name} plays the last card, a {card}: {other} draws two.",
    "card.played.with_color.last": "{name} plays the last card, a {card}, and chooses {color}.",
    "card.played.with_color.last.draw_four": "{name} plays the last card, a {card}: {other} draws four.",
    "cards.drawn.turn": {"one": "{name} draws a card.", "other": "{name} draws {count} cards."},
    "cards.drawn.draw_two": {"one": "{name} draws one card.", "other": "{name} draws {count} cards."},
    "cards.drawn.draw_four": {"one": "{name} draws one card.", "other": "{name} draws {count} cards."},
    "cards.drawn.challenge": {
        "one": "The challenge costs {name} one card.",
        "other": "The challenge costs {name} {count} cards.",
    },
    "cards.drawn.banana_peel": {
        "one": "{name} slips on the Banana Peel and draws one card.",
        "other": "{name} slips on the Banana Peel and draws {count} cards.",
    },
    "cards.drawn.green_shell": {
        "one": "The Green Shell hits {name}, who draws a card.",
        "other": "The Green Shell hits {name}, who draws {count} cards.",
    },
    "cards.drawn.lightning": {
        "one": "Lightning strikes {name}, who draws a card.",
        "other": "Lightning strikes {name}, who draws {count} cards.",
    },
    "cards.drawn.bob_omb": {
        "one": "The Bob-omb goes off: {name} draws one card.",
        "other": "The Bob-omb goes off: {name} draws {count} cards.",
    },
    "cards.drawn.uno": {
        "one": "For the UNO that was not said, {name} draws one card.",
        "other": "For the UNO that was not said, {name} draws {count} cards.",
    },
    "turn.passed": "{name} keeps the card, and the turn passes on.",
    "turn.passed.nothing": "{name} finds nothing to draw, and the turn passes on.",
    "pile.shuffled": {
        "one": "One card of the discard pile becomes the new draw pile.",
        "other": "The discard pile, {count} cards, is shuffled into a new draw pile.",
    },
    "draw_four.accepted": "{name} accepts the Wild Draw Four.",
    "draw_four.challenged.lawful": "{name} challenges {other} and sees the hand: the Wild Draw Four was lawful.",
    "draw_four.challenged.unlawful": "{name} challenges {other} and sees the hand: the Wild Draw Four was not lawful.",
    "uno.called": "{name} says UNO.",
    "uno.caught": "{name} catches {other}, who has not said UNO.",
    "decision.timed_out.turn": "Time runs out for {name}, whose turn goes by with a draw.",
    "decision.timed_out.drawn": "Time runs out for {name}, who keeps the drawn card.",
    "decision.timed_out.color": "Time runs out for {name}, and the colour is chosen by rule.",
    "decision.timed_out.target": "Time runs out for {name}, and the Green Shell goes to the next player.",
    "decision.timed_out.challenge": "Time runs out for {name}, and the Wild Draw Four is accepted.",
    "clock.paused": "The clock of {name} stands still until {until}.",
    "clock.paused.table": "All clocks stand still until {until}.",
    "clock.resumed": "The clock of {name} runs again.",
    "clock.resumed.table": "The clocks run again.",
    "seat.resigned.resigned": "{name} resigns, and the hand is laid aside.",
    "seat.resigned.timeout": "{name} has missed too many decisions and is out of the match.",
    "seat.resigned.ruling": "An official takes {name} out of the match.",
    "hand.ended": {
        "one": "{name} wins hand {hand} and scores {count} point.",
        "other": "{name} wins hand {hand} and scores {count} points.",
    },
    "hand.ended.nobody": "Hand {hand} ends without a winner.",
    "match.ended": {
        "one": "The match is over: {names} wins.",
        "other": "The match is over: {names} share the first place.",
    },
    "match.ended.last_player": "{names} is the last player left and wins the match.",
    "match.ended.void": "The match ends void: nobody is placed.",
}  # fmt: skip
"""The English of every key."""


def sentence(moment: Moment, names: Sequence[str | None]) -> str:
    """The event in English; `names` as for `said`, put in as they are: `words.seat_names` cleans what people wrote."""
    return in_english(said(moment, names))


def in_english(what: Said) -> str:
    """The English sentence of a key and its parameters."""
    template = TEMPLATES[what.key]
    if not isinstance(template, str):
        template = template["one" if what.parameters["count"] == 1 else "other"]
    return template.format_map({name: _WORDS.get(name, str)(value) for name, value in what.parameters.items()})


_WORDS: dict[str, Callable[[Any], str]] = {
    "card": card_name,
    "color": color_name,
    "count": number_word,
    "item": ITEM_NAMES.__getitem__,
    "names": listing,
    "players": number_word,
    "seats": number_word,
    "until": lambda ms: when(ms, "%Y-%m-%d %H:%M UTC"),
}
"""How the parameters that are no names are put into English."""
