"""A game that is over shows each of its moments as it was: what a seat, or a spectator, was answered when it happened
is what `at` and `as` give for ever after, every byte of it but for what people are called."""

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from app.api.context import services
from app.factory import WORKER
from app.services.play.views import view_of
from replays.format import quick
from tests.drills.company import Clock, Company, Viewer
from tests.drills.test_leaks import Seeded, Serve
from tests.effort import WHOLE, effort

GAMES = (25, 28, 36) if not WHOLE else (25, 28, 36, *range(200, 225))
"""The sample has hands shown in challenges, time-outs, two hands, bots that take over, and players who resign."""
STEPS = effort(70, 400)

Seat = int | None
Moment = tuple[int, Seat]
"""A version, and whose eyes saw it: those of a seat, or of the table."""


class Witness:
    """What the service has told each seat, and one who has none, right after every request."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._version = -1
        self.told: dict[Moment, list[tuple[str, dict[str, Any]]]] = {}
        """By moment: how it was told, and what."""

    def look(self) -> None:
        """Everybody looks after each request since the last time, as it stands now if it is the newest."""
        company, deeds = self._company, self._company.deeds
        for version in self._requests():
            query = "" if version == company.truth.version else f"?at={version}"
            for viewer, seat in self._eyes():
                answer = viewer.ask(company.app, "GET", f"/games/{company.game}{query}")
                assert answer.status_code == 200, answer.text
                assert answer.headers["ETag"] == f'"{version}.{viewer_of(seat)}"'
                self.note(version, seat, "looked", json.loads(answer.text))
        for said in (json.loads(deed.answer.text) | {"seat": deed.seat} for deed in deeds):
            if "view" in said:
                self.note(said["version"], said["seat"], "answered", said["view"])
        self._version = company.truth.version

    def note(self, version: int, seat: Seat, how: str, view: dict[str, Any]) -> None:
        """Notes what was told."""
        self.told.setdefault((version, seat), []).append((how, view))

    def _eyes(self) -> list[tuple[Viewer, Seat]]:
        official = next(viewer for viewer in self._company.onlookers if viewer.name == "official")
        return [*((viewer, seat) for seat, viewer in self._company.people.items()), (official, None)]

    def _requests(self) -> Iterator[int]:
        """The last event of each request since the last look."""
        said = quick(self._company.truth.lines[self._version + 1 :])
        for _, events in itertools.groupby(said, key=lambda event: event["request"]):
            yield [event["seq"] for event in events][-1]


def viewer_of(seat: Seat) -> str:
    """As an entity tag says it."""
    return "public" if seat is None else f"seat-{seat}"


def nameless(view: dict[str, Any]) -> str:
    """A view without what people are called, the order of its members kept."""
    seats = [{**seat, "name": None} for seat in view["seats"]]
    return json.dumps({**view, "seats": seats, "table": {**view["table"], "host_name": None}})


def finish(company: Company) -> Iterator[None]:
    """Whoever still plays leaves, and bots that are left alone give up."""
    while not company.truth.over:
        company.deeds = []
        seats = company.view(company.host)["seats"]
        still_in = [seat for seat in company.people if not seats[seat]["resigned"]]
        if still_in:
            company.leave(still_in[0])
        else:
            company.app.extensions[WORKER].jobs.round()
        company.learn()
        yield


@pytest.mark.drill
@pytest.mark.parametrize("number", GAMES)
def test_what_was_seen_then_is_seen_now(
    number: int, database_url: str, serve: Serve, seeded: Seeded, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = seeded(f"then {number}")
    app = serve(database_url)
    company = Company(app, chance, clock, bots_alone="end", spectators="all", listed=True)
    witness = Witness(company)
    hear_bots(witness, monkeypatch)
    witness.look()
    for _ in itertools.chain(company.gather(), company.steps(STEPS), finish(company)):
        witness.look()
    assert company.truth.over
    compare(app, company, witness)


def hear_bots(witness: Witness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes what bots are shown when they are asked for a move."""

    def shown(table: Any, position: Any, positions: Any, seat: int) -> dict[str, Any]:
        view = view_of(table, position, positions, seat)
        witness.note(position.head.version, seat, "a bot was shown", json.loads(json.dumps(view)))
        return view

    monkeypatch.setattr("app.services.upkeep.attendance.view_of", shown)


def compare(app: Flask, company: Company, witness: Witness) -> None:
    """Asks for each moment that somebody saw; whoever asks gets what was seen then."""
    services(app).positions.forget()  # who knows the cards has learned them from the seeds that were published
    askers = itertools.cycle(viewer for viewer, _ in company.viewers())
    ways = set()
    for (version, seat), told in witness.told.items():
        eyes = "table" if seat is None else seat
        answer = next(askers).ask(app, "GET", f"/games/{company.game}?at={version}&as={eyes}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["ETag"] == f'"{version}.{viewer_of(seat)}"'
        for how, view in told:
            assert nameless(view) == nameless(json.loads(answer.text)), f"{how} at {version} as {eyes}"
            ways.add(how)
    assert ways >= {"looked", "answered"}
    ends = {event["request"]: event["seq"] for event in quick(company.truth.lines)}
    assert {version for version, seat in witness.told if seat is None} >= set(ends.values())
