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
from replays.show.languages import DEFAULT, called, listing, number_word, seat_names, when
from replays.show.race import race_chart
from replays.show.steps import steps
from replays.show.stops import Stops, stops
from replays.show.words import isolated

VIEWER = Path(__file__).parent / "viewer"
_EXPORT = re.compile("^export ", re.MULTILINE)
_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)

MANY_HANDS = 12
"""More hands than this do not fit beside one another in a table."""


def page(recording: Recording, names: Sequence[str | None], title: str | None = None) -> str:
    """The page of a game, as HTML. `names` by seat as for `document`; `title` stands above it, made up if not given."""
    players = recording.players
    shown = list(map(isolated, seat_names(players, names, DEFAULT)))
    game = describe(recording, shown, called(players, names, DEFAULT), DEFAULT)
    style, script = _read("viewer.css"), _script()
    race = race_chart(recording, names)
    return Template(_read("page.html")).substitute(
        policy=_policy([style, *_STYLE.findall(race)], script),
        title=escape(title or _title(game)),
        style=style,
        script=script,
        symbols=symbols(),
        summary=escape(_summary(game)),
        moves="\n".join(_moves(game)),
        race=race,
        results=_results(game),
        footer=_footer(game),
        game=_data(game, stops(recording)),
    )


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


def _title(game: Data) -> str:
    seated = [player["name"] for player in game["players"] if not player["empty"]]
    return listing(seated) if seated else "An empty table"


def _summary(game: Data) -> str:
    """When it was, how long it is, and how it ended."""
    day = when(game["moves"][0]["t"], "%Y-%m-%d")
    hands = len(game["hands"])
    played = f"{number_word(hands).capitalize()} hand{'s' * (hands != 1)}, {len(game['moves'])} events, {day}."
    end = game["moves"][-1]
    return f"{played} {end['sentence'] if end['position']['phase'] == 'match_over' else 'The game is still on.'}"


def _footer(game: Data) -> str:
    return (
        f"Game <code>{escape(game['game'])}</code>. This page shows the game and proves nothing: "
        "its record, <code>replay.jsonl</code>, does."
    )


def _moves(game: Data) -> Iterator[str]:
    """The list of what happened, hand by hand; what follows from the event before, in the same request, is marked."""
    for hand, moves in groupby(game["moves"], key=lambda move: int(move["hand"])):
        request = -1
        yield f"<h3>{f'Hand {hand}' if hand else 'Before the start'}</h3>"
        yield "<ol>"
        for move in moves:
            follows = ' class="follows"' if move["request"] == request else ""
            request = move["request"]
            yield f'<li{follows}><a href="#{move["seq"]}" tabindex="-1">{escape(move["sentence"])}</a></li>'
        yield "</ol>"


def _results(game: Data) -> str:
    """The points of each hand, and the places."""
    hands = [hand for hand in game["hands"] if hand["over"]]
    if not hands:
        return ""
    shown = hands if len(hands) <= MANY_HANDS else []
    places = game["moves"][-1]["position"]["places"] or [None] * len(game["players"])
    head = ["Player", *(f"Hand {hand['hand']}" for hand in shown), "Points", "Place"]
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
        f"<tr>{_cell('th', row[0], 'row')}{''.join(_cell('td', cell) for cell in row[1:])}</tr>" for row in rows
    )
    columns = "".join(_cell("th", cell, "col") for cell in head)
    return (
        '<div class="results" tabindex="0" role="region" aria-label="Points"><table><caption>Points</caption>'
        f"<thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _won(hand: Data, seat: int) -> str:
    return f"{hand['points']:,}" if hand["winner"] == seat else "0"


def _cell(kind: str, text: str, scope: str | None = None) -> str:
    return f"<{kind}{f' scope={chr(34)}{scope}{chr(34)}' if scope else ''}>{escape(text)}</{kind}>"


# ---------------------------------------------------------------- what the page knows


def _data(game: Data, found: Stops) -> str:
    """The game as the script reads it, in JSON that ends no script element."""
    text = json.dumps(steps(game, found), separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
