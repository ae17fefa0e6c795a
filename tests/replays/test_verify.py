"""A record is checked from its bytes alone: what is whole is exact, what was touched is found, what is cut is said."""

import random
from collections import Counter
from functools import lru_cache

import pytest

from app.rules.cards import CODES
from app.rules.legal import hand
from app.rules.lifecycle import cancel
from app.rules.options import Options
from replays.verify import DIVERGED, EXACT, NOTHING, UNVERIFIED, Report, verify_lines, verify_on
from tests.effort import SEED, effort
from tests.records import Recorder, random_match, rechained, values_of

pytestmark = pytest.mark.drill

MATCHES = range(SEED, SEED + effort(25, 400))


@lru_cache(maxsize=8)
def match(seed: int) -> tuple[bytes, ...]:
    return tuple(random_match(seed).lines)


def found(report: Report) -> str:
    return f"{report.verdict}: {report.line()}"


def test_the_matches_end_in_every_way_and_mostly_at_their_end():
    """If nearly all of them broke off by resignations, the rest of this file would say little."""
    endings = Counter(random_match(seed).state.reason for seed in MATCHES)
    assert {"hands", "target_score", "last_player"} <= endings.keys()
    assert endings["last_player"] < endings.total() / 2


@pytest.mark.parametrize("seed", MATCHES)
def test_a_whole_match_is_exact_and_everything_holds(seed):
    report = verify_lines(match(seed))
    assert report.verdict == EXACT, found(report)
    assert {check.found for check in report.checks} == {"holds"}
    assert report.events == len(match(seed))


@pytest.mark.parametrize("seed", MATCHES)
def test_every_match_that_is_cut_is_unverified_and_no_more(seed):
    lines = match(seed)
    for end in random.Random(seed).sample(range(1, len(lines)), min(12, len(lines) - 1)):
        report = verify_lines(lines[:end])
        assert report.verdict == UNVERIFIED, f"cut at {end}: {found(report)}"


@pytest.mark.parametrize("seed", MATCHES)
def test_a_line_that_is_changed_dropped_doubled_or_moved_is_found_there(seed):
    lines, chance = match(seed), random.Random(seed)
    at = chance.randrange(len(lines) - 1)
    line = lines[at]
    byte = chance.randrange(len(line))
    ways = {
        "a bit": [*lines[:at], line[:byte] + bytes([line[byte] ^ 1]) + line[byte + 1 :], *lines[at + 1 :]],
        "gone": [*lines[:at], *lines[at + 1 :]],
        "twice": [*lines[: at + 1], *lines[at:]],
        "swapped": [*lines[:at], lines[at + 1], line, *lines[at + 2 :]],
        "a space": [*lines[:at], line + b" ", *lines[at + 1 :]],
    }
    for way, touched in ways.items():
        report = verify_lines(touched)
        assert report.verdict == DIVERGED, f"{way} at {at}: {found(report)}"
        assert report.seq in (at, at + 1), f"{way} at {at}: {found(report)}"


FORGERIES = {
    "somebody else plays": ("card.played", "seat", lambda seat: (seat + 1) % 10),
    "other slots are drawn": ("cards.drawn", "slots", lambda slots: [slot + 1 for slot in slots]),
    "more is drawn": ("cards.drawn", "slots", lambda slots: [*slots, slots[-1] + 1]),
    "for another reason": ("cards.drawn", "reason", lambda reason: "turn" if reason != "turn" else "draw_two"),
    "another card is turned": ("card.turned", "card", lambda card: "b9" if card != "b9" else "g1"),
    "another deck is bound": ("hand.started", "root", lambda root: "0" * 64),
    "another dealer deals": ("hand.started", "dealer", lambda dealer: dealer + 1),
    "a challenge is judged otherwise": ("draw_four.challenged", "lawful", lambda lawful: not lawful),
    "another winner": ("hand.ended", "winner", lambda winner: 0 if winner != 0 else 1),
    "more points": ("hand.ended", "points", lambda points: points + 1),
    "another seed": ("hand.ended", "seed", lambda seed: "1" * 64),
    "another place": ("match.ended", "places", lambda places: places[::-1] if places != places[::-1] else [9, 9]),
    "another reason to end": ("match.ended", "reason", lambda reason: "void" if reason != "void" else "hands"),
    "another commitment": ("game.created", "commitment", lambda commitment: "2" * 64),
    "other entropy": ("seat.taken", "entropy", lambda entropy: "3" * 64),
    "an option left out": ("game.created", "options", lambda options: {"hands": options["hands"]}),
    "another deal": ("game.created", "deal", lambda deal: deal[::-1]),
    "an earlier deadline": ("decision.timed_out", "deadline", lambda deadline: deadline - 1),
    "another shuffle": ("pile.shuffled", "root", lambda root: "4" * 64),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forger_who_mends_the_chain_is_found_by_rules_seeds_and_roots(forgery):
    kind, field, change = FORGERIES[forgery]
    tried = 0
    for seed in MATCHES:
        values = values_of(list(match(seed)))
        places = [at for at, value in enumerate(values) if value["kind"] == kind]
        if field == "winner":
            places = [at for at in places if values[at]["data"]["winner"] is not None]
        if not places:
            continue
        at = random.Random(seed).choice(places)
        values[at]["data"][field] = change(values[at]["data"][field])
        tried += 1
        report = verify_lines(rechained(values))
        assert report.verdict == DIVERGED, f"match {seed}, event {at}: {found(report)}"
    assert tried >= 3


def test_a_card_that_was_not_in_the_hand_is_found_though_the_chain_was_mended():
    """Another card of the same hand that fits as well makes another match that could have been: of that only the chain
    tells, against a head that somebody else has kept."""
    tried = 0
    for seed in MATCHES:
        played, chance = random_match(seed), random.Random(seed)
        values = values_of(played.lines)
        plays = [at for at, value in enumerate(values) if value["kind"] == "card.played"]
        if not plays:
            continue  # somebody left before the first card
        tried += 1
        at = chance.choice(plays)
        before = played.states[values[at]["request"] - 1]
        held = hand(before, values[at]["data"]["seat"], played.dealer)
        values[at]["data"]["card"] = chance.choice([card for card in CODES if card not in held])
        report = verify_lines(rechained(values))
        assert (report.verdict, report.seq) == (DIVERGED, at), f"match {seed}, event {at}: {found(report)}"
    assert tried > len(MATCHES) / 2


def test_an_event_left_out_or_put_in_is_found_though_the_chain_was_mended():
    for seed in MATCHES:
        values, chance = values_of(list(match(seed))), random.Random(seed)
        at = chance.randrange(2, len(values) - 1)
        assert verify_lines(rechained([*values[:at], *values[at + 1 :]])).verdict == DIVERGED
        assert verify_lines(rechained([*values[:at], values[at], *values[at:]])).verdict == DIVERGED


def test_a_running_hand_is_held_to_the_rules_though_its_cards_are_not_open():
    """Everything but the hidden cards: whose turn, what fits, which slots, who is hit by what."""
    tried = 0
    for seed in MATCHES:
        values, chance = values_of(list(match(seed))), random.Random(seed)
        end = next(at for at, value in enumerate(values) if value["kind"] == "hand.ended")
        last = values[end]["request"]
        open_hand = [value for value in values[:end] if value["request"] < last]
        plays = [at for at, value in enumerate(open_hand[:-1]) if value["kind"] == "card.played"]
        if not plays:
            continue
        tried += 1
        at = chance.choice(plays)
        seat = open_hand[at]["data"]["seat"]
        for field, wrong in (("seat", (seat + 1) % 10), ("card", "W4")):
            if open_hand[at]["data"][field] == wrong:
                continue
            forged = values_of([*rechained(open_hand)])
            forged[at]["data"][field] = wrong
            report = verify_lines(rechained(forged))
            assert report.verdict == DIVERGED, f"match {seed}, event {at}, {field}: {found(report)}"
    assert tried >= 10


def test_a_kind_or_rules_of_a_later_version_are_unverified():
    values = values_of(list(match(SEED)))
    later = [*values[:20], {**values[20], "kind": "card.juggled"}, *values[21:]]
    assert verify_lines(rechained(later)).verdict == UNVERIFIED
    newer = [*values[:20], {**values[20], "v": 2}, *values[21:]]
    assert verify_lines(rechained(newer)).verdict == UNVERIFIED
    values[0]["data"]["rules"] = "umk/2"
    assert verify_lines(rechained(values)).verdict == UNVERIFIED


def test_a_cancelled_game_is_exact():
    recorder = Recorder(random.Random(1), Options(), 4)
    recorder.put("player:host", cancel(recorder.state, "nobody came", recorder.t))
    assert verify_lines(recorder.lines).verdict == EXACT


def test_whose_request_it_is_cannot_be_changed():
    values = values_of(list(match(SEED)))
    move = next(value for value in values if value["kind"] == "card.played")
    for actor in ("service", "staff:x", f"seat:{9 - move['data']['seat']}", "player:host"):
        forged = [{**value, "actor": actor} if value["request"] == move["request"] else value for value in values]
        report = verify_lines(rechained(forged))
        assert (report.verdict, report.seq) == (DIVERGED, move["seq"]), f"{actor}: {found(report)}"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"seat": "0", "card": "r5", "uno": False},
        {"seat": True, "card": "r5", "uno": False},
        {"seat": -1, "card": "r5", "uno": False},
        {"seat": 0, "card": "r5", "uno": False, "slot": 3},
        {"seat": 0, "card": "r55", "uno": False},
        {"seat": 0, "card": "r5", "uno": 1},
        {"seat": 10**15, "card": "r5", "uno": False},
    ],
)
def test_data_of_a_wrong_shape_are_refused_at_their_line(data):
    values = values_of(list(match(SEED)))
    at = next(at for at, value in enumerate(values) if value["kind"] == "card.played")
    values[at]["data"] = data
    report = verify_lines(rechained(values))
    assert (report.verdict, report.seq) == (DIVERGED, at)


def test_no_lines_are_no_game():
    assert verify_lines([]).verdict == UNVERIFIED


@pytest.mark.parametrize("seed", MATCHES)
def test_a_record_that_grows_is_gone_on_with_and_found_to_be_the_same(seed):
    lines, chance = match(seed), random.Random(seed)
    base = NOTHING
    for end in sorted({*chance.sample(range(1, len(lines)), min(8, len(lines) - 1)), len(lines)}):
        report, base = verify_on(base, lines[base.events : end])
        assert report == verify_lines(lines[:end]), f"up to {end}"
        assert base.events <= end
    assert (base.events, base.state.over) == (len(lines), True)
    assert verify_on(base, [])[0] == report


@pytest.mark.parametrize("seed", MATCHES)
def test_what_is_wrong_behind_a_verified_part_is_found_as_ever(seed):
    lines, chance = match(seed), random.Random(seed)
    _, base = verify_on(NOTHING, lines[: chance.randrange(len(lines))])
    at = chance.randrange(base.events, len(lines))
    values = values_of(list(lines))
    values[at]["data"] = {**values[at]["data"], "seat": 11, "hand": 250}
    touched = rechained(values)
    report, after = verify_on(base, touched[base.events :])
    assert report.verdict == DIVERGED
    assert report == verify_lines(touched)
    assert after == base, "nothing new is believed of a record that diverges"
    cut, after = verify_on(base, lines[base.events : at + 1], cut=True)
    assert cut == verify_lines(lines[: at + 1], cut=True)


def test_only_hands_whose_seeds_are_known_count_as_verified():
    seed = next(seed for seed in range(99) if random_match(seed).state.hand > 2)
    lines = match(seed)
    kinds = [value["kind"] for value in values_of(list(lines))]
    dealt = [at for at, kind in enumerate(kinds) if kind == "hand.started"]
    for number, at in enumerate(dealt, 1):
        _, base = verify_on(NOTHING, lines[: at + 8])
        assert base.events < at
        assert len(base.seeds) == max(0, number - 2), "the last request dealt a hand, and so is not among them"
        assert (base is NOTHING) == (number == 1)
