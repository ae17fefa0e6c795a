"""What a page shows of a game, read off its elements: exactly the cards that its eyes see, and none that lies face down
anywhere else."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from xml.etree.ElementTree import Element

import html5lib

from app.rules.cards import CODES, is_wild
from replays.show.languages import card_name
from tests.drills.truth import Moment, Truth

CODE = r"(?:[rygb][0-9SRD]|W4|WB)"
SAYS = re.compile(rf'"card":"({CODE})"')
"""As events say a card."""
SAID = re.compile(rf'data-(?:card|top)="({CODE})"')
DRAWN = re.compile(rf"#card-({CODE})\b")
TYPED = re.compile(rf"\b({CODE})\b")
NAMES = {card_name(code).casefold(): code for code in CODES if not is_wild(code)}
"""The cards by name: but for wild ones, of which pages speak whoever has them."""
NAMED = re.compile(rf"\b({'|'.join(map(re.escape, NAMES))})\b", re.IGNORECASE)
HIDING = ("held", "drawn", "shown")
"""What of a position nobody is told before its hand is over, in the document for scripts."""


class Page:
    """A page, from which what was looked at is taken away: `rest` is what is left."""

    def __init__(self, text: str) -> None:
        self.rest: Element = html5lib.parse(text, namespaceHTMLElements=False)
        self._above = {child: parent for parent in self.rest.iter() for child in parent}

    def take(self, id: str) -> Element | None:
        """The element with this id, which is then no part of the page any more."""
        found = next((one for one in self.rest.iter() if one.get("id") == id), None)
        if found is not None:
            self._above[found].remove(found)
        return found

    def mentions(self) -> set[str]:
        """The cards that the rest of the page shows or names, wherever."""
        return {code for one in self.rest.iter() for code in _mentioned(one)}


def judge_table(page: Page, truth: Truth, seat: int | None) -> None:
    """Fails for the page of a table that shows other cards than it has to, to who has this seat."""
    now = truth.now
    hand, top, shown, ended = (page.take(id) for id in ("hand", "top", "shown", "ended"))
    assert _slots(hand) == sorted(_held(now, seat))
    assert (None if top is None else top.get("data-card")) == now.top
    assert _drawn(shown) == Counter(card for cards in _shown(now, seat).values() for card in cards)
    assert not _drawn(ended) - Counter(card for cards in now.last_hands for card in cards)
    _judge_told(page, truth, "log", "latest")
    known = {now.top, *(card for _, card in _held(now, seat))}
    assert page.mentions() <= known, page.mentions() - known


def judge_words(page: Page, truth: Truth, seat: int | None) -> None:
    """As `judge_table`, for the text mode."""
    hand = page.take("hand")
    lines = [] if hand is None else ["".join(line.itertext()) for line in hand.iter("p")]
    assert Counter(TYPED.findall(" ".join(lines))) == Counter(card for _, card in _held(truth.now, seat))
    _judge_told(page, truth, "happened")
    codes = set(TYPED.findall(" ".join(page.rest.itertext()))) | page.mentions()
    assert codes <= {truth.now.top}, codes


def judge_position(page: Page, truth: Truth, own: int | None, at: int | None, asked: int | str | None) -> None:
    """Fails for the page of a position that shows other cards than its eyes see, or has eyes that it may not have: the
    `asked` ones if they may be had, else those of the seat `own`."""
    board = page.take("board")
    assert board is not None
    moment, eyes = truth.moments[int(board.get("data-seq", "-1"))], board.get("data-eyes")
    open_to_all = moment.hand <= truth.now.ended
    assert at is None or moment is truth.moments[at]
    usual = "table" if own is None else str(own)
    if asked is None:
        assert eyes == ("all" if own is None and open_to_all else usual)
    else:
        assert eyes == (str(asked) if open_to_all or asked in ("table", own) else usual)
    _judge_board(board, moment, eyes)
    _judge_told(page, truth, "moves")
    known = {moment.top} | {card for cards in moment.held.values() for _, card in cards if open_to_all}
    known |= set(SAYS.findall(truth.lines[int(board.get("data-seq", "-1"))].decode()))
    assert page.mentions() <= known, page.mentions() - known


def judge_steps(text: str, truth: Truth) -> None:
    """Fails for a document of all positions that tells of a hand that is on what its events do not."""
    document, ended = json.loads(text), truth.now.ended
    assert all((cards is not None) == (int(hand) <= ended) for hand, cards in document["hands"].items())
    for moment, changes in zip(truth.moments, document["changes"], strict=True):
        assert 0 < moment.hand <= ended or all(changes.get(name) is None for name in HIDING)
    codes = set(re.findall(rf'"({CODE})"', json.dumps([document["changes"], document["sentences"]])))
    codes |= _named(json.dumps(document["sentences"]))
    assert codes <= told(truth), codes - told(truth)


def mentioned(text: str) -> set[str]:
    """The cards that a whole page shows or names, wherever."""
    return {*SAID.findall(text), *DRAWN.findall(text), *_named(text)}


def told(truth: Truth) -> set[str]:
    """The cards that are no secret of anybody: what events said, and what was left in hands that are over."""
    said = set(SAYS.findall(b"".join(truth.lines).decode()))
    return said | {card for moment in truth.moments for hand in moment.last_hands for card in hand}


def _judge_told(page: Page, truth: Truth, *ids: str) -> None:
    """Fails if these parts of a page, which tell what has happened, tell more than events do."""
    for part in map(page.take, ids):
        found = {code for one in part.iter() for code in _mentioned(one)} if part is not None else set()
        assert found <= told(truth), found - told(truth)


def _judge_board(board: Element, moment: Moment, eyes: str | None) -> None:
    for lane in board.iter("li"):
        if lane.get("data-seat") is None:
            continue
        seat = int(lane.get("data-seat", ""))
        held, (hand,) = _held(moment, seat), [one for one in lane if one.get("class") == "hand"]
        seen = eyes in ("all", str(seat))
        assert _slots(hand) == (sorted(held) if seen else []), f"seat {seat} through the eyes of {eyes}"
        backs = sum(one.get("class") == "back" for one in hand)
        assert backs == (0 if seen else len(held))
        (shown,) = [one for one in lane if one.get("class") == "shown"]
        to_these_eyes = _shown(moment, int(eyes)) if eyes and eyes.isdigit() else {}
        assert _drawn(shown) == Counter(to_these_eyes.get(seat, ()))
    (top,) = [one for one in board.iter() if one.get("id") == "top"]
    assert top.get("data-card") == moment.top
    (over,) = [one for one in board.iter() if one.get("id") == "over"]
    assert not _drawn(over) - Counter(card for cards in moment.last_hands for card in cards)


def _held(moment: Moment, seat: int | None) -> tuple[tuple[int, str], ...]:
    return moment.held.get(seat, ()) if seat is not None else ()


def _shown(moment: Moment, seat: int | None) -> dict[int, list[str]]:
    """The hands that challenges have shown to this seat, each as it was the last time."""
    return {one.seat: [card for _, card in one.hand] for one in moment.shown if seat is not None and one.to == seat}


def _slots(element: Element | None) -> list[tuple[int, str]]:
    """Slot and code of every card that lies open in an element, each said alike by data and by drawing."""
    if element is None:
        return []
    cards = [one for one in element.iter() if one.get("data-slot") is not None]
    assert all(set(_drawn(one)) == {one.get("data-card")} for one in cards)
    assert _drawn(element).total() == len(cards)
    return sorted((int(one.get("data-slot", "")), one.get("data-card", "")) for one in cards)


def _drawn(element: Element | None) -> Counter[str]:
    """The cards that are drawn in an element."""
    return Counter(DRAWN.findall(" ".join(_values(element))) if element is not None else ())


def _values(element: Element) -> Iterable[str]:
    return (value for one in element.iter() for value in one.attrib.values())


def _mentioned(one: Element) -> set[str]:
    said = " ".join([*one.attrib.values(), one.text or "", one.tail or ""])
    codes = {one.get(name, "") for name in ("data-card", "data-top")} & set(CODES)
    return codes | set(DRAWN.findall(said)) | _named(said)


def _named(text: str) -> set[str]:
    return {NAMES[name.casefold()] for name in NAMED.findall(text)}
