"""The ways that letters go: to a mail server, or into a folder where there is none."""

import logging
import os
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

SECONDS = 20
"""How long a mail server may take for one answer."""
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
FINAL = 500
"""Replies of a mail server from here on do not change when it is asked again (RFC 5321, 4.2.1)."""

log = logging.getLogger(__name__)


class NotSent(Exception):
    """The letter could not be sent now; the message says why, with nothing of the letter in it."""


class Undeliverable(Exception):
    """The mail server knows nobody of this address."""


class Post(Protocol):
    """Something that takes letters."""

    def send(self, message: EmailMessage) -> None:
        """Sends one letter. Raises NotSent, Undeliverable."""


class Smtp:
    """A mail server by its address: `smtp://host:port`, `smtp+starttls://user:password@host` or `smtps://…`."""

    def __init__(self, url: str, context: ssl.SSLContext | None = None) -> None:
        where = urlsplit(url)
        self._scheme, self._host = where.scheme, where.hostname or ""
        self._port = where.port or PORTS[where.scheme]
        self._user, self._password = unquote(where.username or ""), unquote(where.password or "")
        self._context = context

    def send(self, message: EmailMessage) -> None:
        """Hands the letter to the server."""
        try:
            with self._connected() as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            if all(code >= FINAL for code, _ in error.recipients.values()):
                raise Undeliverable from None
            raise NotSent("the recipient was refused for now") from None
        except smtplib.SMTPResponseException as error:
            raise NotSent(f"{type(error).__name__} {error.smtp_code}") from None
        except (OSError, smtplib.SMTPException) as error:  # ssl.SSLError and time-outs are OSErrors
            raise NotSent(type(error).__name__) from None

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        context = self._context or ssl.create_default_context()
        if self._scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(self._host, self._port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=SECONDS)
        with server:
            if self._scheme == "smtp+starttls":
                server.starttls(context=context)
            if self._user:
                server.login(self._user, self._password)
            yield server


class Folder:
    """A folder that keeps letters as `.eml` files, for a start without a mail server. Its owner alone reads them: they
    have secrets in them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, message: EmailMessage) -> None:
        """Writes the letter down, and says where in the log."""
        name = str(message["Message-ID"]).strip("<>").partition("@")[0]
        path = self._folder / f"{name}.eml"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(bytes(message))
        except OSError as error:
            raise NotSent(type(error).__name__) from None
        log.warning("No mail server is configured: a letter is in %s", path)
