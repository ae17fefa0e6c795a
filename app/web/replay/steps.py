"""A game as the viewer's script steps through it: one document, in the reader's language, without a hidden card.

It is made from the record alone, as `replay.json` is, so it is the same for whoever may see the game.
"""

from typing import Any

from app.web.language import current
from app.web.replay import board
from app.web.replay.replayed import Replayed
from replays.fold import SEAT_OF
from replays.recording import Recording
from replays.show.document import describe
from replays.show.laps import race
from replays.show.steps import steps


def document(replayed: Replayed, recording: Recording) -> dict[str, Any]:
    """All positions, sentences and words of a game or an import."""
    names, spoken = replayed.seats(current()), replayed.spoken(current())
    game = describe(recording, names, spoken, current())
    moves = game["moves"]
    return {
        **steps(game, replayed.stops),
        "sentences": [move["sentence"] for move in moves],
        "requests": [move["request"] for move in moves],
        "seats": [SEAT_OF.get(move["actor"]) for move in moves],
        "in_hand": [move["hand"] for move in moves],
        "race": [lap.seqs for lap in race(recording, replayed.names, current()).laps],
        "words": board.script([move["position"] for move in moves], names),
    }
