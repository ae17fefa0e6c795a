"""Writes the results of a benchmark down for people: a table of figures, a table of targets."""

from collections.abc import Sequence

from tests.benchmarks.benchmark import Benchmark, Target
from tests.benchmarks.figures import ratios, shown, summary
from tests.benchmarks.rounds import Results


def report(benchmark: Benchmark, results: Results) -> str:
    """The benchmark as Markdown: title, figures by case, targets, notes, and the texts that cases added."""
    parts = [f"## {benchmark.title}", figures_table(benchmark, results), targets_table(benchmark.targets, results)]
    parts += [benchmark.notes] if benchmark.notes else []
    parts += texts(results)
    return "\n\n".join(parts)


def figures_table(benchmark: Benchmark, results: Results) -> str:
    """A row a case, a column a figure."""
    rows = [
        [case.name, *(shown(series(results, case.name, column)) for column in benchmark.columns)]
        for case in benchmark.cases
    ]
    return table(["median (min … max)", *benchmark.columns], rows)


def targets_table(targets: Sequence[Target], results: Results) -> str:
    """A row a target: what was reached in the same round, what is asked, and whether the median holds it."""
    rows = []
    for target in targets:
        values = reached(target, results)
        found = summary(values)
        verdict = "no figure" if found is None else "held" if target.held(found.median) else "MISSED"
        rows.append([target.label(), shown(values), target.bound(), verdict])
    return table(["target", "reached in the same round", "asked", "by the median"], rows)


def reached(target: Target, results: Results) -> list[float | None]:
    """What each round reached of a target."""
    mine = series(results, target.case, target.figure)
    if target.to is None:
        return mine
    return ratios(mine, series(results, target.to, target.to_figure or target.figure))


def series(results: Results, case: str, figure: str) -> list[float | None]:
    """One figure of one case, round by round."""
    return [as_number(figures.get(figure)) if figures else None for figures in results[case]]


def as_number(value: object) -> float | None:
    """The value if it is a number; a truth value is none."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    return None


def texts(results: Results) -> list[str]:
    """What cases have to say in words (a profile): their `text`, of the last round that has one."""
    said = []
    for name, rounds in results.items():
        spoken = [figures["text"] for figures in rounds if figures and "text" in figures]
        said += [f"### {name}\n\n{spoken[-1]}"] if spoken else []
    return said


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows as Markdown, the columns aligned so that it reads in a terminal too."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )
