"""What a file or a picture of a game may tell: of a hand that is on, what everybody knows, and a seat's own cards."""

import json
import re

from app.rules.cards import CODES
from replays.show.languages import card_name
from tests.drills.truth import Moment, Truth

DRAWN = re.compile(r"card-([rygb][0-9SRD]|W4|WB)\b")
CODE = re.compile(r"\b(?:[rygb][0-9SRD]|W4|WB)\b")


def judge_replay(form: str, text: str, truth: Truth) -> None:
    """Fails for a file of the whole game that tells of a hand that is on what its events do not."""
    ended = truth.now.ended
    if form == "json":
        document = json.loads(text)
        for hand in document["hands"]:
            assert (hand["cards"] is not None) == (hand["hand"] <= ended)
        for move in document["moves"]:
            position = move["position"]
            assert position["open"] == (0 < move["hand"] <= ended)
            assert position["open"] or (position["held"], position["drawn"], position["shown"]) == (None, None, None)
    if form in ("txt", "bare.txt"):
        last = text.rpartition("\nHand ")[2] if truth.now.hand > ended else ""
        shown = set(CODE.findall(last))
        assert shown <= _told(truth), f"{shown - _told(truth)} in {last}"


def judge_picture(form: str, text: str, moment: Moment, seat: int | None) -> None:
    """Fails for a picture of a position, or the words for it, with a card that `seat` does not know there."""
    known = {card for _, card in moment.held.get(seat, ())} if seat is not None else set()
    known |= {card for one in moment.shown if one.to == seat for _, card in one.hand} | {moment.top or ""}
    if form == "svg":
        assert set(DRAWN.findall(text)) <= known, f"{set(DRAWN.findall(text)) - known} drawn for seat {seat}"
    if form == "txt":
        names = {code for code in CODES if re.search(rf"\b{card_name(code)}\b", text)}
        assert names <= known, f"{names - known} said to seat {seat}"


def _told(truth: Truth) -> set[str]:
    """The cards that the events of the hand that is on tell."""
    events = [json.loads(line) for line in truth.lines]
    begun = max((seq for seq, said in enumerate(events) if said["kind"] == "hand.started"), default=len(events))
    return {said["data"]["card"] for said in events[begun:] if "card" in said["data"]}
