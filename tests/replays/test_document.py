"""The document of a game: it is what its schema says, its positions are the views of the service, and it opens nothing
that is not open."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from app.rules.clock import Clock
from app.rules.events import KINDS
from app.rules.legal import hand_slots
from app.rules.lifecycle import cancel, leave, pause, resume, rule_out, sit
from app.rules.options import Options
from app.rules.view import view
from replays.recording import Moment, Recording
from replays.show.document import document, schema
from replays.show.languages import LANGUAGES, sentence
from replays.show.words import isolated
from tests.records import Recorder, random_match

SCHEMA = Draft202012Validator(schema())


def nameless(recording: Recording) -> list[str | None]:
    """No name for any seat."""
    return [None] * recording.created.seats


def told(recording: Recording) -> dict[str, Any]:
    """The document of a record, as whoever reads the file has it; it is what the schema says."""
    read: dict[str, Any] = json.loads(json.dumps(document(recording, nameless(recording))))
    SCHEMA.validate(read)
    return read


def test_the_schema_is_one() -> None:
    meta.validate(schema())


def test_the_schema_is_strict_everywhere() -> None:
    def objects(part: Any) -> Iterator[dict[str, Any]]:
        if isinstance(part, dict):
            if part.get("type") == "object" and part != {"description": "As in the record.", "type": "object"}:
                yield part
            for inner in part.values():
                yield from objects(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from objects(inner)

    for found in objects(schema()):
        assert found.get("additionalProperties") is False or found.get("maxProperties") == 0, found


def test_the_schema_knows_the_data_of_every_kind() -> None:
    said = json.dumps(schema()["$defs"]["move"]["oneOf"])
    assert [kind for kind in KINDS if f'"{kind}"' not in said] == []


@pytest.mark.parametrize("seed", range(12))
def test_a_position_is_the_view_of_its_moment_and_each_seat_s_own(seed: int) -> None:
    recording = Recording(random_match(seed).lines)
    read = told(recording)
    moments = list(recording.moments())
    assert [move["seq"] for move in read["moves"]] == [moment.seq for moment in moments]
    hands = {hand["hand"]: hand["cards"] for hand in read["hands"]}
    for move, moment in zip(read["moves"], moments, strict=True):
        position = move["position"]
        seen = json.loads(json.dumps(view(moment.state, recording.dealer, None)))
        assert {name: position[name] for name in seen} == seen
        assert position["complete"] == moment.complete
        for seat in range(moment.state.seats):
            assert own(position, seat, hands.get(moment.state.hand)) == known(recording, moment, seat)


def own(position: dict[str, Any], seat: int, cards: list[str] | None) -> dict[str, Any]:
    """What a seat knew, from the document."""

    def laid(slots: list[int]) -> list[dict[str, Any]]:
        assert cards is not None
        return [{"slot": slot, "card": cards[slot]} for slot in slots]

    if not position["open"]:
        return {"seat": seat, "hand": [], "drawn": None, "shown": []}
    drawn = position["drawn"] if position["turn"] == seat else None
    return {
        "seat": seat,
        "hand": laid(position["held"][seat]),
        "drawn": None if drawn is None else laid([drawn])[0],
        "shown": [{"seat": one["seat"], "hand": laid(one["slots"])} for one in position["shown"] if one["to"] == seat],
    }


def known(recording: Recording, moment: Moment, seat: int) -> dict[str, Any]:
    """What a seat knew, as the service says it."""
    you: dict[str, Any] = view(moment.state, recording.dealer, seat)["you"]
    return {name: value for name, value in you.items() if name != "moves"}


def test_a_hand_says_how_it_went_and_where_it_lies() -> None:
    recording = Recording(random_match(3).lines)
    read = told(recording)
    for hand in read["hands"]:
        first, last = read["moves"][hand["first"]], read["moves"][hand["last"]]
        assert (first["kind"], last["kind"]) == ("hand.started", "hand.ended")
        assert (first["data"]["hand"], first["data"]["dealer"]) == (hand["hand"], hand["dealer"])
        assert {name: hand[name] for name in ("hand", "winner", "points", "scores")} == {
            name: last["data"][name] for name in ("hand", "winner", "points", "scores")
        }
        assert len(hand["cards"]) == sum(pile["cards"] for pile in hand["piles"])
        played = [move["data"] for move in read["moves"][hand["first"] : hand["last"]] if move["kind"] == "card.turned"]
        assert [hand["cards"][turned["slot"]] for turned in played] == [turned["card"] for turned in played]


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_nothing_of_a_hand_that_is_on_is_told(seed: int) -> None:
    match = random_match(seed)
    ended = [moment.seq for moment in Recording(match.lines).moments() if moment.kind == "hand.ended"]
    lines = match.lines[: ended[-1]]
    for recording in (Recording(lines), Recording(lines, match.dealer, range(1, len(ended)))):
        read = told(recording)
        hand = read["hands"][-1]
        assert (hand["over"], hand["cards"], hand["piles"], hand["last"]) == (False, None, None, len(lines) - 1)
        for move in read["moves"][hand["first"] :]:
            position = move["position"]
            assert (position["open"], position["held"], position["drawn"], position["shown"]) == (
                False,
                None,
                None,
                None,
            )
        assert all(hand["cards"] for hand in read["hands"][:-1])


def test_a_record_whose_cards_nobody_knows_still_has_its_moves() -> None:
    match = random_match(3)
    recording = Recording(match.lines, opened=())
    read = told(recording)
    assert {hand["cards"] is None for hand in read["hands"]} == {True}
    last = read["moves"][-1]["position"]["last_hand"]
    assert (last["hands"], last["points"]) == (None, read["hands"][-1]["points"])


def test_equal_cards_leave_a_hand_in_the_order_in_which_they_came() -> None:
    recording = Recording(random_match(8).lines)
    moments = list(recording.moments())
    for move, moment in zip(told(recording)["moves"], moments, strict=True):
        state = moment.state
        if move["position"]["open"]:
            cards = recording.dealer.cards(state.hand, state.piles)
            for seat, slots in enumerate(move["position"]["held"]):
                assert slots == [slot for slot, _ in hand_slots(state.taken[seat], state.played[seat], cards)]


def test_before_and_beside_the_moves_everything_is_told_too() -> None:
    recorder = Recorder(random.Random(1), Options(), 4, Clock("decision", 3_000))
    recorder.put("player:gone", sit(recorder.state, 0, "gone", None, None, recorder.t))
    recorder.put("player:gone", leave(recorder.state, 0, recorder.t))
    recorder.begin()
    recorder.put("service", pause(recorder.state, None, recorder.t + 9_000, "agreed", recorder.t))
    recorder.put("service", resume(recorder.state, None, recorder.t))
    recorder.put("staff:arbiter", rule_out(recorder.state, 1, recorder.dealer, recorder.t))
    recording = Recording(recorder.finish().lines)
    names: list[str | None] = ["Anna", "Ben", "Cem", "Dora"]
    read = document(recording, names)
    SCHEMA.validate(json.loads(json.dumps(read)))
    assert [player["name"] for player in read["players"]] == names
    first = next(move["sentence"] for move in read["moves"] if move["kind"] == "seat.taken")
    assert first == "Seat 0 is taken.", "who had left is not called by the name of who came after"


def test_a_table_that_never_started_has_a_document() -> None:
    recorder = Recorder(random.Random(1), Options(), 3)
    recorder.put("player:host", cancel(recorder.state, "host", recorder.t))
    read = told(Recording(recorder.lines))
    assert (read["hands"], [move["kind"] for move in read["moves"]]) == ([], ["game.created", "game.cancelled"])
    assert [player["empty"] for player in read["players"]] == [True, True, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_sentences_are_in_a_language(language: str) -> None:
    recording = Recording(random_match(3).lines)
    names = [f"N{seat}" for seat in range(recording.created.seats)]
    read = document(recording, names, language)
    SCHEMA.validate(json.loads(json.dumps(read)))
    spoken = [isolated(name) for name in names] if language == "ar" else names
    told = [sentence(moment, spoken, language) for moment in recording.moments()]
    assert [move["sentence"] for move in read["moves"]] == told
    assert all(player["empty"] or player["name"] == f"N{player['seat']}" for player in read["players"])


def test_who_is_not_known_is_called_by_the_seat_in_each_language() -> None:
    recording = Recording(random_match(3).lines)
    called = [document(recording, nameless(recording), language)["players"][1]["name"] for language in LANGUAGES]
    assert called == ["Seat 1", "Vendi 1", "Sæti 1", "Sidloko 1", "المقعد 1"]
