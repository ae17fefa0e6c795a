"""Accounts, and who the caller is."""

from dataclasses import asdict
from typing import Any

from marshmallow import Schema, fields

from app.api import limits
from app.api.auth import caller, requires
from app.api.blueprint import Blueprint
from app.api.context import services
from app.api.fields import Instant, Name, Password, Strict
from app.api.problems import Problem
from app.services.account.accounts import Account, NameTaken
from app.services.play.callers import SCOPES, Caller

accounts = Blueprint("accounts", __name__, description="People who come back")


class Credentials(Strict):
    """What somebody signs in with."""

    name = Name(required=True)
    password = Password(required=True)


class AccountSchema(Schema):
    """An account, as its owner sees it."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    roles = fields.List(fields.String(), required=True, metadata={"description": "Offices: arbiter, admin"})
    created = Instant(required=True)


class CallerSchema(Schema):
    """Who somebody is to the service; game, player and seat say who they are at the table that was asked about."""

    kind = fields.String(required=True, metadata={"enum": ["account", "token", "guest", "anonymous"]})
    name = fields.String(required=True)
    account = fields.UUID(required=True, allow_none=True)
    scopes = fields.List(fields.String(metadata={"enum": list(SCOPES)}), required=True)
    game = fields.UUID(required=True, allow_none=True)
    player = fields.UUID(required=True, allow_none=True)
    seat = fields.Integer(required=True, allow_none=True)


class AtGame(Strict):
    """The table to be asked about."""

    game = fields.UUID(metadata={"description": "Who am I at this table?"})


@accounts.route("/accounts", methods=["POST"])
@limits.limited(limits.ACCOUNTS)
@accounts.arguments(Credentials)
@accounts.response(201, AccountSchema)
@accounts.refuses(409, 429)
def create_account(given: dict[str, str]) -> Account:
    """Make an account

    It is signed in to by `POST /session`. Names that read the same are the same.
    """
    try:
        return services().accounts.create(given["name"], given["password"])
    except NameTaken:
        raise Problem(409, "name_taken", "This name is taken, or one that reads the same.") from None


@accounts.route("/players/me")
@requires("read")
@accounts.arguments(AtGame, location="query")
@accounts.response(200, CallerSchema)
def me(query: dict[str, Any]) -> dict[str, Any]:
    """Who I am

    With a session, a token or a seat link; with `game` also who I am at that table.
    """
    return said(caller())


def said(caller: Caller) -> dict[str, Any]:
    """A caller as CallerSchema shows it."""
    return asdict(caller) | {"scopes": [scope for scope in SCOPES if scope in caller.scopes]}
