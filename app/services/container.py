"""The use cases of one running service, joined by the factory and handed to views, workers and commands."""

from dataclasses import dataclass

from app.services.accounts import Accounts
from app.services.analyses import Analyses
from app.services.archives import Archives
from app.services.atom import AtomFeeds
from app.services.attendance import Attendance
from app.services.audits import Audits
from app.services.belongings import Belongings
from app.services.branches import Branches
from app.services.calendars import Calendars
from app.services.callers import Callers
from app.services.comments import Comments
from app.services.deliveries import Deliveries
from app.services.departures import Departures
from app.services.errands import Errands
from app.services.exports import Recordings
from app.services.feeds import Feeds
from app.services.games import Games
from app.services.guests import Guests
from app.services.imports import Imports
from app.services.invitations import Invitations
from app.services.lists import Lists
from app.services.live import Hub
from app.services.looks import Looks
from app.services.measures import Measuring
from app.services.mutes import Mutes
from app.services.notice_choices import NoticeChoices
from app.services.notices import Notices
from app.services.openings import Openings
from app.services.orders import Orders
from app.services.phrases import Phrases
from app.services.places import Places
from app.services.players import Players
from app.services.positions import Positions
from app.services.presence import Presence
from app.services.profiles import Profiles
from app.services.proposals import Proposals
from app.services.push import WebPush
from app.services.recovery import Recovery
from app.services.rematches import Rematches
from app.services.rests import Rests
from app.services.seating import Seating
from app.services.stories import Stories
from app.services.sweeps import Sweeps
from app.services.tokens import Tokens
from app.services.vacations import Vacations
from app.services.webhooks import Webhooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """One field a service. Add yours here and make it in `app.factory.make_services`."""

    accounts: Accounts
    analyses: Analyses
    archives: Archives
    atom: AtomFeeds
    attendance: Attendance
    audits: Audits
    belongings: Belongings
    branches: Branches
    calendars: Calendars
    callers: Callers
    comments: Comments
    deliveries: Deliveries
    departures: Departures
    errands: Errands
    feeds: Feeds
    games: Games
    guests: Guests
    hub: Hub
    imports: Imports
    invitations: Invitations
    lists: Lists
    looks: Looks
    measuring: Measuring
    mutes: Mutes
    notice_choices: NoticeChoices
    notices: Notices
    openings: Openings
    orders: Orders
    phrases: Phrases
    places: Places
    players: Players
    positions: Positions
    presence: Presence
    profiles: Profiles
    push: WebPush
    proposals: Proposals
    recordings: Recordings
    recovery: Recovery
    rematches: Rematches
    rests: Rests
    seating: Seating
    stories: Stories
    sweeps: Sweeps
    tokens: Tokens
    webhooks: Webhooks
    vacations: Vacations
