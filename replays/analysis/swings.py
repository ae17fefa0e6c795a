"""Where a hand was won: between which decisions the chance of its later winner changed most.

At each decision the analysis says how the winner stood, by what the winner knew then, if all go on as quick players do.
From one decision to the next that changes by what was chosen, and by what was turned up or drawn for it. A change is
marked as a swing if it is beyond what chance in the playouts makes of 60 decisions (three times its error), and large
enough to matter; of these the largest few.
"""

from collections.abc import Sequence
from typing import Any

from replays.analysis.estimates import Estimate, change

SURE = 3.0
"""A swing is at least so many times its error."""
LARGE = 0.1
"""A swing is at least so large."""
MOST = 5
"""So many swings of a hand are marked."""

_WON = Estimate(1.0, 0.0)


def swings(decisions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The swings of one hand, of which these are all decisions in order, as JSON values in order; none if nobody won.

    Each says between which events it lies: behind `at`, the last event before the decision, up to `to`.
    """
    stood = [Estimate(said["winner"]["chance"], said["winner"]["error"]) for said in decisions if said["winner"]]
    if not stood or len(stood) < len(decisions):
        return []
    ends = [said["seq"] - 1 for said in decisions[1:]] + [decisions[-1]["until"]]
    found = []
    for said, end, before, after in zip(decisions, ends, stood, [*stood[1:], _WON], strict=True):
        moved = change(before, after).rounded()
        if abs(moved.value) >= LARGE and abs(moved.value) > SURE * moved.error:
            found.append(
                {
                    "seq": said["seq"],
                    "at": said["seq"] - 1,
                    "to": end,
                    "seat": said["seat"],
                    "before": before.value,
                    "after": after.value,
                    "change": moved.value,
                    "error": moved.error,
                }
            )
    largest = sorted(found, key=lambda swing: -abs(swing["change"]))[:MOST]
    return sorted(largest, key=lambda swing: int(swing["seq"]))
