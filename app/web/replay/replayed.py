"""What the viewer shows: a game before who asks, or an import. Each tells its positions as the API would tell them."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple
from uuid import UUID
from weakref import WeakKeyDictionary

from flask import url_for

from app.api.boundary import opened
from app.api.context import services
from app.rules.state import Player
from app.services.play.callers import Caller
from app.services.play.sight import Seen
from app.services.play.views import Eyes, hands_ended, view_of_recording
from app.services.refusals import NotAllowed
from app.services.replay.comments import Talk
from app.services.replay.exports import POSITIONS, names_at
from app.services.replay.imports import RECORD, Import
from app.services.replay.moments import At
from app.web.language import current
from replays.exports import SPOKEN
from replays.recording import Recording
from replays.show.languages import called, seat_names
from replays.show.stops import Stops, stops

_STOPS: WeakKeyDictionary[Recording, Stops] = WeakKeyDictionary()
"""Found once for each record that is kept open: every step of somebody without scripts asks for them."""

OWN = "own"
"""Eyes that nobody has chosen: the caller's own, else as much as they may see."""


class Scene(NamedTuple):
    """A position as it is seen: its time (UTC ms), through whose eyes, and the code of why not through those asked."""

    view: dict[str, Any]
    t: int
    eyes: Eyes
    refused: str | None

    @property
    def seq(self) -> int:
        """The event that it is right after."""
        return int(self.view["version"])


class Replayed(ABC):
    """A game or an import. `own` is the caller's seat, `title` what it is called, `last` the last event, `over` whether
    the match is over."""

    imported: ClassVar[bool]

    def __init__(self, id: str, caller: Caller, invitation: str | None = None) -> None:
        self.id = id
        self.caller = caller
        self.invitation = invitation
        self.own: int | None = None
        self.title: str | None = None

    last: int
    over: bool
    players: Sequence[Player | None]
    names: Sequence[str | None]

    @property
    @abstractmethod
    def recording(self) -> Recording | None:
        """The record, opened; None for one that is too long to be told."""

    @property
    @abstractmethod
    def talk(self) -> Talk:
        """What is said about it."""

    @property
    @abstractmethod
    def public(self) -> bool:
        """Whether anybody may find it and look at it."""

    @abstractmethod
    def lends(self, hand: int) -> bool:
        """Whether others' eyes, and all cards, may be had in this hand."""

    @abstractmethod
    def _view(self, at: At | None, eyes: Eyes) -> tuple[dict[str, Any], int]:
        """The view of a moment, and its time. Raises NotFound, NotAllowed."""

    def scene(self, at: At | None, eyes: Eyes | str) -> Scene:
        """The position at this moment (None: the last one) through these eyes, or as near to that as the caller may
        see it. Raises NotFound."""
        if eyes == OWN:
            return self._scene(at, "all" if self.own is None else self.own)._replace(refused=None)
        return self._scene(at, eyes)

    def _scene(self, at: At | None, eyes: Any) -> Scene:
        try:
            return Scene(*self._view(at, eyes), eyes, None)
        except NotAllowed as refused:
            return Scene(*self._view(at, self.own), self.own, refused.code)

    @cached_property
    def stops(self) -> Stops:
        """Where to stop in it."""
        if self.recording is None:
            return Stops((), (), ())
        if self.recording not in _STOPS:
            _STOPS[self.recording] = stops(self.recording)
        return _STOPS[self.recording]

    @property
    def branched(self) -> Collection[int]:
        """The hands from which one can play on."""
        return self.recording.seeds if self.recording is not None and (self.over or self.imported) else ()

    @property
    def beginning(self) -> At | None:
        """Where one begins to look: with the first hand, or at the game as it stands while it is on."""
        return At("seq", self.stops.hands[0]) if self.over and self.stops.hands else None

    def seats(self, language: str) -> tuple[str, ...]:
        """What to call each seat."""
        return seat_names(self.players, self.names, language)

    def spoken(self, language: str) -> tuple[str | None, ...]:
        """The names as sentences have them."""
        return called(self.players, self.names, language)

    def file(self, name: str, **values: Any) -> str:
        """The address of one of its files, by its name in the API: `replay.json`, `position.png`."""
        kind = "import_exports" if self.imported else "exports"
        if name in _SPOKEN:
            values["language"] = current()
        return url_for(f"{kind}.{name.replace('.', '_')}", **self.place, **values)

    @property
    def place(self) -> dict[str, Any]:
        """What names it in an address."""
        kind = "replay" if self.imported else "game"
        return {kind: self.id} | ({"invitation": self.invitation} if self.invitation else {})

    @property
    def files(self) -> tuple[str, ...]:
        """The files of the whole that there are."""
        return ("replay.jsonl", "replay.jsonl.gz", *_TOLD) if self.recording is not None else _RECORD


_RECORD = ("replay.jsonl", "replay.jsonl.gz")
_SPOKEN = {
    *(f"replay.{form}" for form in SPOKEN),
    *(f"position.{form}" for form, one in POSITIONS.items() if one.spoken),
}
_TOLD = ("replay.txt", "replay.html", "replay.json", "replay.svg")


class Game(Replayed):
    """A game of this service."""

    imported = False

    def __init__(self, seen: Seen, invitation: str | None = None) -> None:
        super().__init__(seen.game, seen.caller, invitation)
        self.seen = seen
        self.own = seen.seat
        self.last = seen.position.head.version
        self.over = seen.position.state.over
        self.players = seen.position.state.players
        self.names = names_at(seen)

    @cached_property
    def recording(self) -> Recording | None:
        """As Replayed."""
        try:
            return services().recordings.of(self.seen)
        except NotAllowed:
            return None

    @cached_property
    def talk(self) -> Talk:
        """As Replayed."""
        return services().comments.at_game(self.seen)

    @property
    def public(self) -> bool:
        """As Replayed."""
        return self.seen.table.listed and self.seen.table.spectators == "all"

    def lends(self, hand: int) -> bool:
        """As Replayed."""
        return hand <= hands_ended(self.seen.position.state)

    def _view(self, at: At | None, eyes: Eyes) -> tuple[dict[str, Any], int]:
        looks = services().looks
        scene = looks.scene(self.seen, at, eyes)
        return looks.view(self.seen, scene), scene.position.head.t


class Imported(Replayed):
    """A replay from elsewhere, for whoever has its id."""

    imported = True

    def __init__(self, one: Import, caller: Caller) -> None:
        super().__init__(one.meta.id, caller)
        self.one = one
        self.title = one.meta.title
        self.last = len(one.recording.lines) - 1
        self.over = one.recording.last.over
        self.players = one.recording.players
        self.names = one.names

    @property
    def recording(self) -> Recording:
        """As Replayed."""
        return self.one.recording

    @cached_property
    def talk(self) -> Talk:
        """As Replayed."""
        return services().comments.at_replay(self.one, self.caller)

    @property
    def public(self) -> bool:
        """As Replayed: nobody finds an import."""
        return False

    @property
    def files(self) -> tuple[str, ...]:
        """As Replayed: a notation is no record."""
        return super().files if self.one.meta.form == RECORD else _TOLD

    def lends(self, hand: int) -> bool:
        """As Replayed."""
        return hand == 0 or hand in self.one.recording.opened

    @property
    def beginning(self) -> At | None:
        """As Replayed: an import goes on no further."""
        return At("seq", self.stops.hands[0]) if self.stops.hands else None

    def _view(self, at: At | None, eyes: Eyes) -> tuple[dict[str, Any], int]:
        seq = self.one.seq_at(at)
        return view_of_recording(self.one.recording, self.one.names, seq, eyes), self.one.recording.moment(seq).t


def replayed(who: Caller, invitation: str | None, **place: UUID) -> Replayed:
    """What an address names, before who asks. Raises NotFound, NotAllowed."""
    if "game" in place:
        return Game(opened(place["game"], invitation), invitation)
    return Imported(services().imports.open(str(place["replay"])), who)
