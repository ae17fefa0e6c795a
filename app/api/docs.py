"""The page to read and try the API on: Swagger UI, from the wheel that carries its files, and from our server alone.
A bot, too, for whoever would rather begin with a program."""

from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, abort, send_from_directory

docs = Blueprint("docs", __name__)

OURS = Path(__file__).parent / "static"
THEIRS = Path(str(files("flask_swagger_ui"))) / "dist"
ASSETS = {
    "docs.js": OURS,
    "favicon-32x32.png": THEIRS,
    "swagger-ui-bundle.js": THEIRS,
    "swagger-ui.css": THEIRS,
}
DAY = 24 * 60 * 60

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kartfold: the API</title>
<link rel="icon" href="/api/v1/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/v1/docs/swagger-ui.css">
<noscript>This page needs scripts. The document itself: <a href="/api/v1/openapi.json">openapi.json</a></noscript>
<main id="docs"></main>
<script src="/api/v1/docs/swagger-ui-bundle.js"></script>
<script src="/api/v1/docs/docs.js"></script>
</html>
"""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Swagger UI styles its elements inline; scripts come from files alone."""


@docs.get("/docs")
def page() -> Response:
    """The page."""
    return Response(PAGE, mimetype="text/html", headers={"Content-Security-Policy": POLICY})


@docs.get("/bot.py")
def bot() -> Response:
    """A bot, to begin with."""
    return send_from_directory(OURS, "bot.py", mimetype="text/x-python", max_age=DAY)


@docs.get("/docs/<name>")
def asset(name: str) -> Response:
    """A file of the page: one of those it needs, and no other."""
    if name not in ASSETS:
        abort(404)
    return send_from_directory(ASSETS[name], name, max_age=DAY)
