"""`flask simulate`: bots play whole matches through the rules; their rate, and their records."""

import gzip
from pathlib import Path

import click

from app.rules.bots import BOTS
from app.rules.options import Options
from app.services.operation.simulation import Match, matches


@click.command()
@click.option("--matches", "number", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seats", type=click.IntRange(2, 10), default=4, show_default=True)
@click.option("--hands", type=click.IntRange(1, 255), default=1, show_default=True, help="Hands of a match.")
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same matches.")
@click.option("--bots", default="racer", show_default=True, help="Names parted by commas, repeated around the table.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where replay files are written.")
@click.option("--gz", is_flag=True, help="Write them compressed.")
def simulate(number: int, seats: int, hands: int, seed: str, bots: str, out: Path | None, gz: bool) -> None:
    """Bots play whole matches through the rules."""
    names = bots.split(",")
    if unknown := [name for name in names if name not in BOTS]:
        raise click.BadParameter(f"there is no bot {unknown[0]!r}; there are {', '.join(BOTS)}", param_hint="--bots")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    moves, seconds, played = 0, 0.0, matches(number, seats, seed, names, Options(hands=hands))
    with click.progressbar(played, number, "Playing", item_show_func=_shown) as shown:
        for match in shown:
            moves, seconds = moves + match.moves, seconds + match.seconds
            if out is not None:
                _write(out, match, gz)
    click.echo(
        f"{number:,} matches, {moves:,} moves in {seconds:.2f} s of play:"
        f" {number / seconds:,.1f} matches/s, {moves / seconds:,.0f} moves/s"
    )
    if out is not None:
        click.echo(f"Records in {out}: python -m replays verify {out}")


def _shown(match: Match | None) -> str | None:
    return match and match.game


def _write(folder: Path, match: Match, gz: bool) -> None:
    record = b"".join(line + b"\n" for line in match.lines)
    path = folder / f"{match.game}.replay.jsonl"
    if gz:
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(record, mtime=0))
    else:
        path.write_bytes(record)
