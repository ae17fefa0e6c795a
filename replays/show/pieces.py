"""What both pictures of a table are made of: its measures and colours, a seat's number and name, piles and hands."""

from collections.abc import Sequence
from typing import NamedTuple

from replays.show.alt import View, way
from replays.show.cards import BACK, COLORS, INK, PAPER, WIDTH, placed, sign
from replays.show.cards import HEIGHT as CARD_HEIGHT
from replays.show.languages import color_name
from replays.show.svg import Svg, box, breadth, clipped, disc, group, use, words

ACROSS, DOWN = 1200, 630
"""The size that link previews have room for."""

ROAD, GRASS, DUSK, KERB, GOLD, MIST, ASH = "#3b3d4d", "#1d4a39", "#181923", "#d8434e", "#ffb938", "#b9bccb", "#a5a7b5"
TALL = CARD_HEIGHT / WIDTH
HEADER = 74


class Place(NamedTuple):
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2


def marked_seat(one: View) -> dict[str, object]:
    """What a seat's drawing says of it to a program."""
    return {
        "data_seat": one["seat"],
        "data_cards": one["cards"],
        "data_score": one["score"],
        "data_uno": int(one["uno"]),
        "data_resigned": int(one["resigned"]),
    }


def number_plate(seat: int, x: float, y: float, r: float, turn: bool) -> Svg:
    """A seat's starting number on its plate."""
    plate = disc(x, y, r, fill=GOLD if turn else PAPER, stroke=INK, stroke_width=2.5)
    return group(plate, use(f"value-{seat}", x - r * 0.72, y - r * 0.72, r * 1.44, r * 1.44))


def named(name: str, x: float, y: float, room: float, size: float, color: str) -> Svg:
    """Who sits there: a long name in smaller letters."""
    return clipped(name, x, y, room, size if breadth(name, size) <= room else size * 0.82, fill=color)


def stack(view: View, x: float, y: float, wide: float) -> list[Svg]:
    """The draw pile, and right of it the top card."""
    backs = [placed(BACK, x - 3 * one, y - 3 * one, wide) for one in range(min(3, view["draw_count"]))]
    return [*backs[::-1], placed(view["top"], x + wide + 28, y, wide, data_card=view["top"], data_at="top")]


def marked_piles(view: View) -> dict[str, object]:
    """What the drawing of the piles says of them to a program."""
    return {"data_draw": view["draw_count"], "data_discard": view["discard_count"], "data_color": view["color"] or ""}


def in_force(view: View, x: float, y: float) -> list[Svg]:
    """The colour in force, the direction, and what lies under the top card."""
    color = view["color"]
    under = words(f"{view['discard_count']} under it", x, y + 58, 15, fill=MIST)
    goes = words(way(view), x, y + 38, 15, fill=MIST)
    if color is None:
        return [words("no colour in force", x, y, 17, fill=PAPER), goes, under]
    return [
        disc(x + 28, y - 22, 31, fill=COLORS[color], stroke=PAPER, stroke_width=2),
        sign(color, x + 6, y - 44, 44),
        words(color_name(color), x + 68, y - 22, 22, fill=PAPER),
        words("in force", x + 68, y - 2, 15, fill=MIST),
        goes,
        under,
    ]


def spread(hand: Sequence[str], place: Place, at: str, marked: str | None = None) -> list[Svg]:
    """Cards side by side, in as many rows as make them largest; the one just drawn is framed."""
    drawn = []
    for code, (x, y, wide) in zip(hand, packed(len(hand), place), strict=True):
        if code == marked:
            marked = None
            drawn.append(box(x - 3, y - 3, wide + 6, wide * TALL + 6, rx=wide / 6, fill=GOLD))
        drawn.append(placed(code, x, y, wide, data_card=code, data_at=at))
    return drawn


def packed(cards: int, place: Place, largest: float = 92) -> list[tuple[float, float, float]]:
    """x, y and width of so many cards in a place, as large as they can be there without covering each other."""
    best, columns = 0.0, 1
    for rows in range(1, cards + 1):
        per = -(-cards // rows)
        wide = min(largest, place.width / per - 6, (place.height + 6) / rows / TALL - 6 / TALL)
        if wide > best:
            best, columns = wide, per
    return [
        (place.x + (one % columns) * (best + 6), place.y + (one // columns) * (best * TALL + 6), best)
        for one in range(cards)
    ]
