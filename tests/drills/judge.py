"""Whether an answer tells its viewer what is true, and nothing that is not theirs to know."""

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any

from werkzeug.test import TestResponse

from app.rules.cards import is_card
from tests.drills.company import Company, Deed, Viewer
from tests.drills.files import judge_picture, judge_replay
from tests.drills.questions import GAME, MINE, REPLAY, Question
from tests.drills.truth import Moment, Truth

IN_VIEW = {
    "top",
    "last_hand.hands[][]",
    "you.hand[].card",
    "you.drawn.card",
    "you.shown[].hand[].card",
    "you.moves[].card",
}
"""Where cards stand in a view."""
OPEN = {"open.hands[][].card", "open.draw_pile[].card", "open.discard[]"}
"""Where they stand in one with all cards open too."""
IN_EVENT = {"data.card"}
PLAYED = "/api/v1/players/<string:player>/games"
_FILE = re.compile(r"/(replay|position)\.[a-z.]+$")
NUMBER = re.compile(r"\[\d+\]")


def judge(company: Company, viewer: Viewer, seat: int | None, question: Question, answer: TestResponse) -> object:
    """Fails for an answer that is wrong or tells too much. Gives what every viewer has to see alike; None for
    nothing."""
    truth, body = company.truth, _opened(answer)
    said = body + str(answer.headers).encode()
    assert not truth.tells_a_secret(said, seat), f"{viewer.name} is told a secret by {question.path}"
    if question.rule.startswith(GAME):
        if not _may_ask(company, viewer, seat, question):
            assert answer.status_code in (403, 404), f"{viewer.name} may not see {question.path}"
            _nothing(body)
            return None
        if question.rule == f"{GAME}/orders":
            _of_orders(seat, answer, body)
            return None
        assert answer.status_code == 200, f"{viewer.name} {question.path}: {answer.text}"
        return _of_game(company, seat, question, body)
    if question.rule.startswith(REPLAY):
        return _of_import(company, viewer, question, answer, body)
    return _of_others(company, viewer, seat, question, answer, body)


def judge_deed(company: Company, deed: Deed) -> None:
    """Fails for an answer to a write that is wrong or tells too much."""
    truth, answer = company.truth, deed.answer
    assert not truth.tells_a_secret(answer.data + str(answer.headers).encode(), deed.seat), deed
    said = json.loads(answer.text)
    if answer.status_code >= 400:
        _nothing(answer.data)
        return
    view, version = said.pop("view"), said["version"]
    lines = [event for event in truth.lines if json.loads(event)["request"] == said["events"][0]["request"]]
    assert answer.data.startswith(b'{"version":%d,"events":[%b]' % (version, b",".join(lines)))
    _cards_only(said, {f"events[].{place}" for place in IN_EVENT})
    _of_view(view, truth.moments[version], deed.seat)


def _opened(answer: TestResponse) -> bytes:
    body = answer.data
    return gzip.decompress(body) if answer.content_type == "application/gzip" else body


def _may_ask(company: Company, viewer: Viewer, seat: int | None, question: Question) -> bool:
    if not company.may_watch(viewer):
        return False
    if question.eyes in (None, "table", seat) or question.at is None:
        return True
    return company.truth.moments[question.at].hand <= company.truth.now.ended


def _nothing(body: bytes) -> None:
    """A refusal: no card in it, nor anything else that stands in a game."""
    _cards_only(json.loads(body), set())


def _of_game(company: Company, seat: int | None, question: Question, body: bytes) -> object:
    truth = company.truth
    if question.rule == GAME:
        moment, view = truth.now if question.at is None else truth.moments[question.at], json.loads(body)
        assert question.at is None or view["version"] == question.at, question.path
        if question.eyes == "all":
            _of_open(view.pop("open"), company, moment)
        return _of_view(view, moment, eyes_of(question, seat))
    if question.rule == f"{GAME}/openings":
        return _of_openings(company, seat, question.hand, json.loads(body))
    if question.rule == f"{GAME}/audit":
        report = json.loads(body)
        _cards_only(report, set())
        assert report["verdict"] == ("exact" if truth.over else "unverified"), report
        return body
    if question.rule == f"{GAME}/branches":
        assert json.loads(body) == {"branches": [], "next": None}
        return body
    if question.rule == f"{GAME}/comments":
        assert json.loads(body) == {"comments": [], "next": None}
        return body
    if question.rule == f"{GAME}/invitations":
        assert json.loads(body) == {"invitations": []}
        return body
    if question.rule == f"{GAME}/phrases":
        assert json.loads(body) == {"phrases": [], "muted": []}
        return body
    if question.rule == f"{GAME}/analysis":
        return _of_analysis(json.loads(body))
    if _FILE.search(question.rule):
        return _of_file(question, truth, eyes_of(question, seat), body)
    behind = truth.lines[question.after + 1 :]
    if question.path.endswith("format=sse&follow=no"):
        told = [(id, data) for id, _, data in messages(body) if id is not None]
        assert told == [(json.loads(one)["seq"], one) for one in behind], question.path
        return body.partition(b"\n\n")[2]  # before it stands when to come back, which is drawn
    if question.rule == f"{GAME}/events" and "jsonl" not in question.path:
        assert body == b'{"version":%d,"events":[%b]}' % (truth.version, b",".join(behind))
    else:
        assert body == b"".join(line + b"\n" for line in behind), question.path
    return body


def _of_orders(seat: int | None, answer: TestResponse, body: bytes) -> None:
    """Nobody leaves any in these games; who plays is told so, and nobody else."""
    if answer.status_code != 200:
        assert answer.status_code == 409, answer.text
        _nothing(body)
        return
    assert seat is not None
    said = json.loads(body)
    _cards_only(said, set())
    assert (said["orders"], said["words"], said["made"], said["now"]["move"]) == ([], [], [], None)


def _of_file(question: Question, truth: Truth, eyes: int | None, body: bytes) -> object:
    """A game as a file, the same for all; or one of its positions as a picture."""
    kind, _, form = question.rule.rpartition("/")[2].partition(".")
    if kind == "position":
        moment = truth.now if question.at is None else truth.moments[question.at]
        judge_picture(form, "" if form == "png" else body.decode(), moment, eyes)
        return None
    if form.startswith("jsonl"):
        assert body == b"".join(line + b"\n" for line in truth.lines)
    else:
        judge_replay(form, body.decode(), truth)
    return body


def _of_import(company: Company, viewer: Viewer, question: Question, answer: TestResponse, body: bytes) -> object:
    """What was brought from elsewhere tells everybody alike: what the record itself lays open, and of the game that is
    played here nothing but that it is the same, where one may know."""
    truth = company.truth
    if not (question.at is None or question.eyes is None or truth.moments[question.at].hand <= truth.now.ended):
        assert answer.status_code == 403, f"{viewer.name} may not see {question.path}"
        _nothing(body)
        return None
    assert answer.status_code == 200, f"{viewer.name} {question.path}: {answer.text}"
    if question.rule == f"{REPLAY}/view" and question.at is not None:
        return _of_view(json.loads(body), truth.moments[question.at], eyes_of(question, None))
    if question.rule == f"{REPLAY}/events":
        assert body == b'{"version":%d,"events":[%b]}' % (truth.version, b",".join(truth.lines[:1000]))
        return body
    if _FILE.search(question.rule):
        return _of_file(question, truth, eyes_of(question, None), body)
    said = json.loads(body)
    if question.rule in (f"{REPLAY}/comments", f"{REPLAY}/branches"):
        assert list(said.values()) == [[], None]
        return body
    if question.rule == f"{REPLAY}/analysis":
        return _of_analysis(said)
    _cards_only(said, set())
    assert said.pop("yours") == (viewer == company.onlookers[0])
    assert said.pop("known") in ((None, "same") if company.may_watch(viewer) else (None,))
    assert said["verdict"] == ("exact" if truth.over else "unverified"), said["report"]
    return json.dumps(said)


def _of_analysis(said: dict[str, Any]) -> object:
    """Nobody asks for one in these games, and what nobody has asked for is not there."""
    assert (said["status"], said["done"], said["hands"], said["decisions"]) == ("none", 0, [], None), said
    return json.dumps(said)


def _of_view(view: dict[str, Any], moment: Moment, seat: int | None) -> object:
    """Gives the part of a view that is the same for everybody."""
    _cards_only(view, IN_VIEW)
    assert view["top"] == moment.top
    assert (view["last_hand"] or {"hands": []})["hands"] == [list(hand) for hand in moment.last_hands]
    you = view.pop("you", None)
    assert (you is None) == (seat is None), f"seat {seat} sees {you}"
    if you is not None:
        _of_you(you, moment, seat)
    return json.dumps(view)


def eyes_of(question: Question, seat: int | None) -> int | None:
    """The seat whose own cards are seen: none where the table sees, or all cards lie open."""
    if question.eyes is None:
        return seat
    return question.eyes if isinstance(question.eyes, int) else None


def _of_open(cards: dict[str, Any], company: Company, moment: Moment) -> None:
    """Every card where it has to be; that nobody sees them too early was looked at before."""
    _cards_only({"open": cards}, OPEN)
    truth = company.truth
    dealt = truth.dealer.cards(moment.hand, truth.piles_of(moment.hand)) if moment.hand else ()
    assert cards == {
        "hands": [_cards(moment.held.get(seat, ())) for seat in range(company.seats)],
        "draw_pile": _cards(tuple((slot, dealt[slot]) for slot in moment.pile)),
        "discard": list(moment.under),
    }


def _of_you(you: dict[str, Any], moment: Moment, seat: int | None) -> None:
    held = moment.held.get(seat, ()) if seat is not None else ()
    assert you["seat"] == seat
    assert you["hand"] == _cards(held)
    assert you["drawn"] is None or you["drawn"] in you["hand"]
    last = {one.seat: _cards(one.hand) for one in moment.shown if one.to == seat}
    assert you["shown"] == [{"seat": other, "hand": hand} for other, hand in last.items()]
    codes = {card for _, card in held}
    assert {move["card"] for move in you["moves"] if "card" in move} <= codes


def _cards(cards: tuple[tuple[int, str], ...]) -> list[dict[str, Any]]:
    return [{"slot": slot, "card": card} for slot, card in cards]


def _of_openings(company: Company, seat: int | None, hand: int | None, said: dict[str, Any]) -> object:
    """Exactly the openings that there have to be; gives those of the hands that are over."""
    truth, now = company.truth, company.truth.now
    _cards_only(said, {"openings[].card"})
    due: list[tuple[int, int]] = []
    for one in range(1, now.hand + 1):
        if hand in (None, one):
            last = truth.piles_of(one)[-1]
            slots = range(last.first + len(last.cards)) if one <= now.ended else sorted(now.open_to(seat))
            due += [(one, slot) for slot in slots]
    found = [(opening["hand"], opening["slot"]) for opening in said["openings"]]
    assert found == due, f"seat {seat} hand {hand}"
    for opening in said["openings"]:
        of = opening["hand"]
        assert opening == truth.dealer.opening(of, truth.piles_of(of), opening["slot"])
    return json.dumps([opening for opening in said["openings"] if opening["hand"] <= now.ended])


def _of_others(
    company: Company, viewer: Viewer, seat: int | None, question: Question, answer: TestResponse, body: bytes
) -> object:
    if question.rule.startswith(("/api/v1/tokens", "/api/v1/account")) and "Cookie" not in viewer.headers:
        assert answer.status_code in (401, 403)
        _nothing(body)
        return None
    if question.rule.startswith("/api/v1/webhooks"):
        assert answer.status_code in (200, 401, 403, 404)
        _nothing(body)
        return None
    if question.rule in ("/api/v1/reports", "/api/v1/reports/phrases", "/api/v1/replays", "/api/v1/players/me/mutes"):
        assert answer.status_code in (200, 401, 403)
        _nothing(body)
        return None
    if question.rule in ("/api/v1/players/me", MINE) and not viewer.headers:
        assert answer.status_code == 401
        _nothing(body)
        return None
    assert answer.status_code == 200, f"{viewer.name} {question.path}: {answer.text}"
    if question.rule.startswith("/api/v1/docs") or question.rule in ("/api/v1/openapi.json", "/api/v1/bot.py"):
        return body  # written before anybody plays
    if question.rule == "/api/v1/archive.jsonl":
        whole = b"".join(line + b"\n" for line in company.truth.lines)
        open_to_all = company.setup["listed"] and company.setup["spectators"] == "all"
        assert body in ((whole, b"") if company.truth.over and open_to_all else (b"",))
        return None
    if question.rule == MINE:
        return _of_mine(company, seat, body)
    said = json.loads(body)
    _cards_only(said, set())
    if question.rule in ("/api/v1/games", PLAYED):
        return _of_list(company, viewer, seat, question, said)
    if question.rule == "/api/v1/players/<string:player>":
        assert said["name"] == "Ada"
        return body
    if question.rule in ("/api/v1/players/me", "/api/v1/session"):
        mine = said["seat"] if said["game"] == company.game else None
        assert mine == seat, f"{viewer.name} is told to have seat {mine}"
    return None


def _of_mine(company: Company, seat: int | None, body: bytes) -> object:
    """A stream of somebody's games: of this one they are told what its view says, and who they are there."""
    for _, event, data in messages(body):
        said = json.loads(data)
        _cards_only(said, {f"view.{place}" for place in IN_VIEW})
        if event == "game" and said["game"] == company.game:
            assert (said["seat"], said["version"]) == (seat, company.truth.version)
            _of_view(said["view"], company.truth.now, seat)
    return None


def messages(body: bytes) -> list[tuple[int | None, str, bytes]]:
    """The messages of a stream of Server-Sent Events: id, event, data."""
    found = []
    for block in body.split(b"\n\n"):
        fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line)
        if b"data" in fields:
            id = fields.get(b"id")
            found.append((None if id is None else int(id), fields[b"event"].decode(), fields[b"data"]))
    return found


def _of_list(company: Company, viewer: Viewer, seat: int | None, question: Question, said: dict[str, Any]) -> object:
    listed = {one["id"]: one.pop("your_seat") for one in said["games"]}
    name = "played" if question.rule == PLAYED else question.path.rpartition("=")[2]
    if company.game in listed:
        assert listed[company.game] == seat
        assert name != "to_act" or seat is not None
        assert name not in ("running", "finished", "played") or company.may_watch(viewer)
    return None if name in ("mine", "to_act", "invited", "played") else json.dumps(said)


def _cards_only(said: object, places: set[str]) -> None:
    """Fails if a card, by its code, stands anywhere else."""
    found = {NUMBER.sub("[]", place) for place in _places(said, "")}
    assert found <= places, f"cards in {sorted(found - places)}"


def _places(said: object, place: str) -> Iterator[str]:
    """Where card codes stand, each place as `you.hand[3].card`. A player's name is no place for one in these games."""
    if isinstance(said, dict):
        for name, value in said.items():
            yield from _places(value, f"{place}.{name}" if place else name)
            if is_card(name):
                yield f"{place}{{}}"
    elif isinstance(said, list):
        for number, value in enumerate(said):
            yield from _places(value, f"{place}[{number}]")
    elif is_card(said):
        yield place
