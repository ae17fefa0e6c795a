"""Once more with the same people."""

from typing import Any
from uuid import UUID

from flask import Response

from app.api import conditional, limits
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, opened
from app.api.context import services
from app.api.fields import Strict
from app.api.games import entropy_field, seated
from app.api.openapi import PREFIX
from app.api.schemas import MadeSchema
from app.api.terms import link_secret
from app.services.table.tables import entropy_of

rematches = GameBlueprint("rematches", __name__, description="Once more with the same people")


class Again(Strict):
    """What you put into the next deal, if you like."""

    entropy = entropy_field()


@rematches.route("/games/<uuid:game>/rematch", methods=["POST"], parameters=[conditional.IDEMPOTENCY_PARAMETER])
@requires("play")
@rematches.arguments(Again)
@rematches.response(201, MadeSchema)
@rematches.refuses(403, 404, 409, 429)
def rematch(given: dict[str, Any], game: UUID) -> Response:
    """Play once more with the same people

    For everybody who had a seat in a match that is over. Whoever asks first makes a table of the same kind, with the
    bots of before, and is its host; people with accounts are invited there and their seats kept. Whoever asks later
    comes to the same table, and sits there. Asked again it gives that table again; a guest is given a new seat link
    each time, unless the request is repeated with its key, and only the newest is good.
    """
    who, seen = caller(), opened(game)
    limits.spend(limits.TABLES, limits.of(who))
    made = services().rematches.ask(seen, entropy_of(given.get("entropy")), link_secret(given))
    return seated(made, f"{PREFIX}/games/{made.answer.game}")
