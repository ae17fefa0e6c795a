"""A way to a service that breaks again and again: connections are cut in the middle of a message, in either direction,
or refused."""

import itertools
import random
import socket
import struct
import threading
from collections import Counter
from contextlib import suppress

from tests.faults.streams import Address

STREAMS = b"GET /api/v1/events"
AT_ONCE = 4096
ASKED, ANSWERED = 4_000, 60_000
"""Bytes, on average, after which a connection is cut while a client says something, and while it is told something."""
SECONDS = 0.7
"""On average, between two connections that are cut whatever they do, as those are that say nothing."""
RESET = struct.pack("ii", 1, 0)
"""A socket that lingers so breaks off where it is: what was under way is lost."""


class Unreliable:
    """Listens, and passes on what it hears: to `streams` who asks for the stream, to `service` everybody else.

    `broken` counts what was done to connections.
    """

    def __init__(self, service: Address, streams: Address, seed: object) -> None:
        self._service = service
        self._streams = streams
        self._chance = random.Random(f"{seed}")
        self._lock = threading.Lock()
        self._open: dict[int, tuple[socket.socket, socket.socket]] = {}
        self._numbers = itertools.count()
        self._stop = threading.Event()
        self._place = socket.socket()  # keeps the port while nobody listens there
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._place.bind(("127.0.0.1", 0))
        self.address: Address = self._place.getsockname()
        self._listening = self._listen()
        self.broken: Counter[str] = Counter()
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._accept, self._break)]

    def __enter__(self) -> "Unreliable":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        for number in list(self._open):
            self._cut(number, "at the end")
        self._listening.close()
        self._place.close()

    def _listen(self) -> socket.socket:
        listening = socket.create_server(self.address, backlog=128, reuse_port=True)
        listening.settimeout(0.1)
        return listening

    def _accept(self) -> None:
        while not self._stop.is_set():
            with suppress(OSError):
                client, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _break(self) -> None:
        """Now and then cuts one, and now and then is not there at all for a moment."""
        while not self._stop.wait(self._chance.expovariate(1 / SECONDS)):
            if self._chance.random() < 0.1:
                self._refuse()
            elif self._open:
                self._cut(self._chance.choice(list(self._open)), "whatever it did")

    def _refuse(self) -> None:
        self._listening.close()
        self._stop.wait(self._chance.uniform(0.05, 0.5))
        self._listening = self._listen()
        self.broken["refused"] += 1

    def _pass_on(self, client: socket.socket) -> None:
        with suppress(OSError):
            first = client.recv(AT_ONCE)
            server = socket.create_connection(self._streams if first.startswith(STREAMS) else self._service)
            with self._lock:
                number = next(self._numbers)
                self._open[number] = client, server
                asked, answered = (self._chance.expovariate(1 / mean) for mean in (ASKED, ANSWERED))
            back = (server, client, b"", answered, number, "while it was told something")
            threading.Thread(target=self._pump, args=back, daemon=True).start()
            self._pump(client, server, first, asked, number, "while it said something")

    def _pump(
        self, source: socket.socket, target: socket.socket, first: bytes, left: float, number: int, when: str
    ) -> None:
        """Passes bytes on until one side ends, or so many have passed."""
        piece = first
        with suppress(OSError):
            while piece or (piece := source.recv(AT_ONCE)):
                if len(piece) > left:
                    target.sendall(piece[: int(left)])
                    self._cut(number, when)
                    return
                left -= len(piece)
                target.sendall(piece)
                piece = b""
        self._cut(number)

    def _cut(self, number: int, when: str | None = None) -> None:
        """Ends a connection: as it ends by itself, or, `when` it broke, by breaking it off."""
        with self._lock:
            both = self._open.pop(number, ())
        for one in both:
            with suppress(OSError):
                if when:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                one.shutdown(socket.SHUT_RDWR)  # which wakes a thread that reads
            one.close()
        if both and when:
            self.broken[when] += 1
