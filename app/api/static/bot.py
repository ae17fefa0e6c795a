#!/usr/bin/env python3
"""A bot for Kartfold: `python3 bot.py https://play.example.org TOKEN`, with a token that may read and play.

It opens one stream of all its games and never polls. Each message has the whole view of a game with every legal move,
so nothing is kept that could be lost. Standard library alone. `choose` is all that it knows of the game: do better!
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

SILENCE = 45  # seconds without a word, while the stream says one every 15 at least: the connection is dead
WANTED = ("catch_uno", "call_uno", "play", "choose_color", "choose_target", "accept", "pass", "draw")
Said = dict[str, Any]


def choose(you: Said) -> Said | None:
    """The move to make, or None: play what one can, wild cards last, and never forget to say UNO."""
    colors = [card["card"][0] for card in you["hand"]]

    def worth(move: Said) -> tuple[Any, ...]:
        tame = move.get("card", "")[:1] != "W"
        return -WANTED.index(move["type"]), move.get("uno", False), tame, colors.count(move.get("color"))

    return max((move for move in you["moves"] if move["type"] in WANTED), key=worth, default=None)


def waits() -> Iterator[float]:
    """Seconds between tries: twice as long each time, and not the same for all bots."""
    wait = 0.25
    while True:
        yield wait * random.uniform(0.5, 1)
        wait = min(2 * wait, 30)


class Service:
    def __init__(self, address: str, token: str) -> None:
        self.address, self.headers = address.rstrip("/") + "/api/v1", {"Authorization": f"Bearer {token}"}

    def open(self, method: str, path: str, body: Said | None = None, headers: Said | None = None) -> Any:
        data = json.dumps(body).encode() if body else None
        named = {"Content-Type": "application/json"} | self.headers | (headers or {})
        return urlopen(Request(self.address + path, data, named, method=method), timeout=SILENCE)

    def ask(self, method: str, path: str, body: Said | None = None, key: str = "") -> Any:
        """The answer, however often it takes; None if it is no. What has a key is done once for all that."""
        for wait in waits():
            try:
                with self.open(method, path, body, {"Idempotency-Key": key} if key else None) as answer:
                    return json.load(answer)
            except (OSError, HTTPException, ValueError) as error:  # was it done? without an answer nobody knows
                if getattr(error, "code", 500) not in (429, *range(500, 600)):
                    return None  # the game has gone on, and the stream tells how
            time.sleep(wait)

    def messages(self) -> Iterator[tuple[str, Said]]:
        """What the stream says, from where it broke off: a message counts as seen once it has been acted on."""
        last, pause = Said(), waits()
        while True:
            try:
                with self.open("GET", "/events?views=yes", headers=last) as stream:
                    said = Said()
                    for line in stream:
                        name, _, value = line.decode().rstrip("\n").partition(": ")
                        if name:
                            said[name] = value
                        elif "data" in said:  # an empty line ends a message
                            yield said["event"], json.loads(said["data"])
                            last, pause = {"Last-Event-ID": said["id"]} if "id" in said else last, waits()
                        said = said if name else {}
            except (OSError, HTTPException, ValueError) as error:
                if getattr(error, "code", 500) in (401, 403):
                    sys.exit("The service does not know this token, or the token may not read.")
            time.sleep(next(pause))


def main(address: str, token: str) -> None:
    service = Service(address, token)
    for event, said in service.messages():
        path = f"/games/{said['game']}"
        if event == "game" and (you := said["view"].get("you")) and (move := choose(you)):
            move |= {"expected_version": said["version"]}
            service.ask("POST", path + "/moves", move, f"{said['game']}-{said['version']}")
        for _ in range(9 if event == "invited" else 0):  # others may sit down at the same moment
            table = service.ask("GET", path)
            if not table or table.get("you") or table["phase"] != "waiting":
                break
            service.ask("POST", path + "/seats", {"expected_version": table["version"]})


if __name__ == "__main__":
    main(*sys.argv[1:])
