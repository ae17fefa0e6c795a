"""How somebody likes the service to be: kept with an account, and by a browser for whoever has none."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from app.services.languages import LANGUAGES
from app.services.refusals import Malformed

THEMES = ("system", "light", "dark", "contrast")
MOTIONS = ("system", "reduced")


@dataclass(frozen=True, slots=True)
class Preferences:
    """What can be chosen: a language (None: as the browser asks), looks, motion, sound, a question before each move,
    and the text mode."""

    language: str | None = None
    theme: str = "system"
    motion: str = "system"
    sound: bool = False
    confirm: bool = False
    text: bool = False

    def data(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)

    def changed(self, given: Mapping[str, Any]) -> "Preferences":
        """These with others in their place. Raises Malformed, with the field that cannot be so."""
        for name, value in given.items():
            if name not in _VALUES:
                raise Malformed(name, "there is no such preference")
            if not _is(value, _VALUES[name]):
                raise Malformed(name, f"must be one of {', '.join(json.dumps(one) for one in _VALUES[name])}")
        return replace(self, **given)

    def stored(self) -> str:
        """As they are stored; `read` reads it."""
        return json.dumps(self.data(), separators=(",", ":"))


def read(stored: str | None) -> Preferences:
    """What can be taken of what was kept, by this version or another, or by a browser; the rest is as at the start."""
    try:
        given = json.loads(stored or "{}")
    except (ValueError, RecursionError):
        given = {}
    known = given.items() if isinstance(given, dict) else ()
    return Preferences(**{name: value for name, value in known if name in _VALUES and _is(value, _VALUES[name])})


def _is(value: object, values: tuple[object, ...]) -> bool:
    """Whether it is one of them: 1 is not true."""
    return any(type(value) is type(one) and value == one for one in values)


_VALUES: dict[str, tuple[object, ...]] = {
    "language": (None, *LANGUAGES),
    "theme": THEMES,
    "motion": MOTIONS,
    "sound": (False, True),
    "confirm": (False, True),
    "text": (False, True),
}
