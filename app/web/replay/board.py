"""A position as the viewer draws it: every text in the reader's language, every seat a lane of the race.

`script` gives the words that the same drawing takes when a script steps on: it has none of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from app.rules.cards import CODES, COLORS
from app.rules.state import Player
from app.services.play.views import Eyes
from app.web.language import _, current
from replays.show import alt
from replays.show.languages import card_name, color_name, phrase
from replays.show.words import isolated

View = Mapping[str, Any]


class Card(NamedTuple):
    """A card that lies open."""

    slot: int
    code: str
    drawn: bool = False


class Shown(NamedTuple):
    """A hand that a challenge has shown to these eyes."""

    to: str
    cards: Sequence[Card]


class Lane(NamedTuple):
    """A seat: what it has, what marks it (a kind and its words), and its cards, None where only backs are seen."""

    seat: int
    name: str
    empty: bool
    cards: int
    counted: str
    points: str
    turn: bool
    marks: Sequence[tuple[str, str]]
    hand: Sequence[Card] | None
    shown: Sequence[Shown]


class Left(NamedTuple):
    """What somebody held when a hand ended."""

    name: str
    cards: Sequence[str]


class Board(NamedTuple):
    """What is drawn; `over` is how the hand ended that has just ended, with what was left in the hands."""

    eyes: str
    badge: str
    situation: str
    way: str
    draw_pile: str
    discard_pile: str
    lanes: Sequence[Lane]
    over: tuple[str, Sequence[Left]] | None


def board(view: View, players: Sequence[Player | None], names: Sequence[str], eyes: Eyes) -> Board:
    """The drawing of a view; `names` are those of the seats."""
    spoken = [isolated(name) for name in names]
    return Board(
        eyes=eyes_text(eyes),
        badge=badge(eyes, names),
        situation=alt.situation(view, spoken, current()),
        way=alt.way(view, current()),
        draw_pile=_draw_pile(view["draw_count"]),
        discard_pile=_discard_pile(view["discard_count"]),
        lanes=[_lane(view, seat, name, players[seat] is None, eyes) for seat, name in enumerate(names)],
        over=_over(view["last_hand"], names) if hand_is_over(view) else None,
    )


def hand_is_over(view: View) -> bool:
    """Whether the hand of this position is the one that ended last."""
    return view["last_hand"] is not None and view["last_hand"]["hand"] == view["hand_number"]


def eyes_text(eyes: Eyes) -> str:
    """Eyes as an address has them."""
    return "table" if eyes is None else str(eyes)


def badge(eyes: Eyes, names: Sequence[str]) -> str:
    """Whose eyes these are."""
    if eyes is None:
        return _("The table: what anybody could see")
    if eyes == "all":
        return _("Everybody's cards open")
    return _("%(name)s's eyes", name=isolated(names[eyes]))


def _lane(view: View, seat: int, name: str, empty: bool, eyes: Eyes) -> Lane:
    one = view["seats"][seat]
    return Lane(
        seat,
        name,
        empty,
        one["cards"],
        alt.counted(one["cards"], current()),
        alt.points(one["score"], current()),
        view["turn"] == seat,
        _marks(view, seat),
        _hand(view, seat),
        _shown(view, seat, isolated(name)),
    )


def _marks(view: View, seat: int) -> list[tuple[str, str]]:
    one, words = view["seats"][seat], mark_words()
    place = view["places"] and view["places"][seat]
    kinds = {
        "turn": view["turn"] == seat,
        "dealer": view["dealer"] == seat,
        "uno": one["uno"],
        "uno_missing": seat in view["catchable"],
        "bot": one["bot"] is not None,
        "resigned": one["resigned"],
    }
    marks = [(kind, words[kind]) for kind, holds in kinds.items() if holds]
    return [*marks, ("place", _place(place))] if place else marks


def mark_words() -> dict[str, str]:
    """What each mark of a seat says."""
    return {
        "turn": _("to act"),
        "dealer": _("dealer"),
        "uno": "UNO!",
        "uno_missing": phrase("mark.uno_missing", current()),
        "bot": _("bot"),
        "resigned": phrase("mark.resigned", current()),
    }


def _place(place: int) -> str:
    return phrase("mark.place", current(), place=place)


def _hand(view: View, seat: int) -> list[Card] | None:
    you = view.get("you")
    if view.get("open") is not None:
        drawn = None if you is None else you["drawn"]
        return [Card(one["slot"], one["card"], one == drawn) for one in view["open"]["hands"][seat]]
    if you is None or you["seat"] != seat:
        return None
    return [Card(one["slot"], one["card"], one == you["drawn"]) for one in you["hand"]]


def _shown(view: View, seat: int, name: str) -> list[Shown]:
    you = view.get("you")
    if you is None:
        return []
    hands = (one["hand"] for one in you["shown"] if one["seat"] == seat)
    return [Shown(phrase("hand.shown", current(), name=name), [Card(**_slot(card)) for card in hand]) for hand in hands]


def _slot(card: View) -> dict[str, Any]:
    return {"slot": card["slot"], "code": card["card"]}


def _over(last: View, names: Sequence[str]) -> tuple[str, list[Left]]:
    said = alt.ended(last, [isolated(name) for name in names], current())
    hands = last["hands"] or []
    return said, [Left(name, hand) for name, hand in zip(names, hands, strict=False) if hand]


def _draw_pile(cards: int) -> str:
    return phrase("piles.draw", current(), count=cards)


def _discard_pile(cards: int) -> str:
    return phrase("piles.discard", current(), count=cards)


# ------------------------------------------------------------ for the script


def script(positions: Sequence[View], names: Sequence[str]) -> dict[str, Any]:
    """Every text that a board of these positions has, by what it depends on."""
    spoken = [isolated(name) for name in names]
    seats = [one for position in positions for one in position["seats"]]
    texts, places = _distinct(alt.situation(position, spoken, current()) for position in positions)
    overs = {one["last_hand"]["hand"]: one["last_hand"] for one in positions if hand_is_over(one)}
    return {
        "cards": {code: card_name(code, current()) for code in CODES},
        "colors": {color: color_name(color, current()) for color in COLORS},
        "ways": {way: alt.way({"direction": way}, current()) for way in (1, -1)},
        "counted": {count: alt.counted(count, current()) for count in {one["cards"] for one in seats}},
        "points": {score: alt.points(score, current()) for score in {one["score"] for one in seats}},
        "draw_pile": {count: _draw_pile(count) for count in {one["draw_count"] for one in positions}},
        "discard_pile": {count: _discard_pile(count) for count in {one["discard_count"] for one in positions}},
        "marks": mark_words() | {f"place{place}": _place(place) for place in range(1, len(names) + 1)},
        "badges": {eyes_text(eyes): badge(eyes, names) for eyes in (None, "all", *range(len(names)))},
        "shown": [phrase("hand.shown", current(), name=name) for name in spoken],
        "overs": {hand: _over(last, names) for hand, last in overs.items()},
        "situations": texts,
        "situation": places,
    }


def _distinct(texts: Iterable[str]) -> tuple[list[str], list[int]]:
    """The texts, each once, and for every one where it is among them."""
    known: dict[str, int] = {}
    places = [known.setdefault(text, len(known)) for text in texts]
    return list(known), places
