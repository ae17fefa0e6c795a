"""The use cases of one running service, joined by the factory and handed to views, workers and commands."""

from dataclasses import dataclass

from app.services.accounts import Accounts
from app.services.callers import Callers
from app.services.links import Links
from app.services.players import Players
from app.services.tokens import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """One field a service. Add yours here and make it in `app.factory.make_services`."""

    accounts: Accounts
    callers: Callers
    links: Links
    players: Players
    tokens: Tokens
