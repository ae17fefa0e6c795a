"""What a view reaches of the running application."""

from typing import cast

from flask import Flask, current_app

from app.services.container import Services

EXTENSION = "kartfold"


def services(app: Flask | None = None) -> Services:
    """The services of this app, or of the one that answers the current request."""
    return cast(Services, (app or current_app).extensions[EXTENSION])
