"""A durable request over HTTP: a move of ours, or the bare Flask view, under gunicorn with two sync workers.

Sixteen clients send prepared requests over a new connection each, as sync workers close every one. A move brings a
token, the version that it rests on and a key, and is answered with its events and the player's view. Every answer has
to be a success, and to be found in the database afterwards.
"""

import argparse
import contextlib
import itertools
import json
import math
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

import config
from tests.benchmarks.cases.tables import TABLES_A_CLIENT, Tables, post
from tests.benchmarks.load import profile, sampler
from tests.benchmarks.load.client import drive
from tests.benchmarks.load.server import cpu_seconds, gunicorn, parent
from tests.benchmarks.peers import bare_flask
from tests.databases import Databases

CLIENTS = 16
WARM_UP = 6 * TABLES_A_CLIENT
"""Requests of each client before the time counts: enough for nearly every table to have met both workers."""
FASTEST = 2000
"""Requests a second that nothing here reaches: for how many moves are prepared."""


class Application(NamedTuple):
    """What is served: where gunicorn finds it, its settings, what is sent, and how what was taken is counted."""

    name: str
    environment: Mapping[str, str]
    scripts: list[Iterator[bytes]]
    taken: str


def kartfold(url: str, seconds: float) -> Application:
    """The service, with people at its tables."""
    settings = {
        "DATABASE_URL": url,
        "SECRET_KEY": "a key for benchmarks, which nobody else may use",
        "SEED_KEYS": f"bench:{bytes(range(32)).hex()}",
        "SECURE_COOKIES": "no",
    }
    tables = Tables(config.load(settings | {"RATE_LIMITS": "no"}))
    moves = CLIENTS * WARM_UP + int(FASTEST * seconds)
    return Application("wsgi:app", settings, tables.scripts(CLIENTS, moves, 1), "SELECT count(*) FROM idempotency")


def bare(url: str, seconds: float) -> Application:
    """The floor."""
    bare_flask.create(url)
    data = {"type": "CardPlayed", "player": 2, "card": "r7", "color": "r"}
    script = itertools.repeat(post("/append", {"stream": "match-1", "version": 7, "data": data}))
    name = f"{bare_flask.__name__}:create_app()"
    return Application(name, {bare_flask.URL: url}, [script] * CLIENTS, "SELECT count(*) FROM bare_events")


APPLICATIONS: dict[str, tuple[Callable[[str, float], Application], bool]] = {
    "kartfold": (kartfold, True),
    "bare": (bare, False),
}
"""By name: what makes it, and whether its database has our schema."""


@contextlib.contextmanager
def fresh_database(server: str, migrated: bool) -> Iterator[str]:
    """A new database, which is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="kartfold-bench-") as folder:
        databases = Databases(Path(folder), lambda: server)
        try:
            yield databases.fresh("postgresql") if migrated else databases.empty("postgresql")
        finally:
            databases.close()


def measure(application: Application, url: str, seconds: float, options: list[str]) -> dict[str, float]:
    """Serve, warm up, drive, and look whether the database has what was taken."""
    with gunicorn(application.name, application.environment, options) as server:
        before = taken(application, url)
        warm = drive(server.address, [itertools.islice(each, WARM_UP) for each in application.scripts], math.inf)
        processes = {"server": server.process, "database": postmaster(url)}
        cpu = {whose: -cpu_seconds(process) for whose, process in processes.items()}
        load = drive(server.address, application.scripts, seconds)
        cpu = {whose: cpu[whose] + cpu_seconds(process) for whose, process in processes.items()}
        written = taken(application, url) - before
    for each in (warm, load):
        if each.refused is not None:
            raise RuntimeError(f"refused: {each.refused.decode(errors='replace')}")
    if written < len(warm.latencies) + len(load.latencies):
        raise RuntimeError(f"{len(warm.latencies) + len(load.latencies)} taken, but {written} written")
    return load.figures() | costs(cpu | {"client": load.client_cpu_s}, len(load.latencies))


def costs(cpu: Mapping[str, float], requests: int) -> dict[str, float]:
    """What a request takes of the processor, in µs: of each process, and of all together."""
    taken = {f"{whose} CPU µs/request": seconds / requests * 1e6 for whose, seconds in cpu.items()}
    return taken | {"CPU µs/request": sum(taken.values())}


def taken(application: Application, url: str) -> int:
    """How many requests the database has."""
    with connected(url) as connection:
        return connection.execute(sa.text(application.taken)).scalar_one()


def postmaster(url: str) -> int:
    """The process that a PostgreSQL server on this machine began with."""
    with connected(url) as connection:
        return parent(connection.execute(sa.text("SELECT pg_backend_pid()")).scalar_one())


def connected(url: str) -> sa.Connection:
    """A connection of its own, to be closed."""
    return sa.create_engine(url, poolclass=sa.NullPool).connect()


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--application", choices=sorted(APPLICATIONS), default="kartfold")
    parser.add_argument("--server", required=True, help="SQLAlchemy's URL of a PostgreSQL server on this machine")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--profile", action="store_true", help="also say where the time of the workers goes")
    options = parser.parse_args()
    make, migrated = APPLICATIONS[options.application]
    with fresh_database(options.server, migrated) as url, tempfile.TemporaryDirectory() as folder:
        application = make(url, options.seconds)
        watched: list[str] = []
        if options.profile:
            application = application._replace(environment={**application.environment, sampler.FOLDER: folder})
            watched = ["--config", f"python:{sampler.__name__}"]
        figures = measure(application, url, options.seconds, watched)
        said = profile.explain(profile.read(Path(folder)), figures["server CPU µs/request"]) if watched else None
    print(json.dumps(figures | ({"text": said} if said else {})))


if __name__ == "__main__":
    main()
