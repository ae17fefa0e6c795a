"""Branches of records: the same cards up to the fork, event by event, and a record of their own that is exact."""

import gzip
import random
import uuid
from itertools import pairwise
from pathlib import Path

import pytest

import replays
from app.rules.bots import BOTS
from app.rules.clock import Clock
from app.rules.decide import decide, time_out
from app.rules.events import recorded
from app.rules.lifecycle import create, sit, start, void
from app.rules.moves import parse_move
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.state import State
from app.rules.view import view
from replays import chain
from replays.branch import Deed, NotRepeated, begin, fork, options_of
from replays.deal import SeededDealer, entropy_of
from replays.format import quick
from replays.recording import Recording
from replays.verify import EXACT, verify_lines
from tests.effort import effort
from tests.records import Recorder, random_match

GOLDEN = sorted((Path(replays.__file__).parent / "golden").glob("*.jsonl.gz"))
T = 1_900_000_000_000
OF_CLOCKS_AND_PEOPLE = {
    "players", "options", "clock", "missed", "decision", "since", "deadline", "bank", "paused",
    "asked", "paused_for",
}  # fmt: skip
"""What of a state is not play: a branch has no clock."""
LEFT_OUT = ("decision.timed_out", "clock.paused", "clock.resumed", "clock.changed", "seat.taken_over")


class Branch:
    """A branch at its beginning, written down. Somebody sits at one seat, bots at all others."""

    def __init__(self, origin: Recording, at: int, seat: int | None = None) -> None:
        self.game = str(uuid.uuid4())
        self.fork = fork(origin, at)
        of, hand = self.fork.state, self.fork.state.hand
        self.seat = of.turn if seat is None else seat
        self.head, self.lines = chain.START, list[bytes]()
        decision = create(options_of(of.options, hand), of.seats, of.deal, of.commitment, Clock(), T)
        self.put(Deed("player:h", decision))
        bots: dict[int, str] = {}
        for taken, put_in in self.fork.put_in.items():
            if taken == self.seat:
                self.put(Deed("player:h", sit(self.state, taken, "h", None, put_in, T)))
            else:
                bots[taken] = "racer"
        for bot in [bot for bot in bots if self.fork.put_in[bot] is None]:
            self.put(Deed("player:h", sit(self.state, bot, None, "racer", None, T)))
        lines, seed = origin.lines[: self.fork.seq + 1], origin.seeds[hand]
        for deed in begin(self.state, lines, seed, self.fork.put_in, bots, "player:h", lambda: str(uuid.uuid4()), T):
            self.put(deed)
        self.dealer = SeededDealer(of.deal, bytes.fromhex(seed), entropy_of(self.state), hand)

    def put(self, deed: Deed) -> None:
        events = recorded(deed.decision.events)
        made, self.head = chain.lines(self.head, self.game, deed.actor, T, events)
        self.lines += [line.bytes for line in made]
        self.state = deed.decision.state

    def play_out(self, chance: random.Random) -> "Branch":
        """Racers play the hand to its end; one that goes round for ever, since almost all cards were laid aside, ends
        void."""
        for _ in range(1_000):
            seat = self.state.turn
            if seat is None:
                return self
            body = BOTS["racer"].choose(view(self.state, self.dealer, seat), chance)
            assert body is not None
            self.put(Deed(f"seat:{seat}", decide(self.state, seat, parse_move(body), self.dealer, T)))
        if not self.state.over:
            self.put(Deed("service", void(self.state, self.dealer, T)))
        return self


def play_of(lines: list[bytes]) -> list[tuple[str, object]]:
    """What was played, whoever sat there, and whoever made a seat go."""
    said = [one for one in quick(lines) if one["kind"] not in LEFT_OUT]
    begun = next(place for place, one in enumerate(said) if one["kind"] == "hand.started")
    for one in said:
        if one["kind"] == "seat.resigned":
            one["data"]["reason"] = "resigned"
    return [(one["kind"], one["data"]) for one in said[begun:]]


def in_play(state: State) -> dict[str, object]:
    return {name: value for name, value in state.__dict__.items() if name not in OF_CLOCKS_AND_PEOPLE}


def seats_in(state: State) -> list[tuple[int, str | None]]:
    return [(seat, one.entropy) for seat, one in enumerate(state.players) if one is not None]


def check(origin: Recording, at: int, chance: random.Random) -> Branch:
    """Branches from an event, and holds the branch against its origin and against the verifier."""
    branch = Branch(origin, at)
    there = branch.fork.state
    assert in_play(branch.state) == in_play(there)
    assert seats_in(branch.state) == seats_in(there)
    assert play_of(branch.lines) == play_of(list(origin.lines[: branch.fork.seq + 1]))
    report = verify_lines(branch.play_out(chance).lines)
    assert report.verdict == EXACT, report.line()
    assert report.entropy_seats == sum(put_in is not None for put_in in branch.fork.put_in.values())
    ended = [one["data"]["seed"] for one in quick(branch.lines) if one["kind"] == "hand.ended"]
    assert ended == [origin.seeds[hand] for hand in range(1, there.hand + 1)]
    return branch


def somewhere(origin: Recording, chance: random.Random, count: int) -> list[int]:
    """Events from which a branch can be made."""
    found = [moment.seq for moment in origin.moments() if moment.complete and moment.state.turn is not None]
    return chance.sample(found, min(count, len(found)))


@pytest.mark.parametrize("seed", range(effort(25, 400)))
def test_a_branch_is_its_origin_up_to_the_fork_and_its_record_is_exact(seed: int) -> None:
    origin, chance = Recording(random_match(seed, resigning=0.01).lines), random.Random(seed)
    for at in somewhere(origin, chance, effort(3, 12)):
        try:
            check(origin, at, chance)
        except NotRepeated:
            assert went_between_hands(origin, at)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name.partition(".")[0])
def test_golden_records_branch(path: Path) -> None:
    origin, chance = Recording(gzip.decompress(path.read_bytes()).splitlines()), random.Random(path.name)
    for at in somewhere(origin, chance, effort(1, 5)):
        if not went_between_hands(origin, at):
            check(origin, at, chance)


def went_between_hands(origin: Recording, at: int) -> bool:
    """Whether time had run out for somebody who then left between two hands, which nobody does by a move."""
    kinds = [one["kind"] for one in quick(origin.lines[: at + 1])]
    return any(pair == ("hand.ended", "seat.resigned") for pair in pairwise(kinds))


def moments_of(kind: str, wanted: int = 1) -> list[tuple[Recording, int]]:
    """Places in random matches where something of this kind happens, with more to come behind it."""
    found: list[tuple[Recording, int]] = []
    for seed in range(60):
        origin = Recording(random_match(seed, resigning=0.01).lines)
        places = [moment for moment in origin.moments() if not moment.state.over]
        found += [(origin, moment.seq) for moment in places if moment.kind == kind][:1]
        if len(found) >= wanted:
            break
    return found[:wanted]


@pytest.mark.parametrize("kind", ["decision.timed_out", "clock.paused", "seat.taken_over", "seat.resigned"])
def test_behind_what_no_branch_has_it_agrees_all_the_same(kind: str) -> None:
    chance = random.Random(kind)
    for origin, at in moments_of(kind, 4):
        later = [moment.seq for moment in origin.moments() if moment.seq > at + 8 and moment.state.turn is not None]
        if later and not went_between_hands(origin, later[0]):
            check(origin, later[0], chance)


def kinds(branch: Branch) -> list[str]:
    return [one["kind"] for one in quick(branch.lines)]


def test_a_resignation_by_the_clock_is_made_again_by_the_seat() -> None:
    origin, at = next(
        (origin, at)
        for origin, at in moments_of("seat.resigned", 60)
        if quick(origin.lines[at : at + 1])[0]["data"]["reason"] == "timeout"
    )
    seat = quick(origin.lines[at : at + 1])[0]["data"]["seat"]
    at = next(moment.seq for moment in origin.moments() if moment.seq >= at and moment.complete)
    branch = check(origin, at, random.Random(1))
    gone = [one for one in quick(branch.lines) if one["kind"] == "seat.resigned" and one["data"]["seat"] == seat]
    assert [(one["actor"], one["data"]["reason"]) for one in gone] == [(f"seat:{seat}", "resigned")]


def plain_match(seed: int, hands: int = 2, bots: bool = False) -> Recorder:
    """A match of three, with entropy of all of them, or of bots who put in nothing."""
    chance = random.Random(seed)
    recorder = Recorder(chance, Options(hands=hands), 3)
    put_in = []
    for seat in range(3):
        entropy = None if bots else chance.randbytes(32).hex()
        player, bot = (None, "racer") if bots else (f"p{seat}", None)
        recorder.put("player:host", sit(recorder.state, seat, player, bot, entropy, recorder.t))
        put_in += [(seat, entropy)] if entropy else []
    recorder.dealer = SeededDealer(recorder.game, recorder.last_seed, put_in)
    recorder.put("player:host", start(recorder.state, recorder.dealer, recorder.t))
    return recorder.finish(resigning=0)


def test_where_a_bot_plays_that_puts_nothing_in_its_seats_part_of_the_deal_stays() -> None:
    origin = Recording(plain_match(1).lines)
    branch = check(origin, origin.moments().__next__().seq + 20, random.Random(1))
    taken_over = [one["data"] for one in quick(branch.lines) if one["kind"] == "seat.taken_over"]
    others = [seat for seat in range(3) if seat != branch.seat]
    assert taken_over == [{"seat": seat, "bot": "racer"} for seat in others]


def test_where_nobody_had_put_anything_in_bots_just_sit_down() -> None:
    origin = Recording(plain_match(2, bots=True).lines)
    branch = check(origin, 20, random.Random(1))
    assert "seat.taken_over" not in kinds(branch)
    assert kinds(branch)[:5] == ["game.created", "seat.taken", "seat.taken", "seat.taken", "game.started"]


def test_in_the_middle_of_a_request_it_begins_before_the_request() -> None:
    for origin, at in moments_of("cards.drawn", 10):
        moment = origin.moment(at)
        if moment.complete:
            continue
        before = fork(origin, at)
        assert origin.moment(before.seq).complete
        assert origin.moment(before.seq).request == moment.request - 1
        check(origin, at, random.Random(at))


def test_of_a_deal_that_is_going_on_it_begins_behind() -> None:
    origin = Recording(plain_match(3).lines)
    moments = list(origin.moments())
    second = next(moment for moment in moments if moment.kind == "hand.started" and moment.state.hand == 2)
    ended = next(moment for moment in moments if moment.kind == "hand.ended")
    begun = next(moment for moment in moments if moment.kind == "game.started")
    for at, hand in ((second.seq, 2), (ended.seq, 1), (begun.seq, 1)):
        where = fork(origin, at)
        assert where.state.hand == hand
        assert where.state.turn is not None
    assert fork(origin, second.seq).seq > second.seq
    assert fork(origin, ended.seq).seq < ended.seq
    assert fork(origin, begun.seq).state.played == ((), (), ())
    assert check(origin, second.seq, random.Random(3)).state.options.hands == 2


def test_where_nobody_plays_there_is_no_branch() -> None:
    origin = Recording(plain_match(4).lines)
    for at, code in ((0, "game_not_started"), (2, "game_not_started"), (len(origin.lines) - 1, "game_over")):
        with pytest.raises(Refused) as refused:
            fork(origin, at)
        assert refused.value.code == code
    for at in (-1, len(origin.lines)):
        with pytest.raises(IndexError):
            fork(origin, at)


def test_a_table_created_with_people_at_it_is_no_place_for_a_branch() -> None:
    """Its first events are one request."""
    match = plain_match(5)
    said = quick(match.lines)
    head, lines = chain.START, list[bytes]()
    for group in ([0, 1, 2, 3], range(4, len(said))):
        events = [(said[at]["kind"], said[at]["data"]) for at in group]
        made, head = chain.lines(head, match.game, "player:host", T, events)
        lines += [line.bytes for line in made]
    for at in range(4):
        with pytest.raises(Refused) as refused:
            fork(Recording(lines), at)
        assert refused.value.code == "game_not_started"


def test_a_record_that_was_cut_between_hands_branches_before_its_last_request() -> None:
    match = plain_match(6)
    ended = next(at for at, one in enumerate(quick(match.lines)) if one["kind"] == "hand.ended")
    origin = Recording(match.lines[: ended + 1])
    where = fork(origin, ended)
    assert (where.state.hand, where.state.phase in ("turn", "drawn", "target")) == (1, True)
    check(origin, ended, random.Random(6))


def test_who_was_made_to_go_between_two_hands_cannot_go_by_a_move() -> None:
    origin, ended = gone_between_hands()
    check(origin, ended, random.Random(7))  # in the hand that was on it can be branched
    later = next(moment.seq for moment in origin.moments() if moment.seq > ended and moment.state.turn is not None)
    with pytest.raises(NotRepeated):
        Branch(origin, later)


def gone_between_hands() -> tuple[Recording, int]:
    """A match in which time ran out for a decision that ended a hand, and its seat then left; and where."""
    for seed in range(2_000):
        origin = Recording(_hurried(seed))
        kinds = [one["kind"] for one in quick(origin.lines)]
        for at, pair in enumerate(pairwise(kinds)):
            if pair == ("hand.ended", "seat.resigned") and "hand.started" in kinds[at:]:
                return origin, at
    raise AssertionError("no such match was found")


def _hurried(seed: int) -> list[bytes]:
    """Green Shells as last cards, and no time to aim them."""
    chance = random.Random(seed)
    recorder = Recorder(chance, Options(hands=2, missed_decisions=1), 3, Clock("decision", 1_000))
    recorder.begin()
    for _ in range(400):
        if recorder.state.over:
            break
        if recorder.state.phase == "target" and 0 in recorder.state.counts:
            recorder.t = recorder.state.deadline or recorder.t
            decision = time_out(recorder.state, recorder.state.turn or 0, recorder.dealer, recorder.t)
            recorder.put("service", decision)
        else:
            _quick_step(recorder)
    return recorder.lines


def _quick_step(recorder: Recorder) -> None:
    state, seat = recorder.state, recorder.state.turn
    assert seat is not None
    body = BOTS["racer"].choose(view(state, recorder.dealer, seat), recorder.chance)
    assert body is not None
    recorder.put(f"seat:{seat}", decide(state, seat, parse_move(body), recorder.dealer, recorder.t))


def test_a_seat_that_was_taken_has_to_be_taken() -> None:
    origin = Recording(plain_match(8).lines)
    where = fork(origin, 20)
    of = where.state
    table = create(options_of(of.options, of.hand), of.seats, of.deal, of.commitment, Clock(), T).state
    table = sit(table, 0, "h", None, where.put_in[0], T).state
    with pytest.raises(Refused) as refused:
        begin(table, origin.lines[:21], origin.seeds[1], where.put_in, {1: "racer"}, "player:h", lambda: "s", T)
    assert refused.value.code == "too_few_seats"


def test_other_cards_than_the_origins_are_told() -> None:
    """A seat that puts something else into the deal would be dealt other cards."""
    origin = Recording(plain_match(9).lines)
    where = fork(origin, 20)
    of = where.state
    table = create(options_of(of.options, of.hand), of.seats, of.deal, of.commitment, Clock(), T).state
    table = sit(table, 0, "h", None, "0" * 64, T).state
    bots = {1: "racer", 2: "racer"}
    with pytest.raises(NotRepeated, match="the first deal"):
        begin(table, origin.lines[:21], origin.seeds[1], where.put_in, bots, "player:h", lambda: str(uuid.uuid4()), T)


def test_a_bot_that_sits_at_the_table_already_gives_its_seat_to_what_was_put_in() -> None:
    origin = Recording(plain_match(10).lines)
    where = fork(origin, 20)
    of = where.state
    table = create(options_of(of.options, of.hand), of.seats, of.deal, of.commitment, Clock(), T).state
    table = sit(table, 0, "h", None, where.put_in[0], T).state
    for seat in (1, 2):
        table = sit(table, seat, None, "racer", None, T).state
    ids = iter(("s1", "s2"))
    bots = {1: "racer", 2: "racer"}
    deeds = begin(
        table, origin.lines[: where.seq + 1], origin.seeds[1], where.put_in, bots, "player:h", lambda: next(ids), T
    )
    assert in_play(deeds[-1].decision.state) == in_play(of)
    assert [one and one.bot for one in deeds[-1].decision.state.players] == [None, "racer", "racer"]


def test_options_end_the_match_with_the_hand_that_is_branched() -> None:
    origin = Options(hands=1, target_score=500, ties="play_on", last_card_effects=False)
    assert options_of(origin, 4) == Options(hands=4, last_card_effects=False)
