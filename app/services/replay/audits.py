"""Audits: the offline verifier on the stored record, from public bytes alone."""

import hashlib
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from app.services.kept import Kept
from app.services.play.sight import Seen
from app.store import Damaged, Store
from replays.format import quick
from replays.verify import NOTHING, Verified, verify_on

GONE_ON_FROM = 1_000
"""A verified part that is shorter than this is not kept: it is verified anew in no time."""

AT_ONCE = 5_000
"""Events read at once where bytes are compared."""


class Audit(NamedTuple):
    """What was found at a version; and the part that need not be verified again, with the digest of its bytes."""

    version: int
    report: dict[str, Any]
    verified: Verified
    digest: str


class Bound(NamedTuple):
    """A hand, what binds it, and what opens it: the root of its deck and those of its reshuffles, each with the seq of
    its event, and its seed, which is None while the hand is on."""

    hand: int
    seq: int
    root: str
    reshuffles: tuple[tuple[int, str], ...] = ()
    seed: str | None = None


_OF_HANDS = ("hand.started", "pile.shuffled", "hand.ended")


class Audits:
    """What the verifier finds in records, kept by version: one that has not grown is not checked twice. One that has is
    gone on with behind the hands that were over, if their bytes are still those that were verified."""

    def __init__(self, store: Store, size: int = 256) -> None:
        self._store = store
        self._kept: Kept[Audit] = Kept(size)

    def of(self, seen: Seen) -> dict[str, Any]:
        """The report on a game up to the version that was opened, as JSON values."""
        version = seen.position.head.version
        kept = self._kept.get(seen.game)
        if kept is not None and kept.version == version:
            return kept.report
        base = self._verified(seen.game, kept, version)
        found, verified = verify_on(base, self._store.event_bytes(seen.game, base.head.version, version))
        if verified.events < GONE_ON_FROM:
            verified = NOTHING
        report = {"version": version, **found.data()}
        self._kept.put(seen.game, Audit(version, report, verified, self._digest(seen.game, verified)))
        return report

    def hands(self, seen: Seen) -> list[Bound]:
        """What the record says of the cards of each hand, up to the version that was opened. Nothing is checked: that
        it holds is for `of` to say."""
        version = seen.position.head.version
        stored = chain.from_iterable(self._store.events_of_kind(seen.game, kind) for kind in _OF_HANDS)
        return _hands([event.bytes for event in sorted(stored) if event.seq <= version])

    def _verified(self, game: str, kept: Audit | None, version: int) -> Verified:
        """The part of a record that was verified before, as long as nobody has touched it since."""
        if kept is None or kept.verified.head.version > version:
            return NOTHING
        try:
            untouched = self._digest(game, kept.verified) == kept.digest
        except Damaged:  # the verifier will say where
            untouched = False
        return kept.verified if untouched else NOTHING

    def _digest(self, game: str, verified: Verified) -> str:
        """Of the bytes of that part: to read and hash them takes a small part of the time that verifying takes."""
        digest = hashlib.sha256()
        for lines in self._store.lines_behind(game, -1, verified.head.version, AT_ONCE):
            digest.update(b"\n".join(lines) + b"\n")
        return digest.hexdigest()


def _hands(lines: Sequence[bytes]) -> list[Bound]:
    hands: list[Bound] = []
    for line in quick(lines):
        seq, said = line["seq"], line["data"]
        if line["kind"] == "hand.started":
            hands.append(Bound(said["hand"], seq, said["root"]))
        elif line["kind"] == "hand.ended":
            hands[-1] = hands[-1]._replace(seed=said["seed"])
        else:
            hands[-1] = hands[-1]._replace(reshuffles=(*hands[-1].reshuffles, (seq, said["root"])))
    return hands
