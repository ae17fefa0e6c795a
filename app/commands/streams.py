"""`flask streams`: the process that holds the open streams, many of them at once, each for next to nothing.

It is gunicorn with its gevent worker, in a process that begins anew: what waits has to be exchanged for what lets
others go on before anything else is loaded, and by now the application is.
"""

import os
import resource
import sys

import click

MOST = 10_000
"""Streams of one process, unless STREAMS says otherwise."""
GRACE_SECONDS = 1
"""How long a process that is to end waits for streams, which never end by themselves: their clients come back."""
SPARE = 500
"""Connections besides streams, so that those who come for one too many can be told so."""


def arguments(bind: str, workers: int, most: int) -> list[str]:
    """The command line of the process."""
    return [
        *(sys.executable, "-m", "gevent.monkey", "--module", "gunicorn"),
        *("--bind", bind, "--workers", str(workers), "--worker-class", "app.commands.stream_worker.StreamWorker"),
        *("--worker-connections", str(most + SPARE), "--graceful-timeout", str(GRACE_SECONDS)),
        "--no-control-socket",
        "wsgi:app",
    ]


@click.command("streams")
@click.option("--bind", default="127.0.0.1:8001", show_default=True, help="Where it listens.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes, one a core.")
def streams(bind: str, workers: int) -> None:
    """Hold the streams of news: /api/v1/events and /api/v1/games/…/events, to which a proxy leads."""
    most = os.environ.setdefault("STREAMS", str(MOST))
    _raise_files(int(most) + SPARE)
    command = arguments(bind, workers, int(most))
    os.execv(command[0], command)


def _raise_files(wanted: int) -> None:
    """Each connection is a file, and a process has few of them by itself."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted + SPARE if hard == resource.RLIM_INFINITY else min(wanted + SPARE, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    if max(soft, most) < wanted:
        click.echo(f"This process may open {most} files: so many streams, and no more (ulimit -n).", err=True)
