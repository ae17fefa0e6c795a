"""What the viewer's page draws: the position, the moves around it, the eyes, and every way to another position."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from flask import current_app, request, url_for

from app.rules.state import Player
from app.services.play.views import Eyes
from app.services.replay.moments import At
from app.web.language import _, current
from app.web.replay.board import badge, board, eyes_text
from app.web.replay.replayed import Replayed, Scene
from replays.fold import SEAT_OF
from replays.show.alt import alt_text
from replays.show.languages import listing, sentence
from replays.show.words import isolated

SPEEDS = ("0.5", "1", "2", "4", "8")


class Step(NamedTuple):
    """An event in the list of moves; `follows` if it comes of the same request as the one before."""

    seq: int
    sentence: str
    follows: bool


class Look(NamedTuple):
    """Eyes to choose: as an address has them, what they are called, whether they may be had in this hand."""

    value: str
    name: str
    lent: bool
    chosen: bool


def position(one: Replayed, scene: Scene, given: Mapping[str, Any]) -> dict[str, Any]:
    """What is seen, and every way to another position."""
    names = one.seats(current())
    kept = {"as": request.args.get("as"), "of": given["of"]}
    steps = _steps(one, scene.view["hand_number"])

    def to(seq: int | None = None, endpoint: str | None = None, **changes: Any) -> str:
        """The address of another position of this page, with what else it says."""
        values = {"at": scene.seq if seq is None else seq, **kept, **changes}
        return address(one, endpoint or ("embed" if request.endpoint == "viewer.embed" else "show"), values)

    return {
        "one": one,
        "title": _title(one, names),
        "scene": scene,
        "view": scene.view,
        "seq": scene.seq,
        "names": names,
        "board": board(scene.view, one.players, names, scene.eyes),
        "said": next((step.sentence for step in steps if step.seq == scene.seq), None),
        "steps": [step for step in steps if given["of"] is None or step.seq in _of(one, given["of"])],
        "of": given["of"],
        "stops": one.stops,
        "to": to,
        "ways": _ways(one, scene.seq),
        "eyes": _eyes(one, scene, names),
        "speeds": SPEEDS,
        "share": _share(one, scene) if one.public else None,
    }


def _title(one: Replayed, names: Sequence[str]) -> str:
    """What the game is called: as who brought it says, else by who played."""
    seated = [isolated(name) for name, player in zip(names, one.players, strict=True) if player]
    return one.title or (listing(seated, current()) if seated else _("A table that waits"))


def address(one: Replayed, endpoint: str, values: Mapping[str, Any]) -> str:
    """Where a page of a game's replay is, or that of an import."""
    if endpoint == "show" and one.imported:
        return url_for("viewer.imported", **one.place, **values)
    if "." not in endpoint:
        endpoint = f"viewer.{endpoint}"
    return url_for(endpoint, **one.place, **values)


def _steps(one: Replayed, hand: int) -> list[Step]:
    """The events of a hand, or those before the first one, as sentences."""
    if one.recording is None:
        return []
    spoken, request_before, steps = one.spoken(current()), -1, []
    for each in one.recording.requests():
        if each.after.hand < hand:
            continue
        if each.before.hand > hand:
            break
        for moment in each.moments():
            if moment.state.hand == hand:
                said = sentence(moment, _then(one, moment.state.players, spoken), current())
                steps.append(Step(moment.seq, said, moment.request == request_before))
                request_before = moment.request
    return steps


def _then(one: Replayed, players: Sequence[Player | None], spoken: Sequence[str | None]) -> list[str | None]:
    """The names, but for who had left before the start: a seat's name is that of who sat there at the end."""
    return [
        name if now is None or then is None or now.player == then.player else None
        for name, now, then in zip(spoken, one.players, players, strict=True)
    ]


def _of(one: Replayed, seat: int) -> set[int]:
    """The events of what a seat did."""
    if one.recording is None:
        return set()
    found: set[int] = set()
    for each in one.recording.requests():
        if SEAT_OF.get(each.actor) == seat:
            found.update(range(each.first, each.first + len(each.events)))
    return found


def _ways(one: Replayed, seq: int) -> dict[str, int | None]:
    """Where the buttons lead; None where there is nothing more."""
    ways: dict[str, int | None] = {
        "first": 0 if seq else None,
        "previous": seq - 1 if seq else None,
        "next": seq + 1 if seq < one.last else None,
        "last": one.last if seq < one.last else None,
    }
    for unit in ("turn", "lap", "hand"):
        stops = one.stops.of(unit)
        ways[f"previous_{unit}"] = max((stop for stop in stops if stop < seq), default=ways["first"])
        ways[f"next_{unit}"] = min((stop for stop in stops if stop > seq), default=ways["last"])
    return ways


def _eyes(one: Replayed, scene: Scene, names: Sequence[str]) -> list[Look]:
    lent = one.lends(scene.view["hand_number"])
    seats = [seat for seat, player in enumerate(one.players) if player is not None]
    every: Iterable[Eyes] = (None, *seats, "all")
    return [
        Look(eyes_text(eyes), badge(eyes, names), lent or eyes in (None, one.own), eyes == scene.eyes) for eyes in every
    ]


def _share(one: Replayed, scene: Scene) -> dict[str, str] | None:
    """What the preview of a link says and shows: what a stranger sees. None where nobody knows our public address."""
    public: str = current_app.config.get("PUBLIC_URL") or ""
    if not public:
        return None
    eyes = scene.eyes if one.lends(scene.view["hand_number"]) else None
    view = scene.view if eyes == scene.eyes else one.scene(At("seq", scene.seq), None).view
    values = {"at": scene.seq, "as": eyes_text(eyes)}
    origin = public.rstrip("/")
    return {
        "origin": origin,
        "address": origin + address(one, "show", values),
        "picture": origin + one.file("position.png", **values),
        "alt": alt_text(view, current()),
    }
