"""A game against bots that is there when the service is started locally, so that there is something to play."""

import hashlib
import hmac
from itertools import count
from typing import NamedTuple

from app.services.play.callers import ANONYMOUS, Callers
from app.services.play.games import Games
from app.services.play.requests import Terms
from app.services.replay.looks import Looks
from app.services.table.seating import Made, Seating
from app.services.table.tables import Setup
from app.store import Key

BOTS = ("racer", "random")


class Demo(NamedTuple):
    """The game, the secret of its guest's seat link, the version it is at, and a move that is legal there, if any."""

    game: str
    link: str
    version: int
    move: dict[str, object] | None


class Demos:
    """Makes the demo game once: it comes from a key that follows from the service's own, as does its seat link, so the
    next start finds it again. When it is over the next start makes another."""

    def __init__(self, seating: Seating, games: Games, looks: Looks, callers: Callers) -> None:
        self._seating = seating
        self._games = games
        self._looks = looks
        self._callers = callers

    def open(self, secret_key: str) -> Demo:
        """The demo game, started."""
        for number in count(1):
            demo = self._demo(hmac.digest(secret_key.encode(), b"kartfold/demo/1:%d" % number, "sha256"))
            if demo is not None:
                return demo
        raise AssertionError("there is always another number")

    def _demo(self, secret: bytes) -> Demo | None:
        """The game that is made from this secret; None if it is over, or its guest has replaced the link."""
        made = self._made(secret)
        game, link = made.answer.game, made.link or ""
        guest = self._callers.by_link(link)
        if guest is None:
            return None
        view = self._looks.now(self._looks.open(game, guest))
        if view["phase"] == "waiting":
            view = self._games.start(game, guest, Terms(frozenset({view["version"]}))).view
        if view["phase"] == "match_over":
            return None
        moves = view["you"]["moves"]
        return Demo(game, link, view["version"], moves[0] if view["turn"] == view["you"]["seat"] else None)

    def _made(self, secret: bytes) -> Made:
        name = hashlib.sha256(secret).hexdigest()
        setup = Setup(1 + len(BOTS), bots=BOTS, listed=False, name="You")
        return self._seating.create(ANONYMOUS, setup, Key(ANONYMOUS.identity, name, name), secret)
