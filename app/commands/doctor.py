"""`flask doctor`: what holds, and what does not, a line each."""

import sys
from collections.abc import Mapping

import click
from flask.cli import with_appcontext

from app.services.operation.doctor import examine
from app.store.engine import make_engine
from app.store.secrets import Cipher

EVERY = 100
"""Games between two words of progress."""


def command(url: str, seed_keys: Mapping[str, bytes]) -> click.Command:
    """The command for the database at this URL, whose running games' seeds open with these keys."""

    @click.command("doctor")
    @click.option("--game", metavar="ID", help="Look at this game only.")
    @with_appcontext
    def doctor(game: str | None) -> None:
        """Prove the guards by trying, and check every stored game; exit 1 if something does not hold."""
        engine = make_engine(url)
        try:
            ill = 0
            for about, holds, text in examine(engine, Cipher(seed_keys), _progress, game):
                click.echo(f"{'holds' if holds else 'FAILS'}  {about}: {text}")
                ill += not holds
        finally:
            engine.dispose()
        sys.exit(1 if ill else 0)

    return doctor


def _progress(done: int, total: int) -> None:
    if done % EVERY == 0:
        click.echo(f"       {done} of {total} games", err=True)
