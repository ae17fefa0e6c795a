"""The arithmetic of a table: medians, and ratios of the same round."""

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

Series = Sequence[float | None]
"""One figure for each round, in order; None where the case gave none in that round."""


class Summary(NamedTuple):
    """A series in three figures."""

    median: float
    least: float
    most: float


def summary(series: Series) -> Summary | None:
    """Median, least and most of the rounds that gave a figure; None if no round did."""
    given = [figure for figure in series if figure is not None]
    if not given:
        return None
    return Summary(statistics.median(given), min(given), max(given))


def ratios(ours: Series, theirs: Series) -> list[float | None]:
    """Ours over theirs, round by round.

    A round where either is missing, or theirs is zero, has None: a ratio never joins two rounds.
    """
    return [None if mine is None or not other else mine / other for mine, other in zip(ours, theirs, strict=True)]


def percentile(ordered: Sequence[float], percent: float) -> float:
    """The smallest of the ordered values that at least `percent` of them do not exceed (nearest rank)."""
    if not ordered:
        raise ValueError("no values to rank")
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def share(wins: int, trials: int) -> tuple[float, float]:
    """How large a part of the trials was won, and the standard error of that part."""
    part = wins / trials
    return part, math.sqrt(part * (1 - part) / trials)


def number(figure: float) -> str:
    """A figure for people: three digits that count, thousands grouped."""
    if figure == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(figure))))
    return f"{figure:,.{digits}f}"


def shown(series: Series) -> str:
    """A series as `median (least … most)`, as the median alone where all are equal, as `-` where none is given."""
    found = summary(series)
    if found is None:
        return "-"
    if found.least == found.most:
        return number(found.median)
    return f"{number(found.median)} ({number(found.least)} … {number(found.most)})"
