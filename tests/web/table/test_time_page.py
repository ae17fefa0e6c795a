"""Time at a table, on its pages: what is said before time runs out and after, each clock, and what stands still."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from app.api.context import EXTENSION
from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.databases import Databases
from tests.web.tables import Guest, Match, until

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
A_DAY = {"kind": "decision", "ms": DAY}
BANK = {"kind": "bank", "ms": DAY, "increment_ms": HOUR, "max_ms": 2 * DAY}
BEGIN = 1_800_000_000_000


class Clock:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.t = BEGIN

    def __call__(self) -> int:
        return self.t

    def pass_by(self, ms: int, app: Flask) -> None:
        """Time goes by, and the service takes the decisions that are due."""
        self.t += ms
        app.extensions[EXTENSION].sweeps.decisions(limit=10_000)


@pytest.fixture(scope="module")
def clock() -> Iterator[Clock]:
    """What the application and its pages take for the time."""
    with pytest.MonkeyPatch.context() as patch:
        clock = Clock()
        patch.setattr("app.factory.now", clock)
        patch.setattr("app.web.times.now", clock)
        yield clock


@pytest.fixture(scope="module")
def app(databases: Databases, clock: Clock) -> Iterator[Flask]:
    """One application for all of this module, by that clock."""
    url = databases.fresh("sqlite")
    app = create_app(Config(database_url=url, **SETTINGS))  # type: ignore[arg-type]
    yield app
    close(app)
    databases.drop(url)


BEFORE = {
    "turn": "If time runs out, you draw and pass.",
    "drawn": "If time runs out, you keep the card and pass.",
    "color": "If time runs out, it is the colour that you hold most of.",
    "target": "If time runs out, the Green Shell goes to the next player.",
    "challenge": "If time runs out, you accept it and draw four.",
}
AFTER = {
    "turn": "whose turn goes by with a draw",
    "drawn": "who keeps the drawn card",
    "color": "the colour is chosen by rule",
    "target": "the Green Shell goes to the next player",
    "challenge": "the Wild Draw Four is accepted",
}


@pytest.mark.parametrize("phase", BEFORE)
def test_what_happens_at_zero_is_said_before_and_after(app: Flask, clock: Clock, phase: str) -> None:
    match, guest = until(app, lambda view: view["phase"] == phase, guests=3, clock=A_DAY)
    said = guest.table().says("p[@id='zero']")
    assert BEFORE[phase] in said
    assert "After 3 missed decisions in a row a player is out." in said
    assert "You have missed" not in said
    others = [one for one in match.guests if one is not guest]
    for other in others:
        assert "If time runs out" not in other.table().says("p[@id='zero']")
    clock.pass_by(DAY, app)
    assert AFTER[phase] in guest.table().says("section[@id='latest']"), "since their own last move"
    assert "You have missed one so far." in guest.table().says("p[@id='zero']")


def test_a_bot_takes_over_where_that_was_agreed(app: Flask) -> None:
    match = Match(app, clock=A_DAY, takeover="racer", options={"missed_decisions": 1})
    assert "After one missed decision a bot plays on instead." in match.in_turn().table().says("p[@id='zero']")


def test_without_a_clock_nothing_is_said_of_it(app: Flask) -> None:
    match = Match(app)
    page = match.in_turn().table()
    assert page.says("p[@id='zero']").strip() == "Time at this table", "where another clock can be proposed"
    said = of_time(match.host).says()
    assert "No clock" in said
    assert "When time runs out" not in said


def of_time(guest: Guest) -> Any:
    return guest.opens(f"{guest.at}/time")


def test_the_deadline_is_a_moment_and_how_far_off_it_is(app: Flask, clock: Clock) -> None:
    match = Match(app, clock=A_DAY)
    times = match.host.table().all("span[@class='deadline']/time")
    assert len({each.get("datetime") for each in times}) == 1
    assert "in 24 hours" in match.host.table().says("span[@class='deadline']")
    clock.pass_by(DAY - 2 * HOUR, app)
    assert "in 2 hours" in match.host.table().says("span[@class='deadline']")


def test_each_bank_is_told(app: Flask, clock: Clock) -> None:
    match = Match(app, clock=BANK)
    clock.pass_by(10 * HOUR, app)
    acting = match.in_turn()
    lines = of_time(match.host).all("li", class_="clock")
    said = ["".join(each.itertext()) for each in lines]
    assert ["14 hours in the bank" in each for each in said] == [one is acting for one in match.guests]
    assert ["24 hours in the bank" in each for each in said] == [one is not acting for one in match.guests]


# ---------------------------------------------------------------- what people agree on


def proposes(guest: Guest, **fields: str) -> Any:
    return guest.post(f"{guest.at}/time", of_time(guest), **fields)


def answers(guest: Guest, what: str, page: Any) -> Any:
    """Agrees or declines with the form of a page; what is shown then."""
    return guest.submit(page.form(f"/time/{what}")).page


def test_a_pause_comes_about_when_everybody_has_agreed(app: Flask, clock: Clock) -> None:
    match = Match(app, guests=3, clock=A_DAY)
    ann, ben, cleo = match.guests
    page = proposes(ann, what="pause", pause=str(2 * DAY))
    assert page.heading == "Time at this table"
    assert "Not agreed yet: Guest 1 and Guest 2." in page.says("section[@id='proposal']")
    page = answers(ben, "agree", ben.table())
    assert "Not agreed yet: Guest 2." in page.says("section[@id='proposal']")
    assert page.all("form[@action='" + f"{ben.at}/time/agree" + "']") == [], "who has agreed has"
    page = answers(cleo, "agree", of_time(cleo))
    assert page.all("section[@id='proposal']") == []
    assert "The clock stands still until" in page.says()
    assert "agreed by everybody" in page.says()
    assert "The clock stands still until" in ann.table().says("header[@id='standing']")
    page = ann.table()
    deadline = ann.view()["deadline"]
    assert [each.get("datetime") for each in page.all("span[@class='deadline']/time")] == [deadline]
    assert all("data-deadline" not in each.attrib for each in page.iter("time")), (
        "what stands still counts nothing down"
    )
    clock.pass_by(DAY, app)
    assert ann.view()["version"] == match.version
    proposes(ann, what="resume")
    for one in (ben, cleo):
        page = answers(one, "agree", of_time(one))
    assert "stands still" not in page.says()


def test_a_time_in_the_story_is_the_readers_as_it_is_above_it(app: Flask) -> None:
    match = Match(app, clock=A_DAY)
    proposes(match.host, what="pause", pause=str(DAY))
    page = answers(match.guests[1], "agree", match.guests[1].table())
    above = one_time(page, "span[@class='still']")
    assert one_time(page, "section[@id='latest']") == one_time(page, "ol[@id='log']") == above


def one_time(page: Any, path: str) -> tuple[str, str]:
    """The moment of the only time there, and how it is written."""
    time = page.one(f"{path}//time[@data-local]")
    return time.get("datetime"), "".join(time.itertext())


def test_pauses_are_offered_in_days_and_hours(app: Flask) -> None:
    page = of_time(Match(app, clock=A_DAY).host)
    offered = ["".join(each.itertext()) for each in page.with_id("field-pause").iter("option")]
    assert offered[-2:] == ["10 days", "13 days and 23 hours"]


def test_one_who_declines_ends_it_for_all(app: Flask) -> None:
    match = Match(app, clock=A_DAY)
    proposes(match.host, what="pause", pause=str(DAY))
    page = answers(match.guests[1], "decline", match.guests[1].table())
    assert page.heading != "Time at this table", "from the table one comes back to it"
    assert match.host.table().all("section[@id='proposal']") == []


def test_what_somebody_proposed_they_take_back(app: Flask) -> None:
    match = Match(app, clock=A_DAY)
    page = proposes(match.host, what="pause", pause=str(DAY))
    assert "Take it back" in page.says("section[@id='proposal']")
    late = of_time(match.guests[1])
    assert answers(match.host, "decline", page).all("section[@id='proposal']") == []
    guest = match.guests[1]
    page = guest.post(f"{guest.at}/time/agree", late, proposal=late.filled("/time/agree")["proposal"])
    assert guest.answer.status_code == 409
    assert "That is not proposed any more." in page.says()


def test_another_clock_is_agreed_on(app: Flask) -> None:
    match = Match(app, clock=A_DAY)
    clock = {"clock": "bank", "bank": str(DAY), "more": str(HOUR), "most": str(2 * DAY)}
    page = proposes(match.host, what="clock", **clock)
    assert "proposes another clock: 1 day in the bank, and 1 hour more for each decision" in page.says()
    page = answers(match.guests[1], "agree", of_time(match.guests[1]))
    assert match.host.view()["clock"] == BANK
    assert "24 hours in the bank" in page.says()


@pytest.mark.parametrize(
    ("fields", "wrong"), [({"bank": str(2 * DAY), "most": str(DAY)}, "most"), ({"bank": "1"}, "bank")]
)
def test_a_clock_that_cannot_be_is_said_beside_its_field(app: Flask, fields: dict[str, str], wrong: str) -> None:
    match = Match(app, clock=A_DAY)
    page = proposes(match.host, what="clock", clock="bank", **fields)
    assert match.host.answer.status_code == 422
    assert page.find(f"p[@id='error-{wrong}']") is not None
    assert match.host.view()["proposal"] is None


def test_the_form_holds_the_clock_that_there_is(app: Flask) -> None:
    clock = {"kind": "bank", "ms": DAY + MINUTE, "increment_ms": HOUR, "max_ms": 2 * DAY}
    page = of_time(Match(app, clock=clock).host)
    chosen = {each.get("name"): one.get("value") for each in page.iter("select") for one in selected(each)}
    held = {"bank": DAY + MINUTE, "more": HOUR, "most": 2 * DAY, "pause": DAY}
    assert {name: chosen[name] for name in held} == {name: str(ms) for name, ms in held.items()}


def selected(select: Any) -> list[Any]:
    return [one for one in select.iter("option") if "selected" in one.attrib]


def test_where_nothing_is_agreed_on_nothing_is_offered_and_a_post_is_told_so(app: Flask) -> None:
    match = Match(app, clock=A_DAY, time_off={"pauses": False})
    assert of_time(match.host).all("h2[@id='propose-heading']") == []
    page = proposes(match.host, what="pause", pause=str(DAY))
    assert match.host.answer.status_code == 403
    assert "This table plays without pauses" in page.says()


def test_who_only_looks_on_proposes_and_answers_nothing(app: Flask) -> None:
    match = Match(app, clock=A_DAY)
    proposes(match.host, what="pause", pause=str(DAY))
    stranger = Guest(app, match.path)
    page = of_time(stranger)
    assert "proposes that all clocks stand still" in page.says()
    assert page.all("section[@id='proposal']//form") == []
    stranger.post(f"{match.path}/time/agree", page, proposal=match.host.view()["proposal"]["id"])
    assert stranger.answer.status_code in (401, 403, 409, 422)
    assert match.host.view()["proposal"]["waits_for"] == [1]
