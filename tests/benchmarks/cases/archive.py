"""What it takes to hand out the records of many matches as one stream: lines a second, and the most memory.

The matches are those of bots, a few of them written many times under ids of their own, straight into a database. The
stream is that of the real route, taken as a WSGI server takes it, and asked for again behind its last line until
nothing comes; then it is resumed at a line in the middle, which has to be followed by what followed it before.
"""

import argparse
import contextlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from flask import Flask

import config
from app.factory import close, create_app
from app.services.operation.simulation import play
from app.store.archive import archive
from app.store.engine import make_engine, writing
from app.store.migrate import upgrade
from app.store.schema import events, streams
from app.store.tables import FINISHED, tables

MATCHES = 5
"""How many different matches there are."""
AT_ONCE = 200


def fill(url: str, games: int) -> int:
    """Writes so many matches that are over; gives the number of their lines."""
    from app.rules.options import Options

    upgrade(url)
    played = [play(2 + which % 3, f"archive/{which}", ["racer"], Options()) for which in range(MATCHES)]
    engine, lines = make_engine(url), 0
    for first in range(0, games, AT_ONCE):
        rows = [played[number % MATCHES] for number in range(first, min(games, first + AT_ONCE))]
        ids = [str(uuid.UUID(int=number, version=4)) for number in range(first, first + len(rows))]
        with writing(engine) as connection:
            for number, (id, match) in enumerate(zip(ids, rows, strict=True), first):
                lines += len(match.lines)
                copies = [line.replace(match.game.encode(), id.encode()) for line in match.lines]
                connection.execute(streams.insert(), _stream(id, len(copies) - 1))
                connection.execute(tables.insert(), _table(id))
                connection.execute(archive.insert(), {"position": number + 1, "game": id})
                connection.execute(events.insert(), [_event(id, seq, line) for seq, line in enumerate(copies)])
    engine.dispose()
    return lines


def _stream(game: str, version: int) -> dict[str, object]:
    values = {"game": game, "version": version, "hash": "", "request": 0, "t": 0, "over": True}
    return values | {"turn": None, "deadline": None, "created": 0, "sequenced": version}


def _table(game: str) -> dict[str, object]:
    texts = dict.fromkeys(("invitation", "bots_alone", "bots", "options", "clock"), "{}")
    flags = {"listed": True, "timed": False, "attended": False}
    values = {"game": game, "revision": 0, "host": "", "spectators": "all", "takeover": None, "status": FINISHED}
    return values | texts | flags | dict.fromkeys(("bot_delay", "seats", "created", "seen"), 0)


def _event(game: str, seq: int, line: bytes) -> dict[str, object]:
    return {"game": game, "seq": seq, "kind": json.loads(line)["kind"], "bytes": line, "hash": ""}


def read(url: str, lines: int) -> dict[str, object]:
    """Takes the whole stream. Raises RuntimeError if a line is missing, or another follows where it is resumed."""
    settings = {"secret_key": "of a benchmark", "seed_keys": {"b": bytes(32)}, "rate_limits": False, "worker": False}
    app = create_app(config.Config(database_url=url, **settings))  # type: ignore[arg-type]
    before, start, cpu = _peak(), time.perf_counter(), time.process_time()
    count, answers = 0, 1
    middle: list[bytes] = []
    answer = take(app)
    while answer.lines:
        count, answers, middle = count + answer.lines, answers + 1, middle or answer.middle
        answer = take(app, answer.place)
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu
    if count != lines:
        raise RuntimeError(f"{count} lines of {lines}")
    _check_resumed(app, middle)
    figures: dict[str, object] = {
        "lines/s": count / seconds,
        "lines": count,
        "seconds": seconds,
        "CPU seconds": cpu_seconds,
        "answers": answers,
        "peak MiB": _peak(),
        "MiB more than at the start": _peak() - before,
    }
    close(app)
    return figures


class Answer(NamedTuple):
    """One answer: how many lines it had, the place of the last, and two from its middle that follow each other."""

    lines: int
    place: str
    middle: list[bytes]


def take(app: Flask, after: str = "") -> Answer:
    """One answer, line by line, none of which is kept."""
    found, last, middle = 0, b"", []
    for line in _stream_of(app, f"?after={after}" if after else ""):
        found, last = found + 1, line
        if found in (1000, 1001):
            middle.append(line)
    return Answer(found, _place(last) if last else "", middle)


def _stream_of(app: Flask, query: str) -> Iterator[bytes]:
    client = app.test_client()
    with contextlib.closing(client.get(f"/api/v1/archive.jsonl{query}", buffered=False)) as answer:
        if answer.status_code != 200:
            raise RuntimeError(f"{answer.status_code}: {answer.text[:200]}")
        yield from answer.iter_encoded()


def _place(line: bytes) -> str:
    said = json.loads(line)
    return f"{said['game']}:{said['seq']}"


def _check_resumed(app: Flask, middle: Sequence[bytes]) -> None:
    one, following = middle
    if next(_stream_of(app, f"?after={_place(one)}")) != following:
        raise RuntimeError("resumed at another line")


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--read", help="the database to read, which holds --lines lines")
    parser.add_argument("--lines", type=int, default=0)
    options = parser.parse_args()
    if options.read:
        print(json.dumps(read(options.read, options.lines)))
        return
    with tempfile.TemporaryDirectory(prefix="kartfold-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'archive.db'}"
        lines = fill(url, options.games)
        # In a process of its own: the memory is that of reading alone.
        command = [sys.executable, "-m", "tests.benchmarks.cases.archive", "--read", url, "--lines", str(lines)]
        print(subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ).stdout.strip())


if __name__ == "__main__":
    main()
