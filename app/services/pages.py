"""Pages of lists, and cursors: where a page ends, as text that means something to us alone."""

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from app.services.refusals import Malformed

T = TypeVar("T")


class Page(NamedTuple):
    """A page of a list; `next` is where the next one begins, None behind the last."""

    shown: list[dict[str, Any]]
    next: str | None

    def data(self, name: str) -> dict[str, Any]:
        """As JSON values, what is shown under this name."""
        return {name: self.shown, "next": self.next}


def cut(found: Sequence[T], limit: int, cursor_of: Callable[[T], str]) -> tuple[Sequence[T], str | None]:
    """What of `found` is shown on a page, and where the next one begins; one more was asked for, to know whether there
    is one."""
    shown = found[:limit]
    return shown, cursor_of(shown[-1]) if len(found) > limit else None


class Cursor:
    """Cursors of one form: `pattern` has a group for each part, which a dot parts from the next."""

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(pattern)

    def write(self, *parts: object) -> str:
        """The cursor that says these parts."""
        return base64.urlsafe_b64encode(".".join(map(str, parts)).encode()).decode().rstrip("=")

    def read(self, cursor: str) -> tuple[str, ...]:
        """The parts of a cursor. Raises Malformed for one that is none of ours."""
        try:
            said = base64.b64decode(cursor.encode() + b"=" * (-len(cursor) % 4), b"-_", validate=True).decode()
        except (ValueError, binascii.Error):
            said = ""
        found = self._pattern.fullmatch(said)
        if found is None:
            raise Malformed("cursor", "This is no cursor of ours.")
        return found.groups()
