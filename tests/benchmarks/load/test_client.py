"""The load client against small servers of our own: what it sends, counts and refuses to count."""

import itertools
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.benchmarks.load.client import Address, LoadFailed, drive, length

LONG = 60.0
"""Longer than a test lasts: the scripts run out first."""

Serve = Callable[[socket.socket], None]


@contextmanager
def server(serve: Serve) -> Iterator[Address]:
    """Serves every connection in a thread until the test is over."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def accept() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    serve(connection)

        thread = threading.Thread(target=accept)
        thread.start()
        try:
            yield listening.getsockname()
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


def answers(seen: list[bytes], head: bytes = b"HTTP/1.1 201 Created\r\nConnection: close\r\n") -> Serve:
    """Answers one request with its own body, and closes."""

    def serve(connection: socket.socket) -> None:
        request = connection.recv(65536)
        seen.append(request)
        body = request.partition(b"\r\n\r\n")[2]
        connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body))
        connection.sendall(body)

    return serve


def post(body: str) -> bytes:
    return f"POST / HTTP/1.1\r\nHost: x\r\n\r\n{body}".encode()


def test_a_script_is_sent_in_order_and_every_answer_counted() -> None:
    seen: list[bytes] = []
    with server(answers(seen)) as address:
        load = drive(address, [iter([post("1"), post("2"), post("3")])], LONG)
    assert seen == [post("1"), post("2"), post("3")]
    assert load.statuses == {201: 3}
    assert len(load.latencies) == 3
    assert load.ran_out
    assert load.refused is None


def test_the_first_script_to_run_out_ends_the_counting_for_all() -> None:
    seen: list[bytes] = []
    with server(answers(seen)) as address:
        load = drive(address, [iter([post("short")]), map(post, map(str, itertools.count()))], LONG)
    assert load.ran_out
    assert post("short") in seen
    assert len(load.latencies) == len(seen) - 1, "the other one's last request was under way"


def test_a_request_under_way_at_the_end_is_waited_for_but_not_counted() -> None:
    seen: list[bytes] = []
    script = iter([post("1"), post("2")])
    with server(answers(seen)) as address:
        load = drive(address, [script], 0.0)
        assert seen == [post("1")]
        assert load.latencies == []
        drive(address, [script], LONG)
    assert seen == [post("1"), post("2")]


def test_a_refusal_is_counted_as_one_and_shown() -> None:
    with server(answers([], b"HTTP/1.1 409 Conflict\r\nConnection: close\r\n")) as address:
        load = drive(address, [iter([post("why")])], LONG)
    assert load.statuses == {409: 1}
    assert load.refused is not None
    assert load.refused.endswith(b"\r\n\r\nwhy")


def test_a_connection_that_is_kept_open_is_used_again() -> None:
    connections = []

    def serve(connection: socket.socket) -> None:
        connections.append(connection)
        for _ in range(2):
            connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")

    with server(serve) as address:
        load = drive(address, [iter([post("1"), post("2")])], LONG)
    assert load.statuses == {200: 2}
    assert len(connections) == 1


def test_an_answer_that_breaks_off_is_an_error_and_not_a_figure() -> None:
    def serve(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")

    with server(serve) as address, pytest.raises(LoadFailed, match="closed within an answer"):
        drive(address, [iter([post("1")])], LONG)


def test_the_length_of_an_answer_is_known_once_its_head_is_there() -> None:
    assert length(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n") is None
    assert length(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n") == 40
    with pytest.raises(LoadFailed, match="without Content-Length"):
        length(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
