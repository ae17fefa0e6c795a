"""The floor under a move over HTTP: a bare Flask view that does one INSERT and COMMIT through SQLAlchemy Core.

Served by the same gunicorn as ours, on the same PostgreSQL; `create` makes its table beforehand.
"""

import json
import os

import sqlalchemy as sa
from flask import Flask, request

METADATA = sa.MetaData()
EVENTS = sa.Table(
    "bare_events",
    METADATA,
    sa.Column("id", sa.BigInteger, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
URL = "KARTFOLD_BENCH_DATABASE"
"""The name of the variable that says where the database is."""


def create(url: str) -> None:
    """Make the table in an empty database."""
    engine = sa.create_engine(url)
    METADATA.create_all(engine)
    engine.dispose()


def create_app() -> Flask:
    """The application, with an engine of the process that serves it."""
    app = Flask(__name__)
    engine = sa.create_engine(os.environ[URL])

    @app.post("/append")
    def append() -> tuple[dict[str, int], int]:
        body = request.get_json()
        row = {"stream": body["stream"], "version": body["version"], "data": json.dumps(body["data"])}
        with engine.begin() as connection:
            key = connection.execute(sa.insert(EVENTS).values(row)).inserted_primary_key
        assert key is not None
        return {"id": key[0]}, 201

    return app
