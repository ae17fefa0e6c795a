"""Events: their data in the record, and foreign data that is not what it should be."""

import json
from typing import Any

import pytest

from app.rules import events, evolve
from app.rules.events import KINDS, event_data, kind_of
from app.rules.versions import VERSIONS, UnknownKind, parse_event, stored_event
from replays import rerun

HASH = "0" * 64
OPTIONS = {"hands": 1}

EXAMPLES: dict[str, dict[str, Any]] = {
    "game.created": {
        "rules": "umk/1",
        "options": OPTIONS,
        "seats": 4,
        "deal": "d",
        "commitment": HASH,
        "clock": {"kind": "none"},
    },
    "seat.taken": {"seat": 0, "player": "p", "bot": None, "entropy": HASH},
    "seat.left": {"seat": 0},
    "seat.taken_over": {"seat": 0, "bot": "racer"},
    "game.started": {},
    "game.cancelled": {"reason": "nobody came"},
    "hand.started": {"hand": 1, "dealer": 3, "cards": 112, "root": HASH},
    "card.turned": {"slot": 28, "card": "r5"},
    "color.chosen": {"seat": 0, "color": "g"},
    "target.chosen": {"seat": 0, "target": 2},
    "card.played": {"seat": 0, "card": "W4", "uno": False, "color": "b"},
    "cards.drawn": {"seat": 1, "slots": [29, 30], "reason": "draw_two"},
    "turn.passed": {"seat": 1},
    "pile.shuffled": {"pile": 1, "first": 112, "cards": 60, "root": HASH},
    "draw_four.accepted": {"seat": 1},
    "draw_four.challenged": {"seat": 1, "against": 0, "lawful": True},
    "uno.called": {"seat": 1},
    "uno.caught": {"seat": 1, "by": 2},
    "decision.timed_out": {"seat": 1, "phase": "drawn", "deadline": 1767225600000},
    "clock.paused": {"seat": None, "until": 1767225600000, "reason": "storm"},
    "clock.resumed": {"seat": 3},
    "clock.changed": {"clock": {"kind": "decision", "ms": 60000}, "reason": "agreed"},
    "seat.resigned": {"seat": 1, "reason": "timeout"},
    "hand.ended": {"hand": 1, "winner": None, "points": 0, "scores": [0, 5], "seed": HASH},
    "match.ended": {"places": [1, None, 2], "reason": "last_player"},
}
"""The data of an event of every kind, as the record format lists it."""

WRONG: tuple[Any, ...] = (1.5, -1, [[]])
"""What no field of any event is."""


def test_there_is_an_event_for_every_kind_of_the_record():
    assert list(KINDS) == list(EXAMPLES)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_an_event_survives_being_written_down(kind):
    data = EXAMPLES[kind]
    event = parse_event(kind, VERSIONS[kind], data)
    assert kind_of(event) == kind
    assert json.loads(json.dumps(event_data(event))) == data
    assert stored_event(kind, VERSIONS[kind], data) == event


@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_field_that_is_missing_unknown_or_of_another_type_is_refused(kind):
    data = EXAMPLES[kind]
    with pytest.raises(ValueError, match=f"{kind} has no field 'extra'"):
        parse_event(kind, VERSIONS[kind], {**data, "extra": 1})
    for name in data:
        without = {key: value for key, value in data.items() if key != name}
        if (kind, name) != ("card.played", "color"):
            with pytest.raises(ValueError, match=f"{kind} needs {name}"):
                parse_event(kind, VERSIONS[kind], without)
        for wrong in WRONG if isinstance(data[name], str | None) else (*WRONG, "text"):
            with pytest.raises(ValueError, match=f"{kind} has a wrong {name}"):
                parse_event(kind, VERSIONS[kind], {**data, name: wrong})


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("card.played", {"card": "r10"}),
        ("card.played", {"uno": 1}),
        ("card.played", {"color": "w"}),
        ("card.played", {"color": None}),
        ("cards.drawn", {"slots": [29, True]}),
        ("cards.drawn", {"slots": "29"}),
        ("cards.drawn", {"reason": "luck"}),
        ("seat.taken", {"entropy": "0" * 63}),
        ("seat.taken", {"entropy": "G" * 64}),
        ("seat.taken_over", {"bot": None}),
        ("seat.resigned", {"reason": "bored"}),
        ("match.ended", {"places": [0]}),
        ("match.ended", {"reason": "rain"}),
        ("hand.started", {"hand": 0}),
        ("hand.started", {"root": "0" * 64 + "\n"}),
        ("game.created", {"seats": 1}),
        ("draw_four.accepted", {"seat": True}),
        ("decision.timed_out", {"phase": "waiting"}),
    ],
)
def test_values_that_cannot_be_are_refused(kind, wrong):
    with pytest.raises(ValueError, match=f"{kind} has a wrong {next(iter(wrong))}"):
        parse_event(kind, VERSIONS[kind], {**EXAMPLES[kind], **wrong})


@pytest.mark.parametrize(("kind", "v"), [("card.eaten", 1), ("turn.passed", 2), ("turn.passed", 0), ("", 1)])
def test_a_kind_or_version_that_is_not_known_is_told_apart_from_a_wrong_one(kind, v):
    with pytest.raises(UnknownKind):
        parse_event(kind, v, {"seat": 1})


def test_events_of_two_kinds_are_never_equal():
    passed: Any = events.TurnPassed(1)
    assert passed != events.UnoCalled(1)
    assert passed == events.TurnPassed(1)
    assert (events.TurnPassed(1),) != ((1,),)


def test_a_colour_that_does_not_apply_is_left_out():
    assert event_data(events.CardPlayed(0, "r5", False)) == {"seat": 0, "card": "r5", "uno": False}


def test_every_kind_has_its_place_in_the_fold_and_in_the_rerun():
    """Both go by tables, of which no type checker says what is missing."""
    assert evolve._APPLY.keys() == rerun._COMMANDS.keys() == set(KINDS.values())
