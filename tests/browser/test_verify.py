"""A record checked in the browser: what holds there holds in Python, and what Python finds is found there, too.

The modules are those that pages load. What they are asked about is made here, and compared with the verifier.
"""

import copy
import gzip
import json
import random
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from app.rules.cards import CODES
from app.rules.dealer import Pile
from app.rules.legal import hand
from app.rules.lifecycle import cancel
from app.rules.options import Options
from app.web import assets
from replays.deal import SeededDealer, seed
from replays.format import canonical, envelope
from replays.recording import Recording
from replays.verify import DIVERGED, EXACT, Report, verify_lines
from tests.effort import SEED, effort
from tests.golden import corpus, shapes
from tests.records import Recorder, random_match, rechained, values_of
from tests.replays import vectors
from tests.replays.test_verify import FORGERIES

ADDRESS = "http://localhost"
"""Nothing listens there: a page at that address may hash, and what it asks for is answered below."""
RECORD = "/game.replay.jsonl"
RULES = "rules"
"""What Python alone checks."""

Verifier = Callable[..., dict[str, Any]]


@pytest.fixture
def answers() -> dict[str, bytes]:
    """What is there to be asked for, by path, beside the modules."""
    return {}


@pytest.fixture
def context(browser, answers) -> Iterator[BrowserContext]:
    """A browser in which the modules are at /js/record/, and which reaches nothing else."""
    made = browser.new_context()

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        file = Path(assets.FOLDER, path.lstrip("/"))
        if path in answers:
            route.fulfill(body=answers[path])
        elif path == "/":
            route.fulfill(body="<!doctype html><title>empty</title>", content_type="text/html")
        elif path.startswith("/js/record/") and file.is_file():
            route.fulfill(path=file, content_type="text/javascript")
        else:
            route.abort()

    made.route("**", answer)
    yield made
    made.close()


@pytest.fixture
def blank(context) -> Page:
    """A page of nothing, in which modules can be loaded."""
    page = context.new_page()
    page.goto(f"{ADDRESS}/")
    return page


@pytest.fixture
def found(blank, answers) -> Verifier:
    """What the browser finds in a record."""

    def verify(lines: Sequence[bytes], cut: bytes = b"", openings: Sequence[Any] = ()) -> dict[str, Any]:
        answers[RECORD] = b"".join(line + b"\n" for line in lines) + cut
        answers["/openings"] = json.dumps({"openings": list(openings)}).encode()
        report: dict[str, Any] = blank.evaluate(
            """async ([url, openings]) => {
              const { verifyRecord } = await import("/js/record/verify.js");
              return verifyRecord(url, () => {}, { openings });
            }""",
            [RECORD, "/openings" if openings else None],
        )
        return report

    return verify


def agree(ours: dict[str, Any], theirs: Report, where: str) -> None:
    """The browser says what Python says; what only the rules tell it finds later, or not at all."""
    said = f"{where}: {theirs.verdict} {theirs.line()}; in the browser {ours['verdict']} {ours['fault']}"
    assert ours["events"] == theirs.events, said
    if theirs.verdict != DIVERGED:
        assert ours["fault"] is None, said
        assert (ours["verdict"] == "holds") == (theirs.verdict == EXACT), said
        looked = {check.name: check.looked_at for check in theirs.checks}
        there = {check["name"]: (check["checked"], check["waiting"]) for check in ours["checks"]}
        assert there["chain"] == (looked["chain"], 0), said
        assert there["seeds"][0] == looked["seeds"], said
        assert sum(there["roots"]) == looked["roots"], said
        assert sum(there["cards"]) == looked["cards"], said
    elif theirs.check != RULES:
        assert ours["fault"] is not None, said
        assert (ours["fault"]["seq"], ours["fault"]["check"]) == (theirs.seq, theirs.check), said
    elif ours["fault"] is not None:
        assert ours["fault"]["seq"] >= (theirs.seq or 0), said


# ---------------------------------------------------------------- the steps, one by one


def test_the_test_vectors_of_the_format(blank):
    came = blank.evaluate(
        """async ({ deal, seed, entropy, again }) => {
          const deck = await import("/js/record/deck.js");
          const merkle = await import("/js/record/merkle.js");
          const { hex } = await import("/js/record/bytes.js");
          const { seedBefore } = await import("/js/record/seeds.js");
          const key = await deck.deckKey(deal, seed, 1, entropy);
          const order = await deck.order(key, 0, deck.DECK);
          const leaves = await deck.leaves(key, deal, 1, 0, 0, order);
          const levels = await merkle.levels(leaves);
          const reshuffled = await deck.dealt(key, deal, 1, 1, 112, again);
          return {
            before: await seedBefore(deal, seed),
            key: hex(key),
            order,
            salt: hex((await deck.salts(key, 0, 0, 1))[0]),
            leaf: hex(leaves[0]),
            root: hex(await merkle.root(leaves)),
            paths: [0, 100].map((index) => merkle.path(levels, index).map(hex)),
            reshuffled,
            nothing: hex(await merkle.root([])),
          };
        }""",
        {"deal": vectors.DEAL, "seed": vectors.S1, "entropy": vectors.ENTROPY, "again": vectors.RESHUFFLED.cards[::-1]},
    )
    assert came["before"] == vectors.S0
    assert came["key"] == vectors.K.hex()
    assert came["order"] == vectors.ORDER
    assert (came["salt"], came["leaf"], came["root"]) == (vectors.SALT_0, vectors.LEAF_0, vectors.ROOT)
    assert came["paths"] == [vectors.PATH_0, vectors.PATH_100]
    assert came["reshuffled"]["root"] == vectors.ROOT_RESHUFFLED
    assert came["reshuffled"]["cards"] == vectors.words("yS b0 r5 g9 WB r5 W4")
    assert came["nothing"] == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_piles_of_every_size_are_shuffled_and_bound_as_in_python(blank):
    chance = random.Random(SEED)
    dealer = SeededDealer(vectors.DEAL, vectors.LAST_SEED, vectors.ENTROPY, last=3)
    sizes = [1, 2, 3, 17, 18, 33, 64, 65, *chance.sample(range(4, 112), 8)]
    piles = [Pile(112, tuple(sorted(chance.sample(vectors.WHOLE[0].cards, size), key=CODES.index))) for size in sizes]
    came = blank.evaluate(
        """async ({ deal, seed, entropy, piles }) => {
          const deck = await import("/js/record/deck.js");
          const key = await deck.deckKey(deal, seed, 2, entropy);
          return Promise.all(piles.map((cards) => deck.dealt(key, deal, 2, 1, 112, cards)));
        }""",
        {
            "deal": vectors.DEAL,
            "seed": seed(vectors.DEAL, vectors.LAST_SEED, 2, 3),
            "entropy": vectors.ENTROPY,
            "piles": [pile.cards for pile in piles],
        },
    )
    for pile, one in zip(piles, came, strict=True):
        both = (*vectors.WHOLE, pile)
        assert one["cards"] == list(dealer.cards(2, both)[112:])
        assert one["root"] == dealer.root(2, both)


def test_a_path_shows_its_leaf_and_no_other(blank):
    wrong = blank.evaluate(
        """async () => {
          const merkle = await import("/js/record/merkle.js");
          const wrong = [];
          for (const size of [1, 2, 3, 5, 7, 8, 9, 100, 112]) {
            const leaves = await Promise.all(Array.from({ length: size }, (_, at) => merkle.leaf(Uint8Array.of(at))));
            const levels = await merkle.levels(leaves);
            const root = levels.at(-1)[0];
            for (let at = 0; at < size; at += 1) {
              const path = merkle.path(levels, at);
              const shows = (leaf, index, steps) => merkle.includes(root, size, index, leaf, steps);
              const fine = await shows(leaves[at], at, path);
              const others = [
                await shows(leaves[(at + 1) % size], at, path) && size > 1,
                await shows(leaves[at], at - 1, path),
                await shows(leaves[at], size, path),
                await shows(leaves[at], at, [...path, root]),
                path.length > 0 && (await shows(leaves[at], at, path.slice(1))),
              ];
              if (!fine || others.some(Boolean)) wrong.push([size, at, fine, others]);
            }
          }
          return wrong;
        }"""
    )
    assert wrong == []


def test_every_kind_of_event_is_known_with_all_its_fields(blank):
    """Whoever adds a kind, or another version of one, finds here that the browser has to learn it, too."""
    written = {name: fields for name, fields in shapes.written().items() if not name.startswith("umk/")}
    known = blank.evaluate("""async () => (await import("/js/record/shapes.js")).shapesInWords()""")
    assert known == written


SOUND = (
    b'{"actor":"player:0","data":%s,"game":"7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37","kind":"game.started",'
    b'"prev":"0000000000000000000000000000000000000000000000000000000000000000","request":0,"seq":0,"t":1,"v":1}'
)
FINE = [
    b"{}",
    b'{"a":1,"b":[true,false,null,-3,9007199254740991]}',
    '{"a":"þ é ب \U0001f3ce \u2028 \x7f"}'.encode(),
    rb'{"a":"\"\\\b\t\n\f\r\u0000\u001f/"}',
    '{"a":"\ufeff"}'.encode(),
    b'{"a":' + b"[" * 62 + b"]" * 62 + b"}",
]
WRONG = [
    b'{"b":1,"a":2}',
    b'{"a":1,"a":1}',
    b'{"a": 1}',
    b'{"a":1.0}',
    b'{"a":1e2}',
    b'{"a":-0}',
    b'{"a":01}',
    b'{"a":9007199254740992}',
    b'{"a":9007199254740993}',
    b'{"a":1000000000000000000000}',
    b'{"a":NaN}',
    b'{"a":Infinity}',
    b'{"A":1}',
    b'{"__proto__":{"a":1}}',
    b'{"":1}',
    rb'{"a":"\/"}',
    rb'{"a":"\u0041"}',
    rb'{"a":"\u001F"}',
    rb'{"a":"\ud800"}',
    rb'{"a":"\ud83c\udfce"}',
    b'{"a":"\xed\xa0\x80"}',
    b'{"a":"\xff"}',
    b'{"a":"\xc0\x80"}',
    b'{"a":"\x01"}',
    '{"a":"e\u0301"}'.encode(),
    b'{"a":' + b"[" * 63 + b"]" * 63 + b"}",
    b'{"a":' + b"[" * 9000 + b"]" * 9000 + b"}",
    b'{"a":"' + b"x" * (1 << 20) + b'"}',
    b"[]",
    b"null",
    b'"x"',
]
EVENTS = [SOUND % data for data in FINE]
NO_EVENTS = [
    *(SOUND % data for data in WRONG),
    b"\xef\xbb\xbf" + SOUND % b"{}",
    SOUND % b"{}" + b"\r",
    b" " + SOUND % b"{}",
    b"",
    b"{}",
    b"[]",
    (SOUND % b"{}").replace(b'"v":1', b'"v":0'),
    (SOUND % b"{}").replace(b'"v":1', b'"v":true'),
    (SOUND % b"{}").replace(b'"v":1', b'"v":1,"w":1'),
    (SOUND % b"{}").replace(b'"t":1,', b""),
    (SOUND % b"{}").replace(b'"t":1', b'"t":-1'),
    (SOUND % b"{}").replace(b"player:0", b"player:"),
    (SOUND % b"{}").replace(b"player:0", b"player:0\\n"),
    (SOUND % b"{}").replace(b"player:0", b"seat:10"),
    (SOUND % b"{}").replace(b"-4e2b-", b"-5e2b-"),
    (SOUND % b"{}").replace(b"game.started", b"game"),
    (SOUND % b"{}").replace(b"game.started", b"game.started\\n"),
    (SOUND % b"{}").replace(b'"seq":0', b'"seq":"0"'),
]


def test_bytes_that_are_no_event_are_none_in_the_browser_either(blank):
    came = blank.evaluate(
        """async (lines) => {
          const { readChain } = await import("/js/record/chain.js");
          const read = (text) => readChain([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))]);
          return Promise.all(lines.map(async (line) => (await read(line)).fault?.check ?? null));
        }""",
        [b64encode(line).decode() for line in EVENTS + NO_EVENTS],
    )
    assert came[: len(EVENTS)] == [None] * len(EVENTS)
    assert came[len(EVENTS) :] == ["bytes"] * len(NO_EVENTS)


def test_python_says_the_same_of_these_bytes():
    for line in EVENTS:
        envelope(line)
    for line in NO_EVENTS:
        with pytest.raises(ValueError, match=r"."):
            envelope(line)


# ---------------------------------------------------------------- whole records

NAMES = random.Random(SEED).sample(corpus.names(), effort(24, len(corpus.names())))
ENDINGS = ("cancelled", "void", "resigns", "ruled-out", "takes-over")
"""Of each of these one golden record more."""
MATCHES = range(SEED, SEED + effort(6, 100))


def golden() -> list[str]:
    special = [next(name for name in corpus.names() if ending in name) for ending in ENDINGS]
    return sorted({*NAMES, *special}, key=corpus.number)


@pytest.mark.drill
def test_golden_records_hold_and_as_much_is_looked_at_as_in_python(found):
    for name in golden():
        lines = corpus.lines(name)
        ours = found(lines)
        agree(ours, verify_lines(lines), name)
        assert ours["verdict"] == "holds", name
        assert ours["hashes"][-1] == ours["head"]["hash"]


def test_the_head_is_the_hash_that_a_friend_computes(found):
    lines = random_match(3).lines
    ours = found(lines)
    expected = sha256(lines[-1]).hexdigest()
    assert ours["head"] == {"seq": len(lines) - 1, "hash": expected}
    assert ours["game"] == Recording(lines).game
    assert ours["commitment"] == Recording(lines).created.commitment
    report = verify_lines(lines)
    assert ours["seats"] == {"taken": report.seats, "entropy": report.entropy_seats}


@pytest.mark.drill
@pytest.mark.parametrize("number", MATCHES)
def test_a_line_that_is_changed_dropped_doubled_or_moved_is_found_where_python_finds_it(found, number):
    lines, chance = random_match(number).lines, random.Random(number)
    for at in chance.sample(range(len(lines) - 1), effort(4, 40)):
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
            ours, where = found(touched), f"match {number}, {way} at {at}"
            assert ours["verdict"] == "diverged", where
            assert ours["fault"]["seq"] in (at, at + 1), where
            agree(ours, verify_lines(touched), where)


@pytest.mark.drill
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forger_who_mends_the_chain_is_found_where_python_finds_it(found, forgery):
    kind, field, change = FORGERIES[forgery]
    for number in MATCHES:
        values = values_of(random_match(number).lines)
        places = [at for at, value in enumerate(values) if value["kind"] == kind and value["data"][field] is not None]
        for at in random.Random(number).sample(places, min(2, len(places))):
            forged = copy.deepcopy(values)
            forged[at]["data"][field] = change(forged[at]["data"][field])
            lines = rechained(forged)
            agree(found(lines), verify_lines(lines), f"match {number}, {forgery} at {at}")


UNSEEN_BY_CARDS = {
    "for another reason", "another winner", "more points", "another place",
    "another reason to end", "an option left out", "an earlier deadline",
}  # fmt: skip
"""What only the rules can tell: of that a browser has nothing to say that follows the cards alone."""

SEEN_LATER = {"somebody else plays", "more is drawn", "another dealer deals"}
"""Whose turn it is and how many are drawn is for the rules: the cards tell when one is missing, or taken twice."""


@pytest.mark.parametrize("forgery", sorted(FORGERIES.keys() - UNSEEN_BY_CARDS))
def test_what_touches_a_card_a_seed_or_a_root_is_seen_without_the_rules(found, forgery):
    kind, field, change = FORGERIES[forgery]
    for number in range(60):
        values = values_of(random_match(number).lines)
        places = [at for at, value in enumerate(values) if value["kind"] == kind and value["data"][field] is not None]
        if places:
            break
    at = places[0]
    values[at]["data"][field] = change(values[at]["data"][field])
    lines = rechained(values)
    theirs = verify_lines(lines)
    ours = found(lines)
    assert ours["verdict"] == theirs.verdict == DIVERGED
    if forgery in SEEN_LATER:
        assert ours["fault"]["seq"] >= theirs.seq
    else:
        assert ours["fault"]["seq"] == theirs.seq


@pytest.mark.parametrize("forgery", sorted(UNSEEN_BY_CARDS - {"another reason to end"}))
def test_of_what_only_the_rules_tell_nothing_is_said(found, forgery):
    """So that the page is right to say that it did not play the game again."""
    kind, field, change = FORGERIES[forgery]
    for number in range(60):
        values = values_of(random_match(number).lines)
        places = [at for at, value in enumerate(values) if value["kind"] == kind and value["data"][field] is not None]
        if places:
            break
    values[places[0]]["data"][field] = change(values[places[0]]["data"][field])
    assert found(rechained(values))["verdict"] == "holds"


@pytest.mark.drill
def test_a_card_that_was_not_in_the_hand_is_found_though_the_chain_was_mended(found):
    for number in MATCHES:
        played, chance = random_match(number), random.Random(number)
        values = values_of(played.lines)
        plays = [at for at, value in enumerate(values) if value["kind"] == "card.played"]
        at = chance.choice(plays)
        seat = values[at]["data"]["seat"]
        held = hand(played.states[values[at]["request"] - 1], seat, played.dealer)
        card = chance.choice([card for card in CODES if card not in held])
        values[at]["data"]["card"] = card
        ours = found(rechained(values))
        assert (ours["verdict"], ours["fault"]["seq"]) == ("diverged", at)
        assert ours["fault"]["check"] == "cards"
        assert ours["fault"]["values"] == {"seq": at, "kind": "card.played", "seat": seat, "card": card}


def test_data_of_a_wrong_shape_are_found_at_their_line(found):
    values = values_of(random_match(3).lines)
    at = next(at for at, value in enumerate(values) if value["kind"] == "card.played")
    right = values[at]["data"]
    wrong: list[dict[str, Any]] = [
        {},
        right | {"seat": "0"},
        right | {"uno": 1},
        right | {"card": "r55"},
        right | {"slot": 3},
    ]
    for data in wrong:
        values[at]["data"] = data
        lines = rechained(values)
        ours = found(lines)
        agree(ours, verify_lines(lines), str(data))
        assert (ours["fault"]["seq"], ours["fault"]["check"]) == (at, "shape")


def test_a_hand_that_is_never_closed_is_a_fault(found):
    """A match that ended without the seed of its last hand would never show its cards."""
    values = [value for value in values_of(random_match(3).lines) if value["kind"] != "hand.ended"]
    ours = found(rechained(values))
    assert (ours["verdict"], ours["fault"]["code"]) == ("diverged", "misplaced")


@pytest.mark.drill
@pytest.mark.parametrize("number", MATCHES)
def test_a_game_that_is_on_holds_as_far_as_it_goes(found, number):
    lines, chance = random_match(number).lines, random.Random(number)
    for end in chance.sample(range(1, len(lines)), min(effort(8, 80), len(lines) - 1)):
        ours = found(lines[:end])
        agree(ours, verify_lines(lines[:end]), f"match {number} up to {end}")
        assert ours["verdict"] == "open"
        dealt = [value["kind"] for value in values_of(lines[:end])]
        closed = dealt.count("hand.started") - dealt.count("hand.ended")
        waiting = next(check for check in ours["checks"] if check["name"] == "roots")["waiting"]
        assert (waiting > 0) == (closed > 0)
        assert [reason["code"] for reason in ours["reasons"]] == (["hands"] if closed else ["running"])


def test_a_last_line_that_is_cut_is_left_out_and_said(found):
    lines = random_match(3).lines
    ours = found(lines[:20], cut=lines[20][:30])
    assert (ours["verdict"], ours["events"]) == ("open", 20)
    assert {"code": "cut", "values": {}} in ours["reasons"]
    nothing = found([])
    assert (nothing["verdict"], nothing["head"]) == ("open", None)
    assert nothing["reasons"] == [{"code": "empty", "values": {}}]


def test_what_a_later_version_wrote_is_not_guessed_at(found):
    values = values_of(random_match(3).lines)
    later = rechained([*values[:20], {**values[20], "kind": "card.juggled"}, *values[21:]])
    ours = found(later)
    assert (ours["verdict"], ours["events"]) == ("open", len(later))
    assert ours["reasons"][0] == {"code": "kind", "values": {"seq": 20, "kind": "card.juggled", "v": 1}}
    newer = found(rechained([*values[:20], {**values[20], "v": 2}, *values[21:]]))
    assert newer["reasons"][0]["values"]["v"] == 2
    values[0]["data"]["rules"] = "umk/2"
    other = found(rechained(values))
    assert other["verdict"] == "open"
    assert other["reasons"][0] == {"code": "rules", "values": {"rules": "umk/2"}}


def test_a_cancelled_game_holds(found):
    recorder = Recorder(random.Random(1), Options(), 4)
    recorder.put("player:host", cancel(recorder.state, "nobody came", recorder.t))
    assert found(recorder.lines)["verdict"] == "holds"


def test_a_compressed_record_is_one(blank, answers):
    answers["/game.gz"] = gzip.compress(b"".join(line + b"\n" for line in random_match(3).lines))
    verdict = blank.evaluate(
        """async () => (await (await import("/js/record/verify.js")).verifyRecord("/game.gz")).verdict"""
    )
    assert verdict == "holds"


# ---------------------------------------------------------------- a hand that is on


def running() -> tuple[Recorder, int]:
    """A match in its first hand, with challenges or without, and a seat in it that plays."""
    recorder = Recorder(random.Random(8), Options(), 3)
    recorder.begin()
    for _ in range(30):
        recorder.step(resigning=0)
    assert recorder.state.hand == 1
    return recorder, 1


def openings_of(recorder: Recorder, seat: int) -> list[dict[str, Any]]:
    state = recorder.state
    slots = [*state.taken[seat], *state.turned]
    return [dict(recorder.dealer.opening(state.hand, state.piles, slot)) for slot in slots]


def test_the_cards_that_one_may_see_are_held_against_the_root_while_the_hand_is_on(found):
    recorder, seat = running()
    openings = openings_of(recorder, seat)
    ours = found(recorder.lines, openings=openings)
    assert (ours["verdict"], ours["fault"]) == ("open", None)
    checked = {check["name"]: check["checked"] for check in ours["checks"]}
    assert checked["openings"] == len(openings)


@pytest.mark.parametrize(
    "change",
    [
        {"card": "r1"},
        {"slot": 111},
        {"slot": -1},
        {"hand": 2},
        {"pile": 1},
        {"salt": "0" * 64},
        {"salt": "0"},
        {"path": []},
        {"path": None},
        {"more": 1},
    ],
)
def test_an_opening_that_shows_another_card_is_found(found, change):
    recorder, seat = running()
    openings = openings_of(recorder, seat)
    number = next(at for at, opening in enumerate(openings) if opening["card"] != "r1" and opening["slot"] != 111)
    openings[number] = {**openings[number], **change}
    ours = found(recorder.lines, openings=openings)
    assert (ours["verdict"], ours["fault"]["check"]) == ("diverged", "openings")


# ---------------------------------------------------------------- where it cannot be done


def test_it_says_where_a_page_may_not_hash_or_reach_the_record(context, blank):
    ask = """async (url) => {
      const { verifyRecord } = await import("/js/record/verify.js");
      return verifyRecord(url).then(() => null, (error) => error.code);
    }"""
    assert blank.evaluate(ask, "/nowhere") == "unreachable"
    insecure = context.new_page()
    insecure.route("http://game.test/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    insecure.route(
        "http://game.test/js/**",
        lambda route: route.fulfill(
            path=Path(assets.FOLDER, route.request.url.removeprefix("http://game.test/")),
            content_type="text/javascript",
        ),
    )
    insecure.goto("http://game.test/")
    assert insecure.evaluate(ask, "/nowhere") == "insecure"


def test_the_canonical_form_is_the_one_of_python(blank):
    values = [[], {}, [1, -1, 0, None, True], {"b": '\u2028\x7f\x00"\\', "a": ["þ", {"z": 1, "y": []}]}]
    came = blank.evaluate(
        """async (values) => values.map((await import("/js/record/canonical.js")).canonical)""", values
    )
    assert came == [canonical(value).decode() for value in values]
