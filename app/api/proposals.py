"""What a table agrees on while it plays: a pause, its end, or another clock."""

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import ValidationError, fields, validates_schema

from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint
from app.api.context import services
from app.api.fields import Boolean, Moment, Strict
from app.api.games import Expecting
from app.api.moves import answered
from app.api.schemas import AnswerSchema
from app.api.terms import WRITING, terms
from app.services.clocks.proposals import Wanted
from app.services.table.tables import clock_of

proposals = GameBlueprint(
    "proposals", __name__, url_prefix="/games", description="What a table agrees on while it plays"
)


class PauseOf(Strict):
    """Until when all clocks stand still: 14 days from the last agreement at most."""

    until = Moment(required=True)


class NewProposal(Expecting):
    """One of the three."""

    pause = fields.Nested(PauseOf)
    resume = Boolean(metadata={"description": "true: the pause of the table ends", "enum": [True]})
    clock = fields.Dict(keys=fields.String(), metadata={"description": "As a view's `clock`"})

    @validates_schema
    def check_one(self, data: dict[str, Any], **kwargs: Any) -> None:
        """One of the three, and nothing else."""
        if len(data.keys() & {"pause", "resume", "clock"}) != 1:
            raise ValidationError("Propose one of pause, resume and clock.", "pause")
        if data.get("resume") is False:
            raise ValidationError("Must be true, or left out.", "resume")


class ToProposal(Expecting):
    """To which proposal: what has come in its place meanwhile is not meant."""

    proposal = fields.UUID(metadata={"description": "Its `id`; without, whatever is proposed"})


@proposals.route("/<uuid:game>/proposals", methods=["POST"], parameters=WRITING)
@requires("play")
@proposals.arguments(NewProposal)
@proposals.response(200, AnswerSchema)
@proposals.refuses(403, 404, 409, 412, 428)
def propose(given: dict[str, Any], game: UUID) -> Response:
    """Propose a pause, its end, or another clock

    By anybody who is in, and who agrees to it so. All other people who are in have three days to agree, bots agree to
    everything: the last one makes it so. Until then the view has it as `proposal`, and there is no event.
    """
    asked = terms(given["expected_version"], given)
    return answered(services().proposals.propose(str(game), caller(), _wanted(given), asked))


@proposals.route("/<uuid:game>/proposals/agree", methods=["POST"], parameters=WRITING)
@requires("play")
@proposals.arguments(ToProposal)
@proposals.response(200, AnswerSchema)
@proposals.refuses(403, 404, 409, 412, 428)
def agree(given: dict[str, Any], game: UUID) -> Response:
    """Agree to what is proposed

    The last agreement makes it so, and `events` say what.
    """
    asked = terms(given["expected_version"], _as_json(given))
    return answered(services().proposals.agree(str(game), caller(), asked, _id(given)))


@proposals.route("/<uuid:game>/proposals/decline", methods=["POST"], parameters=WRITING)
@requires("play")
@proposals.arguments(ToProposal)
@proposals.response(200, AnswerSchema)
@proposals.refuses(403, 404, 409, 412, 428)
def decline(given: dict[str, Any], game: UUID) -> Response:
    """Decline what is proposed, or take back what you have proposed

    That ends it for all.
    """
    asked = terms(given["expected_version"], _as_json(given))
    return answered(services().proposals.decline(str(game), caller(), asked, _id(given)))


def _as_json(given: dict[str, Any]) -> dict[str, Any]:
    """A body as its digest takes it."""
    return given | {"proposal": str(given["proposal"])} if "proposal" in given else given


def _wanted(given: dict[str, Any]) -> Wanted:
    if "clock" in given:
        return Wanted(clock=clock_of(given["clock"]))
    return Wanted(resume=True) if "resume" in given else Wanted(until=given["pause"]["until"])


def _id(given: dict[str, Any]) -> str | None:
    return str(given["proposal"]) if "proposal" in given else None
