"""Cursors: where a page of a list ends, as text that means something to us alone."""

import base64
import binascii
import re

from app.services.refusals import Malformed


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
