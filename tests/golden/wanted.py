"""What the corpus has to show, all records together. A test says what is missing, and the tool looks for it."""

from collections.abc import Collection, Iterator
from itertools import combinations, product

from app.rules.bots import BOTS
from app.rules.events import DRAW_REASONS, MATCH_REASONS
from app.rules.lifecycle import SEATS
from app.rules.state import ACTING_PHASES
from app.rules.versions import VERSIONS

MATCHES = 300
"""At least so many."""

OPTIONS: dict[str, tuple[object, ...]] = {
    "hands": (1, 2, "3 or more"),
    "target_score": ("null", "a number"),
    "ties": ("share", "play_on"),
    "two_player_reverse": ("skip", "turn"),
    "illegal_wild_draw_four": ("challenge", "reject"),
    "last_card_effects": (True, False),
    "missed_decisions": (1, 2, "3 or more"),
}
"""The values of the options, of numbers those that are told apart: every pair of two options' values is wanted."""

CLOCKS = ("none", "decision", "bank")
TIMED = CLOCKS[1:]
ITEMS = ("mushroom", "banana_peel", "green_shell", "lightning", "bob_omb")
SYMBOLS = ("number", "Skip", "Reverse", "Draw Two", "Wild Draw Four", "Wild Item Box")
ENDINGS = (*MATCH_REASONS, "cancelled")

OTHERS = """
cancelled with nobody at the table
cancelled with people at the table
a deal shared with other games
a seat taken as the table is made
a seat taken as the match starts
a person gets up before the start
a bot gets up before the start
seats left empty
entropy of none
entropy of some
entropy of all
no place for an empty seat
a request of player
a request of service
a request of staff
a colour chosen at the opening
a colour chosen after a Bob-omb
a Green Shell aimed among several
a Green Shell aimed at the only other
a Bob-omb keeps the hand going
W4 turned up
WB turned up
a hand that starts with a Wild Item Box
a drawn card played
a drawn card kept
a turn with nothing to draw
fewer cards drawn than due
a reshuffle for the card to turn up
a second reshuffle in a hand
a Reverse between two, skip
a Reverse between two, turn
a Reverse between more than two
a Wild Draw Four accepted
a Wild Draw Four accepted by time-out
a Wild Draw Four accepted by resigning
a challenge of a lawful Wild Draw Four
a challenge of an unlawful Wild Draw Four
a challenge of somebody who has resigned
a Wild Draw Four that cannot be challenged, challenge
a Wild Draw Four that cannot be challenged, reject
UNO said with the play
UNO called after the play
UNO called too late to be caught
UNO caught
UNO caught in an extra turn
one resigns whose Wild Draw Four waits
one resigns at the opening
one resigns by time-out as a hand ends
the last but one resigns
the last but one resigns by time-out
the last but one is ruled out
a deadline moved by a pause
a deadline moved by the end of one
another clock while a decision is due
another clock in a pause
a row of missed decisions left as it is by quiet_hours
a row of missed decisions left as it is by days_off
a row of missed decisions broken by a move
a row of missed decisions broken by a pause
a row of missed decisions broken by a bot
a bank at its maximum
void by staff
void by service
a second hand
a hand won after somebody resigned in it
the first place shared
places behind those who stayed
played on while the first place is tied
a target reached in a match that plays on
""".strip().splitlines()


def is_whole(shows: Collection[str]) -> bool:
    """Whether a record that shows this is a match that was played, and no game that was cancelled."""
    return not any(fact.endswith("seats: cancelled") for fact in shows)


def wanted() -> set[str]:
    """Every fact that some record has to show."""
    return {*OTHERS, *_tables(), *_options(), *_moves(), *_leaving_and_time()}


def _tables() -> Iterator[str]:
    yield from (f"{kind} in version {v}" for kind, newest in VERSIONS.items() for v in range(1, newest + 1))
    yield from (f"{seats} seats: {ending}" for seats, ending in product(SEATS, ENDINGS))
    yield from (f"{clock} clock: {ending}" for clock, ending in product(CLOCKS, ENDINGS))
    yield from (f"a request of seat:{seat}" for seat in range(SEATS[-1]))
    for bot in BOTS:
        yield f"a table of {bot} bots"
        yield f"a move of a {bot} bot"
        yield f"a move of a {bot} substitute"
        yield f"a {bot} bot takes over for a person"


def _options() -> Iterator[str]:
    for (one, values), (other, others) in combinations(OPTIONS.items(), 2):
        yield from (f"{one} {value}, {other} {second}" for value, second in product(values, others))
    for ending in MATCH_REASONS:
        for name, values in OPTIONS.items():
            if (ending, name) == ("hands", "target_score"):
                yield "hands: target_score null"
            elif (ending, name) == ("target_score", "target_score"):
                yield "target_score: target_score a number"
            else:
                yield from (f"{ending}: {name} {value}" for value in values)


def _moves() -> Iterator[str]:
    yield from (f"cards drawn for {reason}" for reason in DRAW_REASONS)
    yield from (f"a reshuffle for {reason}" for reason in DRAW_REASONS)
    yield from (f"a reshuffle in the middle of {reason}" for reason in DRAW_REASONS if reason in IN_THE_MIDDLE)
    yield from (f"{item} of a Wild Item Box" for item in ITEMS)
    yield from (f"{item} of the last card" for item in ITEMS)
    yield from (f"{symbol} passed over at the start" for symbol in SYMBOLS[1:5])
    effects = ("with its effects", "without effects")
    yield from (f"{symbol} as the last card, {effect}" for symbol, effect in product(SYMBOLS, effects))
    yield from (f"a blocked hand of {seats}" for seats in SEATS)


IN_THE_MIDDLE = ("draw_two", "draw_four", "challenge", "banana_peel", "bob_omb", "uno")
"""Reasons for which more than one card is due, so that the pile can end between two of them."""


def _leaving_and_time() -> Iterator[str]:
    for phase in ACTING_PHASES:
        yield f"one whose decision it is resigns in {phase}"
        yield f"one out of turn resigns in {phase}"
        yield f"one whose decision it is is ruled out in {phase}"
        yield f"one out of turn is ruled out in {phase}"
        yield f"one whose decision it is resigns by time-out in {phase}"
        yield f"void in {phase}"
        yield from (f"time runs out in {phase}, {clock} clock" for clock in TIMED)
    for clock, who in product(CLOCKS, ("the table", "a seat")):
        yield f"{who} paused, {clock} clock"
        yield f"{who} resumed, {clock} clock"
    for one, other in product(CLOCKS, CLOCKS):
        if (one, other) != ("none", "none"):  # the same clock is no other one
            yield f"a {one} clock changed to {other}"
