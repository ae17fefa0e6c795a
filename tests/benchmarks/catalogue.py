"""The benchmarks by name: what is run, beside which peer, and what must be reached."""

import functools
import sys
from collections.abc import Callable
from contextlib import ExitStack

import sqlalchemy as sa

from tests import postgres
from tests.benchmarks.benchmark import Benchmark, Case, Target
from tests.benchmarks.home import peer_python


class Workshop:
    """What cases need from outside, made when the first of them asks for it; closed by its stack."""

    def __init__(self, stack: ExitStack, seconds: float, profile: bool) -> None:
        self._stack = stack
        self.seconds = seconds
        self.profile = profile

    @functools.cached_property
    def server(self) -> str:
        """The URL of a PostgreSQL server of our own, which flushes to disk as one in production does."""
        return self._stack.enter_context(postgres.server(durable=True))

    def ours(self, case: str, *arguments: str) -> list[str]:
        """The command of a case of ours, in the environment of the project."""
        return [sys.executable, "-m", f"tests.benchmarks.cases.{case}", *arguments]

    def peer(self, peer: str, *arguments: str) -> list[str]:
        """The command of a peer, in the environment of the peers."""
        return [peer_python(), "-m", f"tests.benchmarks.peers.{peer}", *arguments]

    @property
    def timed(self) -> tuple[str, str]:
        """How long to measure, as an argument of a case."""
        return "--seconds", f"{self.seconds:g}"


def rules(workshop: Workshop) -> Benchmark:
    """The rules alone beside RLCard."""
    ours, others, peer = "kartfold, plays if a card fits", "kartfold, any legal move", "RLCard uno, step"
    cases = [
        Case(ours, workshop.ours("rules", *workshop.timed, "--policy", "any-card")),
        Case(others, workshop.ours("rules", *workshop.timed, "--policy", "any-move")),
        Case(peer, workshop.peer("rlcard_step", *workshop.timed)),
    ]
    targets = [Target(case, "moves/s", to=peer, least=1) for case in (ours, others)]
    return Benchmark(
        "rules: four random players, one process, every move decided into events and folded",
        cases,
        ["moves/s", "moves/CPU s", "hands/s", "moves/hand"],
        targets,
        "In RLCard one draws only when no card fits; with *plays if a card fits* ours choose in the same way. With "
        "*any legal move* they draw as gladly as they play: hands hold many cards and last long.",
    )


DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
REBUILD_FROM_SNAPSHOT = {"sqlite": 20, "postgresql": 10}


def rebuild(workshop: Workshop) -> Benchmark:
    """The state out of the database, beside the library `eventsourcing`."""
    figure, cases, targets = "rebuilds/s", [], []
    conninfo = sa.make_url(workshop.server).set(drivername="postgresql").render_as_string(hide_password=False)
    for database, name in DATABASES.items():
        on = ("--database", database, *workshop.timed)
        events, snapshot, peer = (
            f"{what}, {name}" for what in ("kartfold, 200 events", "kartfold, snapshot", "eventsourcing, 200 events")
        )
        cases += [
            Case(events, workshop.ours("rebuild", *on, "--server", workshop.server, "--from", "events")),
            Case(snapshot, workshop.ours("rebuild", *on, "--server", workshop.server, "--from", "snapshot")),
            Case(peer, workshop.peer("eventsourcing_get", *on, "--conninfo", conninfo)),
        ]
        targets += [
            Target(events, figure, to=peer, least=4),
            Target(snapshot, figure, to=peer, least=REBUILD_FROM_SNAPSHOT[database]),
        ]
    return Benchmark(
        "rebuild: a hand of 200 events out of the database",
        cases,
        [figure, "µs/rebuild", "CPU µs/rebuild"],
        targets,
        "Read, decoded and folded into the state, nothing kept in memory, one query; 40 hands or aggregates in turn. "
        "The snapshot is of the last event, as a cold start leaves it.",
    )


def http(workshop: Workshop) -> Benchmark:
    """A move over HTTP beside the least that a durable request can do."""
    ours, peer = "kartfold, a move", "bare Flask, one INSERT and COMMIT"
    on = ("--server", workshop.server, *workshop.timed)
    cases = [
        Case(ours, workshop.ours("http", "--application", "kartfold", *on)),
        Case(peer, workshop.ours("http", "--application", "bare", *on)),
    ]
    if workshop.profile:
        watched = workshop.ours("http", "--application", "kartfold", *on, "--profile")
        cases.append(Case("kartfold, a move, profiled", watched))
    costs = ["CPU µs/request", *(f"{whose} CPU µs/request" for whose in ("client", "server", "database"))]
    return Benchmark(
        "http: 16 clients, gunicorn with 2 sync workers, PostgreSQL that flushes every commit",
        cases,
        ["requests/s", "p50 ms", "p99 ms", *costs],
        [
            Target(ours, "requests/s", to=peer, least=0.5),
            Target(ours, "p99 ms", to=ours, to_figure="p50 ms", most=4),
        ],
        "One client in one thread drives both, over a new connection for each request, as a sync worker closes it; "
        "client, workers and database share the cores. Every answer is a success, and is in the database afterwards.",
    )


def verify(workshop: Workshop) -> Benchmark:
    """The offline verifier."""
    played, chance = "ten racers", "ten random bots"
    return Benchmark(
        "verify: `python -m replays verify` on a match of ten seats and ten hands",
        [
            Case(played, workshop.ours("verify", "--players", "racer")),
            Case(chance, workshop.ours("verify", "--players", "random")),
        ],
        ["seconds", "CPU seconds", "peak MiB", "events", "file MiB"],
        [
            Target(played, "seconds", most=0.5),
            Target(played, "peak MiB", most=100),
            Target(chance, "peak MiB", most=100),
        ],
        "The time is that of the whole command. Random bots draw as gladly as they play, so that their hands last many "
        "times as long as those of anybody who wants to win.",
    )


def bots(workshop: Workshop) -> Benchmark:
    """How good the racer is."""
    least = {"random": 65, "first": 55}
    names = {other: f"racer against {other}" for other in least}
    return Benchmark(
        "bots: hands of two seats won, seats changed after every hand",
        [Case(name, workshop.ours("bots", "--bot", "racer", "--other", other)) for other, name in names.items()],
        ["won %", "standard error %", "hands"],
        [Target(name, "won %", least=least[other]) for other, name in names.items()],
        "Seeded: every run on every machine gives the same.",
        rounds=1,
    )


def archive(workshop: Workshop) -> Benchmark:
    """The records of many matches as one stream."""
    some, many = "1,000 matches", "10,000 matches"
    return Benchmark(
        "archive: the records of many matches as one stream, SQLite",
        [
            Case(some, workshop.ours("archive", "--games", "1000")),
            Case(many, workshop.ours("archive", "--games", "10000")),
        ],
        ["lines/s", "lines", "peak MiB", "MiB more than at the start"],
        [Target(many, "peak MiB", to=some, most=1.05)],
        "In the process of the service, without a network: the memory is that of the whole service. Each run takes the "
        "stream to its end, and resumes it at a line in the middle.",
        rounds=1,
    )


def streams(workshop: Workshop) -> Benchmark:
    """A thousand open streams beside moves."""
    many = "1,000 streams, 50 moves/s"
    with_streams, without = ("moves p50 ms", "moves p99 ms"), ("without: p50 ms", "without: p99 ms")
    return Benchmark(
        "streams: moves through 2 sync workers, a worker, `flask streams`, PostgreSQL that flushes every commit",
        [Case(many, workshop.ours("streams", "--server", workshop.server))],
        ["delivery p50 ms", "delivery p99 ms", "messages/s", *with_streams, *without, "kB a stream", "CPU µs/message"],
        [
            Target(many, "delivery p50 ms", most=250),
            Target(many, "moves p99 ms", to=many, to_figure="without: p99 ms", most=2),
        ],
        "Delivery is from the time in the event, when it was decided, to its message at a client. Every event comes to "
        "every stream of its game once. Clients, workers, streams and database share the cores.",
        rounds=1,
    )


POSITIONS = {events: f"ms, {events:,} events" for events in (100, 300, 1_000, 3_000, 10_000)}


def positions(workshop: Workshop) -> Benchmark:
    """Any position of a match, from its events and from snapshots."""
    thousand, most = POSITIONS[1_000], POSITIONS[10_000]
    lengths = ("--events", *map(str, POSITIONS))
    cases, targets = [], []
    for database, name in DATABASES.items():
        on = ("--database", database, *workshop.timed, *lengths)
        without, kept = f"without snapshots, {name}", f"with snapshots, {name}"
        cases += [
            Case(case, workshop.ours("positions", *on, "--server", workshop.server, "--snapshots", how))
            for case, how in ((without, "without"), (kept, "with"))
        ]
        targets += [Target(without, thousand, most=20), Target(kept, most, to=kept, to_figure=thousand, most=2)]
    return Benchmark(
        "positions: any position of a match that is over, as any seat, the table or all",
        cases,
        [*POSITIONS.values(), f"CPU {thousand}", "snapshots, % of the records"],
        targets,
        "The median of whole answers of the service, in one process and without a network. With snapshots the cost is "
        "that of the events behind the last one, a few hundred at most, whatever the length of the match.",
    )


def page(workshop: Workshop) -> Benchmark:
    """The page that plays a game by itself, in a browser."""
    thousand, more = "1,000 events", "5,000 events"
    return Benchmark(
        "page: a step on the page that plays a game without a network, ten seats, all cards open",
        [
            Case(thousand, workshop.ours("page", "--events", "1000")),
            Case(more, workshop.ours("page", "--events", "5000")),
        ],
        ["step, median ms", "step, p95 ms", "kB", "to make it, ms"],
        [Target(thousand, "step, median ms", most=50)],
        "In the system's Chromium, without a screen: a jump to another event and the layout that follows.",
    )


def analysis(workshop: Workshop) -> Benchmark:
    """What the analysis of a hand takes."""
    hand = "60 decisions of four racers"
    return Benchmark(
        "analysis: a hand of four seats, every decision weighed by playouts, one core",
        [Case(hand, workshop.ours("analysis"))],
        ["seconds", "CPU seconds", "longest decision, s", "playouts, least", "playouts, mean"],
        [Target(hand, "CPU seconds", most=20), Target(hand, "playouts, least", least=200)],
        "Playouts are those of a decision, shared by its alternatives; how the later winner stood, where another seat "
        "had to decide, takes 200 more. In the worker other work waits for 0.3 s and one decision at most.",
    )


BENCHMARKS: dict[str, Callable[[Workshop], Benchmark]] = {
    make.__name__: make for make in (rules, rebuild, http, streams, verify, bots, archive, positions, page, analysis)
}
"""By name, in the order in which they run."""
