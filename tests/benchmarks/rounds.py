"""Runs cases in turn, round after round (A B A B …), each as a fresh process."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence

from tests.benchmarks.benchmark import ROOT, Case

PATIENCE_S = 600
"""No case takes as long as this; one that does hangs."""

Figures = dict[str, object]
Results = dict[str, list[Figures | None]]
"""By the name of a case: what it printed in each round, None where it failed."""


class CaseFailed(Exception):
    """A case ended with an error, hung, or printed no figures; the text says what was seen."""


def run(cases: Sequence[Case], rounds: int) -> Results:
    """Run every case once a round; a failure is told on stderr and leaves a gap in its round."""
    results: Results = {case.name: [] for case in cases}
    for number in range(1, rounds + 1):
        for case in cases:
            figures = attempt(case)
            results[case.name].append(figures)
            print(f"round {number}/{rounds}  {case.name}  {figures}", file=sys.stderr, flush=True)
    return results


def attempt(case: Case) -> Figures | None:
    """One run of one case."""
    try:
        return measure(case)
    except CaseFailed as failure:
        print(f"{case.name} failed: {failure}", file=sys.stderr, flush=True)
        return None


def measure(case: Case) -> Figures:
    """Start the case, wait, and read what its last line says. Raises CaseFailed."""
    try:
        done = subprocess.run(
            case.command,
            cwd=ROOT,
            env={**os.environ, **case.environment},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise CaseFailed(f"no answer in {PATIENCE_S} s") from error
    if done.returncode:
        raise CaseFailed(f"exit {done.returncode}\n{done.stderr[-3000:]}")
    return last_object(done.stdout)


def last_object(output: str) -> Figures:
    """The JSON object on the last line. Raises CaseFailed if there is none."""
    line = output.rstrip().rpartition("\n")[2]
    try:
        figures = json.loads(line)
    except ValueError as error:
        raise CaseFailed(f"its last line is not JSON: {line[:200]!r}") from error
    if not isinstance(figures, dict):
        raise CaseFailed(f"its last line is not an object: {line[:200]!r}")
    return figures


def failures(results: Results) -> int:
    """How many runs gave no figures."""
    return sum(figures is None for rounds in results.values() for figures in rounds)
