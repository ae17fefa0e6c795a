"""The commands as processes: a worker of its own, and the local start that needs nothing but itself."""

import json
import os
import re
import shlex
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest

from tests.api.tables import Guest, said

SEED_KEYS = {"tests": bytes(range(32))}
"""Those of the applications in these tests."""


@contextmanager
def running(*arguments, **environment):
    """A flask command in a process of its own, asked to end when the context does."""
    command = [sys.executable, "-m", "flask", "--app", "wsgi", *arguments]
    with subprocess.Popen(
        command, env=os.environ | environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.stdout.read()


@pytest.mark.timeout(120)
def test_a_worker_of_its_own_plays_a_table_of_bots_and_ends_when_asked(app, person, database_url):
    ann = person("Ann")
    made = said(ann.post("/games", {"sits": False, "bots": ["first", "random"], "bot_delay": 0}), 201)
    game = made["view"]["id"]
    said(ann.post(f"/games/{game}/start", {"expected_version": made["version"]}))
    keys = f"tests:{SEED_KEYS['tests'].hex()}"
    settings = {"DATABASE_URL": database_url, "SECRET_KEY": "only for this one process of the tests", "SEED_KEYS": keys}
    stranger = Guest(app, game)
    with running("worker", "--poll", "0.05", **settings) as worker:
        while stranger.view()["phase"] != "match_over":
            assert worker.poll() is None, worker.stdout.read()
    assert worker.returncode == 0
    assert said(stranger.get("/audit"))["verdict"] == "exact"


@pytest.mark.timeout(120)
def test_a_local_start_prints_requests_that_work(tmp_path):
    with running("run-local", "--port", "0", KARTFOLD_INSTANCE=str(tmp_path)) as server:
        printed = greeting(server)
        curls = [shlex.split(line) for line in printed if line.strip().startswith("curl")]
        view = asked(curls[0])
        assert [seat["name"] for seat in view["seats"]] == ["You", "Racer", "Random"]
        if len(curls) > 1:
            assert asked(curls[1])["version"] > view["version"]
    with running("run-local", "--port", "0", KARTFOLD_INSTANCE=str(tmp_path)) as server:
        again = greeting(server)
    assert links(again) == links(printed), "the same game, the same seat"


def greeting(server):
    """What a server says before it serves."""
    said: list[str] = []
    while not said or "Ctrl+C" not in said[-1]:
        line = server.stdout.readline()
        assert line, "".join(said)
        said.append(line)
    return said


def links(lines):
    """The seat links in a text."""
    return set(re.findall(r"kfs_[\w-]+", "".join(lines)))


def asked(curl):
    """What a printed curl command is answered."""
    headers = dict(curl[at + 1].split(": ", 1) for at, word in enumerate(curl) if word == "-H")
    body = curl[curl.index("-d") + 1].encode() if "-d" in curl else None
    with urllib.request.urlopen(urllib.request.Request(curl[-1], body, headers), timeout=30) as answer:
        return json.load(answer)
