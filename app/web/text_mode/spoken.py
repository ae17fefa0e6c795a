"""What the text mode answers: sentences, made from what the caller's own view of a game says."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from app.web.language import _, current, ngettext
from app.web.text_mode.typed import COMMANDS
from replays.show import alt
from replays.show.languages import card_name, listing
from replays.show.words import isolated, tidy

View = Mapping[str, Any]


def situation(view: View) -> list[str]:
    """What one has to know to go on: what the table waits for, the piles, and one's own part."""
    names = alt.names_in(view, current())
    return [_stop(alt.situation(view, names, current())), *top(view), *_uno(view)]


def hand(view: View) -> list[str]:
    """The caller's cards, numbered as they can be named, each with its code; those that can be played say so."""
    you = view.get("you")
    if you is None:
        return [_("You have no seat here.")]
    playable = {move["card"] for move in you["moves"] if move["type"] == "play"}
    cards = you["hand"]
    said = [ngettext("You have one card.", "You have %(num)d cards.", len(cards))]
    for place, one in enumerate(cards, 1):
        values = {"place": place, "card": card_name(one["card"], current()), "code": one["card"]}
        if one["card"] in playable:
            said.append(_("%(place)s: %(card)s, %(code)s, can be played", **values))
        else:
            said.append(_("%(place)s: %(card)s, %(code)s", **values))
    return said


def top(view: View) -> list[str]:
    """The top card, the colour in force, the direction, the piles."""
    return [_stop(each) for each in alt.piles(view, current())] or [_("No hand is on yet.")]


def counts(view: View) -> list[str]:
    """Everybody's cards and points, and what marks them."""
    names = alt.names_in(view, current())
    return [alt.seat_line(view, one, name, current()) for one, name in zip(view["seats"], names, strict=True)]


def moves(view: View) -> list[str]:
    """Everything that the caller can do now, as it is typed."""
    can = (view.get("you") or {}).get("moves", [])
    lines = [_typed(move) for move in can if move["type"] != "resign"]
    if not lines:
        return [_("There is nothing to do for you now.")]
    return [ngettext("You can do one thing:", "You can do %(num)d things:", len(lines)), *lines]


def result(view: View) -> list[str]:
    """How the last hand ended."""
    last = view["last_hand"]
    if last is None:
        return [_("No hand has ended yet.")]
    names = alt.names_in(view, current())
    scores = zip(names, last["scores"], strict=True)
    return [
        alt.ended(last, names, current()),
        *(f"{name}: {alt.points(score, current())}" for name, score in scores),
    ]


def games(listed: Sequence[View]) -> list[str]:
    """Tables, numbered as they can be opened: who is there, and whether they wait for the caller."""
    if not listed:
        return [_("There are none. Type new for a game against a bot.")]
    return [_game(place, one) for place, one in enumerate(listed, 1)]


def _game(place: int, one: View) -> str:
    names = listing([isolated(tidy(each["name"])) for each in one["taken"]], current())
    values = {"place": place, "names": names}
    if one["status"] == "waiting":
        return _("%(place)s: %(names)s, waiting for players", **values)
    if one["status"] == "playing" and one["turn"] is not None and one["turn"] == one["your_seat"]:
        return _("%(place)s: %(names)s, your turn", **values)
    if one["status"] == "playing":
        return _("%(place)s: %(names)s, being played", **values)
    return _("%(place)s: %(names)s, over", **values)


def help_lines() -> list[Markup]:
    """Every word, with what it does."""
    return [Markup("<code>{}</code> {}").format(each.example, _(each.does)) for each in COMMANDS]


QUESTIONS: Mapping[str, Callable[[View], Sequence[str]]] = {
    "hand": hand,
    "top": top,
    "counts": counts,
    "moves": moves,
    "result": result,
}
"""The words that ask about a game, each with its answer."""


def _typed(move: View) -> str:
    """A move as it is typed, in the reader's words; cards and colours keep their letters."""
    rest = [str(move[name]) for name in ("card", "color", "target") if name in move]
    word = _(_WORDS.get(move["type"], str(move["type"])))
    return " ".join([word, *rest, *(["uno"] if move.get("uno") else [])])


_WORDS = {"choose_color": "colour", "choose_target": "target", "catch_uno": "catch", "call_uno": "uno"}
"""The words for moves that the API names otherwise."""


def _uno(view: View) -> list[str]:
    """What somebody who hears the table has to hear at once: that they can be caught, or can catch."""
    can = {move["type"] for move in (view.get("you") or {}).get("moves", ())}
    said = [_("You have one card: type uno before somebody catches you.")] if "call_uno" in can else []
    return said + ([_("Somebody has not said UNO: you can type catch.")] if "catch_uno" in can else [])


def _stop(sentence: str) -> str:
    return f"{sentence}."
