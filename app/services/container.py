"""The use cases of one running service, joined by the factory and handed to views, workers and commands."""

from dataclasses import dataclass

from app.services.account.accounts import Accounts
from app.services.account.belongings import Belongings
from app.services.account.departures import Departures
from app.services.account.guests import Guests
from app.services.account.profiles import Profiles
from app.services.account.recovery import Recovery
from app.services.account.tokens import Tokens
from app.services.clocks.calendars import Calendars
from app.services.clocks.proposals import Proposals
from app.services.clocks.rests import Rests
from app.services.clocks.vacations import Vacations
from app.services.letters.deliveries import Deliveries
from app.services.notices.atom import AtomFeeds
from app.services.notices.notice_choices import NoticeChoices
from app.services.notices.notices import Notices
from app.services.notices.presence import Presence
from app.services.notices.push import WebPush
from app.services.notices.webhooks import Webhooks
from app.services.operation.measures import Measuring
from app.services.orders.errands import Errands
from app.services.orders.orders import Orders
from app.services.play.callers import Callers
from app.services.play.games import Games
from app.services.play.positions import Positions
from app.services.replay.analyses import Analyses
from app.services.replay.archives import Archives
from app.services.replay.audits import Audits
from app.services.replay.branches import Branches
from app.services.replay.comments import Comments
from app.services.replay.exports import Recordings
from app.services.replay.imports import Imports
from app.services.replay.looks import Looks
from app.services.replay.openings import Openings
from app.services.replay.stories import Stories
from app.services.streams.feeds import Feeds
from app.services.streams.live import Hub
from app.services.streams.places import Places
from app.services.table.invitations import Invitations
from app.services.table.lists import Lists
from app.services.table.mutes import Mutes
from app.services.table.phrases import Phrases
from app.services.table.players import Players
from app.services.table.rematches import Rematches
from app.services.table.seating import Seating
from app.services.upkeep.attendance import Attendance
from app.services.upkeep.sweeps import Sweeps


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
