"""The process that holds streams, beside a service; and clients of it, which read as they like."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from tests.faults.service import KEYS, PATIENCE_S, ROOT, until

Address = tuple[str, int]


class Message(NamedTuple):
    """Something that a stream said; a comment has neither event nor data."""

    id: str | None
    event: str
    data: bytes


class Reader:
    """One connection to a stream. `room` is how many bytes the kernel takes in for one who does not read."""

    def __init__(
        self, address: Address, path: str, secret: str | None = None, last: str | None = None, room: int | None = None
    ) -> None:
        self.socket = socket.socket()
        if room is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(address)
        headers = [f"GET /api/v1{path} HTTP/1.0", "Host: here", "Accept: text/event-stream"]
        if secret is not None:
            headers.append(secret if ":" in secret else f"Authorization: Bearer {secret}")
        if last is not None:
            headers.append(f"Last-Event-ID: {last}")
        self.socket.sendall("".join(f"{line}\r\n" for line in [*headers, ""]).encode())
        self._bytes = self.socket.makefile("rb")
        self.status = self._head()

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def messages(self) -> Iterator[Message]:
        """What it says, until it ends or is cut off; of the last one nothing is told unless it is whole."""
        fields: dict[str, bytes] = {}
        with contextlib.suppress(ConnectionError):
            for line in self._bytes:
                name, _, value = line.removesuffix(b"\n").partition(b": ")
                if line.startswith(b":"):
                    yield Message(None, "", b"")
                elif line != b"\n":
                    fields[name.decode()] = value
                elif "data" in fields:
                    id = fields.get("id")
                    yield Message(None if id is None else id.decode(), fields["event"].decode(), fields["data"])
                    fields = {}
                else:
                    fields = {}

    def close(self) -> None:
        """Goes, whatever is under way."""
        self._bytes.close()
        self.socket.close()

    def _head(self) -> int:
        number = int(self._bytes.readline().split()[1])
        while self._bytes.readline().strip():
            pass
        return number


class Streams:
    """`flask streams` on this database."""

    def __init__(self, url: str, listening: socket.socket, most: int) -> None:
        self.address: Address = listening.getsockname()
        command = ("-m", "flask", "--app", "wsgi", "streams", "--bind", f"fd://{listening.fileno()}")
        told = {"DATABASE_URL": url, "STREAMS": str(most), "STREAM_HEARTBEAT": "1"}
        self._process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env={**os.environ, **KEYS, **told},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[listening.fileno()],
            start_new_session=True,
        )

    def opened(self, path: str, secret: str | None = None, last: str | None = None, room: int | None = None) -> Reader:
        """A new connection, as soon as there is a place for it. One that has nothing more to hear is answered 204."""
        found: list[Reader] = []

        def got() -> bool:
            reader = Reader(self.address, path, secret, last, room)
            if reader.status in (200, 204):
                found.append(reader)
            else:
                reader.close()
            return bool(found)

        until(got)
        return found[0]

    def kill(self) -> None:
        """Ends the process at once, with its children."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@contextlib.contextmanager
def streaming(url: str, most: int = 100) -> Iterator[Streams]:
    """Such a process, gone at the end."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listening:
        streams = Streams(url, listening, most)
        try:
            yield streams
        finally:
            streams.kill()
