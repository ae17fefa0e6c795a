"""Everything that can be asked about a game: each GET route of the service, in the forms that it has."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import takewhile
from typing import NamedTuple

from flask import Flask

from app.services.table.lists import LISTS
from replays.format import quick
from tests.drills.company import Company, Viewer

REPLAYS = ("json", "txt", "html", "svg")
POSITIONS = {"svg": 10, "txt": 10, "png": 1}
"""Pictures of a position, and through how many seats' eyes each is asked for: the last is the first in pixels."""
GAME = "/api/v1/games/<uuid:game>"
REPLAY = "/api/v1/replays/<uuid:replay>"
MINE = "/api/v1/events"


class Question(NamedTuple):
    """One of them. `rule` is the route's; `path` what follows /api/v1, of a page all of it; a view may be of a past
    event `at`, however the path names it, and through the `eyes` of a seat, the `table`, or with `all` cards open;
    `after` is where events begin, `hand` whose openings are wanted."""

    rule: str
    path: str
    at: int | None = None
    eyes: int | str | None = None
    after: int = -1
    hand: int | None = None

    @property
    def of_all(self) -> tuple[object, ...]:
        """What has the same answer for all viewers, as far as it is not theirs: the eyes are not part of it."""
        return (self.rule, self.at) if self.at is not None else (self.rule, self.path)

    def asked_by(self, viewer: Viewer) -> str:
        """The path, with what the viewer adds to the address of a game."""
        if not (viewer.query and self.rule.startswith((GAME, "/games/", "/text/games/"))):
            return self.path
        return f"{self.path}{'&' if '?' in self.path else '?'}{viewer.query}"


def get_rules(app: Flask) -> set[str]:
    """The GET routes that there are."""
    return {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}


def after_a_move(company: Company, since: int) -> Iterator[Question]:
    """What a player asks again and again: how it stands now, and what has happened since the event `since`."""
    game = f"/games/{company.game}"
    yield Question(GAME, game)
    yield Question(f"{GAME}/events", f"{game}/events?after={since}", after=since)
    yield Question(f"{GAME}/openings", f"{game}/openings")
    for at in range(since + 1, company.truth.version + 1):
        yield Question(GAME, f"{game}?at={at}", at)
        eyes = at % company.seats
        yield Question(GAME, f"{game}?at={at}&as={eyes}", at, eyes)
    name, last = named(company)[company.truth.version % len(named(company))]
    yield Question(GAME, f"{game}?at={name}&as=all", last, "all")
    yield Question(GAME, f"{game}?at={name}&as=table", last, "table")


def of_past(company: Company, moments: Iterable[int]) -> Iterator[Question]:
    """The views of these moments, through one's own eyes and all others."""
    game = f"/games/{company.game}"
    for at in moments:
        yield Question(GAME, f"{game}?at={at}", at)
        for eyes in (*range(company.seats), "table", "all"):
            yield Question(GAME, f"{game}?at={at}&as={eyes}", at, eyes)


def named(company: Company) -> list[tuple[str, int]]:
    """Moments that are there, by other names than their seq: the last request, each hand as it was dealt, and times."""
    said = quick(company.truth.lines)
    last = said[-1]
    names = [(f"request:{last['request']}", last["seq"]), (rfc3339(last["t"]), last["seq"])]
    before = [one["seq"] for one in said if one["t"] < last["t"]]
    if before:
        names.append((rfc3339(last["t"] - 1), before[-1]))
    for one in said:
        if one["kind"] == "hand.started":
            behind = takewhile(lambda other: other["kind"] == "card.turned", said[one["seq"] + 1 :])
            names.append((f"hand:{one['data']['hand']}", one["seq"] + len(list(behind))))
    return names


def by_name(company: Company) -> Iterator[Question]:
    """The views of moments that are named otherwise, through one's own eyes and all others."""
    game = f"/games/{company.game}"
    for name, at in named(company):
        yield Question(GAME, f"{game}?at={name}", at)
        for eyes in (company.truth.version % company.seats, "table", "all"):
            yield Question(GAME, f"{game}?at={name}&as={eyes}", at, eyes)


def rfc3339(t: int) -> str:
    """UTC milliseconds as a time."""
    return datetime.fromtimestamp(t / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def of_import(company: Company) -> Iterator[Question]:
    """The record of the game as it stands, brought from elsewhere."""
    replay, at = f"/replays/{company.bring()}", company.truth.version
    yield Question(REPLAY, replay)
    yield Question(f"{REPLAY}/events", f"{replay}/events?limit=1000")
    for form in ("jsonl", "jsonl.gz", *REPLAYS):
        yield Question(f"{REPLAY}/replay.{form}", f"{replay}/replay.{form}")
    for form, eyes_asked in POSITIONS.items():
        yield Question(f"{REPLAY}/position.{form}", f"{replay}/position.{form}", at)
        for eyes in range(min(company.seats, eyes_asked)):
            yield Question(f"{REPLAY}/position.{form}", f"{replay}/position.{form}?as={eyes}", at, eyes)
    yield Question(f"{REPLAY}/comments", f"{replay}/comments")
    yield Question(f"{REPLAY}/branches", f"{replay}/branches")
    yield Question(f"{REPLAY}/analysis", f"{replay}/analysis?hand=1")
    yield Question(f"{REPLAY}/view", f"{replay}/view", at)
    for eyes in range(company.seats):
        yield Question(f"{REPLAY}/view", f"{replay}/view?at={at}&as={eyes}", at, eyes)
        yield Question(f"{REPLAY}/view", f"{replay}/view?at={at // 2}&as={eyes}", at // 2, eyes)


def all_others(company: Company) -> Iterator[Question]:
    """Everything else."""
    game, now = f"/games/{company.game}", company.truth.now
    yield Question(f"{GAME}/events", f"{game}/events")
    yield Question(f"{GAME}/events", f"{game}/events?format=jsonl")
    yield Question(f"{GAME}/events", f"{game}/events?format=sse&follow=no")
    yield Question(MINE, "/events?follow=no&views=yes")
    for hand in range(now.hand + 2):
        yield Question(f"{GAME}/openings", f"{game}/openings?hand={hand}", hand=hand)
    for eyes in (*range(company.seats), "table", "all"):
        version = company.truth.version
        yield Question(GAME, f"{game}?as={eyes}", version, eyes)
    yield from by_name(company)
    yield Question(f"{GAME}/replay.jsonl", f"{game}/replay.jsonl")
    yield Question(f"{GAME}/replay.jsonl.gz", f"{game}/replay.jsonl.gz")
    for form in REPLAYS:
        yield Question(f"{GAME}/replay.{form}", f"{game}/replay.{form}")
    yield Question(f"{GAME}/replay.txt", f"{game}/replay.txt?decks=false")
    for form, eyes_asked in POSITIONS.items():
        yield Question(f"{GAME}/position.{form}", f"{game}/position.{form}")
        for eyes in range(min(company.seats, eyes_asked)):
            yield Question(f"{GAME}/position.{form}", f"{game}/position.{form}?as={eyes}", company.truth.version, eyes)
    yield Question(f"{GAME}/audit", f"{game}/audit")
    yield Question(f"{GAME}/comments", f"{game}/comments")
    yield Question(f"{GAME}/branches", f"{game}/branches")
    yield Question(f"{GAME}/invitations", f"{game}/invitations")
    yield Question(f"{GAME}/phrases", f"{game}/phrases")
    yield Question(f"{GAME}/orders", f"{game}/orders")
    yield Question(f"{GAME}/analysis", f"{game}/analysis?hand=1")
    for name in LISTS:
        yield Question("/api/v1/games", f"/games?list={name}")
    yield Question("/api/v1/players/me", f"/players/me?game={company.game}")
    yield Question("/api/v1/players/me/mutes", "/players/me/mutes")
    yield Question("/api/v1/players/<string:player>", "/players/Ada")
    yield Question("/api/v1/players/<string:player>/games", "/players/Ada/games")
    yield Question("/api/v1/session", f"/session?game={company.game}")
    yield Question("/api/v1/tokens", "/tokens")
    yield Question("/api/v1/webhooks", "/webhooks")
    yield Question("/api/v1/webhooks/<uuid:webhook>/deliveries", f"/webhooks/{company.game}/deliveries")
    yield Question("/api/v1/account/push", "/account/push")
    for rest in ("", "/calendar", "/vacations", "/notices", "/sessions", "/export"):
        yield Question(f"/api/v1/account{rest}", f"/account{rest}")
    yield Question("/api/v1/archive.jsonl", "/archive.jsonl")
    yield Question("/api/v1/reports", "/reports")
    yield Question("/api/v1/reports/phrases", "/reports/phrases")
    yield Question("/api/v1/replays", "/replays")
    yield from of_import(company)
    yield Question("/api/v1/openapi.json", "/openapi.json")
    yield Question("/api/v1/replay.schema.json", "/replay.schema.json")
    yield Question("/api/v1/bot.py", "/bot.py")
    yield Question("/api/v1/docs", "/docs")
    yield Question("/api/v1/docs/<name>", "/docs/docs.js")
