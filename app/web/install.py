"""What makes this a program that one can install: its manifest, and the worker that keeps its files."""

from typing import Any

from flask import Blueprint, Response, jsonify, url_for

from app.web import language
from app.web.assets import FOLDER, asset
from app.web.language import _
from app.web.safety import dress

install = Blueprint("install", __name__)
install.after_request(dress)

THEME, GROUND = "#b3202d", "#f4f0e4"
ICONS = (
    ("img/icon.svg", "any", "image/svg+xml", "any"),
    ("img/icon-192.png", "192x192", "image/png", "any"),
    ("img/icon-512.png", "512x512", "image/png", "any"),
    ("img/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)


@install.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a device is told of the program, in the language of the page that led here."""
    told: dict[str, Any] = {
        "id": "/",
        "name": "Kartfold",
        "short_name": "Kartfold",
        "description": _("Card races by web, each when they have time."),
        "lang": language.current(),
        "dir": language.direction(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME,
        "background_color": GROUND,
        "categories": ["games"],
        "icons": [
            {"src": asset(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
        "shortcuts": [
            {"name": _("My games"), "url": url_for("mine.show")},
            {"name": _("Lobby"), "url": url_for("lobby.show")},
        ],
    }
    response = jsonify(told)
    response.mimetype = "application/manifest+json"
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response


@install.get("/sw.js")
def worker() -> Response:
    """The worker, for the whole of the site: that is why it is at its root."""
    response = Response((FOLDER / "js" / "sw.js").read_bytes(), content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response
