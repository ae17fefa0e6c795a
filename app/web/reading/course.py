"""The first lessons: a position each, something to try in it, and what is said of what was tried.

The reader sits at seat 0. What happens then is not written here: it follows from the rules.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.web.language import later

Body = Mapping[str, Any]


class Step(NamedTuple):
    """A lesson: its title, what it tells, a position as scenarios have it, what others do `before` the reader's turn
    (seat and move), the moves that are `wanted` (all that have these members), what is said when one of them was made
    and when another was, and the rules."""

    title: str
    told: Sequence[str]
    position: Mapping[str, Any]
    wanted: Sequence[Body]
    right: str
    other: str
    rules: Sequence[str]
    before: Sequence[tuple[int, Body]] = ()


STEPS: tuple[Step, ...] = (
    Step(
        later("A card that fits"),
        (
            later("You get rid of all your cards, one each turn, and the first one without cards wins the hand."),
            later(
                "A card fits if it has the colour of the top card, or its number or symbol. Play one that does. "
                "Try one that does not, too: nothing bad happens."
            ),
        ),
        {
            "hands": [["g3", "r7", "b5", "yS"], ["r1", "b1", "y1", "g1"]],
            "top": "g7",
            "draw": ["r2", "b8", "y4", "r6"],
        },
        ({"type": "play"},),
        later("That is all there is to a turn. Now it is the next player's."),
        later("You may always draw instead, even with a card that fits. But here you had two that do."),
        ("R9", "R10"),
    ),
    Step(
        later("Nothing fits"),
        (
            later(
                "No card of yours has the colour or the number on top. So you draw one: if it fits, you may play "
                "it at once."
            ),
        ),
        {"hands": [["r2", "b5", "y1"], ["r1", "b1", "y9"]], "top": "g7", "draw": ["g9", "b8", "y4", "r6"]},
        ({"type": "draw"},),
        later("You drew a card that fits. Now you could play it, it and no other, or keep it, and the turn passes on."),
        later("This one does not fit."),
        ("R11",),
    ),
    Step(
        later("Action cards"),
        (
            later(
                "Some cards do something. Skip: the next player loses the turn. Reverse: play goes the other way round."
            ),
            later("Draw Two: the next player draws two cards and loses the turn. Play yours."),
        ),
        {
            "hands": [["gD", "r1", "g6"], ["r4", "b1", "y9"], ["b2", "b3", "y6"]],
            "top": "g4",
            "draw": ["y2", "b8", "y4", "r6"],
        },
        ({"type": "play", "card": "gD"},),
        later(
            "Two cards more for them, and the turn goes to the player behind. They could not have answered "
            "with a Draw Two: penalties do not stack."
        ),
        later("That goes, too. Go back and see what the Draw Two does."),
        ("R14", "R15", "R17"),
    ),
    Step(
        later("Wild Draw Four"),
        (
            later(
                "A wild card fits on everything. With a Wild Draw Four you choose the colour that goes on, and "
                "the next player draws four."
            ),
            later("It is lawful only if you hold no card of the colour on top, and here you hold no green one."),
        ),
        {"hands": [["W4", "r1", "b2"], ["r4", "b1", "y9"]], "top": "g4", "draw": ["y2", "b8", "y4", "r6", "b6", "b7"]},
        ({"type": "play", "card": "W4"},),
        later(
            "The player who is hit may accept it, or challenge it: then your hand is looked at. Yours was "
            "lawful, so a challenge would cost them six."
        ),
        later("That goes, too. Go back and try the Wild Draw Four."),
        ("R18", "R19", "R21"),
    ),
    Step(
        later("To challenge or not"),
        (
            later(
                "Now you have been hit yourself. If they held a card of the colour that was on top, it was not "
                "lawful, and they draw the four."
            ),
            later(
                "If it was lawful you draw six in place of four. They have just played green on green twice, and "
                "they have six cards left…"
            ),
        ),
        {
            "hands": [["g1", "r1", "b2"], ["W4", "g5", "g8", "gS", "b1", "y9", "r3"]],
            "top": "g4",
            "turn": 1,
            "draw": ["y2", "b8", "y4", "r6", "b6", "b7", "y8", "r9"],
        },
        ({"type": "challenge"},),
        later("They held green: the four cards are theirs, and you take a normal turn. Only you have seen their hand."),
        later(
            "Accepting costs four cards and the turn, and is safe. Go back and see what a challenge would have done."
        ),
        ("R20", "R21", "R22"),
        ((1, {"type": "play", "card": "W4", "color": "r"}),),
    ),
    Step(
        later("Wild Item Box"),
        (
            later(
                "Every card shows a small item. It matters only when a Wild Item Box turns the card up from the "
                "draw pile: then the item takes effect."
            ),
            later(
                "Red is a Mushroom, yellow a Banana Peel, green a Green Shell, blue Lightning, and a wild card a "
                "Bob-omb. Open your box."
            ),
        ),
        {
            "hands": [["WB", "r1", "b2"], ["r4", "b1", "y9"], ["g2", "b3", "y6"]],
            "top": "g4",
            "draw": ["b5", "b8", "y4", "r6", "b6", "b7"],
        },
        ({"type": "play", "card": "WB"},),
        later(
            "A blue card, so it was Lightning: everybody else drew one, and you have another turn. Play goes "
            "on from the card that was turned up."
        ),
        later("That goes, too. Go back and open the box."),
        ("R23", "R27"),
    ),
    Step(
        later("UNO"),
        (
            later("Who has one card left says UNO. You say it with the card that you play, or right after it."),
            later("Play one of your two cards, and say it."),
        ),
        {"hands": [["g3", "g8"], ["r4", "b1", "y9"]], "top": "g1", "draw": ["y2", "b8", "y4", "r6"]},
        ({"type": "play", "uno": True},),
        later("Said in time: nobody can catch you."),
        later(
            "You did not say it. Until the next player begins a turn anybody may catch you, and then you draw"
            " two. You may still say it before they do."
        ),
        ("R30", "R31"),
    ),
    Step(
        later("Catch them"),
        (
            later(
                "They have one card left and did not say UNO. Until you play or draw you can catch them, and it "
                "does not cost your turn."
            ),
        ),
        {
            "hands": [["g3", "r8", "b4"], ["g1", "b1"]],
            "top": "g7",
            "turn": 1,
            "draw": ["y2", "b8", "y4", "r6"],
        },
        ({"type": "catch_uno"},),
        later("They draw two, and it is still your turn."),
        later("You began your turn, so now it is too late to catch them. Go back and try it."),
        ("R31", "R32"),
        ((1, {"type": "play", "card": "g1"}),),
    ),
    Step(
        later("The last card"),
        (
            later(
                "One card left, and it fits. What the others still hold is counted for you: numbers by their "
                "face, action cards 20, wild cards 50."
            ),
        ),
        {"hands": [["r9"], ["r4", "bS", "W4"], ["g2", "y6"]], "top": "r2", "draw": ["y2", "b8", "y4", "r6"]},
        ({"type": "play"},),
        later("The hand is yours. A match is one hand, or some hands, or goes on until somebody has enough points."),
        later("That goes, too, but you could have won. Go back and play the card."),
        ("R33", "R36"),
    ),
)
"""The lessons in order."""
