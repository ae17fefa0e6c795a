"""A game as one HTML file that plays it without a network: from a disk, from a mail, for ever.

Nothing in it refers to anything outside of it, and its own policy forbids it. Without scripts it is the list of what
happened. The positions go into it as what changes from one to the next; `viewer/positions.js` puts them together again.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template

from replays.recording import Recording
from replays.show.cards import symbols
from replays.show.document import Data, describe
from replays.show.languages import DEFAULT, called, direction, language_of, listing, phrase, row, seat_names, when
from replays.show.race import race_chart
from replays.show.steps import steps
from replays.show.stops import stops
from replays.show.words import isolated

VIEWER = Path(__file__).parent / "viewer"
_EXPORT = re.compile("^export ", re.MULTILINE)
_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)

SAID_TOO = ("cards", "points", "end_of_time")
"""What the script says beside the `viewer.` keys."""

MANY_HANDS = 12
"""More hands than this do not fit beside one another in a table."""


def page(recording: Recording, names: Sequence[str | None], title: str | None = None, language: str = DEFAULT) -> str:
    """The page of a game, as HTML. `names` by seat as for `document`; `title` stands above it, made up if not given."""
    players = recording.players
    shown = list(map(isolated, seat_names(players, names, language)))
    game = describe(recording, shown, called(players, names, language), language)
    style, script = _read("viewer.css"), _script()
    race = race_chart(recording, names, language)
    return Template(_read("page.html")).substitute(
        _labels(language),
        language=language,
        dir=direction(language),
        policy=_policy([style, *_STYLE.findall(race)], script),
        title=escape(title or _title(game, language)),
        style=style,
        script=script,
        symbols=symbols(),
        summary=escape(_summary(game, language)),
        moves="\n".join(_moves(game, language)),
        race=race,
        results=_results(game, language),
        footer=_footer(game, language),
        game=_data(steps(game, stops(recording)), language),
    )


def _labels(language: str) -> dict[str, str]:
    """What stands on the page from the beginning, by its key with `_` for each dot."""
    texts = language_of(language).templates.items()
    return {key.replace(".", "_"): escape(text) for key, text in texts if key.startswith("page.") and type(text) is str}


def _read(name: str) -> str:
    return (VIEWER / name).read_text(encoding="utf-8")


def _script() -> str:
    """The viewer with the module that it shares with the service's pages: inside of one file nothing is imported."""
    shared = _EXPORT.sub("", _read("positions.js"))
    return _read("viewer.js").replace("// positions.js stands here", shared)


def _policy(styles: Sequence[str], script: str) -> str:
    """No network, no frame, no form, and no script or style but these."""
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {' '.join(map(_hash, styles))}; "
        "base-uri 'none'; form-action 'none'; object-src 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# ---------------------------------------------------------------- what the page says


def _title(game: Data, language: str) -> str:
    seated = [player["name"] for player in game["players"] if not player["empty"]]
    return listing(seated, language) if seated else phrase("page.empty", language)


def _summary(game: Data, language: str) -> str:
    """When it was, how long it is, and how it ended."""
    hands = phrase("page.hands", language, count=len(game["hands"]))
    events = phrase("page.events", language, count=len(game["moves"]))
    played = row([hands, events, when(game["moves"][0]["t"], "%Y-%m-%d", language)], language)
    end = game["moves"][-1]
    over = end["position"]["phase"] == "match_over"
    return f"{played}. {end['sentence'] if over else phrase('page.still_on', language)}"


def _footer(game: Data, language: str) -> str:
    said = escape(phrase("page.proof", language, game="{game}", record="{record}"))
    return said.format(game=_code(game["game"]), record=_code("replay.jsonl"))


def _code(text: str) -> str:
    return f'<code dir="ltr">{escape(text)}</code>'


def _moves(game: Data, language: str) -> Iterator[str]:
    """The list of what happened, hand by hand; what follows from the event before, in the same request, is marked."""
    for hand, moves in groupby(game["moves"], key=lambda move: int(move["hand"])):
        request = -1
        yield f"<h3>{escape(_hand(hand, language) if hand else phrase('page.before', language))}</h3>"
        yield "<ol>"
        for move in moves:
            follows = ' class="follows"' if move["request"] == request else ""
            request = move["request"]
            yield f'<li{follows}><a href="#{move["seq"]}" tabindex="-1">{escape(move["sentence"])}</a></li>'
        yield "</ol>"


def _hand(hand: int, language: str) -> str:
    return phrase("moment.hand", language, hand=hand)


def _results(game: Data, language: str) -> str:
    """The points of each hand, and the places."""
    hands = [hand for hand in game["hands"] if hand["over"]]
    if not hands:
        return ""
    shown = hands if len(hands) <= MANY_HANDS else []
    places = game["moves"][-1]["position"]["places"] or [None] * len(game["players"])
    who, points, place = (phrase(f"page.{what}", language) for what in ("player", "points", "place"))
    head = [who, *(_hand(hand["hand"], language) for hand in shown), points, place]
    rows = [
        [
            player["name"],
            *(_won(hand, player["seat"]) for hand in shown),
            f"{hands[-1]['scores'][player['seat']]:,}",
            str(places[player["seat"]] or ""),
        ]
        for player in game["players"]
        if not player["empty"]
    ]
    body = "".join(
        f"<tr>{_cell('th', name, 'row')}{''.join(_cell('td', cell) for cell in cells)}</tr>" for name, *cells in rows
    )
    columns = "".join(_cell("th", cell, "col") for cell in head)
    return (
        f'<div class="results" tabindex="0" role="region" aria-label="{escape(points)}">'
        f"<table><caption>{escape(points)}</caption>"
        f"<thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _won(hand: Data, seat: int) -> str:
    return f"{hand['points']:,}" if hand["winner"] == seat else "0"


def _cell(kind: str, text: str, scope: str | None = None) -> str:
    return f"<{kind}{f' scope={chr(34)}{scope}{chr(34)}' if scope else ''}>{escape(text)}</{kind}>"


# ---------------------------------------------------------------- what the page knows


def _data(known: Data, language: str) -> str:
    """The game and the words for it as the script reads them, in JSON that ends no script element."""
    said = language_of(language)
    words = {
        "said": {key: text for key, text in said.templates.items() if key.startswith("viewer.") or key in SAID_TOO},
        "cards": said.words["card"],
        "colors": said.words["color"],
        "directions": said.words["direction"],
    }
    text = json.dumps(known | words, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
