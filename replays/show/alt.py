"""A table in words: what the picture of it shows, for those who do not see it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.rules.cards import sort_cards
from app.rules.state import Player
from replays.show.languages import DEFAULT, card_name, phrase, row, seat_names
from replays.show.svg import clean
from replays.show.words import isolated

View = Mapping[str, Any]
"""A view of a game, as the API gives it."""

ANSWERS = ("turn", "drawn", "color", "target")
"""The phases in which somebody has something to do that has a name of its own."""


def alt_text(view: View, language: str = DEFAULT) -> str:
    """Everything that the picture of this view shows: the piles, whose turn it is, each seat, and the cards seen."""
    names = names_in(view, language)
    parts = [
        heading(view, names, language),
        *piles(view, language),
        situation(view, names, language),
        *(seat_line(view, one, name, language) for one, name in zip(view["seats"], names, strict=True)),
        *(f"{title}: {_cards(hand, language)}" for title, hand in hands_seen(view, names, language)),
    ]
    if (drawn := just_drawn(view)) is not None:
        parts.append(phrase("hand.drawn", language, card=drawn))
    return " ".join(f"{part}." for part in parts)


def names_in(view: View, language: str = DEFAULT) -> tuple[str, ...]:
    """What to call each seat, each name to be put into a sentence as it is."""
    players = [Player(one["player"], one["bot"], None) for one in view["seats"]]
    names = [clean(one.get("name") or "") for one in view["seats"]]
    return tuple(map(isolated, seat_names(players, names, language)))


def heading(view: View, names: Sequence[str], language: str = DEFAULT) -> str:
    """Which moment this is, and through whose eyes."""
    seq = view.get("version")
    key = f"moment.{'hand' if view['hand_number'] else 'start'}{'' if seq is None else '.after'}"
    moment = phrase(key, language, hand=view["hand_number"], seq=seq)
    return row([moment, eyes(view, names, language)], language)


def eyes(view: View, names: Sequence[str], language: str = DEFAULT) -> str:
    """Through whose eyes a view is seen."""
    if view.get("open") is not None:
        return phrase("eyes.all", language)
    if view.get("you") is None:
        return phrase("eyes.table", language)
    return phrase("eyes.seat", language, name=names[view["you"]["seat"]])


def situation(view: View, names: Sequence[str], language: str = DEFAULT) -> str:
    """What the table waits for, or how it ended."""
    if view["phase"] == "waiting":
        taken = sum(not is_free(one) for one in view["seats"])
        return phrase("waits.start", language, taken=taken, seats=len(names))
    if view["phase"] == "match_over":
        return _ending(view, names, language)
    if view["turn"] is None:
        return phrase("over.hand" if view["phase"] == "hand_over" else "waits.move", language)
    return _awaited(view, names, language)


def _awaited(view: View, names: Sequence[str], language: str) -> str:
    phase, name = view["phase"], names[view["turn"]]
    if phase == "challenge" and view["challenge"] is not None:
        return phrase("waits.challenge", language, name=name, other=names[view["challenge"]["by"]])
    return phrase(f"waits.{phase if phase in ANSWERS else 'answer'}", language, name=name)


def _ending(view: View, names: Sequence[str], language: str) -> str:
    places = view["places"]
    if places is None:
        return phrase("over.cancelled", language)
    first = [names[seat] for seat, place in enumerate(places) if place == 1]
    return phrase("over.won", language, names=first, count=len(first)) if first else phrase("over.void", language)


def ended(last: View, names: Sequence[str], language: str = DEFAULT) -> str:
    """How a hand ended, `last_hand` of a view: who won it, and what it was worth."""
    if last["winner"] is None:
        return phrase("hand.ended.nobody", language, hand=last["hand"])
    name = names[last["winner"]]
    return phrase("hand.ended", language, hand=last["hand"], name=name, count=last["points"])


def way(view: View, language: str = DEFAULT) -> str:
    """Which way play goes."""
    return phrase("direction", language, direction=view["direction"])


def piles(view: View, language: str = DEFAULT) -> list[str]:
    """The top card, the colour in force, the direction, and how many cards lie in the piles; nothing before a hand."""
    if view["top"] is None:
        return []
    color = view["color"]
    return [
        phrase("piles.top", language, card=view["top"]),
        phrase("piles.color", language, color=color) if color else phrase("piles.no_color", language),
        phrase("piles.direction", language, direction=view["direction"]),
        row([phrase(f"piles.{pile}", language, count=view[f"{pile}_count"]) for pile in ("draw", "discard")], language),
    ]


def standing(view: View, seat: int, language: str = DEFAULT) -> list[str]:
    """What marks a seat beside its cards and its points, in words."""
    return list(marks(view, seat, language).values())


def marks(view: View, seat: int, language: str = DEFAULT) -> dict[str, str]:
    """The same by kind: `place`, `uno`, `uno_missing`, `resigned`."""
    one, place = view["seats"][seat], view["places"] and view["places"][seat]
    kinds = {"place": place, "uno": one["uno"], "uno_missing": seat in view["catchable"], "resigned": one["resigned"]}
    return {kind: phrase(f"mark.{kind}", language, place=place) for kind, holds in kinds.items() if holds}


def is_free(one: View) -> bool:
    """Whether nobody sits at a seat."""
    return one["player"] is None and one["bot"] is None


def seat_line(view: View, one: View, name: str, language: str = DEFAULT) -> str:
    """A seat: who sits there, with how many cards and points, and what marks it."""
    seat = phrase("seat", language, seat=one["seat"])
    if is_free(one):
        return f"{seat}: {phrase('seat.free', language)}"
    who = seat if name == isolated(seat) else phrase("seat.of", language, seat=one["seat"], name=name)
    return f"{who}: {row([stock(one, language), *standing(view, one['seat'], language)], language)}"


def counted(cards: int, language: str = DEFAULT) -> str:
    """ "1 card", "7 cards"."""
    return phrase("cards", language, count=cards)


def points(score: int, language: str = DEFAULT) -> str:
    """ "1 point", "120 points"."""
    return phrase("points", language, count=score)


def stock(one: View, language: str = DEFAULT) -> str:
    """What a seat has: "7 cards, 120 points"."""
    return row([counted(one["cards"], language), points(one["score"], language)], language)


def hands_seen(view: View, names: Sequence[str], language: str = DEFAULT) -> list[tuple[str, tuple[str, ...]]]:
    """The hands whose cards this view shows, each with what it is called, in deck order."""

    def called(key: str, seat: int, hand: Iterable[View]) -> tuple[str, tuple[str, ...]]:
        return phrase(key, language, name=names[seat]), codes(hand)

    if view.get("open") is not None:
        return [called("hand.of", seat, hand) for seat, hand in enumerate(view["open"]["hands"]) if hand]
    you = view.get("you")
    if you is None or not you["hand"]:
        return []
    shown = (called("hand.shown", one["seat"], one["hand"]) for one in you["shown"])
    return [called("hand.of", you["seat"], you["hand"]), *shown]


def just_drawn(view: View) -> str | None:
    """The card that the viewer has drawn in this turn, and may play or keep."""
    you = view.get("you")
    return None if you is None or you["drawn"] is None else str(you["drawn"]["card"])


def codes(hand: Iterable[View]) -> tuple[str, ...]:
    """The codes of the cards of a hand, in deck order."""
    return sort_cards(card["card"] for card in hand)


def _cards(hand: Iterable[str], language: str) -> str:
    return row(
        [
            card_name(code, language) if times == 1 else phrase("hand.times", language, card=code, count=times)
            for code, times in Counter(hand).items()
        ],
        language,
    )
