"""The one way out to addresses that somebody has given us: to webhooks, and to the push services of browsers.

Whoever names an address would have the service ask it from where the service stands, behind walls that keep them out.
So it asks by HTTPS alone, under names and never under numbers; every address that a name has must be one of the open
internet, and the connection goes to the very address that was looked at, so that a name which means something else a
moment later leads nowhere. It follows no redirect, uses no proxy, and keeps nothing of an answer but its status.
Whoever answers slowly is hung up on: the whole of it takes no longer than `SECONDS`.
"""

import re
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv6Address, ip_address, ip_network
from queue import Empty, Queue
from threading import Event, Thread, Timer
from typing import NamedTuple
from urllib.parse import urlsplit

CONNECT_SECONDS = 5.0
"""How long finding a name, and then reaching its address, may take."""
SECONDS = 10.0
"""How long sending and answering may take together, once a connection is there."""
MOST_READ = 64 * 1024
"""Bytes of an answer that are read, and thrown away, before the connection is closed."""
LONGEST = 2000
"""Characters of an address."""
MOST_TRIED = 3
"""Of the addresses that a name has, how many are tried."""

NOT_ALLOWED, NO_HOST, TIMED_OUT = "not_allowed", "no_host", "timed_out"
CERTIFICATE, NOT_REACHED, NO_ANSWER = "certificate", "not_reached", "no_answer"
ERRORS = (NOT_ALLOWED, NO_HOST, TIMED_OUT, CERTIFICATE, NOT_REACHED, NO_ANSWER)
"""Why nothing was sent, or no answer came: the name leads somewhere that is not of the open internet, or nowhere; it
took too long; the certificate is not that of the name; nobody takes the connection; what came is no HTTP."""

_HOST = re.compile(r"(?!.{254})([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
"""A name with a domain; what ends in a number may be read as an IPv4 address, however it is written."""
_PATH = re.compile(r"[!-~]*")
_OPEN = ip_network("2000::/3")
_NOT_OPEN = tuple(
    map(
        ip_network,
        ("2001::/23", "2002::/16", "2001:db8::/32", "3fff::/20", "192.88.99.0/24", "192.0.0.0/24", "168.63.129.16/32"),
    )
)
"""Tunnels (Teredo, 6to4 and its relays), which lead to addresses hidden in theirs, and what is for examples and
protocols; and the one public address under which machines in Azure find what is inside."""


class Unfit(ValueError):
    """No address that anything is ever sent to; the message says what is wrong with it, in English."""


class NotSent(Exception):
    """Nothing was sent, or no answer came; `error` is one of `ERRORS`."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


class Where(NamedTuple):
    """An address in its parts; `path` is all behind the host."""

    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The host, and its port where it is not that of HTTPS."""
        return self.host if self.port == 443 else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """The address, as it is kept."""
        return f"https://{self.authority}{self.path}"


def read(url: str) -> Where:
    """The parts of an address as somebody wrote it. Raises Unfit."""
    if len(url) > LONGEST:
        raise Unfit("It is too long.")
    if not _PATH.fullmatch(url) or "\\" in url:
        raise Unfit("It must be written in ASCII, without spaces.")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        raise Unfit("It is no address.") from None
    if parts.scheme != "https":
        raise Unfit("It must begin with https://.")
    if "@" in parts.netloc:
        raise Unfit("It must not have a user name in it.")
    if not _HOST.fullmatch(host) or parts.netloc.endswith(":"):
        raise Unfit("Its host must be a full domain name.")
    if port is not None and port != 443 and port < 1024:
        raise Unfit("Its port must be 443, or one from 1024 on.")
    if "#" in url:
        raise Unfit("It must not have a fragment.")
    return Where(host, port or 443, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def is_open(address: str) -> bool:
    """Whether an IP address is one of the open internet, and hides no other address."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found not in _OPEN:  # mapped, NAT64, local, multicast: all beyond it
        return False
    if not found.is_global or found.is_multicast or found.is_reserved or found.is_unspecified:
        return False
    return not any(found in network for network in _NOT_OPEN if network.version == found.version)


class Network:
    """Names and connections, as the system has them."""

    def resolve(self, host: str, port: int) -> list[str]:
        """All IP addresses of a name. Raises OSError."""
        return list(
            dict.fromkeys(str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        )

    def dial(self, address: str, port: int, seconds: float) -> socket.socket:
        """A connection to an IP address. Raises OSError."""
        return socket.create_connection((address, port), seconds)


class Outward:
    """Sends to the outside. `network` and `roots` (the certificates that are trusted, as PEM; without, those of the
    system) are for tests; what is allowed is not to be chosen."""

    def __init__(self, network: Network | None = None, roots: str | None = None) -> None:
        self._network = network or Network()
        self._roots = roots

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Posts once; the status of the answer. Raises NotSent, and Unfit for what `read` does not take."""
        where = read(url)
        with closing(self._connected(where)) as connection, _hung_up_on(connection, SECONDS) as late:
            try:
                encrypted = self._context.wrap_socket(connection, server_hostname=where.host)
                with closing(_Connection(where, encrypted)) as asked:
                    return _status(asked, where, headers, body)
            except ssl.SSLCertVerificationError:
                raise NotSent(CERTIFICATE) from None
            except (HTTPException, OSError, ValueError) as error:  # ssl.SSLError is an OSError
                took_long = late.is_set() or isinstance(error, TimeoutError)
                raise NotSent(TIMED_OUT if took_long else NO_ANSWER) from None

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cadata=self._roots)

    def _connected(self, where: Where) -> socket.socket:
        """A connection to one of the addresses that were looked at."""
        until = time.monotonic() + CONNECT_SECONDS
        error = NOT_REACHED
        for address in self._addresses(where)[:MOST_TRIED]:
            if (left := until - time.monotonic()) <= 0:
                raise NotSent(TIMED_OUT)
            try:
                return self._network.dial(address, where.port, left)
            except OSError as refused:
                error = TIMED_OUT if isinstance(refused, TimeoutError) else NOT_REACHED
        raise NotSent(error)

    def _addresses(self, where: Where) -> list[str]:
        """The addresses that the name has now: one that is not open spoils all of them."""
        found = self._resolved(where)
        if not found:
            raise NotSent(NO_HOST)
        if not all(map(is_open, found)):
            raise NotSent(NOT_ALLOWED)
        return found

    def _resolved(self, where: Where) -> list[str]:
        """Asked beside, since the system's question for a name cannot be broken off."""
        answer: Queue[list[str]] = Queue()

        def ask() -> None:
            try:
                answer.put(self._network.resolve(where.host, where.port))
            except (OSError, UnicodeError):
                answer.put([])

        Thread(target=ask, name="kartfold-resolve", daemon=True).start()
        try:
            return answer.get(timeout=CONNECT_SECONDS)
        except Empty:
            raise NotSent(TIMED_OUT) from None


class _Connection(HTTPSConnection):
    """HTTP on a connection that is there already. `HTTPSConnection` itself would look the name up anew."""

    def __init__(self, where: Where, encrypted: ssl.SSLSocket) -> None:
        super().__init__(where.host, where.port)
        self.sock = encrypted

    def connect(self) -> None:
        """Never: it was the only one."""
        raise OSError("the connection is gone")


def _status(connection: _Connection, where: Where, headers: Mapping[str, str], body: bytes) -> int:
    connection.request("POST", where.path, body, {**headers, "Connection": "close"})
    with connection.getresponse() as answer:
        with suppress(HTTPException, OSError, ValueError):  # the status was said, whatever comes behind it
            answer.read(MOST_READ)
        return answer.status


@contextmanager
def _hung_up_on(connection: socket.socket, seconds: float) -> Iterator[Event]:
    """Breaks the connection off after that time, whoever waits on it for what; the event says that it was. A time-out
    of the socket counts from one byte to the next."""
    connection.settimeout(seconds)
    held, late = connection.dup(), Event()  # wrapped, the socket loses its descriptor to the one that encrypts

    def hang_up() -> None:
        late.set()
        with suppress(OSError):
            held.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()
        held.close()
