"""The door for WSGI servers and the flask command: `gunicorn wsgi:app`, `flask --app wsgi doctor`."""

import config
from app.factory import create_app

app = create_app(config.load())
