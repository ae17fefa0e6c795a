"""The one place where parts are joined."""

from flask import Flask

from app.api import openapi
from app.api.blueprint import Blueprint
from app.api.context import EXTENSION
from app.services.container import Services
from config import Config


def create_app(config: Config) -> Flask:
    """The application of this configuration. Two of them share nothing."""
    app = Flask("app", static_folder=None)
    app.config.update(SECRET_KEY=config.secret_key, MAX_CONTENT_LENGTH=config.max_body)
    app.extensions[EXTENSION] = make_services(config)
    register_api(app)
    return app


def make_services(config: Config) -> Services:
    """Every use case on its store."""
    return Services()


def register_api(app: Flask) -> None:
    """The blueprints of /api/v1, in the order of the documentation."""
    api = openapi.make_api(app)
    blueprints: list[Blueprint] = []
    for blueprint in blueprints:
        api.register_blueprint(blueprint, url_prefix=openapi.PREFIX + (blueprint.url_prefix or ""))
