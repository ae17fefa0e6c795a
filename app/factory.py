"""The one place where parts are joined."""

from collections.abc import Callable
from email.utils import parseaddr
from functools import partial
from pathlib import Path
from threading import Event

from flask import Flask
from sqlalchemy import Engine
from werkzeug.middleware.proxy_fix import ProxyFix

from app.api import headers, limits, openapi
from app.api.context import EXTENSION, services
from app.api.docs import docs
from app.api.links import doors
from app.api.logs import Application, scrub_server_logs
from app.api.metrics import OPEN, TOKEN, metrics
from app.api.resources import RESOURCES
from app.api.stateless import NoSessions
from app.commands import accounts as account_commands
from app.commands import consumers as consumer_commands
from app.commands import database, doctor, local, simulate, work
from app.commands import streams as stream_commands
from app.services.account.accounts import Accounts
from app.services.account.belongings import Belongings
from app.services.account.credentials import Passwords
from app.services.account.departures import Departures
from app.services.account.guests import Guests
from app.services.account.persons import Persons
from app.services.account.profiles import Profiles
from app.services.account.recovery import Recovery
from app.services.account.tokens import Tokens
from app.services.clock import now
from app.services.clocks.calendars import Calendars
from app.services.clocks.limits import Limits
from app.services.clocks.overlooked import Overlooked
from app.services.clocks.pauses import Pauses
from app.services.clocks.proposals import Proposals
from app.services.clocks.rests import Rests
from app.services.clocks.vacations import Vacations
from app.services.container import Services
from app.services.languages import Languages
from app.services.letters.deliveries import Deliveries
from app.services.letters.letters import Letterhead
from app.services.letters.post import Folder, Post, Smtp
from app.services.notices.atom import AtomFeeds
from app.services.notices.notice_choices import NoticeChoices
from app.services.notices.notice_letters import NoticeLetters
from app.services.notices.notices import Notices
from app.services.notices.outward import Outward
from app.services.notices.presence import Presence
from app.services.notices.push import WebPush
from app.services.notices.webhooks import Webhooks
from app.services.operation.demo import Demos
from app.services.operation.measures import Measuring
from app.services.orders.errands import Errands
from app.services.orders.orders import Orders
from app.services.play.callers import Callers
from app.services.play.games import Games
from app.services.play.positions import Positions
from app.services.play.requests import Requests
from app.services.play.sight import Sight
from app.services.replay.analyses import Analyses
from app.services.replay.archives import Archives
from app.services.replay.audits import Audits
from app.services.replay.branches import Branches
from app.services.replay.comments import Comments
from app.services.replay.exports import Recordings
from app.services.replay.imports import Imports
from app.services.replay.looks import Looks
from app.services.replay.openings import Openings
from app.services.replay.origins import Origins
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
from app.store import archive, awaited, counts, results
from app.store.absences import Absences
from app.store.accounts import AccountStore
from app.store.analyses import AnalysisStore
from app.store.belongings import Belongings as BelongingStore
from app.store.calendars import CalendarStore
from app.store.callers import CallerStore
from app.store.comments import CommentStore
from app.store.consumers import Consumer, Consumers
from app.store.election import Election
from app.store.engine import make_engine
from app.store.gauges import Gauges
from app.store.guests import GuestStore
from app.store.imports import ImportStore
from app.store.invitations import InvitationStore
from app.store.letters import LetterStore
from app.store.lobby import Lobby
from app.store.mailings import Mailings
from app.store.mutes import MuteStore
from app.store.news import NewsStore
from app.store.notice_settings import NoticeSettings
from app.store.notices import Fanout, NoticeStore
from app.store.orders import OrderStore
from app.store.phrases import PhraseStore
from app.store.players import PlayerStore
from app.store.presence import PresenceStore
from app.store.proposals import ProposalStore
from app.store.push import PushStore
from app.store.push import fanout as to_browsers
from app.store.recovery import RecoveryStore
from app.store.rematches import RematchStore
from app.store.secrets import Cipher
from app.store.sequencer import Sequencer
from app.store.signals import Signals
from app.store.standing import Standing
from app.store.store import Store
from app.store.tables import Tables
from app.store.vacations import VacationStore
from app.store.vouchers import VoucherStore
from app.store.webhooks import WebhookStore
from app.store.webhooks import fanout as to_webhooks
from app.web import art, pages
from app.web.account.stopping import one_click
from app.web.site import PAGES
from app.worker.jobs import Jobs
from app.worker.ordering import Ordering
from app.worker.thread import WorkerThread, work_beside
from config import HERE, Config

FANOUTS: tuple[Fanout, ...] = (to_webhooks, to_browsers)
"""What is given new notices in the transaction that adds them, to be sent elsewhere."""
TRANSLATIONS = Path(pages.__file__).parent / "translations"
CONSUMERS = (archive.ARCHIVE.name, results.RESULTS.name, counts.COUNTS.name, awaited.CONSUMER)
"""Who reads the events in their order; `make_consumers` makes them."""
ENGINE = "kartfold-engine"
WORKER = "kartfold-worker"
STREAMS_OF_ONE = 100
"""How many streams one caller may have open in a process: an account, or an address without one."""


def create_app(config: Config) -> Flask:
    """The application of this configuration. Two of them share nothing."""
    app = Application("app", static_folder=None, template_folder="web/templates")
    app.session_interface = NoSessions()
    app.config.update(
        SECRET_KEY=config.secret_key,
        PUBLIC_URL="" if config.public_url == HERE else config.public_url,
        MAX_CONTENT_LENGTH=config.max_body,
        SESSION_COOKIE_SECURE=config.secure_cookies,
    )
    app.config.update({TOKEN: config.metrics_token, OPEN: config.metrics_open})
    engine = app.extensions[ENGINE] = make_engine(config.database_url)
    wake = Event()
    made = app.extensions[EXTENSION] = make_services(config, engine, wake.set)
    worker = app.extensions[WORKER] = WorkerThread(make_jobs(made, engine), wake)
    if config.worker:
        work_beside(app, worker)
    limits.init_app(app, config.rate_limit_storage, config.rate_limits)
    headers.init_app(app)
    scrub_server_logs()
    register_api(app)
    app.register_blueprint(docs, url_prefix=openapi.PREFIX)
    app.register_blueprint(doors)
    app.register_blueprint(metrics)
    pages.init_app(app, Languages(TRANSLATIONS))
    art.init_app(app)
    for page in PAGES:
        app.register_blueprint(page)
    app.register_blueprint(one_click)
    register_commands(app, config, made)
    if hops := config.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app


def close(app: Flask) -> None:
    """Gives back what this app holds: a worker, connections to the database."""
    app.extensions[WORKER].stop()
    services(app).hub.stop()
    app.extensions[ENGINE].dispose()


def make_services(config: Config, engine: Engine, wake: Callable[[], None] = lambda: None) -> Services:
    """Every use case on its stores. `wake` is called whenever a game has gone on."""
    passwords = Passwords(config.password_memory, config.password_passes)
    account_store, tables = AccountStore(engine), Tables(engine)
    store, lobby = Store(engine, Cipher(config.seed_keys)), Lobby(engine)
    players = Players(PlayerStore(engine), tables)
    order_store = OrderStore(engine, Cipher(config.seed_keys))
    positions = Positions(store, tables)
    invited, persons = InvitationStore(engine), Persons(account_store)
    sight = Sight(tables, positions, invited.opens)
    signals = Signals(engine)
    requests = Requests(store, tables, positions, both(wake, signals.wake))
    imported = Imports(ImportStore(engine), store, PlayerStore(engine), sight, now)
    origins = Origins(store, lambda id: imported.open(id).recording)
    seating = Seating(store, tables, players, positions, sight, requests, invited, now)
    mutes = Mutes(MuteStore(engine), persons, now)
    analysed = Analyses(AnalysisStore(engine), store, lambda id: imported.open(id).recording, wake, now)
    owned, letters, vouchers, guests = (
        BelongingStore(engine),
        LetterStore(engine),
        VoucherStore(engine),
        GuestStore(engine),
    )
    news = NewsStore(engine)
    hub = Hub(Sequencer(engine), signals, news)
    calendars, absences, vacation_store = Calendars(CalendarStore(engine), now), Absences(engine), VacationStore(engine)
    limits = Limits(store, vacation_store)
    pauses = Pauses(absences, limits, tables, positions, requests, now)
    overlooked = Overlooked(absences, tables, limits)
    vacations = Vacations(vacation_store, calendars, pauses, now)
    accounts = Accounts(account_store, owned, passwords, config.session_days, now)
    games = Games(store, positions, sight, requests, origins, now)
    attendance = Attendance(store, tables, lobby, positions, requests, now)
    errands = Errands(store, order_store, tables, positions, requests, now)
    looking = Looks(store, positions, sight)
    head, gettext = Letterhead(config.mail_from, config.public_url), Languages(TRANSLATIONS).gettext
    channels = (NoticeLetters.channel, *FANOUTS)
    outward, standing, presence = Outward(), Standing(engine, channels), Presence(PresenceStore(engine), now)
    notice_store, chosen = NoticeStore(engine), NoticeSettings(engine)
    mailed = NoticeLetters(
        Mailings(engine), chosen, notice_store, standing, letters, account_store, lobby, calendars.zone, now
    )
    waits = awaited.AwaitedStore(engine, channels)
    told = Notices(notice_store, standing, waits, positions, presence, mailed, now)
    browsers, contact = PushStore(engine, Cipher(config.seed_keys)), f"mailto:{parseaddr(config.mail_from)[1]}"
    places = make_places(config)

    def holds(notice: str) -> bool:
        return bool(standing.holding([notice], now()))

    return Services(
        accounts=accounts,
        analyses=analysed,
        archives=Archives(archive.Archive(engine), store, account_store),
        atom=AtomFeeds(told, accounts, config.public_url, gettext),
        attendance=attendance,
        audits=Audits(store),
        belongings=Belongings(owned, accounts, lobby, order_store),
        branches=Branches(store, lobby, players, positions, sight, requests, origins, now),
        calendars=calendars,
        callers=Callers(CallerStore(engine), now),
        comments=Comments(CommentStore(engine), positions, now),
        deliveries=Deliveries(letters, account_store, guests, vouchers, make_post(config), head, gettext, now, mailed),
        errands=errands,
        departures=Departures(owned, accounts, games, seating, CommentStore(engine), ImportStore(engine), now),
        feeds=Feeds(hub, store, news, lobby, looking, config.heartbeat, looked=presence.looks),
        games=games,
        guests=Guests(guests, letters, vouchers, now),
        hub=hub,
        imports=imported,
        invitations=Invitations(invited, persons, now),
        lists=Lists(lobby),
        looks=looking,
        measuring=Measuring(
            Sequencer(engine), Consumers(engine, now), CONSUMERS, counts.Counts(engine), Gauges(engine), places, now
        ),
        mutes=mutes,
        notice_choices=NoticeChoices(chosen, account_store, calendars.zone, now),
        notices=told,
        openings=Openings(store, positions),
        orders=Orders(store, order_store, positions, wake, now),
        phrases=Phrases(PhraseStore(engine), mutes, now),
        places=places,
        players=players,
        positions=positions,
        presence=presence,
        profiles=Profiles(persons, results.ResultStore(engine), lobby),
        push=WebPush(browsers, outward, config.vapid_key, contact, gettext, holds, now),
        proposals=Proposals(ProposalStore(engine), store, positions, sight, requests, now),
        recordings=Recordings(store),
        recovery=Recovery(RecoveryStore(engine), accounts, account_store, letters, vouchers, now),
        rematches=Rematches(
            RematchStore(engine), PlayerStore(engine), players, positions, sight, requests, seating, now
        ),
        rests=Rests(absences, tables, calendars, vacations, pauses, now),
        seating=seating,
        stories=Stories(store, positions),
        sweeps=Sweeps(
            store, tables, lobby, players, positions, requests, attendance, errands, overlooked, Election(engine), now
        ),
        tokens=Tokens(account_store, now),
        webhooks=Webhooks(WebhookStore(engine, Cipher(config.seed_keys)), outward, config.public_url, holds, now),
        vacations=vacations,
    )


def both(one: Callable[[], None], other: Callable[[], None]) -> Callable[[], None]:
    """Does the one and the other."""

    def do() -> None:
        one()
        other()

    return do


def make_places(config: Config) -> Places:
    """The places for streams of this process; without rate limits whoever comes may have them all."""
    if not config.rate_limits:
        return Places(config.streams, config.streams, config.streams)
    return Places(config.streams, STREAMS_OF_ONE, config.streams_of_address)


def make_post(config: Config) -> Post | None:
    """The way that letters go."""
    if config.smtp_url:
        return Smtp(config.smtp_url)
    return Folder(config.letters) if config.letters else None


def make_jobs(made: Services, engine: Engine) -> Jobs:
    """What runs behind the requests."""
    consumers = Consumers(engine, now)
    return Jobs(
        Ordering(Sequencer(engine), {one.name: partial(consumers.consume, one) for one in make_consumers(made)}),
        made.attendance,
        made.errands,
        made.rests,
        made.proposals,
        made.sweeps,
        made.analyses,
        made.deliveries,
        made.notices,
        Election(engine),
        now,
        (made.webhooks, made.push),
    )


def make_consumers(made: Services) -> tuple[Consumer, ...]:
    """What reads the events in their order. One that keeps a read model says so, and can be rebuilt."""
    return (
        archive.ARCHIVE,
        results.RESULTS,
        counts.COUNTS,
        Consumer(awaited.CONSUMER, made.notices.gone_on),
    )


def register_api(app: Flask) -> None:
    """Registers the resources, and the document that describes them."""
    api = openapi.make_api(app)
    for resource in RESOURCES:
        api.register_blueprint(resource, url_prefix=openapi.PREFIX + (resource.url_prefix or ""))


def register_commands(app: Flask, config: Config, made: Services) -> None:
    """Registers what `flask --app wsgi` can do."""
    worker: WorkerThread = app.extensions[WORKER]
    demos = Demos(made.seating, made.games, made.looks, made.callers)
    app.cli.add_command(account_commands.commands(made.accounts))
    app.cli.add_command(consumer_commands.commands(app.extensions[ENGINE], make_consumers(made), now))
    app.cli.add_command(database.commands(config.database_url))
    app.cli.add_command(doctor.command(config.database_url, config.seed_keys))
    app.cli.add_command(local.command(app, config.database_url, demos, worker))
    app.cli.add_command(simulate.simulate)
    app.cli.add_command(stream_commands.streams)
    app.cli.add_command(work.command(worker.jobs))
