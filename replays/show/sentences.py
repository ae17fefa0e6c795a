"""What happened, in one English sentence for each event.

A sentence is a template and its parameters, so that another language needs other templates and nothing else. The
parameters are what the record says (a card's code, a colour's letter, a number) and names; a template that counts has
a form for each plural of its language.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from app.rules.cards import (
    BANANA_PEEL,
    DRAW_TWO,
    LIGHTNING,
    MUSHROOM,
    REVERSE,
    SKIP,
    WILD_DRAW_FOUR,
    WILD_ITEM_BOX,
    item,
)
from app.rules.events import (
    CardPlayed,
    CardsDrawn,
    CardTurned,
    ClockPaused,
    ClockResumed,
    ColorChosen,
    DecisionTimedOut,
    DrawFourAccepted,
    DrawFourChallenged,
    Event,
    GameCancelled,
    GameCreated,
    GameStarted,
    HandEnded,
    HandStarted,
    MatchEnded,
    PileShuffled,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeatTakenOver,
    TargetChosen,
    TurnPassed,
    UnoCalled,
    UnoCaught,
)
from app.rules.evolve import following
from app.rules.state import Player, State
from replays.recording import Moment
from replays.show.words import (
    ISOLATES,
    ITEM_NAMES,
    bot_name,
    card_name,
    color_name,
    listing,
    number_word,
    seat_names,
    when,
)

Template = str | Mapping[str, str]
"""A text, or one for each plural category that the language has, which the parameter `count` chooses."""


class Said(NamedTuple):
    """What to say: a key of `TEMPLATES` and what to put in."""

    key: str
    parameters: dict[str, Any]


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


def said(moment: Moment, names: Sequence[str | None]) -> Said:
    """What to say of an event. `names` by seat; for None a bot's kind, or the number of the seat."""
    return _SAID[type(moment.event)](moment.event, moment.state, _Who(names, moment.state.players))


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


class _Who(NamedTuple):
    """The names of the seats, asked for one by one."""

    names: Sequence[str | None]
    players: Sequence[Player | None]

    def __call__(self, seat: int) -> str:
        return self.names[seat] or seat_names(self.players, (None,) * len(self.players))[seat]


# What is said of each kind: from the event, the state right after it, and the names


def _game_created(event: GameCreated, state: State, who: _Who) -> Said:
    return Said("game.created", {"seats": event.seats})


def _seat_taken(event: SeatTaken, state: State, who: _Who) -> Said:
    name = who(event.seat)
    if name.strip(ISOLATES) == f"Seat {event.seat}":
        return Said("seat.taken.unknown", {"seat": event.seat})
    key = "seat.taken.bot" if event.bot is not None else "seat.taken.entropy" if event.entropy else "seat.taken"
    return Said(key, {"name": name, "seat": event.seat})


def _seat_left(event: SeatLeft, state: State, who: _Who) -> Said:
    return Said("seat.left", {"seat": event.seat})


def _seat_taken_over(event: SeatTakenOver, state: State, who: _Who) -> Said:
    return Said("seat.taken_over", {"name": who(event.seat), "bot": bot_name(event.bot)})


def _game_started(event: GameStarted, state: State, who: _Who) -> Said:
    return Said("game.started", {"players": sum(state.active)})


def _game_cancelled(event: GameCancelled, state: State, who: _Who) -> Said:
    return Said("game.cancelled", {})


def _hand_started(event: HandStarted, state: State, who: _Who) -> Said:
    return Said("hand.started", {"name": who(event.dealer), "hand": event.hand})


def _card_turned(event: CardTurned, state: State, who: _Who) -> Said:
    if not any(state.played):
        return _opened(event.card, state, who)
    assert state.turn is not None
    shown = item(event.card)
    parameters: dict[str, Any] = {"card": event.card, "item": shown}
    if shown == BANANA_PEEL:  # the turn has passed on already
        by = following(state, state.turn, -1)
        parameters["other"] = who(following(state, by, -1))
    else:
        by = state.turn
    last = ".last" if state.counts[by] == 0 and shown in (MUSHROOM, LIGHTNING) else ""
    return Said(f"card.turned.{shown}{last}", parameters | {"name": who(by)})


def _opened(card: str, state: State, who: _Who) -> Said:
    """The first cards of the discard pile (R6, R7)."""
    if state.turn is None:
        return Said("card.turned.passed_over", {"card": card})
    key = "card.turned.box" if card == WILD_ITEM_BOX else "card.turned.start"
    return Said(key, {"card": card, "name": who(state.turn)})


def _color_chosen(event: ColorChosen, state: State, who: _Who) -> Said:
    return Said("color.chosen", {"name": who(event.seat), "color": event.color})


def _target_chosen(event: TargetChosen, state: State, who: _Who) -> Said:
    return Said("target.chosen", {"name": who(event.seat), "other": who(event.target)})


def _card_played(event: CardPlayed, state: State, who: _Who) -> Said:
    left = state.counts[event.seat]
    how = ".last" if left == 0 else ".uno" if event.uno else ""
    said = {"name": who(event.seat), "card": event.card, "other": who(following(state, event.seat))}
    effect = _effect(event.card, state) if left > 0 or state.options.last_card_effects else ""
    if left == 0 and effect not in (".draw_two", ".draw_four"):
        effect = ""
    if event.card == WILD_DRAW_FOUR:
        return Said(f"card.played.with_color{how}{effect}", said | {"color": event.color})
    return Said(f"card.played{how}{effect}", said)


def _effect(card: str, state: State) -> str:
    """What a card does besides lying on top; what an item does is told by the card turned up."""
    if card == WILD_DRAW_FOUR:
        return ".answer" if state.phase == "challenge" else ".draw_four"
    if card[1] == DRAW_TWO:
        return ".draw_two"
    if card[1] == SKIP or (card[1] == REVERSE and _reverse_skips(state)):
        return ".skip"
    if card[1] == REVERSE:
        return ".clockwise" if state.direction == 1 else ".anticlockwise"
    return ""


def _reverse_skips(state: State) -> bool:
    return state.options.two_player_reverse == "skip" and sum(state.active) == 2


def _cards_drawn(event: CardsDrawn, state: State, who: _Who) -> Said:
    return Said(f"cards.drawn.{event.reason}", {"name": who(event.seat), "count": len(event.slots)})


def _turn_passed(event: TurnPassed, state: State, who: _Who) -> Said:
    nothing = ".nothing" if state.idle >> event.seat & 1 else ""
    return Said(f"turn.passed{nothing}", {"name": who(event.seat)})


def _pile_shuffled(event: PileShuffled, state: State, who: _Who) -> Said:
    return Said("pile.shuffled", {"count": event.cards})


def _draw_four_accepted(event: DrawFourAccepted, state: State, who: _Who) -> Said:
    return Said("draw_four.accepted", {"name": who(event.seat)})


def _draw_four_challenged(event: DrawFourChallenged, state: State, who: _Who) -> Said:
    key = "draw_four.challenged.lawful" if event.lawful else "draw_four.challenged.unlawful"
    return Said(key, {"name": who(event.seat), "other": who(event.against)})


def _uno_called(event: UnoCalled, state: State, who: _Who) -> Said:
    return Said("uno.called", {"name": who(event.seat)})


def _uno_caught(event: UnoCaught, state: State, who: _Who) -> Said:
    return Said("uno.caught", {"name": who(event.by), "other": who(event.seat)})


def _decision_timed_out(event: DecisionTimedOut, state: State, who: _Who) -> Said:
    return Said(f"decision.timed_out.{event.phase}", {"name": who(event.seat)})


def _clock_paused(event: ClockPaused, state: State, who: _Who) -> Said:
    if event.seat is None:
        return Said("clock.paused.table", {"until": event.until})
    return Said("clock.paused", {"name": who(event.seat), "until": event.until})


def _clock_resumed(event: ClockResumed, state: State, who: _Who) -> Said:
    return Said("clock.resumed.table", {}) if event.seat is None else Said("clock.resumed", {"name": who(event.seat)})


def _seat_resigned(event: SeatResigned, state: State, who: _Who) -> Said:
    return Said(f"seat.resigned.{event.reason}", {"name": who(event.seat)})


def _hand_ended(event: HandEnded, state: State, who: _Who) -> Said:
    if event.winner is None:
        return Said("hand.ended.nobody", {"hand": event.hand})
    return Said("hand.ended", {"name": who(event.winner), "hand": event.hand, "count": event.points})


def _match_ended(event: MatchEnded, state: State, who: _Who) -> Said:
    first = [who(seat) for seat, place in enumerate(event.places) if place == 1]
    if not first:
        return Said("match.ended.void", {})
    key = "match.ended.last_player" if event.reason == "last_player" else "match.ended"
    return Said(key, {"names": first, "count": len(first)})


_SAID: dict[type[Event], Callable[[Any, State, _Who], Said]] = {
    GameCreated: _game_created,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SeatTakenOver: _seat_taken_over,
    GameStarted: _game_started,
    GameCancelled: _game_cancelled,
    HandStarted: _hand_started,
    CardTurned: _card_turned,
    ColorChosen: _color_chosen,
    TargetChosen: _target_chosen,
    CardPlayed: _card_played,
    CardsDrawn: _cards_drawn,
    TurnPassed: _turn_passed,
    PileShuffled: _pile_shuffled,
    DrawFourAccepted: _draw_four_accepted,
    DrawFourChallenged: _draw_four_challenged,
    UnoCalled: _uno_called,
    UnoCaught: _uno_caught,
    DecisionTimedOut: _decision_timed_out,
    ClockPaused: _clock_paused,
    ClockResumed: _clock_resumed,
    SeatResigned: _seat_resigned,
    HandEnded: _hand_ended,
    MatchEnded: _match_ended,
}
