"""Audits: the offline verifier on the stored record, from public bytes alone."""

from typing import Any

from app.services.positions import Kept
from app.services.sight import Seen
from app.store import Store
from replays.verify import verify_lines


class Audits:
    """What the verifier finds in records, kept by version: a record that has not grown is not checked twice."""

    def __init__(self, store: Store, size: int = 256) -> None:
        self._store = store
        self._reports: Kept[tuple[int, dict[str, Any]]] = Kept(size)

    def of(self, seen: Seen) -> dict[str, Any]:
        """The report on a game up to the version that was opened, as JSON values."""
        version = seen.position.head.version
        kept = self._reports.get(seen.game)
        if kept is not None and kept[0] == version:
            return kept[1]
        report = {"version": version, **verify_lines(self._store.event_bytes(seen.game, -1, version)).data()}
        self._reports.put(seen.game, (version, report))
        return report
