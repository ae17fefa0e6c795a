"""The clocks of a table in words: how they stand, what people are asked to agree on, and what somebody says to it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.api.boundary import SAYINGS
from app.api.context import services
from app.rules.refusals import Refused
from app.services.clock import DAY
from app.services.clocks.proposals import Wanted
from app.services.play.sight import Seen
from app.services.refusals import NotAllowed, NotNow
from app.web import agreed, errors, times
from app.web.forms import whole
from app.web.language import _, current
from app.web.table.agreement import proposal
from app.web.table.clocks import Pause, clocks, standing_still
from app.web.table.deeds import terms_of
from app.web.table.zero import at_zero
from app.web.text_mode.typed import Typed, Unknown
from replays.show import alt

MOST_DAYS = 13
"""A pause has an end within 14 days of the last agreement."""


def how_it_stands(seen: Seen) -> list[str]:
    """What was agreed, when the time of the decision that is due runs out and what then, and each clock."""
    view, state, now = services().looks.now(seen), seen.position.state, times.now()
    names = alt.names_in(view, current())
    said = [agreed.clock(view["clock"]), agreed.longest_wait(view["clock"], view["time_off"]), *due(seen, view)]
    for one in clocks(state, now):
        if one.bank is not None:
            said.append(_("%(name)s: %(time)s in the bank", name=names[one.seat], time=times.roughly(one.bank)))
    return [*said, *at_zero(seen), *proposed(view)]


def due(seen: Seen, view: Mapping[str, Any]) -> list[str]:
    """Until when the decision that is due has to be taken, or its clock stands still; nothing where no time runs."""
    if view["turn"] is None or view["deadline"] is None:
        return []
    if (still := standing_still(seen.position.state, times.now())) is not None:
        return [_stands_still(still)]
    name, at = alt.names_in(view, current())[view["turn"]], times.to_the_minute(times.instant(view["deadline"]))
    return [
        _("%(name)s has to decide until %(at)s, %(moment)s.", name=name, at=at, moment=times.away(view["deadline"]))
    ]


def proposed(view: Mapping[str, Any]) -> list[str]:
    """What the table is asked to agree on, and what the reader can type to it."""
    one = proposal(view, alt.names_in(view, current()), times.now())
    if one is None:
        return []
    name = one.by
    if one.until is not None:
        at = times.to_the_minute(times.instant(one.until))
        said = _("%(name)s proposes that all clocks stand still until %(at)s", name=name, at=at)
    elif one.clock is not None:
        said = _("%(name)s proposes another clock: %(clock)s", name=name, clock=agreed.clock(one.clock))
    else:
        said = _("%(name)s proposes that the clocks run again", name=name)
    return [f"{said}.", _("Type agree, or decline.")] if one.asks_you else [f"{said}."]


def done(seen: Seen, typed: Typed) -> None:
    """Does what a line says of clocks. Raises Unknown where it cannot be, and Stale."""
    try:
        _DEEDS[typed.command.word](seen, typed.rest)
    except (Refused, NotAllowed, NotNow) as refused:
        raise Unknown(errors.words(SAYINGS[type(refused)](refused))) from None


def _pause(seen: Seen, rest: Sequence[str]) -> None:
    days = whole(rest[0]) if len(rest) == 1 else None
    if days is None or not 0 < days <= MOST_DAYS:
        raise Unknown(_("Say for how many days, from 1 to 13: pause 2"))
    wanted = Wanted(until=times.now() + days * DAY)
    services().proposals.propose(seen.game, seen.caller, wanted, terms_of(seen))


def _agree(seen: Seen, rest: Sequence[str]) -> None:
    services().proposals.agree(seen.game, seen.caller, terms_of(seen))


def _decline(seen: Seen, rest: Sequence[str]) -> None:
    services().proposals.decline(seen.game, seen.caller, terms_of(seen))


_DEEDS: Mapping[str, Callable[[Seen, Sequence[str]], None]] = {"pause": _pause, "agree": _agree, "decline": _decline}

WORDS = frozenset(_DEEDS)
"""The words that do something about clocks."""


def _stands_still(pause: Pause) -> str:
    at = times.to_the_minute(pause.until)
    if pause.reason is None:
        return _("The clock stands still until %(at)s", at=at)
    return _("The clock stands still until %(at)s: %(reason)s", at=at, reason=pause.reason)
