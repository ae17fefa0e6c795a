"""What happens when the time for a decision runs out (R39), said before it does."""

from app.services.play.sight import Seen
from app.web.language import _, later, ngettext

AT_ZERO = {
    "turn": later("If time runs out, you draw and pass."),
    "drawn": later("If time runs out, you keep the card and pass."),
    "color": later("If time runs out, it is the colour that you hold most of."),
    "target": later("If time runs out, the Green Shell goes to the next player."),
    "challenge": later("If time runs out, you accept it and draw four."),
}
"""What is decided for the reader, by the phase in which they have to act."""

DECIDED = (
    later("On a turn, one draws and passes."),
    later("A drawn card is kept."),
    later("The colour is the one that one holds most of."),
    later("A Green Shell goes to the next player."),
    later("A Wild Draw Four is accepted."),
)
"""The same of everybody, all of it."""


def at_zero(seen: Seen) -> list[str]:
    """What becomes of the reader's own decision if nothing comes from them, what missing more of them leads to, and how
    many they have missed in a row; nothing where no time runs for them."""
    state = seen.position.state
    if seen.seat is None or state.clock.kind == "none" or not state.active or not state.active[seen.seat]:
        return []
    said = [_(AT_ZERO[state.phase])] if state.turn == seen.seat and state.phase in AT_ZERO else []
    said.append(consequence(seen))
    if missed := state.missed[seen.seat]:
        said.append(ngettext("You have missed one so far.", "You have missed %(num)d so far.", missed))
    return said


def consequence(seen: Seen) -> str:
    """What missing decision after decision leads to."""
    most = seen.position.state.options.missed_decisions
    if seen.table.takeover is not None:
        return ngettext(
            "After one missed decision a bot plays on instead.",
            "After %(num)d missed decisions in a row a bot plays on instead.",
            most,
        )
    return ngettext(
        "After one missed decision a player is out.",
        "After %(num)d missed decisions in a row a player is out.",
        most,
    )
