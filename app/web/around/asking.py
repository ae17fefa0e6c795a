"""Asking people to a new table by name: looked up before it is made, asked when it is there."""

from collections.abc import Sequence

from marshmallow import ValidationError

from app.api import limits
from app.api.context import services
from app.api.fields import Name
from app.services.play.callers import Caller
from app.services.refusals import NoSuchPlayer
from app.services.table.seating import Made
from app.web.around.quick import host
from app.web.forms import Wrong, said
from app.web.language import _

FIELD = "invite"
MOST = 9
"""Nobody has more seats to give away."""


def people(text: str, who: Caller) -> list[str]:
    """The people named, one a line, as they are called. Raises Wrong for what is no name, nobody's, or one's own."""
    given = list(dict.fromkeys(filter(None, map(str.strip, text.splitlines()))))
    if len(given) > MOST:
        raise Wrong({FIELD: _("No more than %(count)d names.", count=MOST)})
    return [_person(name, who) for name in given]


def count(names: Sequence[str], who: Caller) -> None:
    """Counts them while there is no table yet: a guest who was refused after that would have no way to it. Raises
    Problem 429."""
    for _name in names:
        limits.spend(limits.INVITATIONS, limits.of(who))


def ask(made: Made, names: Sequence[str]) -> None:
    """Asks them to the table that was just made."""
    by = host(made)
    for name in names:
        services().invitations.invite(services().looks.open(made.answer.game, by), name)


def _person(name: str, who: Caller) -> str:
    try:
        Name().deserialize(name)
        found = services().profiles.find(name)
    except ValidationError as error:
        raise Wrong({FIELD: f"{name}: {said(error.messages)}"}) from None
    except NoSuchPlayer:
        raise Wrong({FIELD: _("Nobody here is called %(name)s.", name=name)}) from None
    if found["id"] == who.account:
        raise Wrong({FIELD: _("You need not invite yourself.")})
    return str(found["name"])
