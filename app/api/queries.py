"""What several resources are asked for in the same words."""

from flask import request
from marshmallow import fields, validate

from app.api.fields import QueryInteger, Strict
from app.api.moments import AtField, EyesField
from app.services.languages import LANGUAGES
from app.services.table.lists import LONGEST_PAGE


def language() -> str | None:
    """The language that the request asks to be spoken to in, if it is one of ours."""
    return request.accept_languages.best_match([*LANGUAGES])


def page_limit(default: int) -> QueryInteger:
    """How much a page shows."""
    return QueryInteger(load_default=default, validate=validate.Range(1, LONGEST_PAGE))


class PageQuery(Strict):
    """Which page of a list."""

    cursor = fields.String(load_default=None, metadata={"description": "`next` of the page before"})
    limit = page_limit(20)


class InvitationQuery(Strict):
    """What a table that is not open to all asks for."""

    invitation = fields.String()


class MomentQuery(Strict):
    """Which moment of an import, the last one without it, and through whose eyes: without them as a spectator."""

    at = AtField(load_default=None)
    eyes = EyesField(load_default=None, data_key="as")


class SeatMomentQuery(InvitationQuery):
    """Which moment of a game, and through whose eyes: without them the caller's own."""

    at = AtField()
    eyes = EyesField(data_key="as")
