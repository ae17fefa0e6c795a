"""Our own cards, drawn: each says its colour by colour, by the shape in its corner and by the letter in that shape.

A card is 60 by 90. Digits and letters are strokes, not text, so that a card looks the same wherever there are other
fonts, or none. What several cards share is drawn once, as a symbol that they use.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial

from app.rules.cards import CODES, WILD_DRAW_FOUR, is_wild, item
from replays.show.languages import card_name, item_name
from replays.show.svg import NAMESPACE, Svg, box, disc, element, group, path, picture, together, use

WIDTH, HEIGHT = 60, 90
BACK = "back"
"""What takes the place of a code for a card that lies face down."""

INK, PAPER = "#15151d", "#fffdf5"
COLORS = {"r": "#d62f3c", "y": "#f7c52d", "g": "#16955c", "b": "#1f6bd4", "W": "#2c2b3c"}
"""The colour of a card by the first letter of its code."""


def symbols(codes: Iterable[str] = CODES) -> str:
    """One invisible SVG with `<symbol id="card-g7" viewBox="0 0 60 90">` for each code, and with `card-back`."""
    return element("svg", definitions([*codes, BACK]), xmlns=NAMESPACE, width=0, height=0, aria_hidden="true")


def card(code: str) -> str:
    """One card as a picture that stands by itself; `back` is one face down."""
    name = "card face down" if code == BACK else card_name(code)
    shows = "" if code == BACK else f"It shows the item {item_name(code)}."
    drawn = definitions([code]), placed(code, 0, 0, WIDTH)
    return picture(WIDTH * 4, HEIGHT * 4, name, shows, *drawn, viewBox=f"0 0 {WIDTH} {HEIGHT}")


def definitions(codes: Iterable[str], extra: Iterable[str] = ()) -> Svg:
    """`<defs>` with the symbols of these cards, of the parts named in `extra`, and of the parts that they use."""
    faces = [_card_symbol(code) for code in sorted(set(codes))]
    needed = _needed([*faces, *(_PARTS[name]() for name in extra)], set(extra))
    parts = [part(name) for name in _PARTS if name in needed]
    return element("defs", *parts, *faces)


def placed(code: str, x: float, y: float, width: float, **attributes: object) -> Svg:
    """A card of this width with its corner at x, y, where `definitions` has it."""
    return use(f"card-{code}", x, y, width, width * HEIGHT / WIDTH, **attributes)


def sign(color: str, x: float, y: float, size: float, **attributes: object) -> Svg:
    """A colour's shape with its letter in it; `definitions` needs `sign-<color>` in `extra`."""
    return use(f"sign-{color}", x, y, size, size, **attributes)


def _needed(drawn: Iterable[str], found: set[str]) -> set[str]:
    """The names of all parts that something drawn uses, and of those that these use."""
    for name in {name for one in drawn for name in re.findall(r'href="#([a-z0-9_-]+)"', one, re.I)} - found:
        found.add(name)
        _needed([_PARTS[name]()], found)
    return found


def _card_symbol(code: str) -> Svg:
    face = _back() if code == BACK else _face(code)
    return element("symbol", *face, id=f"card-{code}", viewBox=f"0 0 {WIDTH} {HEIGHT}")


def part(name: str) -> Svg:
    """The symbol of what several cards share: `sign-g`, `value-7`, `item-mushroom` … 24 by 24, `face-g` as large as a
    card."""
    size = f"{WIDTH} {HEIGHT}" if name.startswith("face-") else "24 24"
    return element("symbol", _PARTS[name](), id=name, viewBox=f"0 0 {size}")


def _paper() -> Svg:
    return box(1, 1, 58, 88, rx=8, fill=PAPER, stroke=INK, stroke_width=2)


def _back() -> list[Svg]:
    squares = "".join(
        f"M{6 + 6 * column} {top + 6 * row}h6v6h-6z"
        for top in (6, 72)
        for row in range(2)
        for column in range(8)
        if (row + column) % 2
    )
    wheel = group(
        disc(30, 45, 17, fill="none", stroke_width=5.5),
        path("M30 45H14M30 45H46M30 45V61", stroke_width=4.5),
        disc(30, 45, 4.5, fill=PAPER, stroke="none"),
        stroke=PAPER,
        fill="none",
    )
    return [
        _paper(),
        box(5, 5, 50, 80, rx=5, fill=COLORS["W"]),
        path(squares, fill=PAPER),
        path("M6 19H54M6 71H54", stroke="#e8563f", stroke_width=2.4),
        wheel,
    ]


def _face(code: str) -> list[Svg]:
    face = use(f"face-{code[0]}", 0, 0, WIDTH, HEIGHT)
    return [face, *(_wild_middle(code) if is_wild(code) else _middle(code))]


def _colored(color: str) -> Svg:
    """What all cards of a colour show: the colour, its sign, and the item."""
    return together(
        [
            _paper(),
            box(5, 5, 50, 80, rx=5, fill=COLORS[color]),
            path("M5 74 L55 24 V36 L5 86zM5 62 L55 12 V17 L5 67z", fill=PAPER, fill_opacity=0.2),
            use(f"sign-{color}", 3, 3, 23, 23),
            disc(45, 75, 10.5, fill=PAPER, stroke=INK, stroke_width=1.2),
            use(f"item-{item(next(code for code in CODES if code[0] == color))}", 36.5, 66.5, 17, 17),
        ]
    )


def _middle(code: str) -> list[Svg]:
    plate = disc(30, 45, 21, fill=PAPER, stroke=INK, stroke_width=2)
    return [plate, use(f"value-{code[1]}", 13.5, 28.5, 33, 33)]


def _wild_middle(code: str) -> list[Svg]:
    quarters = [
        path(f"M30 45{way}z", fill=COLORS[color])
        for color, way in zip(
            "rybg",
            ("V24A21 21 0 0 0 9 45", "H9A21 21 0 0 0 30 66", "V66A21 21 0 0 0 51 45", "H51A21 21 0 0 0 30 24"),
            strict=True,
        )
    ]
    rim = disc(30, 45, 21, fill="none", stroke=PAPER, stroke_width=2.4)
    return [*quarters, rim, use("value-W" if code == WILD_DRAW_FOUR else "value-B", 10.5, 25.5, 39, 39)]


# ------------------------------------------------------------------ parts, each in a square of 24

_DIGITS = {
    "0": "M12 3C5.5 3 6 9 6 12S5.5 21 12 21 18 15 18 12 18.5 3 12 3Z",
    "1": "M8 7L13 3V21",
    "2": "M6.5 8C6.5 1 17.5 1 17.5 8 17.5 13 10 16 6.5 21H18",
    "3": "M7 3H17L11.5 10C20 10 19.5 21 11.5 21 8.5 21 7 20 6.2 18.2",
    "4": "M15 21V3L5.5 15.5H18.5",
    "5": "M17 3H8L7.2 11C11 8 18 9 18 15 18 21.5 9.5 22.5 6.5 18.8",
    "6": "M15.5 3C9.5 6 6.2 11 6.2 15.5 6.2 23 17.8 23 17.8 15.5 17.8 8.5 8.5 8.5 6.6 13.5",
    "7": "M6 3H18L10.5 21",
    "8": "M12 11.3C5 11.3 5 3 12 3S19 11.3 12 11.3C4 11.3 4 21 12 21S20 11.3 12 11.3Z",
    "9": "M8.5 21C14.5 18 17.8 13 17.8 8.5 17.8 1 6.2 1 6.2 8.5 6.2 15.5 15.5 15.5 17.4 10.5",
}
_LETTERS = {
    "R": "M-4 5V-5H.5C4.5-5 4.5.5.5.5H-4M.5.5L4 5",
    "Y": "M-4.2-5L0 0 4.2-5M0 0V5",
    "G": "M3.6-3C1-6.3-4.2-5-4.2 0S1.5 6.3 4 3V.3H.8",
    "B": "M-3.6-5V5H.5C4.8 5 4.8-.4.5-.4H-3.6M-3.6-5H0C4-5 4-.4 0-.4",
    "W": "M-5-4.5L-2.6 4.5 0-2.5 2.6 4.5 5-4.5",
}
_SHAPES = {
    "r": ("M1 2.5H23L12 23Z", 8.8, 0.8),
    "y": ("M12 .8L23.2 12 12 23.2.8 12Z", 12, 0.9),
    "g": ("M12 1.5A10.5 10.5 0 0 1 12 22.5 10.5 10.5 0 0 1 12 1.5Z", 12, 1),
    "b": ("M2.5 2.5H21.5V21.5H2.5Z", 12, 1.1),
    "W": ("M6.5 2H17.5L23 12 17.5 22H6.5L1 12Z", 12, 1),
}
"""A colour's shape, how far down its letter sits in it, and how large the letter is: triangle, diamond, circle, square;
a hexagon for the wild cards."""


def _stroke(d: str, width: float, color: str = INK, **attributes: object) -> Svg:
    return path(
        d,
        fill="none",
        stroke=color,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        **attributes,
    )


def _sign(color: str) -> Svg:
    shape, down, size = _SHAPES[color]
    letter = _stroke(_LETTERS[color.upper()], 2.3, transform=f"translate(12 {down}) scale({size})")
    return together([path(shape, fill=PAPER, stroke=INK, stroke_width=1.4, stroke_linejoin="round"), letter])


def _digit(digit: str) -> Svg:
    """Leaning a little forward, as numbers on a race car do."""
    return _stroke(_DIGITS[digit], 4, transform="translate(12 12) skewX(-8) translate(-12 -12)")


def _skip() -> Svg:
    """No entry; a circle with a stroke through it would look like a zero."""
    return together([disc(12, 12, 10, fill=INK), _stroke("M6.5 12H17.5", 4.4, PAPER)])


def _reverse() -> Svg:
    """Two ways on one road."""
    return _stroke("M3.5 7.5H19M15.3 3.2L20 7.5 15.3 11.8M20.5 16.5H5M8.7 12.2L4 16.5 8.7 20.8", 2.7)


def _plus(digit: str) -> Svg:
    number = _stroke(_DIGITS[digit], 4.4, transform="translate(8.6 3.8) scale(.68)")
    return together([_stroke("M1.6 12H8.6M5.1 8.5V15.5", 2.8), number])


def _four() -> Svg:
    """On four colours: light strokes on dark ones."""
    mark = (
        ("M3.2 12H9.2M6.2 9V15", "translate(0 0)", 1.0),
        (_DIGITS["4"], "translate(9.2 4.6) scale(.62)", 1 / 0.62),
    )
    dark = [_stroke(d, 5.4 * wide, transform=where) for d, where, wide in mark]
    light = [_stroke(d, 2.8 * wide, PAPER, transform=where) for d, where, wide in mark]
    return together([*dark, *light])


def _parcel() -> Svg:
    """A box that nobody has opened yet, corded up."""
    return together(
        [
            path("M12 3L20.5 7V17L12 21.5 3.5 17V7Z", fill=PAPER, stroke=INK, stroke_width=1.5, **_ROUND),
            path("M3.5 7L12 11.2 20.5 7M12 11.2V21.5", fill="none", stroke=INK, stroke_width=1.5, **_ROUND),
            path("M7.6 5L16.4 9.2V13.2", fill="none", stroke="#e8563f", stroke_width=2.2, **_ROUND),
        ]
    )


_ROUND = {"stroke_linejoin": "round", "stroke_linecap": "round"}


def _mushroom() -> Svg:
    return together(
        [
            path("M9 12C9 16 8 18.5 7.5 21H16.5C16 18.5 15 16 15 12Z", fill="#f3e3c3", **_OUTLINE),
            path("M2.5 13C2.5 0 21.5 0 21.5 13 17 15 7 15 2.5 13Z", fill="#c23b2e", **_OUTLINE),
            _stroke("M6.5 9.5C7.5 7.3 9 6.2 11 5.8", 1.6, PAPER),
        ]
    )


def _banana() -> Svg:
    return together(
        [
            path("M12 2.5C13.5 7 13.5 9 17.5 13S22 20 20 21C16.5 19 14 16.5 12.5 14 11 17 8 20 3.5 21"
                 "C2.5 18.5 4.5 16.5 7 13.5S10.5 7 10.5 2.5Z", fill="#f7cf3c", **_OUTLINE),
            _stroke("M12 7C11.7 10 12 12 12.5 14", 1.4),
        ]
    )  # fmt: skip


def _shell() -> Svg:
    """A snail's, as it lies on any beach."""
    return together(
        [
            path("M2.5 20C1.5 8 8 3.5 13.5 3.5A8.3 8.3 0 0 1 21.5 12C21.5 17 18.5 20 14 20Z",
                 fill="#35b06f", **_OUTLINE),
            _stroke("M13.5 20C19 18.5 19.5 8 13 8 7.5 8 7.5 15.8 12.5 15.8 16 15.8 15.8 11.6 13 11.8",
                    1.6),
        ]
    )  # fmt: skip


def _lightning() -> Svg:
    return path("M14.5 1.5L4 13.5H10.5L8 22.5 20 9.5H13Z", fill="#ffd84a", **_OUTLINE)


def _bomb() -> Svg:
    return together(
        [
            disc(10.5, 14.5, 7.8, fill="#2c2b3c", stroke=INK, stroke_width=1.4),
            _stroke("M15.5 8.5C17 5.5 18.5 5.5 20 6", 1.8),
            path("M20.5 1.5L21.3 4.5 23.6 5.5 21.3 6.9 20.7 9.5 19.3 7.2 16.8 6.6 18.9 5Z",
                 fill="#ff8a2a"),
            _stroke("M6.5 13.5C7 11.5 8.3 10.5 9.8 10.2", 1.6, PAPER),
        ]
    )  # fmt: skip


_OUTLINE = {"stroke": INK, "stroke_width": 1.4, "stroke_linejoin": "round"}

_PARTS: dict[str, Callable[[], Svg]] = {
    **{f"face-{color}": partial(_colored, color) for color in COLORS},
    **{f"sign-{color}": partial(_sign, color) for color in _SHAPES},
    **{f"value-{digit}": partial(_digit, digit) for digit in _DIGITS},
    "value-S": _skip,
    "value-R": _reverse,
    "value-D": partial(_plus, "2"),
    "value-W": _four,
    "value-B": _parcel,
    "item-mushroom": _mushroom,
    "item-banana_peel": _banana,
    "item-green_shell": _shell,
    "item-lightning": _lightning,
    "item-bob_omb": _bomb,
}
