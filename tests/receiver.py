"""A program on the internet that notices are posted to, for tests: a real HTTPS server here, under a name and an IP
address of the open internet, which lead to it in no other way than through a network of ours."""

import queue
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

import trustme

from app.services.notices.outward import Network, Outward

SECONDS = 30
"""How long something may take to come before a test gives up."""
HOST, ADDRESS = "hooks.example.org", "93.184.215.14"
OK = b"HTTP/1.1 204 No Content\r\n\r\n"


class Came(NamedTuple):
    """A request that came; the names of headers are in lower case."""

    line: str
    headers: dict[str, str]
    body: bytes


Answer = Callable[[socket.socket], None]
"""What is done with the connection when a request has come over it."""


class Receiver:
    """Listens until it is closed. `answer` is what it says; `name` what its certificate is good for."""

    def __init__(self, authority: trustme.CA, name: str = HOST) -> None:
        self.answer: Answer = says(OK)
        self.came: queue.Queue[Came] = queue.Queue()
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(name).configure_cert(self._context)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def url(self, path: str = "/in?from=kartfold", host: str = HOST) -> str:
        """An address that leads here."""
        return f"https://{host}:{self.port}{path}"

    def next(self) -> Came:
        """The next request; waits for it."""
        return self.came.get(timeout=SECONDS)

    def close(self) -> None:
        """Takes no more connections."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError, ValueError), connection:
            connection.settimeout(SECONDS)
            with self._context.wrap_socket(connection, server_side=True) as encrypted:
                self.came.put(_read(encrypted))
                self.answer(encrypted)


class Streets(Network):
    """Names that mean what a test says, and a way from every address to one machine: this one. `looked_up` and
    `dialled` are what was asked for."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers) or [[ADDRESS]]
        self.looked_up: list[str] = []
        self.dialled: list[str] = []

    def resolve(self, host: str, port: int) -> list[str]:
        """Each time the next of the answers, the last one for ever."""
        self.looked_up.append(host)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def dial(self, address: str, port: int, seconds: float) -> socket.socket:
        self.dialled.append(address)
        return super().dial("127.0.0.1", port, seconds)


def says(answer: bytes) -> Answer:
    """Says these bytes."""
    return lambda connection: connection.sendall(answer)


def says_status(status: int, *headers: str) -> Answer:
    """Says a status, with these headers and nothing else."""
    return says("\r\n".join((f"HTTP/1.1 {status} So", *headers, "Content-Length: 0", "", "")).encode())


def never(until: threading.Event) -> Answer:
    """Says nothing before that."""
    return lambda connection: (until.wait(SECONDS), None)[1]


def trusting(authority: trustme.CA, network: Network | None = None) -> Outward:
    """The way out of a service that trusts this authority."""
    return Outward(network or Streets(), authority.cert_pem.bytes().decode())


@contextmanager
def receiving(authority: trustme.CA, name: str = HOST) -> Iterator[Receiver]:
    """A receiver that is closed at the end."""
    receiver = Receiver(authority, name)
    try:
        yield receiver
    finally:
        receiver.close()


def _read(connection: ssl.SSLSocket) -> Came:
    with connection.makefile("rb") as file:
        line = file.readline().decode().strip()
        headers = {}
        while head := file.readline().decode().strip():
            name, _, value = head.partition(":")
            headers[name.lower()] = value.strip()
        return Came(line, headers, file.read(int(headers.get("content-length", 0))))
