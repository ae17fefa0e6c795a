"""`flask worker`: what runs behind the requests, as a process of its own."""

import logging

import click

from app.worker.jobs import Jobs
from app.worker.process import POLL_SECONDS, work


def command(jobs: Jobs) -> click.Command:
    """The command for these jobs."""

    @click.command("worker")
    @click.option("--poll", type=click.FloatRange(0.01, 60), default=POLL_SECONDS, show_default=True, help="Seconds.")
    def worker(poll: float) -> None:
        """Order events, let bots move, and take decisions whose time has run out. Several may run at once."""
        logging.basicConfig(level=logging.INFO)
        click.echo("The worker works. Ctrl+C ends it.")
        work(jobs, poll)

    return worker
