"""Notices by mail, at a real mail server: several in one letter, nothing that has passed, no way to play by a link."""

import itertools
import re

import pytest

from app.services.notices.notice_letters import MOST
from app.store.calendars import CalendarRow, CalendarStore
from app.store.invitations import InvitationRow, InvitationStore
from app.store.mutes import mutes
from tests.letterbox import Letterbox, html, links, text
from tests.services.desk import DAY, HOME, HOUR, MINUTE, Desk

CLOCK = {"clock": {"kind": "decision", "ms": DAY}}
ANN, BEN = "ann@example.org", "ben@example.org"
NUMBERS = itertools.count(1)
"""No two accounts are called the same."""
HOSTILE = '\u202eAnn"><script>alert(1)</script> https://evil.example %(names)s %s =?utf-8?q?Bcc=3A?='


@pytest.fixture
def box():
    letterbox = Letterbox()
    letterbox.start()
    yield letterbox
    letterbox.stop()


@pytest.fixture
def desk(house, box):
    return Desk(house, box.url)


@pytest.fixture
def ann(desk):
    return desk.person("Ann", ANN)


def hers(desk, ann, **body):
    """A match in which it is Ann's turn, with Ben who is sent no letters."""
    while True:
        game = desk.table(ann, desk.person(f"Ben {next(NUMBERS)}"), **CLOCK | body)
        desk.round()
        if desk.turn(game)[1] == ann:
            return game


def passes(desk, game):
    """Ann decides, until it is not her turn any more."""
    mine = desk.turn(game)
    while desk.turn(game) == mine:
        desk.move(game)


def arrives(desk, box):
    """The one letter that is sent a minute from now."""
    desk.house.time += MINUTE
    assert desk.post() == 1
    return box.next()


def test_a_letter_says_whose_turn_it_is_and_until_when(desk, box, ann):
    game = hers(desk, ann)
    assert desk.post() == 0  # what comes within a minute goes into one letter
    letter = arrives(desk, box)
    assert letter["To"] == ANN
    assert re.fullmatch("Your turn: \u2068Ben [0-9]+\u2069", letter["Subject"])
    assert links(letter)[0] == f"{HOME}/games/{game}"
    assert "Your time runs out in 24 hours: " in text(letter)
    assert re.search(r"1/1[56]/27, \d+:\d\d\W[AP]M UTC", text(letter))
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["List-Id"] == "<notices.play.example.org>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["List-Unsubscribe"] == f"<{links(letter)[1]}>"
    assert desk.post() == 0


def test_no_link_of_a_letter_does_anything(desk, box, ann):
    hers(desk, ann)
    for address in links(arrives(desk, box)):
        path = address.removeprefix(HOME)
        assert re.fullmatch(r"(/games/[0-9a-f-]{36}|/letters/stop/turn/[\w-]{43}|/account/notifications|)", path)


def test_no_letter_names_a_card(desk, box, ann):
    hers(desk, ann)
    letter = arrives(desk, box)
    for said in (letter["Subject"], text(letter), html(letter)):
        assert not re.search(r"\b[rygb][0-9SRD]\b|\bW[BD4I]?\b", re.sub(r"https?://\S+", "", said))
        assert not re.search(r"\b(red|yellow|green|blue|wild|skip|reverse)\b", said.lower())


def test_several_games_come_in_one_letter(desk, box, ann):
    games = {hers(desk, ann) for _ in range(3)}
    letter = arrives(desk, box)
    assert {link.removeprefix(f"{HOME}/games/") for link in links(letter)[:3]} == games
    assert letter["Subject"] == "News of your games"
    assert "/letters/stop/turn/" in letter["List-Unsubscribe"]
    assert box.is_empty()


def test_the_time_is_told_in_the_zone_of_the_reader(desk, box, ann):
    CalendarStore(desk.house.engine).keep(calendar(ann, "Asia/Kathmandu"))
    hers(desk, ann)
    assert "(Asia/Kathmandu)" in text(arrives(desk, box))


def calendar(account, zone):
    return CalendarRow(account, zone, None, None, (), False, None, None, None)


def test_what_has_passed_before_a_letter_is_sent_is_left_out(desk, box, ann):
    left, done = hers(desk, ann), hers(desk, ann)
    passes(desk, done)
    desk.round()
    letter = arrives(desk, box)
    assert [link for link in links(letter) if "/games/" in link] == [f"{HOME}/games/{left}"]


def test_a_letter_whose_reason_has_passed_is_not_tried_again(desk, box, ann):
    game = hers(desk, ann)
    box.refusal = "451 later"
    desk.house.time += MINUTE
    assert desk.post() == 0
    passes(desk, game)
    desk.round()
    box.refusal = ""
    desk.house.time += HOUR
    assert desk.post() == 0
    assert box.is_empty()


def test_while_a_letter_waits_no_other_is_written(desk, box, ann):
    first = hers(desk, ann)
    box.refusal = "451 later"
    desk.house.time += MINUTE
    desk.post()
    second = hers(desk, ann)
    desk.house.time += MINUTE
    desk.post()
    box.refusal = ""
    desk.house.time += HOUR
    for game in (first, second):
        assert desk.post() == 1
        assert f"{HOME}/games/{game}" in links(box.next())


def test_of_a_decision_the_last_notice_is_told(desk, box, ann):
    game = hers(desk, ann)
    box.refusal = "451 later"
    desk.house.time += MINUTE
    desk.post()
    desk.house.time += DAY * 8 // 10
    desk.round()
    box.refusal = ""
    desk.post()
    assert text(box.next()).count(game) == 1


def test_who_cannot_be_written_to_holds_up_nobody(desk, box, ann, monkeypatch, caplog):
    hers(desk, ann)
    desk.house.time += MINUTE
    hers(desk, desk.person("Cleo", "cleo@example.org"))
    find = desk.accounts.by_id

    def broken(id):
        if id == ann:
            raise ValueError(id)
        return find(id)

    monkeypatch.setattr(desk.accounts, "by_id", broken)
    letter = arrives(desk, box)
    assert letter["To"] == "cleo@example.org"
    assert "ValueError" in caplog.text


def test_a_broken_mail_server_holds_up_no_game(desk, box, ann):
    game = hers(desk, ann, clock={"kind": "decision", "ms": 14 * DAY})
    box.refusal = "451 later"
    for _ in range(36):
        desk.house.time += HOUR
        desk.post()
        desk.move(game)
        desk.round()
        if desk.house.store.head(game).turn is None:
            break
    assert desk.house.kinds(game).count("card.played") > 5
    box.refusal = ""
    desk.house.time += 5 * HOUR
    desk.post()
    desk.house.time += MINUTE
    desk.post()
    sent = []
    while not box.is_empty():
        sent.append(box.next())
    assert len(sent) <= 1  # not one for each hour


def test_an_address_that_nobody_has_is_sent_no_more(desk, box, ann):
    hers(desk, ann)
    box.refusal = "550 no such user"
    desk.house.time += MINUTE
    assert desk.post() == 0
    assert desk.choices.of(ann)["mail"] == "bounced"
    box.refusal = ""
    hers(desk, ann)
    desk.house.time += HOUR
    assert desk.post() == 0
    assert box.is_empty()


def test_at_most_so_many_letters_come_in_an_hour(desk, box, ann):
    for _ in range(MOST):
        hers(desk, ann)
        arrives(desk, box)
    late = hers(desk, ann)
    desk.house.time += MINUTE
    assert desk.post() == 0
    desk.house.time += HOUR
    assert desk.post() == 1
    assert f"{HOME}/games/{late}" in links(box.next())


@pytest.mark.parametrize("ms", [HOUR - 1, 10 * MINUTE])
def test_of_a_quick_turn_no_letter_is_sent(desk, box, ann, ms):
    hers(desk, ann, clock={"kind": "decision", "ms": ms})
    desk.house.time += MINUTE
    assert desk.post() == 0
    assert box.is_empty()


def test_who_does_not_want_a_kind_gets_none(desk, box, ann):
    desk.choices.change(ann, {"kinds": {"turn": {"mail": False}}})
    hers(desk, ann)
    desk.house.time += MINUTE
    assert desk.post() == 0
    desk.house.time += DAY * 8 // 10
    desk.round()
    letter = arrives(desk, box)
    assert letter["Subject"].startswith("Your time is running out: ")
    assert "/letters/stop/reminder_80/" in letter["List-Unsubscribe"]


def test_a_link_of_a_letter_switches_its_kind_off_or_all(desk, box, ann):
    hers(desk, ann)
    _, kind, secret = links(arrives(desk, box))[1].removeprefix(HOME + "/letters/").split("/")
    for _ in range(2):
        desk.choices.stop(kind, secret)
        desk.choices.stop(kind, secret + "x")
        desk.choices.stop("everything", secret)
    told = desk.choices.of(ann)["kinds"]
    assert [kind for kind, ways in told.items() if ways["mail"]] == ["reminder_80", "over", "invited"]
    assert told["turn"]["push"]
    desk.choices.stop("all", secret)
    assert not any(ways["mail"] for ways in desk.choices.of(ann)["kinds"].values())


def test_a_hostile_name_stays_a_name(desk, box, ann):
    while True:
        game = desk.table(ann, desk.person(f"{HOSTILE} {next(NUMBERS)}"), **CLOCK)
        desk.round()
        if desk.turn(game)[1] == ann:
            break
    letter = arrives(desk, box)
    assert set(letter.keys()) == {
        *("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "Content-Language", "MIME-Version"),
        *("List-Id", "List-Unsubscribe", "List-Unsubscribe-Post", "Content-Type"),
    }
    assert "<script" not in html(letter)
    assert links(letter)[0].startswith(HOME)


def test_a_digest_names_the_games_that_wait_the_most_urgent_first(desk, box, ann):
    desk.choices.change(ann, {"digest": "daily", "hour": 8})
    slow = hers(desk, ann, clock={"kind": "decision", "ms": 9 * DAY})
    never = hers(desk, ann, clock={"kind": "none"})
    urgent = hers(desk, ann, clock={"kind": "decision", "ms": 2 * DAY})
    desk.house.time += MINUTE
    assert desk.post() == 0
    desk.house.time += DAY
    desk.round()
    assert desk.post() == 1
    letter = box.next()
    assert letter["Subject"] == "Your games today"
    assert [link.removeprefix(f"{HOME}/games/") for link in links(letter)[:3]] == [urgent, slow, never]
    assert "/letters/stop/all/" in letter["List-Unsubscribe"]
    assert desk.post() == 0


def test_a_digest_tells_once_what_has_ended_and_nothing_where_nothing_waits(desk, box, ann):
    desk.choices.change(ann, {"digest": "daily", "hour": 8})
    game = hers(desk, ann)
    while desk.house.store.head(game).turn is not None:
        desk.move(game)
    desk.house.time += DAY
    desk.round()
    assert desk.post() == 0
    hers(desk, ann, clock={"kind": "none"})
    desk.house.time += DAY
    desk.round()
    assert desk.post() == 1
    letter = box.next()
    assert f"{HOME}/games/{game}" in links(letter)
    assert "is over." in text(letter)
    desk.house.time += DAY
    assert desk.post() == 1
    assert f"{HOME}/games/{game}" not in links(box.next())


def test_who_has_muted_somebody_is_told_of_no_invitation_of_theirs(desk, box, ann):
    ben = desk.person("Ben")
    with desk.house.engine.begin() as connection:
        connection.execute(mutes.insert(), {"account": ann, "muted": ben, "created": 0})
    for by, letters in ((ben, 0), (desk.person("Cleo"), 1)):
        invited(desk, by, ann)
        desk.house.time += MINUTE
        desk.round()
        desk.house.time += MINUTE
        assert desk.post() == letters
    letter = box.next()
    assert "\u2068Cleo\u2069 asks you to come to a table." in text(letter)


def invited(desk, by, account):
    """A table of somebody who asks this account to come."""
    game, (host, _) = desk.house.table(2)
    desk.sits(game, by, host)
    InvitationStore(desk.house.engine).add(InvitationRow(game, account, host.player, None, desk.house.time), 9)
    return game
