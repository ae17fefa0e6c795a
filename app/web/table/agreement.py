"""What a table is asked to agree on while it plays, in words, and who has still to."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.web.language import current
from app.web.times import instant
from replays.show.languages import listing
from replays.show.words import isolated


class Proposed(NamedTuple):
    """A pause until a time (as views have it), the end of one, or another clock: by whom, the reader's part in it, and
    whose agreement it waits for."""

    id: str
    by: str
    yours: bool
    asks_you: bool
    until: str | None
    clock: Mapping[str, Any] | None
    missing: str
    expires: str


def proposal(view: Mapping[str, Any], names: Sequence[str], now: int) -> Proposed | None:
    """What is proposed; nothing that has expired."""
    one = view["proposal"]
    if one is None or instant(one["expires"]) <= now:
        return None
    you = (view.get("you") or {}).get("seat")
    return Proposed(
        one["id"],
        names[one["by"]],
        one["by"] == you,
        you in one["waits_for"],
        one["pause"] and one["pause"]["until"],
        one["clock"],
        listing([isolated(names[seat]) for seat in one["waits_for"]], current()),
        one["expires"],
    )
