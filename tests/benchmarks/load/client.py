"""A load client: some connections in one thread, each sending its requests one after the other.

It exists because ours and the peer must be driven alike, on a machine that need not have a load generator.
It sends bytes that were made before and looks only at status and length of an answer, to leave the processor to
the server; what it takes nevertheless is measured beside.
"""

import gc
import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.benchmarks.figures import percentile

Address = tuple[str, int]

PATIENCE_S = 30.0
"""No answer on any connection for as long as this: the server is stuck."""


class LoadFailed(Exception):
    """The server closed a connection within an answer, answers in a way not understood here, or is stuck."""


@dataclass(slots=True)
class Load:
    """What a drive saw; latencies in seconds, from before the connection to the last byte of the answer."""

    seconds: float = 0.0
    client_cpu_s: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    refused: bytes | None = None
    """The first answer that was not a success, whole."""
    ran_out: bool = False
    """A connection had no more requests: the time ended there."""

    def figures(self) -> dict[str, float]:
        """The figures of a case: rate, median and 99th percentile in ms."""
        ordered = sorted(self.latencies)
        return {
            "requests/s": len(ordered) / self.seconds,
            "p50 ms": percentile(ordered, 50) * 1000,
            "p99 ms": percentile(ordered, 99) * 1000,
            "requests": len(ordered),
        }


class Connection:
    """One client: sends its requests in order, over a new socket whenever the server closes the old one."""

    def __init__(self, address: Address, requests: Iterator[bytes]) -> None:
        self._address = address
        self._requests = requests
        self._received = bytearray()
        self._kept = False
        self.socket: socket.socket | None = None
        self.started = 0.0

    def send(self) -> bool:
        """Send the next request; False if there is none."""
        request = next(self._requests, None)
        if request is None:
            return False
        self.started = time.perf_counter()
        if self.socket is None:
            self.socket = socket.create_connection(self._address)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(request)
        return True

    def receive(self) -> bytes | None:
        """Take what has come in: the whole answer, or None if more is to come. Raises LoadFailed."""
        assert self.socket is not None
        piece = self.socket.recv(262_144)
        if not piece:
            raise LoadFailed(f"closed within an answer: {bytes(self._received[:200])!r}")
        self._received += piece
        end = length(self._received)
        if end is None or len(self._received) < end:
            return None
        answer = bytes(self._received[:end])
        self._received.clear()
        self._kept = b"\r\nconnection: close" not in answer[: answer.index(b"\r\n\r\n")].lower()
        return answer

    def leave(self, selector: selectors.BaseSelector) -> None:
        """Give the socket back unless the server keeps it open."""
        if self.socket is not None and not self._kept:
            selector.unregister(self.socket)
            self.socket.close()
            self.socket = None


def length(received: bytes | bytearray) -> int | None:
    """How long the answer is, head and body; None while its head is not complete.

    Raises LoadFailed for an answer whose head does not say it.
    """
    head = received.find(b"\r\n\r\n")
    if head < 0:
        return None
    for line in bytes(received[:head]).split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return head + 4 + int(value)
    raise LoadFailed(f"an answer without Content-Length: {bytes(received[:head])!r}")


def drive(address: Address, scripts: Sequence[Iterator[bytes]], seconds: float) -> Load:
    """Send the scripts, a connection each, for so many seconds; raises LoadFailed.

    A request under way at the end is waited for but not counted, so that the scripts can be gone on with.
    """
    load = Load()
    connections = [Connection(address, script) for script in scripts]
    gc.collect()
    gc.disable()  # a collection here would show as a slow answer
    try:
        with selectors.DefaultSelector() as selector:
            _drive(connections, selector, load, seconds)
    finally:
        gc.enable()
        for connection in connections:
            if connection.socket is not None:
                connection.socket.close()
    return load


def _drive(connections: Sequence[Connection], selector: selectors.BaseSelector, load: Load, seconds: float) -> None:
    cpu, start = time.process_time(), time.perf_counter()
    end = start + seconds
    busy = sum(_begin(connection, selector, load) for connection in connections)
    while busy:
        ready = selector.select(PATIENCE_S)
        if not ready:
            raise LoadFailed(f"no answer for {PATIENCE_S:g} s")
        for key, _ in ready:
            connection = key.data
            answer = connection.receive()
            if answer is None:
                continue
            now = time.perf_counter()
            if now < end and not load.ran_out:
                _count(load, answer, now - connection.started)
                load.seconds, load.client_cpu_s = now - start, time.process_time() - cpu
            connection.leave(selector)
            if now >= end or load.ran_out or not _begin(connection, selector, load):
                busy -= 1


def _begin(connection: Connection, selector: selectors.BaseSelector, load: Load) -> bool:
    """Send a connection's next request and listen for its answer; False if it has none left."""
    fresh = connection.socket is None
    if not connection.send():
        load.ran_out = True
        return False
    if fresh:
        assert connection.socket is not None
        selector.register(connection.socket, selectors.EVENT_READ, connection)
    return True


def _count(load: Load, answer: bytes, latency: float) -> None:
    status = int(answer[9:12])
    load.statuses[status] += 1
    load.latencies.append(latency)
    if load.refused is None and status // 100 != 2:
        load.refused = answer
