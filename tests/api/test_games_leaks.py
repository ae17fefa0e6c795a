"""No route shows a card, a salt or a seed to a caller who should not know it, at any moment of a match.

What each viewer may know is worked out here from the record and the seeds that the end publishes, not by the code
under test.
"""

import json
import random

import pytest

from app.rules.cards import CODES
from app.rules.evolve import evolve
from app.rules.legal import hand_slots, slots_as_they_were
from app.rules.state import START
from replays.deal import RevealedDealer
from replays.fold import requests
from tests.api.tables import Table, lines, said

SEATS = 3
PUBLIC = ("", "/events", "/openings", "/replay.jsonl", "/audit")


def answers(table):
    """What every route says to every viewer now: by viewer (a seat, or None for a stranger) and route."""
    viewers = {guest.seat: guest for guest in table.guests} | {None: table.stranger}
    return {(seat, path): viewer.get(path).data for seat, viewer in viewers.items() for path in PUBLIC}


@pytest.fixture(scope="module", params=range(3))
def seed(request):
    """Which match."""
    return request.param


def test_nobody_sees_what_is_not_theirs(app, seed):
    rng = random.Random(f"leaks {seed}")
    options = {"hands": 2, "illegal_wild_draw_four": ("challenge", "reject")[seed % 2]}
    table = Table(app, guests=SEATS, options=options, bot_delay=0).start()
    seen = {table.version: answers(table)}
    table.play(rng, after=lambda: seen.setdefault(table.version, answers(table)))
    truth = Truth(table)
    for version, said_then in seen.items():
        truth.check(version, said_then)


class Truth:
    """Who may know which card when."""

    def __init__(self, table):
        told = [json.loads(line) for line in lines(table.host)]
        self.seeds = {event["data"]["hand"]: event["data"]["seed"] for event in told if event["kind"] == "hand.ended"}
        self.ended = {event["data"]["hand"]: event["seq"] for event in told if event["kind"] == "hand.ended"}
        self.states, state, version = {}, START, -1
        for events, seat, t in requests(told):
            state, version = evolve(state, events, seat, t), version + len(events)
            self.states[version] = state
        self.dealer = RevealedDealer(table.game, self.seeds, [])

    def slots(self, version, seat):
        """The slots of the hand that is on which a viewer may know."""
        state = self.states[version]
        cards = self.dealer.cards(state.hand, state.piles)
        may = set(state.turned)
        if seat is not None:
            may |= {slot for slot, _ in hand_slots(state.taken[seat], state.played[seat], cards)}
            for shown in state.shown:
                if shown.to == seat:
                    may |= {slot for slot, _ in slots_as_they_were(state, shown, self.dealer)}
        return may

    def check(self, version, answers):
        """Every answer of this moment."""
        state = self.states[version]
        hand_is_on = state.phase != "match_over"
        open_hands = {hand for hand, seq in self.ended.items() if seq <= version}
        secret = [seed for hand, seed in self.seeds.items() if hand not in open_hands]
        for (seat, path), data in answers.items():
            text = data.decode()
            assert not [seed for seed in secret if seed in text], (version, seat, path)
            if path == "/openings":
                slots = {o["slot"] for o in json.loads(text)["openings"] if o["hand"] not in open_hands}
                assert slots == (self.slots(version, seat) if hand_is_on else set())
            elif path == "":
                self.check_view(version, seat, json.loads(text), hand_is_on)
        self.check_same(answers)

    def check_view(self, version, seat, view, hand_is_on):
        """A view has cards nowhere but where they belong."""
        you = view.pop("you", None)
        assert (you is None) is (seat is None)
        known = {view.pop("top")}
        if view["last_hand"] is not None:
            assert view["last_hand"]["hand"] in self.ended
            view["last_hand"].pop("hands")
        assert not cards_in(view), (version, seat)
        if you is not None and hand_is_on:
            held = [*you["hand"], *(card for shown in you["shown"] for card in shown["hand"])]
            assert {card["slot"] for card in held} <= self.slots(version, seat)
            known |= {card["card"] for card in you["hand"]}
            assert {move["card"] for move in you["moves"] if "card" in move} <= known

    @staticmethod
    def check_same(answers):
        """What two viewers are told differs in what is theirs alone."""
        for path in PUBLIC[1:]:
            if path != "/openings":
                assert len({data for (_, route), data in answers.items() if route == path}) == 1, path
        views = [json.loads(data) for (_, path), data in answers.items() if path == ""]
        for view in views:
            view.pop("you", None)
        assert all(view == views[0] for view in views)


def cards_in(value):
    """The card codes in a JSON value."""
    if isinstance(value, dict):
        return [code for each in value.values() for code in cards_in(each)]
    if isinstance(value, list):
        return [code for each in value for code in cards_in(each)]
    return [value] if value in CODES else []


def test_past_positions_show_no_more_than_they_did(app):
    rng = random.Random("past")
    table = Table(app, guests=2).start()
    table.play(rng, moves=6)  # in fewer than seven no hand ends, whose cards would lie open
    record = [json.loads(line) for line in lines(table.host)]
    mine = {
        slot
        for event in record
        if event["kind"] == "cards.drawn" and event["data"]["seat"] == 0
        for slot in event["data"]["slots"]
    }
    for at in range(len(record)):
        view = table.host.view(f"?at={at}")
        dealt = {slot for slot in range(14) if slot % 2 == 0}
        assert {card["slot"] for card in view["you"]["hand"]} <= mine | dealt
        assert not cards_in({key: value for key, value in table.stranger.view(f"?at={at}").items() if key != "top"})


def test_no_table_of_the_database_and_no_log_holds_a_hidden_card(app, look, caplog):
    caplog.set_level("DEBUG")
    rng = random.Random("stored")
    table = Table(app, guests=2, bots=["random"], options={"hands": 3}).start()
    table.play(rng, moves=25)
    # A cold start leaves snapshots behind.
    app.extensions["kartfold"].positions.forget()
    table.host.view()
    hidden = {
        f'"slot":{card["slot"]},"card":"{card["card"]}"'
        for guest in table.guests
        for card in guest.view()["you"]["hand"]
    }
    salts = {o["salt"] for guest in table.guests for o in said(guest.get("/openings"))["openings"]}
    turned = {o["salt"] for o in said(table.stranger.get("/openings"))["openings"]}
    names = ("streams", "tables", "players", "snapshots", "idempotency", "positions", "consumers", "parked", "events")
    stored = "".join(str(row) for name in names for row in look(f"SELECT * FROM {name}")).replace(" ", "")
    for text in (stored, caplog.text):
        assert not [card for card in hidden if card in text]
        assert not [salt for salt in salts - turned if salt in text]
