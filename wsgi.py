"""The door for WSGI servers and the flask command: `gunicorn wsgi:app`, `flask --app wsgi doctor`."""

from flask.cli import NoAppException

import config
from app.factory import create_app

try:
    app = create_app(config.load())
except config.Unconfigured as error:
    # Of this kind the flask command shows what is said, and no traceback.
    raise NoAppException(str(error)) from None
