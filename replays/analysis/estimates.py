"""Chances from playouts, each with its standard error.

Both errors are those of somebody who has seen one good and one bad playout, or one that differs, beforehand: a chance
that was 1 in every playout is not certain, and its error is not 0.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

DIGITS = 4
"""So many digits are given: fewer than any error, more than machines differ in."""


class Estimate(NamedTuple):
    """A figure and its standard error."""

    value: float
    error: float

    def rounded(self) -> "Estimate":
        """With as many digits as are given."""
        return Estimate(round(self.value, DIGITS), round(self.error, DIGITS))


class Sample(NamedTuple):
    """What figures are taken from: how much each playout counts (together 1), and how many even ones tell as much."""

    weights: Sequence[float]
    effective: float


def chance(shares: Sequence[float], sample: Sample) -> Estimate:
    """The chance to win, from what came out in each playout."""
    value, count = _mean(shares, sample.weights), sample.effective
    eased = (value * count + 1) / (count + 2)
    return Estimate(value, sqrt(eased * (1 - eased) / (count + 3)))


def difference(better: Sequence[float], other: Sequence[float], sample: Sample) -> Estimate:
    """By how much one way is better than another, played out in the same worlds: luck that both have counts for
    none."""
    apart = [one - two for one, two in zip(better, other, strict=True)]
    value, count = _mean(apart, sample.weights), sample.effective
    spread = _mean([(one - value) ** 2 for one in apart], sample.weights)
    return Estimate(value, sqrt((spread * count + 1) / (count + 1) / count))


def change(before: Estimate, after: Estimate) -> Estimate:
    """What lies between two figures from playouts that have nothing to do with each other."""
    return Estimate(after.value - before.value, sqrt(before.error**2 + after.error**2))


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))
