"""The golden corpus: every match in it is told today as it was when it was played, and nothing is missing from it."""

from collections import Counter
from dataclasses import fields
from typing import Any

import pytest

from app.rules.clock import Clock
from app.rules.dealer import Pile
from app.rules.options import Options
from app.rules.state import Draft, DrawFour, LastHand, Player, Shown, State
from tests.golden import climb, corpus, digests, shapes, wanted
from tests.golden.__main__ import Candidate, greedy
from tests.golden.facts import facts
from tests.golden.match import Match

WRITTEN = digests.written()
NOT_TOLD = {"decision", "asked", "paused_for"}
"""What a digest leaves out, see `digests`."""


@pytest.mark.parametrize("name", corpus.names())
def test_every_position_is_what_it_was(name: str) -> None:
    """A golden file and its digests never change. If this fails, the code tells an old game otherwise than before: mend
    the code, or let events of a new version (or new rules) tell the new games."""
    told = list(digests.moments(corpus.lines(name)))
    for (moment, digest), then in zip(told, WRITTEN[name], strict=False):
        assert digest == then, f"{name}: seq {moment.seq}, {moment.kind}: the state is another than it was"
    assert len(told) == len(WRITTEN[name])


def test_there_are_digests_for_every_record_and_for_nothing_else() -> None:
    lines = [line.split()[0] for line in digests.PATH.read_text().splitlines()]
    assert sorted(lines) == sorted(corpus.names())
    assert len(corpus.names()) == len({corpus.number(name) for name in corpus.names()})


def test_everything_that_is_wanted_is_there() -> None:
    """Every version of every kind of event too: a new version needs a golden record that has it."""
    shown = {name: facts(lines) for name, lines in corpus.records()}
    assert sum(map(wanted.is_whole, shown.values())) >= wanted.MATCHES
    assert wanted.wanted() - set().union(*shown.values()) == set()
    seats = Counter(int(name.split("-")[1]) for name, shows in shown.items() if wanted.is_whole(shows))
    assert min(seats[number] for number in range(2, 11)) >= 20


def test_what_was_written_in_old_versions_climbs_to_the_shape_of_today() -> None:
    assert [fault for _, lines in corpus.records() for fault in climb.faults(lines)] == []


# ---------------------------------------------------------------- digests see everything

PILE = Pile(0, ("r1",))
OTHERS: dict[str, Any] = {
    "rules": "umk/2",
    "options": Options(missed_decisions=4),
    "seats": 9,
    "deal": "another",
    "commitment": "f" * 64,
    "clock": Clock("decision", 5),
    "players": (Player("p9", None, None),),
    "phase": "target",
    "turn": 8,
    "active": (False,),
    "resigned": (7,),
    "scores": (1,),
    "places": (3,),
    "reason": "rain",
    "hand": 9,
    "dealer": 8,
    "direction": -5,
    "color": "x",
    "top": "xx",
    "discard": ("xx",),
    "piles": (PILE,),
    "next": 99,
    "end": 199,
    "taken": ((99,),),
    "played": (("xx",),),
    "counts": (99,),
    "uno": (4,),
    "turned": (99,),
    "opening": True,
    "drawn": 99,
    "idle": 1 << 8,
    "draw_four": DrawFour(1, 2, "r", 3, 4),
    "shown": (Shown(1, 2, 3, 4),),
    "last_hand": LastHand(1, 2, 3, (4,), "5", ((6,),), (("r7",),), (PILE,)),
    "missed": (9,),
    "since": 9,
    "deadline": 9,
    "bank": (9,),
    "paused": (9,),
}
"""Another value for every field of a state."""


def state() -> State:
    """A state of nine seats."""
    return State.restore(Draft(seats=9).freeze().data())


def test_a_digest_tells_every_field_of_a_state() -> None:
    """A field that is new is told from now on, beside the digests that there are, or is named as one that is not."""
    assert OTHERS.keys() | NOT_TOLD == {field.name for field in fields(Draft)}
    told = {name: digests.digest(state().replace(**{name: value})) for name, value in OTHERS.items() if name != "seats"}
    told |= {"seats": digests.digest(Draft(seats=8).freeze()), "": digests.digest(state())}
    assert len(set(told.values())) == len(OTHERS) + 1
    assert digests.digest(state().replace(decision=9)) == told[""]


@pytest.mark.parametrize("option", Options().data())
def test_a_digest_tells_every_option(option: str) -> None:
    other = {"hands": 2, "target_score": 5, "missed_decisions": 9, "last_card_effects": False}
    changed = Options.parse(
        {
            option: other.get(
                option, {"share": "play_on", "skip": "turn", "challenge": "reject"}.get(Options().data()[option])
            )
        }
    )
    assert digests.digest(state().replace(options=changed)) != digests.digest(state())


# ---------------------------------------------------------------- the tool only adds


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A corpus of one record, elsewhere."""
    monkeypatch.setattr(corpus, "FOLDER", tmp_path)
    monkeypatch.setattr(digests, "PATH", tmp_path / "digests.txt")
    monkeypatch.setattr(shapes, "PATH", tmp_path / "shapes.json")
    corpus.add("7-one", match())
    digests.add_missing()
    return tmp_path


def match(seed: int = 15) -> list[bytes]:
    lines = Match(seed).play(1000)
    assert lines is not None
    return lines


def test_a_match_comes_out_the_same_each_time() -> None:
    assert match() == match()
    assert match() != match(33)
    assert Match(15).play(len(match()) - 1) is None


def test_what_is_there_is_not_written_again(folder) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(FileExistsError):
        corpus.add("7-one", match(33))
    assert digests.add_missing() == []
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    corpus.add("8-two", match(33))
    assert digests.add_missing() == ["8-two"]
    assert digests.PATH.read_bytes().startswith(before[digests.PATH])
    assert [len(digests.written()[name]) for name in corpus.names()] == [len(match()), len(match(33))]


def test_the_match_that_shows_most_for_its_length_is_taken_first() -> None:
    long, short = [b""] * 400, [b""] * 10
    pool = [
        Candidate(long, frozenset("abcd")),
        Candidate(short, frozenset("ab")),
        Candidate(short, frozenset("b")),
        Candidate(long, frozenset("x")),
    ]
    taken = list(greedy(pool, {"x"}, set))
    assert taken == [(pool[1], set("ab")), (pool[0], set("cd"))]
