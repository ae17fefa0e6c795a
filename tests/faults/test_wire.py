"""Bytes that are no HTTP, or too much of it: the server or the service refuses them and goes on."""

import re
import socket

from tests.faults.service import PATIENCE_S, Service

GAMES = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
ENDLESS = b"%x\r\n%b\r\n" % (1 << 16, b" " * (1 << 16))
WIRE = {
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    "an endless line": (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", 414),
    "an endless header": (b"GET /api/v1/games HTTP/1.1\r\nX-Long: " + b"a" * 20_000 + b"\r\n\r\n", 431),
    "too many headers": (
        b"GET /api/v1/games HTTP/1.1\r\n" + b"".join(b"X-%d: 1\r\n" % n for n in range(300)) + b"\r\n",
        431,
    ),
    "a header with a NUL": (b"GET /api/v1/games HTTP/1.1\r\nX-Nul: a\x00b\r\n\r\n", 400),
    "a length below nothing": (GAMES + b"Content-Length: -1\r\n\r\n{}", 400),
    "a length and chunks": (GAMES + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "a length beyond the limit": (GAMES + b"Content-Length: 99999999\r\n\r\n", 413),
    "chunks beyond the limit": (GAMES + b"Transfer-Encoding: chunked\r\n\r\n" + ENDLESS * 3 + b"0\r\n\r\n", 413),
    "chunks that are none": (GAMES + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", 400),
    "half a body": (GAMES + b'Content-Length: 40\r\n\r\n{"seats": 2', 400),
}


def test_bytes_that_are_no_request_are_refused(service: Service) -> None:
    before = service.ask("GET", "/games").said
    said = {name: exchange(service, wire) for name, (wire, _) in WIRE.items()}

    assert said == {name: status for name, (_, status) in WIRE.items()}
    assert service.ask("GET", "/games").said == before


def exchange(service: Service, wire: bytes) -> int | None:
    """The status of the answer to these bytes, after which nothing more comes; None without one."""
    with socket.create_connection(service.address, timeout=PATIENCE_S) as connection:
        connection.sendall(wire)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    status = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    return int(status[1]) if status else None
