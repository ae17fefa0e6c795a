"""A service in which something of everything is there, and every page of it: for what has to hold on all of them."""

import random
from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from app.factory import ENGINE, WORKER
from app.services.account.credentials import digest
from app.services.clock import DAY, HOUR, now, rfc3339
from app.store.vouchers import ADDRESS, PASSWORD, SEAT, Voucher, VoucherStore
from app.web.site import PAGES
from tests.api.people import API, Person
from tests.api.tables import any_move, said

BANK = {"kind": "bank", "ms": 3 * DAY, "increment_ms": HOUR, "max_ms": 4 * DAY}
SECRET = "correct horse battery"
ADDRESS_OF_ANN = "ann@example.org"
FAR_OFF = 10**14
LETTERS = {"passwords": PASSWORD, "addresses": ADDRESS, "seats_page": SEAT}
"""Whose pages the links in letters lead to, and what those are good for."""


class World:
    """Ann and Ben have accounts, a guest sits at tables too. At Ann's a game waits, one is on and one is over; there is
    a comment on it, and Ann has brought it as a record from elsewhere."""

    def __init__(self, app: Flask, ann: str = "Ann", ben: str = "Ben", guest: str = "Cleo") -> None:
        self.app = app
        self.chance = random.Random(4)
        self.ann, self.ben = Person.sign_up(app, ann, SECRET), Person.sign_up(app, ben, SECRET)
        self.guest = app.test_client()
        self.guest_name = guest
        self.seat = ""
        self.waiting = self._table()
        self.running = self._begun()
        self._take_time_off()
        self.over = self._begun()
        self._play(self.over)
        comment = {"seq": 20, "text": f"That was close, {ben}."}
        self.comment = str(said(self.ann.post(f"/games/{self.over}/comments", comment), 201)["id"])
        self.replay = self._brought()
        self.ann.token("read")
        webhook = {"address": "https://hooks.example.org/in"}
        self.webhook = str(said(self.ann.post("/webhooks", webhook), 201)["id"])
        said(self.ann.post(f"/webhooks/{self.webhook}/test"), 202)
        assert self.ann.put(f"/players/{self._id(self.ben)}/mute", None).status_code == 204
        self._write_letters()

    def version(self, game: str) -> int:
        """The seq of the last event."""
        return int(said(self.ann.get(f"/games/{game}"))["version"])

    def path(self, rule: Rule, method: str = "GET") -> str:
        """An address of this route. KeyError for a route that this world knows none of."""
        return self.app.url_map.bind("").build(rule.endpoint, self._values(rule), method=method)

    def _values(self, rule: Rule) -> Mapping[str, Any]:
        letter = LETTERS.get(rule.endpoint.partition(".")[0], "")
        known = self._known | ({"game": self.running} if rule.endpoint.startswith("orders_page.") else {})
        return {name: letter if name == "secret" and letter else known[name] for name in rule.arguments}

    @property
    def _known(self) -> dict[str, Any]:
        known = {"game": self.over, "replay": self.replay, "name": self.ben.name, "seat": 1, "secret": self.seat}
        known |= {"webhook": self.webhook}
        return known | {"comment": self.comment, "number": 1, "paper": "format", "kind": "turn"}

    def _take_time_off(self) -> None:
        """Ann has quiet hours, and proposes a pause at the table that is on, whose clock is a bank."""
        calendar = {"zone": "Europe/Tirane", "quiet_hours": {"from": 1380, "to": 420}, "days_off": [6, 7]}
        said(self.ann.put("/account/calendar", calendar))
        asked = {"pause": {"until": rfc3339(now() + DAY)}, "expected_version": self.version(self.running)}
        said(self.ann.post(f"/games/{self.running}/proposals", asked))

    def _write_letters(self) -> None:
        """Three links as letters have them, each good for what it is called."""
        asked = self.ann.post("/account/address", {"address": ADDRESS_OF_ANN, "password": SECRET})
        assert asked.status_code == 202
        player = said(self.guest.get(f"{API}/players/me?game={self.running}"))["player"]
        account, running = self._id(self.ann), self.running
        VoucherStore(self.app.extensions[ENGINE]).add(
            [
                Voucher(digest(PASSWORD), PASSWORD, account, None, None, ADDRESS_OF_ANN, FAR_OFF),
                Voucher(digest(ADDRESS), ADDRESS, account, None, None, ADDRESS_OF_ANN, FAR_OFF),
                Voucher(digest(SEAT), SEAT, None, running, player, "guest@example.org", FAR_OFF),
            ]
        )

    def _id(self, person: Person) -> str:
        return str(said(person.get("/account"))["id"])

    def _table(self) -> str:
        """A table of Ann's with a bot, and a seat that is free."""
        body = {"seats": 3, "bots": ["racer"], "bot_delay": 0, "clock": BANK}
        made = said(self.ann.post("/games", body), 201)
        return str(made["view"]["id"])

    def _begun(self) -> str:
        """One where the guest sits, too, and the match is on."""
        game = self._table()
        body = {"name": self.guest_name, "expected_version": self.version(game)}
        link = said(self.guest.post(f"{API}/games/{game}/seats", json=body), 201)["seat_link"]
        self.seat = link["secret"]
        self.guest.get(link["link"])
        said(self.ann.post(f"/games/{game}/start", {"expected_version": self.version(game)}))
        return game

    def _play(self, game: str) -> None:
        """Plays to the end, by chance."""
        while (view := said(self.ann.get(f"/games/{game}")))["phase"] != "match_over":
            if view["seats"][view["turn"]]["bot"] is not None:
                self.app.extensions[WORKER].jobs.round()
            elif view["turn"] == view["you"]["seat"]:
                said(self.ann.post(f"/games/{game}/moves", self._chosen(view)))
            else:
                self._guest_moves(game)

    def _guest_moves(self, game: str) -> None:
        address = f"{API}/games/{game}"
        token = said(self.guest.get(f"{API}/session?game={game}"))["csrf_token"]
        move = self._chosen(said(self.guest.get(address)))
        said(self.guest.post(f"{address}/moves", json=move, headers={"X-CSRF-Token": token}))

    def _chosen(self, view: dict[str, Any]) -> dict[str, Any]:
        return any_move(view, self.chance) | {"expected_version": view["version"]}

    def _brought(self) -> str:
        """The game that is over, brought again as a record."""
        record = self.ann.get(f"/games/{self.over}/replay.jsonl").data
        client, headers = self.ann.client, {"X-CSRF-Token": self.ann.csrf_token}
        answer = client.post(f"{API}/replays", data=record, content_type="application/x-ndjson", headers=headers)
        return str(said(answer, 201)["id"])


def page_rules(app: Flask) -> list[Rule]:
    """The routes of pages that can be looked at."""
    names = {page.name for page in PAGES}
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.partition(".")[0] in names]
    return sorted((rule for rule in rules if "GET" in (rule.methods or ())), key=lambda rule: rule.rule)
