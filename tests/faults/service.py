"""The service in processes of its own, which can be killed all at once, and clients of it."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0
"""Whatever is waited for and has not happened by then will not happen."""

KEYS = {
    "SECRET_KEY": "a key for tests, which nobody else may use",
    "SEED_KEYS": f"tests:{bytes(range(32)).hex()}",
    "SECURE_COOKIES": "no",
    "RATE_LIMITS": "no",
}
GUNICORN = ("-m", "gunicorn", "--workers", "2", "--worker-class", "gthread", "--threads", "8", "--log-level", "error")
WORKER = ("-m", "flask", "--app", "wsgi", "worker", "--poll", "0.02")


class Answer(NamedTuple):
    """What a client got."""

    status: int
    body: bytes
    etag: str | None

    @property
    def said(self) -> dict[str, Any]:
        """The body, which is JSON."""
        value: dict[str, Any] = json.loads(self.body)
        return value


class Service:
    """gunicorn with `wsgi:app`, and on PostgreSQL a worker beside it; on SQLite the worker is inside.

    The socket is the test's: while nobody serves, clients wait in its queue, so nobody has to ask when it is up.
    """

    def __init__(self, url: str, listening: socket.socket) -> None:
        self.url = url
        self._listening = listening
        self._processes: list[subprocess.Popen[bytes]] = []

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        host, port = self._listening.getsockname()
        return host, port

    def start(self) -> None:
        """Starts all processes."""
        inside = sa.make_url(self.url).get_backend_name() == "sqlite"
        environment = {**os.environ, **KEYS, "DATABASE_URL": self.url, "WORKER": "yes" if inside else "no"}
        server = (*GUNICORN, "--bind", f"fd://{self._listening.fileno()}", "wsgi:app")
        for command in (server,) if inside else (server, WORKER):
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.DEVNULL,
                pass_fds=[self._listening.fileno()],
                start_new_session=True,  # so that a signal reaches it with its children, and nobody else
            )
            self._processes.append(process)

    def kill(self) -> None:
        """SIGKILL for every process, in the middle of whatever it does."""
        for process in self._processes:
            os.killpg(process.pid, signal.SIGKILL)
        for process in self._processes:
            process.wait()
        self._processes.clear()

    def ask(
        self, method: str, path: str, secret: str | None = None, body: object = None, key: str | None = None
    ) -> Answer:
        """One request. Raises OSError or HTTPException if the service dies over it."""
        headers = {"Content-Type": "application/json"}
        if secret is not None:
            headers["Authorization"] = f"Bearer {secret}"
        if key is not None:
            headers["Idempotency-Key"] = key
        connection = http.client.HTTPConnection(*self.address, timeout=PATIENCE_S)
        with contextlib.closing(connection):
            connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.read(), answer.headers["ETag"])

    def insist(
        self, method: str, path: str, secret: str | None = None, body: object = None, key: str | None = None
    ) -> Answer:
        """As `ask`, again and again until there is an answer, as a client does that has a key."""
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                return self.ask(method, path, secret, body, key)
            except (OSError, http.client.HTTPException):
                if time.monotonic() > end:
                    raise


@contextlib.contextmanager
def running(url: str) -> Iterator[Service]:
    """A service on this database, started, and gone at the end."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listening:
        service = Service(url, listening)
        service.start()
        try:
            yield service
        finally:
            service.kill()


def until(what: Callable[[], bool]) -> None:
    """Asks until it is so. Fails if it does not come to be."""
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end, f"waited {PATIENCE_S} s in vain"
