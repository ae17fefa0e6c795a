"""Letters that a site sends, as somebody finds them who is meant."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask

from app.api.context import services
from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.letterbox import links


@contextmanager
def site_with(url: str, **settings: object) -> Iterator[Flask]:
    """The real application on a fresh database, with other settings."""
    app = create_app(Config(database_url=url, **(SETTINGS | settings)))  # type: ignore[arg-type]
    yield app
    close(app)


class Letters:
    """The folder in which this app's letters come to lie."""

    def __init__(self, app: Flask, folder: Path) -> None:
        self.app = app
        self._folder = folder
        self._read: set[Path] = set()

    def come(self) -> list[EmailMessage]:
        """Those that are sent now."""
        services(self.app).deliveries.deliver()
        new = sorted(set(self._folder.glob("*.eml")) - self._read)
        self._read.update(new)
        return [message_from_bytes(path.read_bytes(), policy=policy.default) for path in new]

    def one(self, to: str) -> EmailMessage:
        """The only one that is sent now, to this address."""
        (letter,) = self.come()
        assert letter["To"] == to
        return letter

    def link(self, to: str) -> str:
        """Where the first link leads of the only one that is sent now, as a path of the site."""
        where = urlsplit(links(self.one(to))[0])
        return f"{where.path}?{where.query}" if where.query else where.path
