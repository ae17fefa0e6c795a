"""Rules are found by the name that a record gives them; others can stand beside those of today."""

from typing import Any

import pytest

from app.rules import lifecycle
from app.rules.decide import decide
from app.rules.events import GameCreated
from app.rules.moves import Resign
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.rulebook import RULEBOOKS, Rulebook, UnknownRules, rulebook
from app.rules.state import START
from replays.fold import fold
from replays.verify import DIVERGED, EXACT, UNVERIFIED, verify_lines
from tests.records import random_match, rechained, values_of

NEWER = "umk/2"


def create(*asked: Any) -> Decision:
    """As in umk/1, under another name."""
    made = lifecycle.create(*asked)
    (event,) = made.events
    assert isinstance(event, GameCreated)
    return Decision((event._replace(rules=NEWER),), made.state.replace(rules=NEWER))


def nobody_resigns(state, seat, move, dealer, t=0) -> Decision:
    """As in umk/1, but that everybody has to stay."""
    if isinstance(move, Resign):
        raise Refused("wrong_phase", "under these rules nobody resigns")
    return decide(state, seat, move, dealer, t)


def played_by(rules: str, seed: int) -> list[bytes]:
    """The record of a match that says that it was played by these rules."""
    values = values_of(random_match(seed, resigning=0.02).lines)
    values[0]["data"]["rules"] = rules
    return rechained(values)


def test_the_rules_of_today_are_found_and_others_are_not() -> None:
    assert rulebook(lifecycle.RULES) == Rulebook()
    with pytest.raises(UnknownRules, match="the rules 'umk/2' are not known"):
        rulebook(NEWER)


def test_a_record_of_rules_that_are_not_known_is_unverified_and_not_folded() -> None:
    lines = played_by(NEWER, 1)
    report = verify_lines(lines)
    assert (report.verdict, report.reasons) == (UNVERIFIED, ("the rules 'umk/2' are not known",))
    with pytest.raises(UnknownRules):
        fold(START, lines)


def test_each_record_is_played_by_its_own_rules(monkeypatch) -> None:
    seeds = range(20)
    left = {seed for seed in seeds if any(b'"reason":"resigned"' in line for line in played_by(NEWER, seed))}
    assert left
    assert left != set(seeds)
    monkeypatch.setitem(RULEBOOKS, NEWER, Rulebook(create=create, decide=nobody_resigns))
    for seed in seeds:
        assert verify_lines(played_by(lifecycle.RULES, seed)).verdict == EXACT
        report = verify_lines(played_by(NEWER, seed))
        assert report.verdict == (DIVERGED if seed in left else EXACT)
        if seed in left:
            assert report.reasons == ("wrong_phase: under these rules nobody resigns",)
        assert fold(START, played_by(NEWER, seed)) == fold(START, played_by(lifecycle.RULES, seed)).replace(rules=NEWER)
