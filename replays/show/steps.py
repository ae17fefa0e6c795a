"""A game for a script that steps through it: the positions as what changes from one to the next, and where to stop."""

from collections.abc import Mapping
from typing import Any

from replays.show.document import Data
from replays.show.stops import Stops


def steps(game: Data, stops: Stops) -> Data:
    """What the script needs of a game (`document.describe`); `viewer/positions.js` puts its positions together."""
    moves = game["moves"]
    positions = [move["position"] for move in moves]
    return {
        "names": [player["name"] for player in game["players"]],
        "empty": [player["seat"] for player in game["players"] if player["empty"]],
        "hands": {hand["hand"]: hand["cards"] for hand in game["hands"]},
        "hand_starts": stops.hands,
        "lap_starts": stops.laps,
        "turn_starts": stops.turns,
        "times": [move["t"] for move in moves],
        "changes": [_changes(before, now) for before, now in zip([{}, *positions[:-1]], positions, strict=True)],
    }


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
