"""`flask run-local`: everything that a first game needs, in one process, for this machine alone."""

import json

import click
from flask import Flask
from werkzeug.serving import make_server

from app.api.openapi import PREFIX
from app.services.operation.demo import Demo, Demos
from app.store import migrate
from app.worker.thread import WorkerThread

HOST = "127.0.0.1"


def command(app: Flask, url: str, demos: Demos, worker: WorkerThread) -> click.Command:
    """The command for this app and the database at this URL."""

    @click.command("run-local")
    @click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
    def run_local(port: int) -> None:
        """Serve on this machine: the database brought up to date, a demo game, and bots that move."""
        migrate.upgrade(url)
        demo = demos.open(app.config["SECRET_KEY"])
        server = make_server(HOST, port, app, threaded=True)  # says so and exits where the port is in use
        worker.start()
        click.echo(greeting(f"http://{HOST}:{server.port}", demo))
        try:
            server.serve_forever()
        finally:
            worker.stop()

    return run_local


def greeting(address: str, demo: Demo) -> str:
    """What somebody who has just started the service wants to know."""
    game = f"{address}{PREFIX}/games/{demo.game}"
    bearer = f"-H 'Authorization: Bearer {demo.link}'"
    said = [
        f"Kartfold is at {address}",
        "",
        "A game against two bots waits for you, in a browser:",
        f"  {address}/seat/{demo.link}",
        f"or in a shell (the API has a page to try it at {address}{PREFIX}/docs):",
        f"  curl -s {bearer} {game}",
    ]
    if demo.move is not None:
        body = json.dumps({**demo.move, "expected_version": demo.version})
        said += ["A move there:", f"  curl -s {bearer} -H 'Content-Type: application/json' -d '{body}' {game}/moves"]
    return "\n".join([*said, "", "Ctrl+C ends it."])
