"""All that is said of a game, in English. The other languages have the same keys and parameters."""

from replays.show.language import Language, Template, cards, numbered, one_or_other, plays

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


_TURNED = "The Wild Item Box turns up a {card}: {item}. "

_EVENTS: dict[str, Template] = {
    "game.created": {
        "one": "A table with {count} seat is made.",
        "other": "A table with {count} seats is made.",
    },
    "seat.taken": "{name} sits down at seat {seat}.",
    "seat.taken.unknown": "Seat {seat} is taken.",
    "seat.taken.entropy": "{name} sits down at seat {seat} and puts something into the shuffle.",
    "seat.taken.bot": "{name}, a bot, sits down at seat {seat}.",
    "seat.left": "Seat {seat} is free again.",
    "seat.taken_over": "A bot, {bot}, plays on for {name}.",
    "game.started": {
        "one": "The match begins with {count} player.",
        "other": "The match begins with {count} players.",
    },
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
    **plays("card.played", _PLAYED, _EFFECTS),
    **plays("card.played.with_color", _PLAYED_WITH_COLOR, _EFFECTS_WITH_COLOR),
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
"""What happened."""

_NAMES: dict[str, Template] = {
    "seat": "Seat {seat}",
    "seat.same_name": "{name} (seat {seat})",
    "end_of_time": "the end of time",
}

_POSITION: dict[str, Template] = {
    "moment.hand": "Hand {hand}",
    "moment.hand.after": "Hand {hand} after event {seq}",
    "moment.start": "Before the first hand",
    "moment.start.after": "Before the first hand after event {seq}",
    "eyes.all": "all cards open",
    "eyes.table": "as a spectator sees it",
    "eyes.seat": "as {name} sees it",
    "waits.start": "Waiting to start, {taken} of {seats} seats taken",
    "waits.turn": "{name} is to play",
    "waits.drawn": "{name} has drawn, and plays that card or keeps it",
    "waits.color": "{name} is to name a colour",
    "waits.target": "{name} is to aim a Green Shell",
    "waits.challenge": "{name} accepts or challenges the Wild Draw Four of {other}",
    "waits.answer": "{name} is to answer",
    "waits.move": "A move is being made",
    "over.hand": "The hand is over",
    "over.cancelled": "The match never started",
    "over.void": "The match has ended without a winner",
    "over.won": {"one": "{names} has won the match", "other": "{names} have won the match"},
    "piles.top": "On top lies a {card}",
    "piles.color": "{color_first} is in force",
    "piles.no_color": "No colour is in force yet",
    "piles.direction": "Play goes {direction}",
    "piles.draw": {"one": "{count_digits} card to draw", "other": "{count_digits} cards to draw"},
    "piles.discard": {
        "one": "{count_digits} card under the top one",
        "other": "{count_digits} cards under the top one",
    },
    "direction": "{direction}",
    "cards": {"one": "{count_digits} card", "other": "{count_digits} cards"},
    "points": {"one": "{count_digits} point", "other": "{count_digits} points"},
    "seat.of": "Seat {seat}, {name}",
    "seat.free": "free",
    "mark.place": "{place}",
    "mark.uno": "UNO said",
    "mark.uno_missing": "UNO not said",
    "mark.resigned": "resigned",
    "hand.of": "Hand of {name}",
    "hand.shown": "Hand of {name}, shown in a challenge",
    "hand.times": {"one": "{card} ({count_digits} time)", "other": "{card} ({count_digits} times)"},
    "hand.drawn": "Just drawn: {card}",
}  # fmt: skip
"""How a table stands, part by part."""

_COLORS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}

ENGLISH = Language(
    code="en",
    name="English",
    plural=one_or_other,
    templates=_EVENTS | _NAMES | _POSITION,
    words={
        "card": cards(
            _COLORS,
            {"S": "Skip", "R": "Reverse", "D": "Draw Two"},
            ("Wild Draw Four", "Wild Item Box"),
            "{color} {symbol}",
        ),
        "color": _COLORS,
        "color_first": {color: word.capitalize() for color, word in _COLORS.items()},
        "item": {
            "mushroom": "Mushroom",
            "banana_peel": "Banana Peel",
            "green_shell": "Green Shell",
            "lightning": "Lightning",
            "bob_omb": "Bob-omb",
        },
        "count": numbered("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        "direction": {1: "clockwise", -1: "counter-clockwise"},
        "place": numbered("1st", "2nd", "3rd", *(f"{place}th" for place in range(4, 11)), first=1),
    },
)
