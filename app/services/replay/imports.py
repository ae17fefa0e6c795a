"""Replays from elsewhere: verified, and kept apart from the games that are played here, under the verdict.

Whoever imports has an account. What anybody could send without a name would fill the disk, and nobody could be asked
to take it away again.
"""

import dataclasses
import hashlib
import uuid
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from app.rules.state import Player
from app.services.clock import rfc3339
from app.services.kept import Kept
from app.services.pages import Cursor, Page, cut
from app.services.play.callers import Caller
from app.services.play.sight import Sight
from app.services.refusals import NotAllowed, NotFound
from app.services.replay.exports import size_of
from app.services.replay.moments import At
from app.services.replay.readings import NOTATION, RECORD, Reading, read, recording_of
from app.services.replay.uploads import MIB, NotAReplay, unpack
from app.store import Store
from app.store.imports import Full, Imported, ImportStore
from app.store.players import PlayerStore
from replays.format import sha256_hex
from replays.recording import Hand, Recording
from replays.show.words import bot_name

__all__ = ["NOTATION", "RECORD", "Full", "Import", "Imports", "NotAReplay"]

MOST = 500
MOST_BYTES = 64 * MIB
"""What one account keeps at most, in imports and in bytes as they are stored."""
SHELF = 64 * MIB
"""Bytes of events that one process keeps open."""

_CURSOR = Cursor(r"([0-9]{1,15})\.([0-9a-f-]{36})")


class Import:
    """An import that was opened: `meta` is what is known of it, `names` are the people's by seat (None: a bot, or
    nobody), `recording` is what is kept of the game."""

    def __init__(self, meta: Imported, recording: Recording, names: Sequence[str | None]) -> None:
        self.meta = meta
        self.recording = recording
        self.names = tuple(names)

    @property
    def report(self) -> dict[str, Any]:
        """What the verifier found in the file as it came, as JSON values; `kept` is how many events were kept."""
        return dict(self.meta.report)

    def seq_at(self, at: At | None) -> int:
        """The seq of the last event up to this moment, or of the last one there is (None). Raises NotFound."""
        return len(self.recording.lines) - 1 if at is None else at.in_recording(self.recording)

    @cached_property
    def hands(self) -> list[dict[str, Any]]:
        """Its hands, as JSON values: where each begins, whether its cards are open, and how it ended, if it did."""
        return [
            {"hand": one.number, "seq": one.first, "dealer": one.dealer, "open": one.open, "ended": _ended(one)}
            for one in self.recording.hands
        ]


class Imports:
    """Bringing, listing, opening and taking away. `now` gives UTC milliseconds."""

    def __init__(
        self, store: ImportStore, games: Store, players: PlayerStore, sight: Sight, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._games = games
        self._players = players
        self._sight = sight
        self._now = now
        self._shelf: Kept[Import] = Kept(SHELF, lambda one: size_of(one.recording))

    def bring(self, account: str, form: str, body: bytes, packed: bool, title: str | None) -> tuple[Import, bool]:
        """Takes in a file, `packed` by gzip or not, and says whether it is new: the same one again from the same
        account is the import that is there already, with the title that it has.

        Raises TooLarge, NotAReplay, Full; then nothing is kept.
        """
        content = unpack(body) if packed else body
        digest = hashlib.sha256(content).hexdigest()
        id = self._store.same(account, digest)
        if id is None:
            reading = read(form, content)
            made = self._imported(reading, account, digest, title)
            id = self._store.add(made, reading.content(), MOST, MOST_BYTES)
            if id == made.id:
                return self.open(id), True
        return self.open(id), False

    def _imported(self, reading: Reading, account: str, digest: str, title: str | None) -> Imported:
        report, kept = reading.report, len(reading.lines)
        return Imported(
            id=str(uuid.uuid4()),
            account=account,
            digest=digest,
            created=self._now(),
            title=title,
            form=reading.form,
            game=report.game or "",
            verdict=report.verdict,
            events=kept,
            report=report.data() | {"kept": kept},
            names=list(reading.names),
        )

    def open(self, id: str) -> Import:
        """An import, for whoever has its id. Raises NotFound."""
        meta = self._store.find(id)  # asked each time: another process may have taken it away
        if meta is None:
            raise NotFound
        if (known := self._shelf.get(id)) is not None:
            return known
        content = self._store.content(id)
        if content is None:
            raise NotFound
        recording = recording_of(meta.form, content)
        opened = Import(meta, recording, _names(recording.players, meta.names))
        self._shelf.put(id, opened)
        return opened

    def page(self, account: str, cursor: str | None, limit: int) -> Page:
        """A page of an account's imports, the newest first. Raises Malformed for a cursor that is none of ours."""
        place = None
        if cursor is not None:
            created, last = _CURSOR.read(cursor)
            place = (int(created), last)
        found = self._store.of(account, place, limit + 1)
        shown, next = cut(found, limit, lambda last: _CURSOR.write(last.created, last.id))
        return Page([_summary(one, account) for one in shown], next)

    def remove(self, id: str, caller: Caller) -> None:
        """Takes an import away, with what was said and found of it: by the account that brought it, or an admin.

        Raises NotFound, NotAllowed.
        """
        meta = self._store.find(id)
        if meta is None:
            raise NotFound
        if caller.account != meta.account and "admin" not in caller.scopes:
            raise NotAllowed("not_your_replay", "A replay is taken away by who brought it, or by an admin.")
        if not self._store.remove(id):
            raise NotFound

    def described(self, one: Import, caller: Caller) -> dict[str, Any]:
        """What is told of an import, as JSON values."""
        state = one.recording.last
        return {
            **_summary(one.meta, caller.account),
            "known": self.known(one, caller),
            "report": one.report,
            "options": state.options.data(),
            "clock": state.clock.data(),
            "players": [
                {"seat": seat, "name": name or (bot and bot_name(bot)), "bot": bot}
                for seat, (bot, name) in enumerate(zip(map(_bot, state.players), one.names, strict=True))
            ],
            "hands": one.hands,
            "over": state.over,
            "places": state.places and list(state.places),
            "reason": state.reason,
        }

    def known(self, one: Import, caller: Caller) -> str | None:
        """What the kept events are to the record of the game that was played here under this id: the `same`, a `prefix`
        of it, or an `other`. None where there is no such game, or none that the caller may see, and for a notation.
        """
        game, last = one.meta.game, len(one.recording.lines) - 1
        if one.meta.form != RECORD:
            return None
        try:
            seen = self._sight.open(game, self._there(game, caller))
        except (NotFound, NotAllowed):
            return None
        head = seen.position.head
        ours = self._games.events(game, last - 1, last)
        if not ours or ours[0].hash != sha256_hex(one.recording.lines[last]):
            return "other"
        return "same" if last == head.version else "prefix"

    def _there(self, game: str, caller: Caller) -> Caller:
        """The caller as they are at a game that the request is not about."""
        if caller.account is None or (row := self._players.of_account(game, caller.account)) is None:
            return caller
        return dataclasses.replace(caller, game=game, player=row.player, seat=row.seat, asked=None)


def _ended(hand: Hand) -> dict[str, Any] | None:
    if not hand.over:
        return None
    return {"seq": hand.last, "winner": hand.winner, "points": hand.points, "scores": list(hand.scores or ())}


def _names(players: Sequence[Player | None], given: Sequence[str | None]) -> list[str | None]:
    """What to call people, by seat; bots go by their kind, and a record itself names nobody."""
    brought = [*given, *[None] * (len(players) - len(given))]
    return [
        None if player is None or player.player is None else name or f"Seat {seat}"
        for seat, (player, name) in enumerate(zip(players, brought, strict=True))
    ]


def _bot(player: Player | None) -> str | None:
    return None if player is None else player.bot


def _summary(meta: Imported, account: str | None) -> dict[str, Any]:
    return {
        "id": meta.id,
        "title": meta.title,
        "form": meta.form,
        "game": meta.game,
        "verdict": meta.verdict,
        "events": meta.events,
        "created": rfc3339(meta.created),
        "yours": account is not None and account == meta.account,
    }
