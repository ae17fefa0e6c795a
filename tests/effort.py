"""How much of a long property runs: a seeded sample in `make test`, the whole in `make drills`."""

import os

WHOLE = os.environ.get("DRILLS", "") == "whole"
"""True under `make drills`."""

SEED = int(os.environ.get("DRILLS_SEED", "1"))
"""Where random drivers start, so that a sample is the same every time; a failure names it."""


def effort(sample: int, whole: int) -> int:
    """How many examples, games or rounds to run: `sample` of them, or `whole` under `make drills`."""
    return whole if WHOLE else sample
