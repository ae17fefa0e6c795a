"""A whole match by two people and a bot, from the first page to the podium, in each way that there is to play: by
mouse, by keys alone, with a thumb on a phone, in words, and without scripts."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext

from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.browser.players import Move, Player, Scriptless, Talker, Thumb, Typist, Watcher
from tests.browser.quiet import quiet
from tests.browser.serving import served
from tests.chance import seeded
from tests.effort import WHOLE

PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
CALM: dict[str, Any] = {"reduced_motion": "reduce"}
WAYS: dict[str, tuple[type[Player], dict[str, Any], int]] = {
    "mouse": (Watcher, {"locale": "en"}, 71),
    "keys": (Typist, {"locale": "en", **CALM}, 239),
    "thumb": (Thumb, {"locale": "ar", **CALM, **PHONE}, 69),
    "words": (Talker, {"locale": "ar", **CALM}, 303),
    "no scripts": (Scriptless, {"locale": "en", **CALM, "java_script_enabled": False}, 299),
}
"""Who plays, in which browser, and with which decks: such that a match is short, and has much in it."""
AT_LENGTH = ("no scripts",)
"""Ways in which two hands are played each time; in the others one, and two in the whole drill."""
HOST = 0
MOST_MOVES = 600
"""Of people in two hands: so many are never needed."""


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    """With its worker beside it, as at home."""
    made = create_app(Config(database_url=sqlite_url, worker=True, **SETTINGS))  # type: ignore[arg-type]
    yield made
    close(made)


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with served(app) as address:
        yield address


@pytest.fixture
def context(browser, address: str) -> Iterator[Callable[..., BrowserContext]]:
    with quiet(browser, address) as make:
        yield make


class Match:
    """The table at which they play, by what the API says of it. Moves are chosen by chance, mostly cards."""

    def __init__(self, players: dict[int, Player], chance: random.Random) -> None:
        self.players, self.chance = players, chance
        self.moves = 0
        self.hands: set[int] = set()

    def play(self) -> None:
        """To the end."""
        while (view := self._settled())["phase"] != "match_over":
            assert self.moves < MOST_MOVES
            self.hands.add(view["hand_number"])
            self._turn(view)

    def _settled(self) -> dict[str, Any]:
        """How it stands, when no bot has to move any more."""
        view = self.players[HOST].view()
        while view["turn"] is not None and view["turn"] not in self.players:
            view = self.players[HOST].view()
        return view

    def _turn(self, view: dict[str, Any]) -> None:
        """Whoever can catch somebody does; else it is the turn of who has it."""
        for seat, player in self.players.items():
            if seat in view["catchable"] or not view["catchable"]:
                continue
            return self._act(player, view["version"])
        return self._act(self.players[view["turn"]], view["version"])

    def _act(self, player: Player, version: int) -> None:
        player.look(version)
        moves, offered = self._looked_at(player)
        move = chosen(moves, self.chance)
        player.do(offered[moves.index(move)])
        self.moves += 1

    def _looked_at(self, player: Player) -> tuple[list[Move], list[Move]]:
        """The moves that there are, and each as the page offers it, which offers no other; the hand on it is theirs."""
        offered, view = player.offered(), player.view(at=player.version())
        assert sorted(player.hand()) == sorted(card["card"] for card in view["you"]["hand"])
        moves = [move for move in view["you"]["moves"] if move["type"] != "resign"]
        told = [_words(player.tells(move)) for move in moves]
        assert sorted(map(_words, offered)) == sorted(told)
        offered.sort(key=lambda move: told.index(_words(move)))
        return moves, offered


def chosen(moves: list[Move], chance: random.Random) -> Move:
    """A catch if there is one; a card rather than anything else; UNO is forgotten now and then."""
    catches = [move for move in moves if move["type"] == "catch_uno"]
    plays = [move for move in moves if move["type"] == "play"]
    forgotten = [move for move in plays if "uno" not in move]
    if catches:
        return catches[0]
    if plays and chance.random() < 0.97:
        return chance.choice(forgotten if chance.random() < 0.3 else plays)
    return chance.choice(moves)


def _words(move: Move) -> str:
    """What is told of a move, however it is typed."""
    return json.dumps({**move, "line": None}, sort_keys=True)


@pytest.mark.drill
@pytest.mark.parametrize("way", WAYS)
def test_a_match_is_played_to_the_podium(way: str, address: str, context) -> None:
    kind, settings, deal = WAYS[way]
    hands = 2 if WHOLE or way in AT_LENGTH else 1
    ann, ben = kind(context(**settings), address), kind(context(**settings), address)
    ann.arrive()
    ann.join("Ann")
    ben.arrive()
    with seeded(deal):
        link = ann.make_table(hands)
    ben.sit(link, "Ben")
    ann.start()
    match = Match({ann.view()["you"]["seat"]: ann, ben.view()["you"]["seat"]: ben}, random.Random(deal))
    match.play()
    assert match.hands == set(range(1, hands + 1))
    _at_the_end(ann, ben)
    right_to_left = ann.page.locator("html").get_attribute("dir") == "rtl"
    assert right_to_left == (settings["locale"] == "ar")


def _at_the_end(ann: Player, ben: Player) -> None:
    """Both see who has won; one asks for another match, and the other is asked to come."""
    end = ann.view()
    places = {seat["name"]: end["places"][seat["seat"]] for seat in end["seats"]}
    for player in (ann, ben):
        player.come_to_the_end(end["version"])
        podium = player.podium()
        assert [place for place, _ in podium] == sorted(places.values())
        assert {(places[name], name) for name in ("Ann", "Ben")} <= set(podium)
    again = ann.rematch()
    assert again != end["id"]
    assert ann.view()["table"]["host_name"] == "Ann"
    assert ben.view()["rematch"] == again
