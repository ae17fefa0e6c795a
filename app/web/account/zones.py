"""The time zones of the world as people look for theirs: by part of the world, the cities in the reader's language."""

from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from babel import Locale, dates

from app.web.language import _, current, later

PARTS = {
    "Africa": "002",
    "America": "019",
    "Antarctica": "AQ",
    "Asia": "142",
    "Atlantic": "",
    "Europe": "150",
    "Indian": "",
    "Pacific": "009",
}
"""How zones are grouped, and the territory of CLDR that is called so in each language, where there is one."""
MOVED = {"Arctic": "Europe", "Australia": "Pacific"}
"""Groups that are too small to be looked for."""
OCEANS = {"Atlantic": later("Atlantic"), "Indian": later("Indian Ocean")}
UTC = "UTC"


class Zone(NamedTuple):
    """A time zone by its IANA name, and the city that it is called after."""

    name: str
    city: str


class Part(NamedTuple):
    """A part of the world with its zones, in the order of the alphabet."""

    name: str
    zones: tuple[Zone, ...]


def parts(kept: str | None) -> list[Part]:
    """All of them, in the reader's language; one that is kept under a name of before is there, too."""
    oceans = tuple((group, _(name)) for group, name in OCEANS.items())
    found = list(_parts(current(), oceans))
    if kept is not None and kept not in {zone.name for part in found for zone in part.zones}:
        found.insert(0, Part("", (Zone(kept, city(kept)),)))
    return found


def is_offered(name: str | None) -> bool:
    """Whether it is one of them."""
    return any(zone.name == name for part in parts(None) for zone in part.zones)


def city(name: str) -> str:
    """What a zone is called after."""
    return _city(name, current())


@lru_cache(maxsize=8)
def _parts(language: str, oceans: tuple[tuple[str, str], ...]) -> tuple[Part, ...]:
    called = {**{group: Locale.parse(language).territories.get(code, group) for group, code in PARTS.items()}}
    called |= dict(oceans)
    grouped: dict[str, list[Zone]] = {group: [] for group in PARTS}
    for name in _names():
        group = name.partition("/")[0]
        grouped[MOVED.get(group, group)].append(Zone(name, _city(name, language)))
    ordered = sorted(grouped, key=lambda group: called[group])
    return tuple(
        [
            Part("", (Zone(UTC, UTC),)),
            *(Part(called[group], tuple(sorted(grouped[group], key=lambda zone: zone.city))) for group in ordered),
        ]
    )


@lru_cache(maxsize=4096)
def _city(name: str, language: str) -> str:
    if name == UTC or "/" not in name:
        return name
    return dates.get_timezone_location(name, locale=language, return_city=True)


def _names() -> list[str]:
    """Those of the table that maps are drawn from: one for each country and each history of clocks."""
    table = (files("tzdata") / "zoneinfo" / "zone.tab").read_text("utf-8")
    return [line.split("\t")[2] for line in table.splitlines() if line and not line.startswith("#")]
