"""Tables of guests who play by pages, brought through the API to where a test wants them."""

import random
from collections.abc import Callable
from typing import Any

from flask import Flask

from tests.api.people import API
from tests.api.tables import any_move, said
from tests.web.pages import Page
from tests.web.visitor import Visitor


class Guest(Visitor):
    """A guest at a table, by the page alone."""

    def __init__(self, app: Flask, path: str = "") -> None:
        super().__init__(app)
        self.at = path

    def table(self, query: str = "") -> Page:
        """The page of the table."""
        return self.opens(self.at + query)

    def does(self, what: str, **fields: Any) -> Page:
        """Posts a form of the table."""
        return self.post(f"{self.at}/{what}", self.table(), **fields)

    def view(self) -> dict[str, Any]:
        """What the API shows to the same browser."""
        return said(self.client.get(f"{API}{self.at}"))


class Match:
    """Guests at a table, made and begun through the API, so that they are soon where a test wants them."""

    def __init__(self, app: Flask, guests: int = 2, begun: bool = True, **settings: Any) -> None:
        self.app = app
        host = Guest(app)
        made = said(host.client.post(f"{API}/games", json={"seats": guests, "name": "Ann"} | settings), 201)
        self.id = str(made["view"]["id"])
        self.invitation = str(made["invitation"])
        self.path = host.at = f"/games/{self.id}"
        self.guests = [host]
        self.tokens = [self._comes_in(host, made)]
        for number in range(1, guests):
            self._sits(f"Guest {number}")
        if begun:
            self._api(0, "start", {})

    def _sits(self, name: str) -> None:
        guest = Guest(self.app, self.path)
        body = {"name": name, "invitation": self.invitation, "expected_version": self.version}
        made = said(guest.client.post(f"{API}{self.path}/seats", json=body), 201)
        self.guests.append(guest)
        self.tokens.append(self._comes_in(guest, made))

    def _comes_in(self, guest: Guest, made: dict[str, Any]) -> str:
        guest.client.get(made["seat_link"]["link"])
        return str(said(guest.client.get(f"{API}/session?game={self.id}"))["csrf_token"])

    def _api(self, seat: int, what: str, body: dict[str, Any]) -> None:
        headers = {"X-CSRF-Token": self.tokens[seat]}
        body = body | {"expected_version": self.version}
        said(self.guests[seat].client.post(f"{API}{self.path}/{what}", json=body, headers=headers))

    @property
    def version(self) -> int:
        """The last event."""
        return int(self.guests[0].view()["version"])

    @property
    def host(self) -> Guest:
        """Who made the table."""
        return self.guests[0]

    def in_turn(self) -> Guest:
        """Who has to act."""
        return self.guests[self.host.view()["turn"]]

    def move(self, chance: Any) -> None:
        """A legal move of who has to act."""
        seat = self.host.view()["turn"]
        self._api(seat, "moves", any_move(self.guests[seat].view(), chance))

    def makes(self, seat: int, move: dict[str, Any]) -> None:
        """This move of this seat."""
        self._api(seat, "moves", move)


def until(
    app: Flask, wanted: Callable[[dict[str, Any]], bool], guests: int = 2, **settings: Any
) -> tuple[Match, Guest]:
    """A match that has come to where somebody who has to act sees what is wanted; and who that is."""
    chance = random.Random(5)
    for _ in range(60):
        match = Match(app, guests, **settings)
        while match.host.view()["phase"] != "match_over":
            guest = match.in_turn()
            if wanted(guest.view()):
                return match, guest
            match.move(chance)
    raise AssertionError("it never came to that")


def moves(view: dict[str, Any], type: str) -> list[dict[str, Any]]:
    """The legal moves of a kind."""
    return [move for move in view["you"]["moves"] if move["type"] == type]
