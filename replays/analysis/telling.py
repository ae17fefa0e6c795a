"""An analysis for people: a line a decision, and the swings of each hand."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from replays.analysis.swings import swings

Data = dict[str, Any]


def told(decisions: Iterable[Data]) -> Iterator[str]:
    """The lines, as soon as each can be said."""
    for hand, of_hand in groupby(decisions, key=lambda said: said["hand"]):
        yield f"hand {hand}"
        kept: list[Data] = []
        for said in of_hand:
            kept.append(said)
            yield _decision(said)
        for swing in swings(kept):
            yield (
                f"  swing at seq {swing['seq']}, seat {swing['seat']}: the winner from {swing['before']:.0%} to"
                f" {swing['after']:.0%} (± {swing['error']:.0%})"
            )


def move_name(move: Data) -> str:
    """A move in a few letters: `g7`, `W4 r`, `draw`, `color b`, `target 2`."""
    if move["type"] == "play":
        return " ".join(filter(None, (move["card"], move.get("color"))))
    what = move.get("color", move.get("target"))
    name = str(move["type"]).removeprefix("choose_")
    return name if what is None else f"{name} {what}"


def _decision(said: Data) -> str:
    ways = [
        f"{move_name(way['move'])} {way['chance']:.0%}" + (f" (-{way['behind']:.0%})" if way["behind"] else "")
        for way in said["alternatives"]
    ]
    chosen = move_name(said["played"])
    time = ", out of time" if said["missed"] else ""
    lost = f"; loses {said['loss']:.0%} ± {said['loss_error']:.0%}" if said["loss"] > 2 * said["loss_error"] else ""
    return f"  {said['seq']} seat {said['seat']} {said['phase']}{time}: {chosen}{lost} | {', '.join(ways)}"
