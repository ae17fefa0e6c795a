"""`flask consumers …`: how far those are who read the events, what they could not take, and read models made again."""

from collections.abc import Callable, Sequence

import click
from flask.cli import AppGroup

from app.store.consumers import Consumer, Consumers
from app.store.engine import Engine
from app.store.rebuilds import Rebuild
from app.store.sequencer import Sequencer

ABOUT = "Who reads the events: how far they are, and what they could not take. Without a command, all of it."
EVERY = 100
"""Batches between two words of progress."""


def commands(engine: Engine, known: Sequence[Consumer], now: Callable[[], int]) -> AppGroup:
    """The commands for these consumers of this engine's database. `now` gives UTC milliseconds."""
    consumers = Consumers(engine, now)
    by_name = {one.name: one for one in known}
    name = click.argument("name", type=click.Choice(list(by_name)))

    @click.pass_context
    def show(context: click.Context) -> None:
        if context.invoked_subcommand is None:
            for line in standings(engine, consumers, known, now()):
                click.echo(line)

    group = AppGroup("consumers", callback=show, invoke_without_command=True, help=ABOUT)

    @group.command()
    @name
    @click.argument("position", type=click.IntRange(1), required=False)
    def retry(name: str, position: int | None) -> None:
        """Hand over once more what is parked: all of it, or of one game, named by the position of an event of it."""
        taken, left = consumers.retry(by_name[name], position)
        click.echo(f"{name}: {taken} taken, {left} parked still.")

    @group.command()
    @name
    def rebuild(name: str) -> None:
        """Make a read model again from the first event on, while the old one serves."""
        try:
            rebuild = Rebuild(engine, consumers, by_name[name])
        except ValueError as error:
            raise click.ClickException(str(error)) from error
        rebuild.begin()
        _step(rebuild)
        removed, added = rebuild.swap()
        click.echo(f"{name}: rebuilt. {removed} rows were wrong, {added} are new.")

    return group


def standings(engine: Engine, consumers: Consumers, known: Sequence[Consumer], now: int) -> list[str]:
    """A line for the sequencer, one for each consumer, and one for each event that could not be taken."""
    sequencer = Sequencer(engine)
    waiting = sequencer.waiting()
    said = [_line("sequencer", sequencer.last(), waiting.events, waiting.since, now)]
    for one in known:
        standing = consumers.standing(one.name)
        said.append(f"{_line(one.name, *standing[:3], now)}, {standing.parked} parked")
        for event in consumers.parked(one.name):
            why = f"{event.error}, tried {event.tries} times" if event.error else "behind another of its game"
            said.append(f"  position {event.position}, event {event.seq} of game {event.game}: {why}")
    return said


def _line(name: str, position: int, events: int, since: int | None, now: int) -> str:
    seconds = 0 if since is None else max(0, now - since) / 1000
    return f"{name}: at {position}, {events} events and {seconds:.0f} seconds behind"


def _step(rebuild: Rebuild) -> None:
    batches = events = 0
    while step := rebuild.step():
        batches, events = batches + 1, events + step
        if batches % EVERY == 0:
            click.echo(f"{events} events", err=True)
