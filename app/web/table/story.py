"""What has happened at a table, for its page: sentences, and beside each what a script needs to show it as motion.

Events are public: nothing here holds a card that lies face down.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from app.api.context import services
from app.rules.cards import item
from app.rules.events import CardTurned, event_data
from app.rules.state import State
from app.services.clock import rfc3339
from app.services.play.sight import Seen
from app.services.replay.exports import names_at
from app.web import language, times
from replays.recording import Moment
from replays.show.language import UNTIL
from replays.show.languages import called, in_language, when
from replays.show.sentences import said

LATELY = 40
"""Events that a page tells of at least, where there are so many."""
UNFOLDED = 8
"""Of more news than this the page shows the last ones, and folds up the rest."""


class Told(NamedTuple):
    """An event: its sentence, and facts of it by name (`seat`, `card`, `count` …). `item` is what a Wild Item Box
    turned up. `ordered` is what was done by the reader's order."""

    seq: int
    t: int
    kind: str
    sentence: Markup
    facts: dict[str, str | int]
    item: str | None
    ordered: bool = False


class Story(NamedTuple):
    """What happened lately, in order; of it `news` is what came behind the reader's last move."""

    told: Sequence[Told]
    since: int

    @property
    def news(self) -> list[Told]:
        """What came behind the reader's last move."""
        return [one for one in self.told if one.seq > self.since]

    @property
    def ended(self) -> bool:
        """Whether a hand has ended among the news."""
        return any(one.kind == "hand.ended" for one in self.news)


def story(seen: Seen, since: int | None = None) -> Story:
    """The story of a game as it stands; its news begin behind `since`, else behind the reader's last move.

    To who only looks on nothing is news.
    """
    version = seen.position.head.version
    moments = services().stories.behind(seen, min(version - LATELY, version if since is None else since))
    ordered = services().orders.made(seen)
    begun = next((place for place, moment in enumerate(moments) if moment.state.started), len(moments))
    told = _tell(seen, moments[begun:], ordered)
    if since is None:
        since = version if seen.seat is None else _own_last(moments, seen.seat, ordered)
    return Story(told, since)


def _own_last(moments: Sequence[Moment], seat: int, ordered: frozenset[int]) -> int:
    """The last event of the last request that this seat made itself: what its orders did is news. What was before all
    that is told, if it has done nothing."""
    own = [moment.seq for moment in moments if moment.actor == f"seat:{seat}" and moment.request not in ordered]
    return own[-1] if own else -1


def _tell(seen: Seen, moments: Sequence[Moment], ordered: frozenset[int]) -> list[Told]:
    spoken = language.current()
    names = called(seen.position.state.players, names_at(seen), spoken)
    return [
        Told(
            moment.seq,
            moment.t,
            moment.kind,
            _sentence(moment, names, spoken),
            _facts(moment),
            _item(moment.event, moment.state) if isinstance(moment.event, CardTurned) else None,
            moment.request in ordered,
        )
        for moment in moments
    ]


def _sentence(moment: Moment, names: Sequence[str | None], spoken: str) -> Markup:
    """What a record says of it, but for a time in it: that is the reader's own, as it is beside it on the page."""
    what = said(moment, names)
    told, until = escape(in_language(what, spoken)), what.parameters.get("until")
    if until is None or (written := escape(when(until, UNTIL, spoken))) not in told:
        return told
    own = Markup('<time datetime="{}" data-local>{}</time>').format(rfc3339(until), times.to_the_minute(until))
    return told.replace(written, own)


_PLAIN = ("seat", "card", "color", "target", "reason", "against", "by", "hand")


def _facts(moment: Moment) -> dict[str, str | int]:
    data: dict[str, Any] = event_data(moment.event)
    facts = {name: data[name] for name in _PLAIN if data.get(name) is not None}
    if moment.kind == "cards.drawn":
        facts["count"] = len(data["slots"])
    if moment.kind == "card.played":
        facts["left"] = moment.state.counts[data["seat"]]
        facts["way"] = moment.state.direction
    return facts


def _item(event: CardTurned, state: State) -> str | None:
    """The item of a card that a Wild Item Box turned up; of a starting card it means nothing (R3)."""
    return item(event.card) if any(state.played) else None
