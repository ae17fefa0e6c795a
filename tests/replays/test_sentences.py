"""What a game says of itself: for every event one sentence that a reader understands without knowing the record."""

import re
from collections.abc import Callable

import pytest

from app.rules.clock import Clock
from app.rules.events import DRAW_REASONS, KINDS, Event, GameCancelled, kind_of
from app.rules.evolve import evolve
from app.rules.lifecycle import cancel, leave, pause, resume, rule_out, sit, start, take_over, void
from app.rules.request import Decision
from app.rules.state import State
from replays.recording import Moment, Recording
from replays.show.english import ENGLISH
from replays.show.languages import in_language, sentence
from replays.show.sentences import Said, said
from tests.records import random_match
from tests.rules.specification import DECISION, Table, dealt, deck_of, given, seated

NAMES = ["Anna", "Ben", "Cem", "Dora"]


def told(before: State, events: tuple[Event, ...], t: int = 0) -> list[str]:
    """What is said of a request, event by event."""
    moments = [
        Moment(0, 0, "service", t, kind_of(event), event, evolve(before, events[:count]), count == len(events))
        for count, event in enumerate(events, 1)
    ]
    return [sentence(moment, NAMES[: before.seats]) for moment in moments]


def after(table: Table, seat: int, move: str) -> list[str]:
    """What is said when `seat` makes a move."""
    before = table.state
    return told(before, table.when(seat, move).events)


PLAYS = {
    "a number": ("g7 b1 b2 | r1", "play g7", "Anna plays a green 7."),
    "a number, with UNO": ("g7 b1 | r1", "play g7 uno", "Anna plays a green 7 and says UNO."),
    "a Skip": ("gS b1 b2 | r1 | r2", "play gS", "Anna plays a green Skip: Ben loses the turn."),
    "a Skip, with UNO": ("gS b1 | r1 | r2", "play gS uno", "Anna plays a green Skip and says UNO: Ben loses the turn."),
    "a Reverse": ("gR b1 b2 | r1 | r2", "play gR", "Anna plays a green Reverse: play goes anticlockwise now."),
    "a Reverse between two": ("gR b1 b2 | r1", "play gR", "Anna plays a green Reverse: Ben loses the turn."),
    "a Draw Two": ("gD b1 b2 | r1 | r2", "play gD", "Anna plays a green Draw Two: Ben draws two and loses the turn."),
    "a Wild Draw Four": (
        "W4 b1 b2 | r1 | r2",
        "play W4 y",
        "Anna plays a Wild Draw Four and chooses yellow: Ben accepts or challenges.",
    ),
    "a Wild Item Box": ("WB b1 b2 | r1 | r2", "play WB", "Anna plays a Wild Item Box."),
    "the last card": ("g7 | r1 | r2", "play g7", "Anna plays the last card, a green 7."),
    "the last card, a Skip": ("gS | r1 | r2", "play gS", "Anna plays the last card, a green Skip."),
    "the last card, a Draw Two": ("gD | r1", "play gD", "Anna plays the last card, a green Draw Two: Ben draws two."),
    "the last card, a Wild Draw Four": (
        "W4 | r1 | r2",
        "play W4 r",
        "Anna plays the last card, a Wild Draw Four: Ben draws four.",
    ),
}


@pytest.mark.parametrize(("hands", "move", "says"), PLAYS.values(), ids=PLAYS)
def test_a_card_is_played(hands: str, move: str, says: str) -> None:
    assert after(given(hands, top="g5", draw="b3 b4 b5 b6 b7"), 0, move)[0] == says


def test_play_that_went_anticlockwise_goes_clockwise_again() -> None:
    table = given("gR b1 b2 | r1 | r2", top="g5", direction=-1)
    assert after(table, 0, "play gR") == ["Anna plays a green Reverse: play goes clockwise again."]


def test_a_wild_draw_four_that_nobody_may_challenge_is_drawn_at_once() -> None:
    table = given("W4 b1 b2 | r1 | r2", top="g5", draw="b3 b4 b5 b6", options={"illegal_wild_draw_four": "reject"})
    assert after(table, 0, "play W4 y") == [
        "Anna plays a Wild Draw Four and chooses yellow: Ben draws four and loses the turn.",
        "Ben draws four cards.",
    ]


def test_the_last_card_has_no_effect_where_it_was_agreed() -> None:
    table = given("gD | r1", top="g5", draw="b3 b4", options={"last_card_effects": False})
    assert after(table, 0, "play gD")[0] == "Anna plays the last card, a green Draw Two."


ITEMS = {
    "r3": ["The Wild Item Box turns up a red 3: Mushroom. Ben takes another turn."],
    "y3": [
        "The Wild Item Box turns up a yellow 3: Banana Peel. Anna, who comes before Ben, slips and draws two.",
        "Anna slips on the Banana Peel and draws two cards.",
    ],
    "g3": ["The Wild Item Box turns up a green 3: Green Shell. Ben says who draws one."],
    "b3": [
        "The Wild Item Box turns up a blue 3: Lightning. Everybody else draws one, and Ben takes another turn.",
        "Lightning strikes Cem, who draws a card.",
        "Lightning strikes Anna, who draws a card.",
    ],
    "W4": [
        "The Wild Item Box turns up a Wild Draw Four: Bob-omb. Ben draws two and chooses the colour.",
        "The Bob-omb goes off: Ben draws two cards.",
    ],
}


@pytest.mark.parametrize("turned", ITEMS)
def test_a_wild_item_box_is_opened(turned: str) -> None:
    table = given("r1 r2 | WB b1 b2 | r4 r5", top="g5", draw=f"{turned} g1 g2 g4", turn=1)
    assert after(table, 1, "play WB") == ["Ben plays a Wild Item Box.", *ITEMS[turned]]


def test_the_one_before_is_meant_in_the_direction_of_play() -> None:
    table = given("r1 r2 | WB b1 b2 | r4 r5", top="g5", draw="y3 g1 g2", turn=1, direction=-1)
    assert after(table, 1, "play WB")[2] == "Cem slips on the Banana Peel and draws two cards."


@pytest.mark.parametrize(
    ("turned", "says"), [("r3", "No other turn is needed: it was the last card."), ("b3", "Everybody else draws one.")]
)
def test_after_the_last_card_nobody_takes_another_turn(turned: str, says: str) -> None:
    table = given("WB | r4 r5", top="g5", draw=f"{turned} g1 g2")
    assert after(table, 0, "play WB")[1].endswith(says)


def test_choices() -> None:
    table = given("WB b1 b2 | r1 r2 | r4 r5", top="g5", draw="g3 b3").when(0, "play WB")
    assert after(table, 0, "choose_target 2") == [
        "Anna aims the Green Shell at Cem.",
        "The Green Shell hits Cem, who draws a card.",
    ]
    table = given("WB b1 b2 | r1 r2", top="g5", draw="W4 b3 b4").when(0, "play WB")
    assert after(table, 0, "choose_color b") == ["Anna chooses blue."]


def test_a_turn_without_a_card() -> None:
    assert after(given("g1 g2 | r1 r2", top="b5", draw="y3"), 0, "draw") == [
        "Anna draws a card.",
        "Anna keeps the card, and the turn passes on.",
    ]
    assert after(given("g1 g2 | r1 r2", top="b5"), 0, "draw") == ["Anna finds nothing to draw, and the turn passes on."]


def test_a_reshuffle() -> None:
    table = given("g1 g2 | r1 r2", top="b5", discard="y1 y2", reshuffles=["y2 y1"])
    assert after(table, 0, "draw")[0] == "The discard pile, two cards, is shuffled into a new draw pile."
    table = given("g1 g2 | r1 r2", top="b5", discard="y1", reshuffles=["y1"])
    assert after(table, 0, "draw")[0] == "One card of the discard pile becomes the new draw pile."


def test_a_wild_draw_four_is_answered() -> None:
    def played(hand: str) -> Table:
        return given(f"W4 {hand} | r1 r2 | r4 r5", top="g5", draw="y1 y2 y3 y4 y5 y6").when(0, "play W4 y")

    assert after(played("b1 b2"), 1, "accept") == ["Ben accepts the Wild Draw Four.", "Ben draws four cards."]
    assert after(played("b1 b2"), 1, "challenge") == [
        "Ben challenges Anna and sees the hand: the Wild Draw Four was lawful.",
        "The challenge costs Ben six cards.",
    ]
    assert after(played("g1 b2"), 1, "challenge") == [
        "Ben challenges Anna and sees the hand: the Wild Draw Four was not lawful.",
        "The challenge costs Anna four cards.",
    ]


def test_uno() -> None:
    table = given("g7 b1 | r1 r2 | r4 r5", top="g5", draw="y1 y2").when(0, "play g7")
    assert after(table, 0, "call_uno") == ["Anna says UNO."]
    table = given("g7 b1 | r1 r2 | r4 r5", top="g5", draw="y1 y2").when(0, "play g7")
    assert after(table, 2, "catch_uno 0") == [
        "Cem catches Anna, who has not said UNO.",
        "For the UNO that was not said, Anna draws two cards.",
    ]


def test_time_runs_out() -> None:
    table = given("g7 b1 b2 | r1 r2", top="y5", draw="y1 y2", clock=DECISION)
    before = table.state
    assert told(before, table.when_time_runs_out(0).events) == [
        "Time runs out for Anna, whose turn goes by with a draw.",
        "Anna draws a card.",
        "Anna keeps the card, and the turn passes on.",
    ]


def test_a_hand_and_a_match_end() -> None:
    table = given("g7 | r1 r2 | r4 r5", top="g5")
    assert after(table, 0, "play g7")[1:] == [
        "Anna wins hand 1 and scores 12 points.",
        "The match is over: Anna wins.",
    ]
    table = given("g7 | r1 | r0", top="g5")
    assert after(table, 0, "play g7")[1] == "Anna wins hand 1 and scores one point."
    table = given("b7 | r1 | r0", top="g5").when(0, "draw").when(1, "draw")
    assert after(table, 2, "draw")[1:] == [
        "Hand 1 ends without a winner.",
        "The match is over: Anna, Ben and Cem share the first place.",
    ]


def test_players_leave() -> None:
    assert after(given("g7 b1 | r1 r2 | r4 r5", top="g5"), 1, "resign") == ["Ben resigns, and the hand is laid aside."]
    assert after(given("g7 b1 | r1 r2", top="g5"), 1, "resign") == [
        "Ben resigns, and the hand is laid aside.",
        "Hand 1 ends without a winner.",
        "Anna is the last player left and wins the match.",
    ]


BESIDE: dict[str, tuple[Callable[[Table], Decision], str]] = {
    "a bot takes over": (lambda table: take_over(table.state, 1, "racer", 1), "A bot, Racer, plays on for Ben."),
    "an official": (lambda table: rule_out(table.state, 1, table.dealer, 1), "An official takes Ben out of the match."),
    "a pause of one": (
        lambda table: pause(table.state, 0, 86_400_000, "agreed", 1),
        "The clock of Anna stands still until 1970-01-02 00:00 UTC.",
    ),
    "a pause of all": (
        lambda table: pause(table.state, None, 86_400_000, "agreed", 1),
        "All clocks stand still until 1970-01-02 00:00 UTC.",
    ),
    "void": (lambda table: void(table.state, table.dealer, 1), "Hand 1 ends without a winner."),
}


@pytest.mark.parametrize(("ask", "says"), BESIDE.values(), ids=BESIDE)
def test_beside_the_moves(ask: Callable[[Table], Decision], says: str) -> None:
    table = given("g7 b1 | r1 r2 | r4 r5", top="g5")
    before = table.state
    assert told(before, table.when_asked(ask(table), 1).events)[0] == says


def test_a_void_match_places_nobody() -> None:
    table = given("g7 b1 | r1 r2", top="g5")
    assert told(table.state, void(table.state, table.dealer, 1).events)[-1] == "The match ends void: nobody is placed."


@pytest.mark.parametrize(("seat", "says"), [(None, "The clocks run again."), (0, "The clock of Anna runs again.")])
def test_a_pause_ends_early(seat: int | None, says: str) -> None:
    state = pause(given("g7 b1 | r1 r2", top="g5").state, seat, 9, "agreed", 1).state
    assert told(state, resume(state, seat, 2).events) == [says]


def test_before_the_start() -> None:
    state = seated(3, empty=[0, 1, 2])
    assert told(state, sit(state, 1, "p", None, None, 0).events) == ["Ben sits down at seat 1."]
    assert told(state, sit(state, 1, "p", None, "a" * 64, 0).events) == [
        "Ben sits down at seat 1 and puts something into the shuffle."
    ]
    assert told(state, sit(state, 1, None, "racer", None, 0).events) == ["Ben, a bot, sits down at seat 1."]
    assert told(seated(3), leave(seated(3), 1, 0).events) == ["Seat 1 is free again."]
    assert told(state, cancel(state, "host", 0).events) == ["The match is called off."]


def test_the_deal() -> None:
    def opening(*turned: str) -> list[str]:
        deck = deck_of(dealt_to=3, then=" ".join(turned))
        table = dealt(deck, 3)
        return told(seated(3), table.events)

    assert opening("g5") == [
        "The match begins with three players.",
        "Cem deals hand 1: seven cards each.",
        "A green 5 starts the discard pile, and Anna goes first.",
    ]
    assert opening("gS", "W4", "WB")[2:] == [
        "A green Skip is turned up and passed over: no action starts the discard pile.",
        "A Wild Draw Four is turned up and passed over: no action starts the discard pile.",
        "A Wild Item Box starts the discard pile: Anna chooses its colour and goes first.",
    ]


def test_who_has_no_name_is_called_by_kind_or_by_seat() -> None:
    state = seated(2)
    state = state.replace(players=(state.players[0], state.players[1]._replace(player=None, bot="racer")))
    decision = start(state, dealt(deck_of(dealt_to=2, then="g5"), 2).dealer, 0)
    moments = [
        Moment(0, 0, "service", 0, kind_of(event), event, evolve(state, decision.events[:count]), False)
        for count, event in enumerate(decision.events, 1)
    ]
    assert [sentence(moment, [None, None]) for moment in moments[1:]] == [
        "Racer deals hand 1: seven cards each.",
        "A green 5 starts the discard pile, and Seat 0 goes first.",
    ]


def test_a_name_is_put_in_as_it_is() -> None:
    table = given("g7 b1 | r1", top="g5")
    event = table.when(0, "play g7").events[0]
    moment = Moment(0, 0, "seat:0", 0, kind_of(event), event, table.state, True)
    for name in ("{card}", "{0.__class__}", "%s", "</script>", "a\u202eb"):
        assert sentence(moment, [name, "Ben"]) == f"{name} plays a green 7."


@pytest.mark.parametrize("seed", range(30))
def test_every_event_of_any_match_has_its_sentence(seed: int) -> None:
    recording = Recording(random_match(seed).lines)
    names = [f"N{seat}" for seat in range(recording.created.seats)]
    for moment in recording.moments():
        text = sentence(moment, names)
        assert re.fullmatch(r"[A-Z].*[.]", text)
        assert "None" not in text
        assert "{" not in text


def test_every_kind_and_every_reason_has_its_template() -> None:
    for kind in KINDS:
        assert [key for key in ENGLISH.templates if key == kind or key.startswith(f"{kind}.")], kind
    assert {f"cards.drawn.{reason}" for reason in DRAW_REASONS} == {
        key for key in ENGLISH.templates if "cards.drawn" in key
    }


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("host", "The match is called off."),
        ("never_started", "Nobody has started the match for a long time, and it is called off."),
        ("everybody_left", "Everybody has left the table, and the match is called off."),
    ],
)
def test_why_a_match_is_called_off_is_said(reason: str, told: str) -> None:
    state = cancel(seated(2), reason, 0).state
    moment = Moment(0, 0, "service", 0, "game.cancelled", GameCancelled(reason), state, True)
    assert sentence(moment, NAMES[:2]) == told


def test_a_clock_may_be_told_to_wait_for_ever() -> None:
    assert (
        in_language(Said("clock.paused.table", {"until": 2**53 - 1})) == "All clocks stand still until the end of time."
    )


def test_keys_and_parameters_are_what_other_languages_need() -> None:
    table = given("W4 b1 b2 | r1 | r2", top="g5", clock=Clock())
    event = table.when(0, "play W4 y").events[0]
    moment = Moment(0, 0, "seat:0", 0, kind_of(event), event, table.state, True)
    assert said(moment, NAMES[:3]) == Said(
        "card.played.with_color.answer", {"name": "Anna", "card": "W4", "other": "Ben", "color": "y"}
    )
