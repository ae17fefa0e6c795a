"""Headers that every answer carries, unless its view has set others."""

from flask import Flask, Response

DEFAULTS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""An answer of the API is data: a browser that takes it for a page may load and frame nothing."""


def init_app(app: Flask) -> None:
    """Adds the headers to what this app answers."""

    @app.after_request
    def add(response: Response) -> Response:
        for name, value in DEFAULTS.items():
            response.headers.setdefault(name, value)
        return response
