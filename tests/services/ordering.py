"""Matches of guests who leave orders, in a house whose clock the test drives; workers look when they are told to."""

import json
import random
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from app.rules.moves import parse_move
from app.services.orders.errands import Errands
from app.services.orders.order_list import Order
from app.services.orders.orders import Orders, OwnOrders
from app.services.play.sight import Seen
from app.store import Cipher
from app.store.orders import OrderStore, orders
from app.store.tables import Tables
from tests.api.tables import any_move
from tests.services.house import House

DRAW, PLAY_DRAWN, PASS = Order("draw_if_nothing_fits"), Order("play_drawn"), Order("pass")
ACCEPT, SAY_UNO = Order("accept"), Order("say_uno")
STANDING = (DRAW, PLAY_DRAWN, PASS, ACCEPT, SAY_UNO)
View = dict[str, Any]


class Match:
    """Guests at a table of a house, and what they have ordered; a worker looks when it is told to."""

    def __init__(self, house: House, guests: int = 2, **settings: Any) -> None:
        self.house = house
        self.game, self.callers = house.table(guests, **({"bot_delay": 0} | settings))
        house.start(self.game, self.callers[0])
        self.store = OrderStore(house.engine, Cipher({"t": bytes(32)}))
        self.woken = 0
        self.orders = Orders(house.store, self.store, house.positions, self._wake, house.now)
        self.errands = self.worker()

    def _wake(self) -> None:
        self.woken += 1

    def worker(self) -> Errands:
        """One more worker, on the same database."""
        house = self.house
        return Errands(house.store, self.store, Tables(house.engine), house.positions, house.requests, house.now)

    def seen(self, seat: int) -> Seen:
        """The game before a seat."""
        return self.house.looks.open(self.game, self.callers[seat])

    def view(self, seat: int) -> View:
        """What a seat sees."""
        return self.house.view(self.game, self.callers[seat])

    @property
    def turn(self) -> int:
        """Who has to act."""
        return int(self.view(0)["turn"])

    def leave(self, seat: int, *left: Order) -> OwnOrders:
        """A seat leaves these orders, whatever stood before."""
        own = self.orders.own(self.seen(seat))
        return self.orders.put(self.seen(seat), left, frozenset({own.revision}))

    def left(self, seat: int) -> list[Order]:
        """What stands."""
        return list(self.orders.own(self.seen(seat)).orders)

    def move(self, seat: int, move: View) -> None:
        """A seat moves by itself."""
        self.house.games.move(self.game, self.callers[seat], parse_move(move), self.house.terms(self.game))

    def work(self) -> bool:
        """The worker looks once at what there is; whether it has made a move."""
        before = self.events()
        for one in self.errands.waiting():
            if one.due <= self.house.time:
                self.errands.run(one)
        return len(self.events()) > len(before)

    def works(self) -> None:
        """The worker looks until there is nothing to do."""
        for _ in range(10_000):
            waiting = [one for one in self.errands.waiting() if one.due <= self.house.time]
            if not waiting:
                return
            for one in waiting:
                self.errands.run(one)
        raise AssertionError("it never ended")

    def events(self) -> list[View]:
        """What has happened."""
        return [json.loads(event.bytes) for event in self.house.store.events(self.game)]

    def last(self) -> View:
        """What happened last, the first event of the request."""
        told = self.events()
        return next(one for one in told if one["request"] == told[-1]["request"])


def until(house: House, wanted: Callable[[View], object], guests: int = 2, **settings: Any) -> tuple[Match, int, View]:
    """A match that has come to where the seat in turn sees what is wanted; the seat, and its view."""
    chance = random.Random(5)
    for _ in range(60):
        match = Match(house, guests, **settings)
        while (view := match.view(match.turn))["phase"] != "match_over":
            if wanted(view):
                return match, match.turn, view
            match.move(match.turn, any_move(view, chance))
            if match.view(0)["phase"] == "match_over":
                break
    raise AssertionError("it never came to that")


def plays(view: View) -> list[View]:
    """What can be played."""
    return [move for move in view["you"]["moves"] if move["type"] == "play"]


def plain(view: View) -> list[View]:
    """The plays of cards that keep the turn with nobody, and ask for nothing."""
    return [move for move in plays(view) if is_number(move["card"]) and not move.get("uno")]


def is_number(card: str) -> bool:
    """Whether a card is a number."""
    return card[0] != "W" and card[1].isdigit()


def every_card(view: View) -> list[Order]:
    """Orders to play whatever fits."""
    return [Order("play", one["slot"], color="r" if one["card"] == "W4" else None) for one in view["you"]["hand"]]


def slot_of(view: View, card: str) -> int:
    """Where a card of the hand lies in the deck."""
    return int(next(one["slot"] for one in view["you"]["hand"] if one["card"] == card))


def a_plain_play(view: View) -> bool:
    """Whether such a card can be played now."""
    return view["phase"] == "turn" and bool(plain(view)) and len(view["you"]["hand"]) > 2


def rows(house: House) -> int:
    """How many lists there are."""
    with house.engine.connect() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(orders)).scalar_one())
