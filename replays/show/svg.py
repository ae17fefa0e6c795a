"""Pictures as text: elements of SVG, with every name and number that goes into them made harmless in one place."""

import re
import unicodedata
from collections.abc import Iterable
from html import escape

from replays.show.words import ISOLATES

NAMESPACE = "http://www.w3.org/2000/svg"
FONT = "DejaVu Sans, Verdana, Noto Sans, system-ui, sans-serif"

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Svg(str):
    """Markup that is finished. Any other text becomes this by `element` alone, which escapes it."""


def element(name: str, *inside: str | None, **attributes: object) -> Svg:
    """`<name …>inside</name>`: markup stays, text is escaped, None is left out, attributes that are None too.

    `stroke_width` is written `stroke-width`, and `class_` is `class`.
    """
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = together(inside)
    return Svg(f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>")


def together(parts: Iterable[str | None]) -> Svg:
    """Markup and text one behind the other."""
    return Svg("".join(part if isinstance(part, Svg) else text(part) for part in parts if part is not None))


def text(value: object) -> Svg:
    """A value as text of an XML document: what XML cannot hold is dropped, what would be markup is escaped."""
    if isinstance(value, float):
        value = f"{value:.2f}".rstrip("0").rstrip(".")
    return Svg(escape(clean(str(value))))


def clean(said: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NO_XML.sub("", said)


def group(*inside: str | None, **attributes: object) -> Svg:
    """`<g>`."""
    return element("g", *inside, **attributes)


def path(d: str, **attributes: object) -> Svg:
    """`<path>`."""
    return element("path", d=d, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: object) -> Svg:
    """`<rect>`."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def disc(x: float, y: float, r: float, **attributes: object) -> Svg:
    """`<circle>`."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def use(symbol: str, x: float, y: float, width: float, height: float, **attributes: object) -> Svg:
    """The symbol with this id, fitted into a place."""
    return element("use", href=f"#{symbol}", x=x, y=y, width=width, height=height, **attributes)


def words(said: str, x: float, y: float, size: float, **attributes: object) -> Svg:
    """A line of text whose baseline starts at x, y."""
    return element("text", said, x=x, y=y, font_size=size, **attributes)


def clipped(said: str, x: float, y: float, room: float, size: float, **attributes: object) -> Svg:
    """A line of text that stays in its place, however wide or high its letters are. Its baseline starts at x, y."""
    rise = size * 1.15
    line = words(fitting(said, size, room), 0, rise, size, **attributes)
    return element("svg", line, x=x, y=y - rise, width=room, height=size * 1.6)


def picture(width: float, height: float, title: str, description: str, *inside: str | None, **more: object) -> Svg:
    """A whole picture, with what it shows in words for those who do not see it."""
    attributes = {"viewBox": f"0 0 {width:g} {height:g}", "font_family": FONT} | more
    return element(
        "svg",
        element("title", title, id="title"),
        element("desc", description, id="description") if description else None,
        *inside,
        xmlns=NAMESPACE,
        width=width,
        height=height,
        role="img",
        aria_labelledby="title",
        aria_describedby="description" if description else None,
        **attributes,
    )


def fitting(said: str, size: float, room: float) -> str:
    """As much of `said` as has room at this size, by an estimate that is rather too wide; cut off with an ellipsis."""
    if breadth(said, size) <= room:
        return said
    kept = said
    while kept and breadth(kept + "…", size) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…" + ISOLATES[1] * (kept.count(ISOLATES[0]) - kept.count(ISOLATES[1]))


def breadth(said: str, size: float) -> float:
    """About how wide a text is in DejaVu Sans, which is wider than most."""
    return size * sum(map(_breadth, said))


def _breadth(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character in "MWmw@%—…ЖШЩЮМжшщю":
        return 1.0
    if character in " .,:;'|!iIjl()[]fFtr-/":
        return 0.42
    if unicodedata.bidirectional(character) == "AL":
        return 0.56
    return 0.74 if character.isupper() else 0.64
