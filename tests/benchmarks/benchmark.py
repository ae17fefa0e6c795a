"""What a benchmark is: cases that are run in turn, the figures shown of them, and the targets they must reach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The root of the project, where every case is started."""


@dataclass(frozen=True, slots=True)
class Case:
    """One program to measure: a command that prints one JSON object of figures on its last line."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Target:
    """What a case must reach: one figure, or its ratio to a figure of the same round.

    `case` and `figure` say what is looked at; `to` is the case it is divided by, `to_figure` that case's figure if
    it is another one, as for two figures of one case. Exactly one of `least` and `most` is given.
    """

    case: str
    figure: str
    to: str | None = None
    to_figure: str | None = None
    least: float | None = None
    most: float | None = None

    def held(self, value: float) -> bool:
        """Whether the value reaches the target."""
        if self.least is not None:
            return value >= self.least
        return self.most is not None and value <= self.most

    def bound(self) -> str:
        """The target as it stands in a table."""
        return f"≥ {self.least:g}" if self.least is not None else f"≤ {self.most:g}"

    def label(self) -> str:
        """What is compared with what."""
        if self.to is None:
            return f"{self.figure}: {self.case}"
        if self.to == self.case:
            return f"{self.figure} / {self.to_figure}: {self.case}"
        return f"{self.figure}: {self.case} / {self.to}"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A table: its cases in the order in which each round runs them, and the figures that get a column."""

    title: str
    cases: Sequence[Case]
    columns: Sequence[str]
    targets: Sequence[Target]
    notes: str = ""
    rounds: int | None = None
    """How many rounds make sense where it is not for the caller to say: one, if every round is the same."""
