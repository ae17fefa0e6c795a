"""A table in words: what the picture of it shows, for those who do not see it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.rules.cards import sort_cards
from app.rules.state import Player
from replays.show.svg import clean
from replays.show.words import card_name, color_name, isolated, listing, seat_names

View = Mapping[str, Any]
"""A view of a game, as the API gives it."""

ORDINALS = ("", "1st", "2nd", "3rd", *(f"{place}th" for place in range(4, 11)))


def alt_text(view: View) -> str:
    """Everything that the picture of this view shows: the piles, whose turn it is, each seat, and the cards seen."""
    names = names_in(view)
    return " ".join(
        [
            f"{heading(view, names)}.",
            *_piles(view),
            f"{situation(view, names)}.",
            *(_seat(view, one, name) for one, name in zip(view["seats"], names, strict=True)),
            *(f"{title}: {_cards(hand)}." for title, hand in hands_seen(view, names)),
            *([f"Just drawn: {card_name(drawn)}."] if (drawn := just_drawn(view)) else []),
        ]
    )


def names_in(view: View) -> tuple[str, ...]:
    """What to call each seat, each name to be put into a sentence as it is."""
    players = [Player(one["player"], one["bot"], None) for one in view["seats"]]
    names = [clean(one.get("name") or "") for one in view["seats"]]
    return tuple(map(isolated, seat_names(players, names)))


def heading(view: View, names: Sequence[str]) -> str:
    """Which moment this is, and through whose eyes."""
    hand = f"Hand {view['hand_number']}" if view["hand_number"] else "Before the first hand"
    after = f" after event {view['version']}" if view.get("version") is not None else ""
    return f"{hand}{after}, {eyes(view, names)}"


def eyes(view: View, names: Sequence[str]) -> str:
    """Through whose eyes a view is seen."""
    if view.get("open") is not None:
        return "all cards open"
    return "as a spectator sees it" if view.get("you") is None else f"as {names[view['you']['seat']]} sees it"


def situation(view: View, names: Sequence[str]) -> str:
    """What the table waits for, or how it ended."""
    if view["phase"] == "waiting":
        taken = sum(one["player"] is not None or one["bot"] is not None for one in view["seats"])
        return f"Waiting to start, {taken} of {len(names)} seats taken"
    if view["phase"] == "match_over":
        return _ending(view, names)
    if view["turn"] is None:
        return "The hand is over" if view["phase"] == "hand_over" else "A move is being made"
    return _awaited(view, names)


def _awaited(view: View, names: Sequence[str]) -> str:
    who = names[view["turn"]]
    if view["phase"] == "challenge" and view["challenge"] is not None:
        return f"{who} accepts or challenges the Wild Draw Four of {names[view['challenge']['by']]}"
    return {
        "turn": f"{who} is to play",
        "drawn": f"{who} has drawn, and plays that card or keeps it",
        "color": f"{who} is to name a colour",
        "target": f"{who} is to aim a Green Shell",
    }.get(view["phase"], f"{who} is to answer")


def _ending(view: View, names: Sequence[str]) -> str:
    places = view["places"]
    if places is None:
        return "The match never started"
    first = [names[seat] for seat, place in enumerate(places) if place == 1]
    if not first:
        return "The match has ended without a winner"
    return f"{listing(first)} {'has' if len(first) == 1 else 'have'} won the match"


def direction(view: View) -> str:
    """Which way play goes."""
    return "clockwise" if view["direction"] == 1 else "counter-clockwise"


def _piles(view: View) -> list[str]:
    if view["top"] is None:
        return []
    color = view["color"]
    return [
        f"On top lies {_named(view['top'])}.",
        f"{color_name(color).capitalize()} is in force." if color else "No colour is in force yet.",
        f"Play goes {direction(view)}.",
        f"{counted(view['draw_count'])} to draw, {counted(view['discard_count'])} under the top one.",
    ]


def standing(view: View, seat: int) -> list[str]:
    """What marks a seat beside its cards and its points."""
    one, place = view["seats"][seat], view["places"] and view["places"][seat]
    return [
        *([ORDINALS[place]] if place else []),
        *(["UNO said"] if one["uno"] else []),
        *(["UNO not said"] if seat in view["catchable"] else []),
        *(["resigned"] if one["resigned"] else []),
    ]


def is_free(one: View) -> bool:
    """Whether nobody sits at a seat."""
    return one["player"] is None and one["bot"] is None


def _seat(view: View, one: View, name: str) -> str:
    who = f"Seat {one['seat']}" if name == isolated(f"Seat {one['seat']}") else f"Seat {one['seat']}, {name}"
    if is_free(one):
        return f"Seat {one['seat']}: free."
    marks = standing(view, one["seat"])
    return f"{who}: {', '.join([stock(one), *marks])}."


def counted(cards: int) -> str:
    """ "1 card", "7 cards"."""
    return f"{cards} card" if cards == 1 else f"{cards} cards"


def points(score: int) -> str:
    """ "1 point", "120 points"."""
    return f"{score} point" if score == 1 else f"{score} points"


def stock(one: View) -> str:
    """What a seat has: "7 cards, 120 points"."""
    return f"{counted(one['cards'])}, {points(one['score'])}"


def hands_seen(view: View, names: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """The hands whose cards this view shows, each with what it is called, in deck order."""
    if view.get("open") is not None:
        hands = enumerate(view["open"]["hands"])
        return [(f"Hand of {names[seat]}", codes(hand)) for seat, hand in hands if hand]
    you = view.get("you")
    if you is None or not you["hand"]:
        return []
    own = (f"Hand of {names[you['seat']]}", codes(you["hand"]))
    return [
        own,
        *((f"Hand of {names[one['seat']]}, shown in a challenge", codes(one["hand"])) for one in you["shown"]),
    ]


def just_drawn(view: View) -> str | None:
    """The card that the viewer has drawn in this turn, and may play or keep."""
    you = view.get("you")
    return None if you is None or you["drawn"] is None else str(you["drawn"]["card"])


def codes(hand: Iterable[View]) -> tuple[str, ...]:
    """The codes of the cards of a hand, in deck order."""
    return sort_cards(card["card"] for card in hand)


def _cards(hand: Iterable[str]) -> str:
    return ", ".join(
        card_name(code) if times == 1 else f"{card_name(code)} ({times} times)" for code, times in Counter(hand).items()
    )


def _named(code: str) -> str:
    return f"a {card_name(code)}"
