"""What a state means, in short: eight hexadecimal digits for each event, in `digests.txt`, a line for each record.

What counts is everything that a view shows and that the rules go by, under names that are fixed here; not how `State`
keeps it. So a field or an option that is renamed, or kept in another form, changes this file and no digest; one that is
new, and whose default says that all is as before, changes neither (records that have something to say in it come with
digests of their own). Left out is `decision`, which only tells the decisions of one request apart, and what came when
there were digests already: `asked`, which no rule goes by, and `paused_for`, which the event says. A digest that
changes means that an old game is told otherwise today than when it was played.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from app.rules.dealer import Pile
from app.rules.state import CAUGHT, DUE, LATE, NOT_DUE, SAID, State
from replays.recording import Moment, Recording
from tests.golden import corpus

PATH = corpus.FOLDER / "digests.txt"
DIGITS = 8

OPTIONS = (
    "hands", "target_score", "ties", "two_player_reverse", "illegal_wild_draw_four", "last_card_effects",
    "missed_decisions",
)  # fmt: skip
UNO = {NOT_DUE: "not due", DUE: "due", LATE: "late", SAID: "said", CAUGHT: "caught"}


def meaning(state: State) -> dict[str, Any]:
    """Everything that a state says of the game, as JSON values."""
    return {
        **_table(state),
        "phase": state.phase,
        "turn": state.turn,
        "in": state.active,
        "resigned": state.resigned,
        "scores": state.scores,
        "places": state.places,
        "reason": state.reason,
        **_hand(state),
        **_time(state),
    }


def _table(state: State) -> dict[str, Any]:
    return {
        "rules": state.rules,
        "options": {name: getattr(state.options, name) for name in OPTIONS},
        "seats": state.seats,
        "deal": state.deal,
        "commitment": state.commitment,
        "clock": [state.clock.kind, state.clock.ms, state.clock.increment_ms, state.clock.max_ms],
        "players": [player and [player.player, player.bot, player.entropy] for player in state.players],
    }


def _hand(state: State) -> dict[str, Any]:
    four, last = state.draw_four, state.last_hand
    return {
        "hand": state.hand,
        "dealer": state.dealer,
        "direction": state.direction,
        "color": state.color,
        "top": state.top,
        "discard": state.discard,
        "piles": _piles(state.piles),
        "draw pile": [state.next, state.end],
        "taken": state.taken,
        "played": state.played,
        "counts": state.counts,
        "uno": [UNO[due] for due in state.uno],
        "turned": state.turned,
        "opening": state.opening,
        "drawn": state.drawn,
        "idle": [seat for seat in range(state.seats) if state.idle >> seat & 1],
        "draw four": four and [four.by, four.on, four.color, four.taken, four.played],
        "shown": [[shown.to, shown.seat, shown.taken, shown.played] for shown in state.shown],
        "last hand": last
        and [last.hand, last.winner, last.points, last.scores, last.seed, last.taken, last.played, _piles(last.piles)],
    }


def _piles(piles: tuple[Pile, ...]) -> list[Any]:
    return [[pile.first, pile.cards] for pile in piles]


def _time(state: State) -> dict[str, Any]:
    return {
        "missed": state.missed,
        "since": state.since,
        "deadline": state.deadline,
        "bank": state.bank,
        "paused": state.paused,
    }


def digest(state: State) -> str:
    """A state in short."""
    text = json.dumps(meaning(state), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def moments(lines: Sequence[bytes]) -> Iterator[tuple[Moment, str]]:
    """Every position of a record, with its digest."""
    for moment in Recording(lines).moments():
        yield moment, digest(moment.state)


def written() -> dict[str, list[str]]:
    """The digests that are written down, by record, event by event."""
    found: dict[str, list[str]] = {}
    for line in PATH.read_text().splitlines() if PATH.exists() else ():
        name, _, digits = line.partition(" ")
        found[name] = [digits[at : at + DIGITS] for at in range(0, len(digits), DIGITS)]
    return found


def add_missing() -> list[str]:
    """Writes down the digests of the records that have none, and gives their names. What is there stays."""
    known = written()
    names = [name for name in corpus.names() if name not in known]
    with PATH.open("a") as file:
        for name in names:
            file.write(f"{name} {''.join(told for _, told in moments(corpus.lines(name)))}\n")
    return names
