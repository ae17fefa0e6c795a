"""Tokens for programs."""

from typing import Any
from uuid import UUID

from flask import Response, jsonify
from marshmallow import Schema, fields, validate

from app.api.auth import caller, own_id, requires_account
from app.api.blueprint import Blueprint
from app.api.context import services
from app.api.fields import Instant, Integer, Strict, Text
from app.api.problems import Problem
from app.services.account.tokens import NoSuchToken, NotYours, Token, TooMany
from app.services.play.callers import SCOPES

tokens = Blueprint("tokens", __name__, description="What programs act for an account with")


def _scopes(**kwargs: Any) -> fields.List[str]:
    scope = fields.String(validate=validate.OneOf(SCOPES))
    return fields.List(scope, required=True, **kwargs)


class NewToken(Strict):
    """What a token is for."""

    name = Text(1, 64, required=True, metadata={"description": "To know it again by"})
    scopes = _scopes(validate=validate.Length(1, len(SCOPES)))
    days = Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, 3660),
        metadata={"description": "How long it lasts; without, until it is revoked"},
    )


class TokenSchema(Schema):
    """A token, without its secret."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    scopes = _scopes()
    created = Instant(required=True)
    expires = Instant(required=True, allow_none=True)


class ShownToken(TokenSchema):
    """A token with its secret: shown this once."""

    secret = fields.String(required=True, metadata={"description": "For `Authorization: Bearer`"})


class TokenList(Schema):
    """All tokens of an account; there are at most 50."""

    tokens = fields.List(fields.Nested(TokenSchema), required=True)


@tokens.route("/tokens", methods=["POST"])
@requires_account
@tokens.arguments(NewToken)
@tokens.response(201, ShownToken)
@tokens.refuses(403, 409)
def create_token(given: dict[str, Any]) -> Response:
    """Make a token

    Its secret is in this answer and never again. arbiter and admin can be given by officials alone.
    """
    try:
        token, secret = services().tokens.create(caller(), given["name"], given["scopes"], given["days"])
    except NotYours as error:
        raise Problem(403, "scope_not_yours", f"You have no {error} to give.") from None
    except TooMany:
        raise Problem(409, "too_many_tokens", "You have as many tokens as one may have: revoke one.") from None
    response = jsonify(ShownToken().dump(token._asdict() | {"secret": secret}))
    response.status_code = 201
    response.headers["Cache-Control"] = "no-store"
    return response


@tokens.route("/tokens")
@requires_account
@tokens.response(200, TokenList)
def list_tokens() -> dict[str, list[Token]]:
    """My tokens, the oldest first"""
    return {"tokens": services().tokens.of(own_id())}


@tokens.route("/tokens/<uuid:token>", methods=["DELETE"])
@requires_account
@tokens.response(204)
@tokens.refuses(404)
def revoke_token(token: UUID) -> None:
    """Revoke a token

    Whoever uses it is refused from the next request on.
    """
    try:
        services().tokens.revoke(own_id(), str(token))
    except NoSuchToken:
        raise Problem(404, "no_such_token", "You have no token of this id.") from None
