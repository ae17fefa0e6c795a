"""All resources of the API: add yours here."""

from app.api.account import account
from app.api.accounts import accounts
from app.api.analyses import analyses, import_analyses
from app.api.archives import archives
from app.api.audit import audit
from app.api.blueprint import Blueprint
from app.api.branches import branches
from app.api.calendar import calendar
from app.api.comments import comments
from app.api.events import events
from app.api.exports import exports, schemas
from app.api.games import games
from app.api.guests import guests
from app.api.import_exports import import_exports
from app.api.imports import imports
from app.api.invitations import invitations
from app.api.links import links
from app.api.moves import moves
from app.api.mutes import mutes
from app.api.notices import notices
from app.api.orders import orders
from app.api.phrases import phrases
from app.api.players import players
from app.api.proposals import proposals
from app.api.push import push
from app.api.recovery import recovery
from app.api.rematches import rematches
from app.api.seats import seats
from app.api.sessions import sessions
from app.api.streams import streams
from app.api.tokens import tokens
from app.api.webhooks import webhooks

RESOURCES: tuple[Blueprint, ...] = (
    accounts,
    sessions,
    account,
    notices,
    calendar,
    recovery,
    tokens,
    games,
    seats,
    links,
    guests,
    moves,
    orders,
    proposals,
    events,
    streams,
    exports,
    schemas,
    audit,
    branches,
    imports,
    import_exports,
    analyses,
    import_analyses,
    comments,
    archives,
    invitations,
    rematches,
    phrases,
    mutes,
    players,
    webhooks,
    push,
)
"""The blueprints of /api/v1, in the order of the documentation."""
