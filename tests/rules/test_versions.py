"""Versions of events: every kind's chain of steps is whole when the program starts, and no shape changes unnoticed."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from app.rules.events import KINDS
from app.rules.shapes import COLOR, SEAT, SHAPES, TEXT, Shape, list_of, one_of, or_absent, or_null, whole
from app.rules.steps import STEPS, BrokenSteps, Step, check_steps, step
from app.rules.versions import READERS, VERSIONS, UnknownKind, current_data, parse_event, readers, stored_event
from tests.golden import climb, shapes
from tests.records import random_match

Kinds = dict[str, Any]


class Waved(NamedTuple):
    """An event that was made up; its data had other fields in versions 1 and 2."""

    seat: int
    hands: tuple[str, ...]
    at: int | None = None


KIND = "hand.waved"
V1: Shape = {"who": TEXT}
V2: Shape = {"seat": SEAT, "hand": or_null(TEXT)}
V3: Shape = {"seat": SEAT, "hands": list_of(TEXT), "at": or_absent(SEAT)}
TO_2: Step = lambda data: {"seat": int(data["who"]), "hand": None}  # noqa: E731
TO_3: Step = lambda data: {"seat": data["seat"], "hands": [data["hand"] or "right"]}  # noqa: E731
MADE_UP: Kinds = {KIND: Waved}
THREE = {KIND: (V1, V2, V3)}
WHOLE = {(KIND, 1): TO_2, (KIND, 2): TO_3}


# ---------------------------------------------------------------- reading


def test_an_old_version_climbs_step_by_step_to_the_event_of_today() -> None:
    read: dict[int, Callable[[dict[str, Any]], Any]] = {**readers(MADE_UP, THREE, WHOLE)[KIND]}
    assert sorted(read) == [1, 2, 3]
    assert read[1]({"who": "4"}) == Waved(4, ("right",))
    assert read[2]({"seat": 4, "hand": "left"}) == Waved(4, ("left",))
    assert read[3]({"seat": 4, "hands": ["left", "right"], "at": 7}) == Waved(4, ("left", "right"), 7)


def test_every_kind_is_read_in_each_of_its_versions_and_written_in_the_last() -> None:
    assert READERS.keys() == KINDS.keys() == VERSIONS.keys()
    for kind, versions in SHAPES.items():
        assert sorted(READERS[kind]) == list(range(1, len(versions) + 1))
        assert VERSIONS[kind] == len(versions)


@pytest.mark.parametrize(
    "data",
    [
        {"seat": 1, "card": "r5", "uno": False, "color": "b"},
        {"uno": False, "card": "r5", "seat": 1},
    ],
)
def test_fields_are_found_by_name_whatever_their_order(data: dict[str, Any]) -> None:
    event = stored_event("card.played", VERSIONS["card.played"], data)
    assert (event.card, event.color) == ("r5", data.get("color"))


class One(NamedTuple):
    """One field, which may be left out."""

    at: int | None = None


class Two(NamedTuple):
    """One field, and two that may be left out."""

    seat: int
    at: int | None = None
    why: str | None = None


class Lists(NamedTuple):
    """Two lists between other fields, and one field that may be left out."""

    first: tuple[int, ...]
    seat: int
    last: tuple[int, ...]
    at: int | None = None


@pytest.mark.parametrize(
    ("event", "shape", "data"),
    [
        (One(), {"at": or_absent(SEAT)}, {}),
        (One(3), {"at": or_absent(SEAT)}, {"at": 3}),
        (Two(1), {"seat": SEAT, "at": or_absent(SEAT), "why": or_absent(TEXT)}, {"seat": 1}),
        (Two(1, None, "so"), {"seat": SEAT, "at": or_absent(SEAT), "why": or_absent(TEXT)}, {"why": "so", "seat": 1}),
        (
            Lists((1, 2), 3, (), 5),
            {"first": list_of(SEAT), "seat": SEAT, "last": list_of(SEAT), "at": or_absent(SEAT)},
            {"at": 5, "first": [1, 2], "last": [], "seat": 3},
        ),
        (
            Lists((), 3, (1,)),
            {"first": list_of(SEAT), "seat": SEAT, "last": list_of(SEAT), "at": or_absent(SEAT)},
            {"first": [], "last": [1], "seat": 3},
        ),
    ],
)
def test_events_of_any_form_are_read(event: Any, shape: Shape, data: dict[str, Any]) -> None:
    read: dict[int, Callable[[dict[str, Any]], Any]] = {**readers({KIND: type(event)}, {KIND: (shape,)}, {})[KIND]}
    assert read[1](data) == event
    assert isinstance(read[1](data), type(event))


def test_what_a_newer_version_has_written_is_not_guessed_at() -> None:
    for read in (stored_event, parse_event, current_data):
        with pytest.raises(UnknownKind, match=r"turn\.passed.*version 9"):
            read("turn.passed", 9, {"seat": 1})
        with pytest.raises(UnknownKind, match=r"card\.eaten"):
            read("card.eaten", 1, {})
    assert current_data("turn.passed", 1, {"seat": 1}) == {"seat": 1}


# ---------------------------------------------------------------- at the start


@pytest.mark.parametrize(
    ("kinds", "known", "steps", "message"),
    [
        (MADE_UP, THREE, {(KIND, 2): TO_3}, "hand.waved: no step leads from version 1 to version 2"),
        (MADE_UP, THREE, {(KIND, 1): TO_2}, "hand.waved: no step leads from version 2 to version 3"),
        (MADE_UP, THREE, {**WHOLE, (KIND, 3): TO_3}, "hand.waved: a step from version 3 leads nowhere"),
        (MADE_UP, THREE, {**WHOLE, (KIND, 0): TO_2}, "hand.waved: a step from version 0 leads nowhere"),
        (MADE_UP, THREE, {**WHOLE, ("hand.shaken", 1): TO_2}, "hand.shaken: a step from version 1 leads nowhere"),
        (MADE_UP, {}, {}, "hand.waved: no shape"),
        ({}, THREE, WHOLE, "hand.waved: no event"),
        (MADE_UP, {KIND: ()}, {}, "hand.waved: no shape"),
        (MADE_UP, {KIND: (V1, V2)}, {(KIND, 1): TO_2}, "hand.waved: its newest shape is not that of the event"),
        (MADE_UP, {KIND: ({**V3, "at": SEAT},)}, {}, "hand.waved: its newest shape is not that of the event"),
        (
            MADE_UP,
            {KIND: (dict(reversed(list(V3.items()))),)},
            {},
            "hand.waved: its newest shape is not that of the event",
        ),
    ],
)
def test_a_chain_that_is_not_whole_is_an_error_at_the_start(kinds, known, steps, message) -> None:
    with pytest.raises(BrokenSteps, match=message):
        readers(kinds, known, steps)


def test_a_second_step_from_the_same_version_is_an_error_at_the_start() -> None:
    steps: dict[tuple[str, int], Step] = {}
    assert step(KIND, 1, steps)(TO_2) is TO_2
    assert steps == {(KIND, 1): TO_2}
    with pytest.raises(BrokenSteps, match="two steps lead up from version 1"):
        step(KIND, 1, steps)(TO_3)


def test_the_chains_of_today_are_whole() -> None:
    check_steps(VERSIONS, STEPS)
    readers(KINDS, SHAPES, STEPS)


# ---------------------------------------------------------------- a step, tried on lines


def test_a_step_that_does_not_lead_to_the_next_shape_or_writes_to_what_it_was_given_is_found() -> None:
    lines = [
        line.replace(b'"kind":"turn.passed"', b'"kind":"hand.waved"').replace(b'"data":{"seat":', b'"data":{"who":')
        for line in random_match(1).lines
        if b'"kind":"turn.passed"' in line
    ][:1]
    first: Step = lambda data: {"seat": data["who"], "hand": None}  # noqa: E731

    def writes(data: dict[str, Any]) -> dict[str, Any]:
        data["seat"] = data.pop("who")
        return {**data, "hand": None}

    assert list(climb.faults(lines, THREE, {(KIND, 1): first, (KIND, 2): TO_3})) == []
    wrong = list(climb.faults(lines, THREE, {(KIND, 1): writes, (KIND, 2): TO_3}))
    assert [fault.partition(": ")[2] for fault in wrong] == ["the step from hand.waved 1 changes what it was given"]
    for step_3, message in (
        (lambda data: data, "hand.waved 3 has the fields seat, hand"),
        (lambda data: {"seat": -1, "hands": []}, "hand.waved 3 has a wrong seat: -1"),
    ):
        wrong = list(climb.faults(lines, THREE, {(KIND, 1): first, (KIND, 2): step_3}))
        assert [fault.partition(": ")[2] for fault in wrong] == [message]


# ---------------------------------------------------------------- shapes stand still


def test_no_shape_has_changed_and_each_is_written_down() -> None:
    """If this fails: what was written once is never written otherwise. Put the old shape back, add the new one behind
    it, write the step between them in `steps`, then `python -m tests.golden shapes` and `… matches`."""
    assert shapes.changed(shapes.now(), shapes.written()) == []
    assert [name for name in shapes.now() if name not in shapes.written()] == []


@pytest.mark.parametrize(
    "shape",
    [
        {"seat": SEAT, "color": one_of("r", "y", "g", "b", "p")},
        {"seat": SEAT, "color": or_null(COLOR)},
        {"seat": SEAT, "color": or_absent(COLOR)},
        {"seat": whole(1), "color": COLOR},
        {"seat": SEAT},
        {"seat": SEAT, "color": COLOR, "why": TEXT},
        {"color": COLOR, "seat": SEAT},
        {"seat": SEAT, "colour": COLOR},
    ],
)
def test_a_shape_that_changes_without_a_new_version_is_found(shape: Shape) -> None:
    said = shapes.events_of({**SHAPES, "color.chosen": (shape,)}) | shapes.rules_of()
    (wrong,) = shapes.changed(said, shapes.written())
    assert wrong.startswith("color.chosen 1 has changed")


def test_a_version_that_is_gone_is_found_and_a_new_one_is_told() -> None:
    said = shapes.events_of({kind: of for kind, of in SHAPES.items() if kind != "uno.called"}) | shapes.rules_of()
    assert [wrong.split(" is gone")[0] for wrong in shapes.changed(said, shapes.written())] == ["uno.called 1"]
    more = shapes.events_of({**SHAPES, "uno.called": (*SHAPES["uno.called"], {"seat": SEAT, "loud": TEXT})})
    assert [name for name in more if name not in shapes.written()] == [f"uno.called {VERSIONS['uno.called'] + 1}"]


def test_what_has_been_written_down_is_never_written_otherwise(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(shapes, "PATH", tmp_path / "shapes.json")
    assert shapes.add() == list(shapes.now())
    before = shapes.PATH.read_bytes()
    assert shapes.add() == []
    monkeypatch.setitem(SHAPES, "uno.called", ({"seat": whole(1)},))
    with pytest.raises(ValueError, match=r"uno\.called 1 has changed"):
        shapes.add()
    assert shapes.PATH.read_bytes() == before
    monkeypatch.undo()


def test_a_new_option_or_another_range_is_found(monkeypatch) -> None:
    said = shapes.now()
    then = shapes.written()
    options = said["umk/1 options"]
    for other in (
        {**options, "stacking": {"default": False, "takes": [False]}},
        {**options, "hands": {"default": 1, "takes": [1, 2]}},
        {**options, "hands": {**options["hands"], "default": 2}},
    ):
        (wrong,) = shapes.changed({**said, "umk/1 options": other}, then)
        assert wrong.startswith("umk/1 options has changed")
