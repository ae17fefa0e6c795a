"""The one place where parts are joined."""

from flask import Flask
from sqlalchemy import Engine
from werkzeug.middleware.proxy_fix import ProxyFix

from app.api import headers, limits, openapi
from app.api.accounts import accounts
from app.api.blueprint import Blueprint
from app.api.context import EXTENSION
from app.api.docs import docs
from app.api.links import doors, links
from app.api.logs import Application, scrub_access_logs
from app.api.sessions import sessions
from app.api.tokens import tokens
from app.services.accounts import Accounts
from app.services.callers import Callers
from app.services.clock import now
from app.services.container import Services
from app.services.credentials import Passwords
from app.services.links import Links
from app.services.players import Players
from app.services.tokens import Tokens
from app.store.accounts import AccountStore
from app.store.callers import CallerStore
from app.store.engine import make_engine
from app.store.players import PlayerStore
from app.store.tables import Tables
from config import Config

RESOURCES: tuple[Blueprint, ...] = (accounts, sessions, tokens, links)
"""The blueprints of /api/v1, in the order of the documentation."""
ENGINE = "kartfold-engine"


def create_app(config: Config) -> Flask:
    """The application of this configuration. Two of them share nothing."""
    app = Application("app", static_folder=None)
    app.config.update(
        SECRET_KEY=config.secret_key,
        MAX_CONTENT_LENGTH=config.max_body,
        SESSION_COOKIE_SECURE=config.secure_cookies,
    )
    engine = app.extensions[ENGINE] = make_engine(config.database_url)
    app.extensions[EXTENSION] = make_services(config, engine)
    limits.init_app(app, config.rate_limit_storage, config.rate_limits)
    headers.init_app(app)
    scrub_access_logs()
    register_api(app)
    app.register_blueprint(docs, url_prefix=openapi.PREFIX)
    app.register_blueprint(doors)
    if hops := config.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app


def close(app: Flask) -> None:
    """Gives back what this app holds: its connections to the database."""
    app.extensions[ENGINE].dispose()


def make_services(config: Config, engine: Engine) -> Services:
    """Every use case on its stores."""
    passwords = Passwords(config.password_memory, config.password_passes)
    account_store, player_store, tables = AccountStore(engine), PlayerStore(engine), Tables(engine)
    return Services(
        accounts=Accounts(account_store, passwords, config.session_days, now),
        callers=Callers(CallerStore(engine), now),
        links=Links(player_store, tables),
        players=Players(player_store),
        tokens=Tokens(account_store, now),
    )


def register_api(app: Flask) -> None:
    """Registers the resources, and the document that describes them."""
    api = openapi.make_api(app)
    for resource in RESOURCES:
        api.register_blueprint(resource, url_prefix=openapi.PREFIX + (resource.url_prefix or ""))
