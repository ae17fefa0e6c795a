"""The way out: where it leads, and what cannot make it lead elsewhere."""

import itertools
import socket
import threading
from contextlib import suppress

import pytest
import trustme

from app.services.notices import outward
from app.services.notices.outward import NotSent, Outward, Unfit, is_open, read
from tests.receiver import ADDRESS, HOST, Streets, never, receiving, says, says_status, trusting

BODY = b'{"type":"ping"}'


def test_what_is_sent_comes(authority, receiver):
    streets = Streets()
    assert trusting(authority, streets).post(receiver.url(), {"X-Said": "yes"}, BODY) == 204
    came = receiver.next()
    assert came.line == "POST /in?from=kartfold HTTP/1.1"
    assert came.headers["host"] == f"{HOST}:{receiver.port}"
    assert came.headers["x-said"] == "yes"
    assert came.body == BODY
    assert streets.looked_up == [HOST]
    assert streets.dialled == [ADDRESS]


# ---------------------------------------------------------------- which addresses

BAD = [
    "",
    "http://hooks.example.org/",
    "ftp://hooks.example.org/",
    "file:///etc/passwd",
    "gopher://hooks.example.org:443/",
    "//hooks.example.org/",
    "https:hooks.example.org/",
    "https:///in",
    "https://",
    "https://user@hooks.example.org/",
    "https://user:password@hooks.example.org/",
    "https://hooks.example.org@127.0.0.1/",
    "https://hooks.example.org\\@127.0.0.1/",
    "https://127.0.0.1/",
    "https://93.184.215.14/",
    "https://0/",
    "https://0.0.0.0/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.01/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[2606:4700::1111]/",
    "https://[fe80::1%25eth0]/",
    "https://localhost/",
    "https://metadata/",
    "https://hooks.example.org./",
    "https://.example.org/",
    "https://a..example.org/",
    "https://-a.example.org/",
    "https://a_b.example.org/",
    f"https://{'a' * 64}.example.org/",
    f"https://{'.'.join(['a' * 60] * 5)}.org/",
    "https://hooks.example.org:22/",
    "https://hooks.example.org:80/",
    "https://hooks.example.org:0/",
    "https://hooks.example.org:/",
    "https://hooks.example.org:65536/",
    "https://hooks.example.org:x/",
    "https://hooks.example.org/#part",
    "https://hooks.example.org/a b",
    "https://hooks.example.org/a\r\nHost: localhost",
    "https://hooks.example.org/\x00",
    "https://hooks.example.org/caf\u00e9",
    "https://b\u00fccher.example/",
    "https://\u24d7ooks.example.org/",
    "https://hooks\u3002example\u3002org/",
    f"https://hooks.example.org/{'x' * 2000}",
]


@pytest.mark.parametrize("url", BAD)
def test_such_an_address_is_none(url):
    with pytest.raises(Unfit):
        read(url)
    streets = Streets()
    with pytest.raises(Unfit):
        Outward(streets).post(url, {}, BODY)
    assert streets.looked_up == []


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://hooks.example.org", "https://hooks.example.org/"),
        ("https://hooks.example.org:443/in", "https://hooks.example.org/in"),
        ("https://Hooks.Example.ORG:8443/In?b=1&a=%20", "https://hooks.example.org:8443/In?b=1&a=%20"),
        ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
    ],
)
def test_such_an_address_is_kept(url, kept):
    assert read(url).url == kept
    assert read(kept).url == kept


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::1"]
)
def test_the_open_internet_is_open(address):
    assert is_open(address)


NOT_OPEN = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:93.184.215.14",
    "64:ff9b::7f00:1",
    "64:ff9b::808:808",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:20::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:5db8:d70e::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "localhost",
    "2130706433",
    "0177.0.0.1",
    "",
]


@pytest.mark.parametrize("address", NOT_OPEN)
def test_all_else_is_not(address):
    assert not is_open(address)


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["::1"],
        [ADDRESS, "127.0.0.1"],
        ["10.0.0.1", ADDRESS],
        [ADDRESS, "::ffff:10.0.0.1"],
        [ADDRESS, "x"],
    ],
)
def test_a_name_is_not_followed_that_has_one_address_which_is_not_open(authority, receiver, addresses):
    streets = Streets(addresses)
    assert error(trusting(authority, streets), receiver.url()) == "not_allowed"
    assert streets.dialled == []


def test_a_name_that_means_something_else_a_moment_later_leads_nowhere_else(authority, receiver):
    streets = Streets([ADDRESS], ["127.0.0.1"])
    out = trusting(authority, streets)
    assert out.post(receiver.url(), {}, BODY) == 204
    assert streets.dialled == [ADDRESS]
    assert streets.looked_up == [HOST]
    assert error(out, receiver.url()) == "not_allowed"
    assert streets.dialled == [ADDRESS]


def test_the_second_address_is_tried_where_the_first_is_not_reached(authority, receiver):
    streets = Broken(["2606:4700:4700::1111", ADDRESS])
    assert trusting(authority, streets).post(receiver.url(), {}, BODY) == 204
    assert streets.dialled == ["2606:4700:4700::1111", ADDRESS]


def test_no_more_than_some_addresses_are_tried(authority, receiver):
    streets = Broken([f"2606:4700:4700::{number}" for number in range(1, 20)])
    assert error(trusting(authority, streets), receiver.url()) == "not_reached"
    assert len(streets.dialled) == outward.MOST_TRIED


class Broken(Streets):
    """No way leads to IPv6."""

    def dial(self, address: str, port: int, seconds: float) -> socket.socket:
        if ":" in address:
            self.dialled.append(address)
            raise OSError("no route")
        return super().dial(address, port, seconds)


def test_the_system_is_asked_for_every_address_of_a_name(monkeypatch):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in (ADDRESS, "127.0.0.1", ADDRESS)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)
    assert outward.Network().resolve(HOST, 443) == [ADDRESS, "127.0.0.1"]


# ---------------------------------------------------------------- who answers


def test_a_certificate_of_another_name_is_none(authority):
    with receiving(authority, "other.example.org") as other:
        assert error(trusting(authority), other.url()) == "certificate"
        assert other.came.empty()


def test_a_certificate_of_another_authority_is_none(authority, receiver):
    assert error(trusting(trustme.CA()), receiver.url()) == "certificate"
    assert error(Outward(Streets()), receiver.url()) == "certificate"
    assert receiver.came.empty()


def test_no_proxy_is_used(authority, receiver, monkeypatch):
    for name, case in itertools.product(("https_proxy", "all_proxy", "http_proxy"), (str.lower, str.upper)):
        monkeypatch.setenv(case(name), "http://127.0.0.1:9")
    assert trusting(authority).post(receiver.url(), {}, BODY) == 204


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_an_answer_and_not_followed(authority, receiver, status):
    streets = Streets()
    receiver.answer = says_status(status, f"Location: {receiver.url('/elsewhere')}")
    assert trusting(authority, streets).post(receiver.url(), {}, BODY) == status
    assert receiver.next().line.startswith("POST /in")
    assert receiver.came.empty()
    assert len(streets.dialled) == 1


# ---------------------------------------------------------------- how it answers


def test_of_an_answer_that_does_not_end_little_is_read(authority, receiver):
    hung_up = threading.Event()

    def floods(connection: socket.socket) -> None:
        try:
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            for _ in range(1000):
                connection.sendall(b"x" * 65536)
        except OSError:
            hung_up.set()

    receiver.answer = floods
    assert trusting(authority).post(receiver.url(), {}, BODY) == 200
    assert hung_up.wait(30)


def slowly(piece: bytes, until: threading.Event):
    """Says pieces that never come to an end, one after the other."""

    def answer(connection: socket.socket) -> None:
        with suppress(OSError):
            while not until.wait(0.01):
                connection.sendall(piece)

    return answer


@pytest.mark.parametrize(
    "piece", [b"H", b"HTTP/1.1 100 Continue\r\n\r\n"], ids=["a byte at a time", "for ever about to answer"]
)
def test_whoever_answers_slowly_is_hung_up_on(authority, receiver, monkeypatch, piece):
    monkeypatch.setattr(outward, "SECONDS", 0.3)
    end = threading.Event()
    receiver.answer = slowly(piece, end)
    found = error(trusting(authority), receiver.url())
    end.set()
    assert found == "timed_out"


def test_what_drips_behind_the_status_is_not_waited_for(authority, receiver, monkeypatch):
    monkeypatch.setattr(outward, "SECONDS", 2.0)  # enough to get so far on a busy machine
    end = threading.Event()

    def drips(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
        slowly(b"x", end)(connection)

    receiver.answer = drips
    assert trusting(authority).post(receiver.url(), {}, BODY) == 200
    end.set()


def test_whoever_does_not_answer_is_hung_up_on(authority, receiver, monkeypatch):
    monkeypatch.setattr(outward, "SECONDS", 0.3)
    end = threading.Event()
    receiver.answer = never(end)
    assert error(trusting(authority), receiver.url()) == "timed_out"
    end.set()


def test_whoever_does_not_encrypt_is_hung_up_on(authority, monkeypatch):
    monkeypatch.setattr(outward, "SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://{HOST}:{silent.getsockname()[1]}/"
        assert error(trusting(authority), url) == "timed_out"


def test_a_name_that_is_not_found_in_time_is_given_up(authority, receiver, monkeypatch):
    monkeypatch.setattr(outward, "CONNECT_SECONDS", 0.2)
    end = threading.Event()

    class Slow(Streets):
        def resolve(self, host: str, port: int) -> list[str]:
            end.wait(30)
            return super().resolve(host, port)

    assert error(trusting(authority, Slow()), receiver.url()) == "timed_out"
    end.set()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\r\n\r\n",
        b"220 mail.example.org ESMTP\r\n",
        b"HTTP/1.1 nothing\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % number for number in range(1000)) + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    ],
    ids=["nothing", "no status", "a mail server", "no number", "many headers", "a long header"],
)
def test_what_is_no_http_is_no_answer(authority, receiver, answer):
    receiver.answer = says(answer)
    assert error(trusting(authority), receiver.url()) == "no_answer"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_what_is_wrong_behind_the_status_does_not_matter(authority, receiver, answer):
    receiver.answer = says(answer)
    assert trusting(authority).post(receiver.url(), {}, BODY) == 200


def test_nobody_there_is_told(authority, receiver):
    receiver.close()
    assert error(trusting(authority), receiver.url()) == "not_reached"
    assert error(trusting(authority, Streets([])), receiver.url()) == "no_host"
    assert error(trusting(authority, Nowhere()), receiver.url()) == "no_host"


class Nowhere(Streets):
    """Knows no name."""

    def resolve(self, host: str, port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")


def error(out: Outward, url: str) -> str:
    with pytest.raises(NotSent) as refused:
        out.post(url, {}, BODY)
    assert refused.value.error in outward.ERRORS
    return refused.value.error
