"""Small signs for what happens in a race: action cards in a card's shape, items in discs, what is said in a bubble,
challenges in shields. No two look alike in black and white."""

from collections.abc import Iterable

from app.rules.cards import BANANA_PEEL, BOB_OMB, GREEN_SHELL, LIGHTNING, MUSHROOM
from replays.show.cards import COLORS, INK, PAPER, part
from replays.show.languages import DEFAULT, phrase
from replays.show.svg import Svg, box, disc, element, path, use

ITEMS = (MUSHROOM, BANANA_PEEL, GREEN_SHELL, LIGHTNING, BOB_OMB)

KINDS = (
    "skip", "reverse", "draw_two", "draw_four", *ITEMS,
    "uno", "caught", "challenge_won", "challenge_lost", "timed_out", "resigned", "won",
)  # fmt: skip
"""Every kind of mark."""


def label(kind: str, language: str = DEFAULT) -> str:
    """What a mark says of the seat in whose lane it stands."""
    return phrase("mark.race.item", language, item=kind) if kind in ITEMS else phrase(f"mark.race.{kind}", language)


_VALUES = {"skip": "value-S", "reverse": "value-R", "draw_two": "value-D", "draw_four": "value-W"}
_EDGE = {"stroke": INK, "stroke_width": 1.6, "stroke_linejoin": "round"}
_LINE = {
    "fill": "none",
    "stroke": INK,
    "stroke_width": 2.6,
    "stroke_linecap": "round",
    "stroke_linejoin": "round",
}
_SHIELD = "M12 1.2L22 4.5V12C22 18 17.5 21.5 12 23 6.5 21.5 2 18 2 12V4.5Z"


def mark(kind: str, x: float, y: float, size: float, *inside: str | None, **attributes: object) -> Svg:
    """A mark around x, y; `definitions` has to be there."""
    where = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
    return element("use", *inside, href=f"#mark-{kind}", **where, **attributes)


def definitions(kinds: Iterable[str]) -> Svg:
    """`<defs>` with what these marks need."""
    used = [kind for kind in KINDS if kind in set(kinds)]
    parts = [name for kind in used if (name := _VALUES.get(kind) or (kind in ITEMS and f"item-{kind}"))]
    marks = [element("symbol", *_drawn(kind), id=f"mark-{kind}", viewBox="0 0 24 24") for kind in used]
    return element("defs", *map(part, parts), *marks)


def _drawn(kind: str) -> list[Svg]:
    if kind in _VALUES:
        paper = COLORS["b"] if kind == "draw_four" else PAPER
        return [box(1, 2.5, 22, 19, rx=4, fill=paper, **_EDGE), use(_VALUES[kind], 3.5, 3.5, 17, 17)]
    if kind in ITEMS:
        return [disc(12, 12, 11, fill=PAPER, **_EDGE), use(f"item-{kind}", 3.5, 3.5, 17, 17)]
    return _SIGNS[kind]


_SIGNS = {
    "uno": [
        path("M2 3H22V17H12L7 22.5V17H2Z", fill="#ffd84a", **_EDGE),
        path("M9.5 8L12.5 6V14", **_LINE),
    ],
    "caught": [
        path("M12 1L23 21.5H1Z", fill="#ff8a2a", **_EDGE),
        path("M12 8.5V14M12 17.8V18", **_LINE),
    ],
    "challenge_won": [
        path(_SHIELD, fill="#8fe0b4", **_EDGE),
        path("M7.5 12L11 15.5 17 8.5", **_LINE),
    ],
    "challenge_lost": [
        path(_SHIELD, fill="#ffb3ae", **_EDGE),
        path("M8 8L16 16M16 8L8 16", **_LINE),
    ],
    "timed_out": [
        path("M5 1.5H19V4L13.5 12 19 20V22.5H5V20L10.5 12 5 4Z", fill="#d7d9e4", **_EDGE),
        path("M8 19.5H16", **_LINE),
    ],
    "resigned": [
        path("M7.5 1H16.5L23 7.5V16.5L16.5 23H7.5L1 16.5V7.5Z", fill="#e8564f", **_EDGE),
        path("M8 8L16 16M16 8L8 16", **_LINE | {"stroke": PAPER, "stroke_width": 3}),
    ],
    "won": [
        box(3, 2, 20, 14, fill=PAPER, **_EDGE),
        path("M3 2h5v4.67h-5zM13 2h5v4.67h-5zM8 6.67h5v4.67h-5zM18 6.67h5v4.67h-5zM3 11.33h5v4.67h-5z"
             "M13 11.33h5v4.67h-5z", fill=INK),
        path("M3 2V22", **_LINE | {"stroke": PAPER, "stroke_width": 5}),
        path("M3 2V22", **_LINE),
    ],
}  # fmt: skip
