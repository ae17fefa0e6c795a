"""A mail server that listens, for tests: what it is sent lies in it as it came."""

import datetime
import queue
import re
import ssl
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

SECONDS = 30
"""How long a letter may take to come before a test gives up."""


class Letterbox(Controller):
    """A mail server on a free port. `refusal` is what it says instead of taking a letter, such as `451 later`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(self, hostname="127.0.0.1", port=0, **kwargs)
        self.refusal = ""
        self.refused = 0
        self._come: queue.Queue[tuple[list[str], bytes]] = queue.Queue()

    def _trigger_server(self) -> None:
        server: Any = self.server
        self.port = server.sockets[0].getsockname()[1]
        super()._trigger_server()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """A recipient is taken, or not."""
        if self.refusal:
            self.refused += 1
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """A letter comes."""
        self._come.put((envelope.rcpt_tos, envelope.content))
        return "250 OK"

    def next(self) -> EmailMessage:
        """The next letter; waits for it."""
        to, content = self._come.get(timeout=SECONDS)
        letter = message_from_bytes(content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        assert to == [str(letter["To"])]
        return letter

    def is_empty(self) -> bool:
        """Whether nothing lies in it."""
        return self._come.empty()


def text(letter: EmailMessage) -> str:
    """What a letter says in plain text."""
    return part(letter, "plain")


def html(letter: EmailMessage) -> str:
    """What it says as a page."""
    return part(letter, "html")


def part(letter: EmailMessage, kind: str) -> str:
    body = letter.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def links(letter: EmailMessage) -> list[str]:
    """Where the links in a letter lead, the last one home."""
    found = re.findall(r"^https?://\S+$", text(letter), re.MULTILINE)
    assert found == re.findall(r'href="([^"]+)"', html(letter))
    return found


def secret(letter: EmailMessage, number: int = 0) -> str:
    """What stands at the end of its link."""
    return links(letter)[number].partition("?")[0].rpartition("/")[2]


def certificate(folder: Path) -> Path:
    """A key and a certificate of its own for 127.0.0.1, in one file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "certificate.pem"
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


def encrypted(path: Path) -> ssl.SSLContext:
    """What a server with this certificate needs."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def only(user: str, password: str) -> Any:
    """Lets in whoever has this password."""

    def check(server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> AuthResult:
        known = (given.login, given.password) == (user.encode(), password.encode())
        return AuthResult(success=known, handled=known)

    return check
