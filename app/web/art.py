"""Our cards on pages: all of them drawn in one file that browsers keep, and what they are called there."""

from functools import cache

from flask import Blueprint, Flask, Response, url_for

from app.rules.cards import CODES, COLORS
from app.web import language
from app.web.assets import YEAR
from replays.format import sha256_hex
from replays.show.cards import BACK, definitions
from replays.show.languages import card_name, color_name, item_name
from replays.show.svg import NAMESPACE, element

art = Blueprint("art", __name__)

SIGNS = [f"sign-{color}" for color in (*COLORS, "W")]


def init_app(app: Flask) -> None:
    """Teaches this app's templates where a picture is, and what it shows."""
    app.register_blueprint(art)
    app.jinja_env.globals.update(drawing=drawing)
    app.jinja_env.filters.update(card=named, color=color_named, item=item_named)


@cache
def drawings() -> str:
    """Symbols of all cards and of what they are made of, in one file: `#card-g7`, `#card-back`, `#sign-g`."""
    return element("svg", definitions([*CODES, BACK], SIGNS), xmlns=NAMESPACE)


def drawing(symbol: str) -> str:
    """The address of a symbol, for `<use href>`."""
    return f"{url_for('art.cards', version=_version())}#{symbol}"


@art.get("/art/<version>/cards.svg")
def cards(version: str) -> Response:
    """The drawings. Under an old address, of a page that was loaded before an update, they are not to be kept."""
    response = Response(drawings(), content_type="image/svg+xml; charset=utf-8")
    current = version == _version()
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if current else "no-cache"
    return response


def named(code: str) -> str:
    """A card in the language of this request: "green 7"."""
    return card_name(code, language.current())


def color_named(color: str) -> str:
    """A colour in the language of this request: "green"."""
    return color_name(color, language.current())


def item_named(code: str) -> str:
    """The item that a card shows, in the language of this request."""
    return item_name(code, language.current())


@cache
def _version() -> str:
    return sha256_hex(drawings().encode())[:12]
