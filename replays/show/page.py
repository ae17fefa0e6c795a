"""A game as one HTML file that plays it without a network: from a disk, from a mail, for ever.

Nothing in it refers to anything outside of it, and its own policy forbids it. Without scripts it is the list of what
happened. The positions go into it as what changes from one to the next; `viewer/viewer.js` puts them together again.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Any

from replays.recording import Recording
from replays.show.cards import symbols
from replays.show.document import Data, describe
from replays.show.languages import DEFAULT, called, listing, number_word, seat_names, when
from replays.show.race import race_chart
from replays.show.words import isolated

VIEWER = Path(__file__).parent / "viewer"
BESIDE_THE_TURN = ("uno.", "clock.", "seat.taken", "seat.left", "game.")
"""Kinds of requests that begin no turn."""
_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)

MANY_HANDS = 12
"""More hands than this do not fit beside one another in a table."""


def page(recording: Recording, names: Sequence[str | None], title: str | None = None) -> str:
    """The page of a game, as HTML. `names` by seat as for `document`; `title` stands above it, made up if not given."""
    players = recording.players
    shown = list(map(isolated, seat_names(players, names, DEFAULT)))
    game = describe(recording, shown, called(players, names, DEFAULT), DEFAULT)
    style, script = _read("viewer.css"), _read("viewer.js")
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
        game=_data(game),
    )


def _read(name: str) -> str:
    return (VIEWER / name).read_text(encoding="utf-8")


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


def _data(game: Data) -> str:
    """The game as the script reads it, in JSON that ends no script element."""
    moves = game["moves"]
    positions = [move["position"] for move in moves]
    known = {
        "names": [player["name"] for player in game["players"]],
        "empty": [player["seat"] for player in game["players"] if player["empty"]],
        "hands": {hand["hand"]: hand["cards"] for hand in game["hands"]},
        "hand_starts": _hand_starts(game),
        "turn_starts": list(_turn_starts(moves)),
        "times": [move["t"] for move in moves],
        "changes": [_changes(before, now) for before, now in zip([{}, *positions[:-1]], positions, strict=True)],
    }
    text = json.dumps(known, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> Data:
    """The members of a position that differ from the one before; of `seats` and `held`, the seats that differ."""
    changed = {name: value for name, value in now.items() if name not in before or before[name] != value}
    for name in ("seats", "held"):
        old, new = before.get(name), changed.get(name)
        if old and new:
            differing = (seat for seat in range(len(new)) if old[seat] != new[seat])
            changed[name] = {seat: _parts(old[seat], new[seat]) for seat in differing}
    return changed


def _parts(old: Any, new: Any) -> Any:
    """Of a seat its members that differ; of the slots it holds all."""
    return {name: value for name, value in new.items() if old[name] != value} if isinstance(new, dict) else new


def _hand_starts(game: Data) -> list[int]:
    """The event after which each hand can begin: its cards are dealt and the first one is turned up."""
    moves = game["moves"]
    starts = []
    for hand in game["hands"]:
        seq = hand["first"]
        while not moves[seq]["position"]["complete"] and seq + 1 < len(moves):
            seq += 1
        starts.append(seq)
    return starts


def _turn_starts(moves: Sequence[Data]) -> Iterator[int]:
    """The events after which somebody begins a turn, or nobody ever will."""
    for _, group in groupby(moves, key=lambda move: int(move["request"])):
        first, *others = group
        last = others[-1] if others else first
        if (
            last["position"]["phase"] == "match_over"
            or (last["position"]["phase"] == "turn" and not first["kind"].startswith(BESIDE_THE_TURN))
            or any(one["kind"] == "hand.started" for one in others)
        ):
            yield last["seq"]
