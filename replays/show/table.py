"""A table as a picture: the seats along a race track around the piles, and the cards that the viewer sees.

With all cards open the seats are lanes instead, one above the other, so that every card has room.
"""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from replays.show.alt import (
    View,
    alt_text,
    codes,
    counted,
    direction,
    eyes,
    hands_seen,
    is_free,
    just_drawn,
    names_in,
    points,
    situation,
    standing,
    stock,
)
from replays.show.cards import BACK, COLORS, INK, PAPER, WIDTH, definitions, placed, sign
from replays.show.cards import HEIGHT as CARD_HEIGHT
from replays.show.svg import Svg, box, breadth, clipped, disc, fitting, group, path, picture, use, words
from replays.show.words import color_name

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


def table_picture(view: View) -> str:
    """The table of a view as SVG, 1200 by 630, with its words inside for those who do not see it."""
    names = names_in(view)
    lanes = view.get("open") is not None
    drawn = _lanes(view, names) if lanes else _round(view, names)
    title = f"Kartfold, hand {view['hand_number']}" if view["hand_number"] else "Kartfold, a table that waits"
    return picture(
        ACROSS,
        DOWN,
        title,
        alt_text(view),
        definitions(_drawn(view, names), [f"value-{digit}" for digit in range(10)] + ["sign-" + one for one in "rygb"]),
        box(0, 0, ACROSS, DOWN, fill=DUSK),
        _header(view, names),
        *drawn,
    )


def _drawn(view: View, names: Sequence[str]) -> set[str]:
    """The cards that are drawn somewhere."""
    seen = {code for _, hand in hands_seen(view, names) for code in hand}
    return seen | {view["top"] or BACK, BACK}


# ------------------------------------------------------------------ the head of the picture


def _header(view: View, names: Sequence[str]) -> Svg:
    moment = f"Hand {view['hand_number']}" if view["hand_number"] else "Not started"
    after = "" if view.get("version") is None else f"  ·  after event {view['version']}"
    told, size = _as_large_as_fits(situation(view, names), 496)
    return group(
        path("".join(f"M{24 * i} 0h12v6h-12zM{24 * i + 12} 6h12v6h-12z" for i in range(ACROSS // 24)), fill=PAPER),
        words("KARTFOLD", 28, 50, 26, fill=PAPER, letter_spacing=5),
        words(f"{moment}{after}", 270, 42, 15, fill=MIST),
        words(fitting(eyes(view, names), 15, 330), 270, 62, 15, fill=MIST),
        box(640, 24, 532, 42, rx=21, fill=GOLD),
        words(told, 906, 45 + size * 0.36, size, fill=INK, text_anchor="middle"),
    )


def _as_large_as_fits(said: str, room: float) -> tuple[str, float]:
    size = next((size for size in (21, 18, 15) if breadth(said, size) <= room), 13)
    return fitting(said, size, room), size


# ------------------------------------------------------------------ seats around the track

PANEL = (206, 78)
"""How large the board of a seat is."""


def _round(view: View, names: Sequence[str]) -> list[Svg]:
    hands = hands_seen(view, names)
    ground = Place(0, HEADER, ACROSS, (372 if hands else DOWN - HEADER - 8))
    seats = len(names)
    first = view["you"]["seat"] if view.get("you") is not None else 0
    boards = [_board(view, names, (first + turn) % seats, place) for turn, place in enumerate(around(seats, ground))]
    return [_track(ground, view["direction"]), _infield(view, ground), *boards, *_hands(view, hands)]


def around(seats: int, ground: Place) -> list[Place]:
    """Where the boards of so many seats are: at equal distances along the track, clockwise from the near side."""
    width, height = PANEL
    return [
        Place(x - width / 2, y - height / 2, width, height)
        for x, y, _ in (_on_track(_middle_line(ground), turn / seats) for turn in range(seats))
    ]


def _middle_line(ground: Place) -> Place:
    width, height = PANEL
    return Place(
        ground.x + width / 2 + 18, ground.y + height / 2 + 8, ground.width - width - 36, ground.height - height - 16
    )


def _on_track(line: Place, share: float) -> tuple[float, float, float]:
    """The point after this share of a lap, from the middle of the near straight clockwise, and the way it heads there
    in degrees."""
    radius, straight = line.height / 2, line.width - line.height
    at = share * (2 * straight + 2 * pi * radius)
    center_x, center_y = line.middle
    if at < straight / 2:
        return center_x - at, center_y + radius, 180
    at -= straight / 2
    if at < pi * radius:
        turned = at / radius
        return line.x + radius - radius * sin(turned), center_y + radius * cos(turned), 180 + turned * 180 / pi
    at -= pi * radius
    if at < straight:
        return line.x + radius + at, line.y, 0
    at -= straight
    if at < pi * radius:
        turned = at / radius
        right = line.x + line.width - radius
        return right + radius * sin(turned), center_y - radius * cos(turned), turned * 180 / pi
    return center_x + straight / 2 - (at - pi * radius), center_y + radius, 180


def _track(ground: Place, way: int) -> Svg:
    line = _middle_line(ground)
    rx = line.height / 2
    arrows = [_arrow(_on_track(_inner(line, 56), (turn + 0.5) / 24), way) for turn in range(24)]
    return group(
        box(*line, rx=rx, fill=GRASS, stroke=PAPER, stroke_width=94),
        box(*line, rx=rx, fill="none", stroke=KERB, stroke_width=94, stroke_dasharray="22 22"),
        box(*line, rx=rx, fill="none", stroke=ROAD, stroke_width=84),
        box(*line, rx=rx, fill="none", stroke=PAPER, stroke_width=2, stroke_dasharray="18 22", stroke_opacity=0.6),
        group(*arrows, data_direction=way),
    )


def _inner(line: Place, by: float) -> Place:
    return Place(line.x + by, line.y + by, line.width - 2 * by, line.height - 2 * by)


def _arrow(at: tuple[float, float, float], way: int) -> Svg:
    x, y, heading = at
    turned = heading + (0 if way == 1 else 180)
    return path("M-8-7L6 0-8 7-4 0Z", fill=GOLD, transform=f"translate({x:.1f} {y:.1f}) rotate({turned:.1f})")


def _board(view: View, names: Sequence[str], seat: int, place: Place) -> Svg:
    one, turn = view["seats"][seat], view["turn"] == seat
    free = is_free(one)
    paper = ASH if free or one["resigned"] else PAPER
    x, y, width, height = place
    return group(
        box(x, y, width, height, rx=12, fill=paper, stroke=GOLD if turn else INK, stroke_width=6 if turn else 2),
        _number(seat, x + 30, y + 39, 22, turn),
        _named(names[seat], x + 60, y + 25, width - 70, 17, INK),
        *([] if free else [_backs(one["cards"], x + 60, y + 33), *_said(view, seat, x, y)]),
        words("free seat" if free else counted(one["cards"]), x + 60, y + 68, 13, fill=INK),
        words("" if free else points(one["score"]), x + width - 10, y + 68, 13, fill=INK, text_anchor="end"),
        **_marked(one),
    )


def _marked(one: View) -> dict[str, object]:
    """What a seat's drawing says of it to a program."""
    return {
        "data_seat": one["seat"],
        "data_cards": one["cards"],
        "data_score": one["score"],
        "data_uno": int(one["uno"]),
        "data_resigned": int(one["resigned"]),
    }


def _number(seat: int, x: float, y: float, r: float, turn: bool) -> Svg:
    """A seat's starting number on its plate."""
    plate = disc(x, y, r, fill=GOLD if turn else PAPER, stroke=INK, stroke_width=2.5)
    return group(plate, use(f"value-{seat}", x - r * 0.72, y - r * 0.72, r * 1.44, r * 1.44))


def _named(name: str, x: float, y: float, room: float, size: float, color: str) -> Svg:
    """Who sits there: a long name in smaller letters."""
    return clipped(name, x, y, room, size if breadth(name, size) <= room else size * 0.82, fill=color)


def _backs(cards: int, x: float, y: float) -> Svg:
    """As many backs as the hand has cards, closer together when there are many."""
    step = min(9.0, 118 / max(1, cards - 1))
    backs = [
        box(x + step * one, y, 12, 18, rx=2, fill=COLORS["W"], stroke=PAPER, stroke_width=1) for one in range(cards)
    ]
    return group(*backs)


def _said(view: View, seat: int, x: float, y: float) -> list[Svg]:
    """Marks on the upper edge of a board: its place, UNO, that it is out."""
    marks, at = [], x + PANEL[0] - 8
    for mark in reversed(standing(view, seat)):
        wide = 20 + 8.2 * len(mark)
        at -= wide
        marks += [
            box(at, y - 11, wide, 23, rx=11.5, fill=KERB if "not" in mark else INK, stroke=PAPER, stroke_width=2),
            words(mark, at + wide / 2, y + 5, 13, fill=PAPER, text_anchor="middle"),
        ]
        at -= 4
    return marks


# ------------------------------------------------------------------ the piles


def _infield(view: View, ground: Place) -> Svg:
    """The draw pile left of the middle and the top card right of it, what is left and in force beside them."""
    x, y = _middle_line(ground).middle
    wide = min(112.0, (ground.height - 246) / TALL)
    if view["top"] is None:
        return group(words("The cards are not dealt yet", x, y + 8, 22, fill=PAPER, text_anchor="middle"))
    return group(
        *_stack(view, x - wide - 14, y - wide * TALL / 2, wide),
        words(view["draw_count"], x - wide - 40, y + 4, 34, fill=PAPER, text_anchor="end"),
        words("to draw", x - wide - 40, y + 26, 15, fill=MIST, text_anchor="end"),
        *_in_force(view, x + wide + 34, y),
        **_marked_piles(view),
    )


def _stack(view: View, x: float, y: float, wide: float) -> list[Svg]:
    """The draw pile, and right of it the top card."""
    backs = [placed(BACK, x - 3 * one, y - 3 * one, wide) for one in range(min(3, view["draw_count"]))]
    return [*backs[::-1], placed(view["top"], x + wide + 28, y, wide, data_card=view["top"], data_at="top")]


def _marked_piles(view: View) -> dict[str, object]:
    return {"data_draw": view["draw_count"], "data_discard": view["discard_count"], "data_color": view["color"] or ""}


def _in_force(view: View, x: float, y: float) -> list[Svg]:
    color = view["color"]
    under = words(f"{view['discard_count']} under it", x, y + 58, 15, fill=MIST)
    way = words(direction(view), x, y + 38, 15, fill=MIST)
    if color is None:
        return [words("no colour in force", x, y, 17, fill=PAPER), way, under]
    return [
        disc(x + 28, y - 22, 31, fill=COLORS[color], stroke=PAPER, stroke_width=2),
        sign(color, x + 6, y - 44, 44),
        words(color_name(color), x + 68, y - 22, 22, fill=PAPER),
        words("in force", x + 68, y - 2, 15, fill=MIST),
        way,
        under,
    ]


# ------------------------------------------------------------------ hands


def _hands(view: View, hands: Sequence[tuple[str, Sequence[str]]]) -> list[Svg]:
    """The viewer's own hand at the lower edge, and beside it those that were shown in a challenge."""
    every = sum(max(3, len(hand)) for _, hand in hands)
    drawn, x = [], 24.0
    for number, (title, hand) in enumerate(hands):
        width = (ACROSS - 48 - 24 * (len(hands) - 1)) * max(3, len(hand)) / every
        place = Place(x, HEADER + 402, width, DOWN - HEADER - 402 - 14)
        marked = just_drawn(view) if number == 0 else None
        drawn += [
            words(fitting(title, 15, width), x, place.y - 10, 15, fill=MIST),
            group(*_spread(hand, place, "shown" if number else "hand", marked)),
        ]
        x += width + 24
    return drawn


def _spread(hand: Sequence[str], place: Place, at: str, marked: str | None = None) -> list[Svg]:
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


# ------------------------------------------------------------------ lanes, with all cards open


def _lanes(view: View, names: Sequence[str]) -> list[Svg]:
    seats = len(names)
    room = DOWN - HEADER - 12
    height = min(180.0, room / seats)
    upper = HEADER + 4 + (room - height * seats) / 2
    lanes = [_lane(view, names, seat, Place(330, upper + height * seat, ACROSS - 350, height)) for seat in range(seats)]
    return [*lanes, _side(view)]


def _lane(view: View, names: Sequence[str], seat: int, place: Place) -> Svg:
    one, turn = view["seats"][seat], view["turn"] == seat
    x, y, width, height = place
    middle = y + height / 2
    return group(
        box(x, y + 2, width, height - 4, rx=10, fill=ROAD, stroke=GOLD if turn else "none", stroke_width=4),
        path(f"M{x + 240:g} {y + 8:.1f}V{y + height - 8:.1f}", stroke=PAPER, stroke_width=2, stroke_dasharray="6 6"),
        _number(seat, x + 28, middle, 20, turn),
        *_lane_words(view, names[seat], one, x + 56, middle),
        *_spread(codes(view["open"]["hands"][seat]), Place(x + 252, y + 6, width - 262, height - 12), "open"),
        opacity=0.75 if is_free(one) or one["resigned"] else None,
        **_marked(one),
    )


def _lane_words(view: View, name: str, one: View, x: float, middle: float) -> list[Svg]:
    marks = standing(view, one["seat"])
    up = 8 if marks else 0
    return [
        _named(name, x, middle - 5 - up / 2, 178, 16, PAPER),
        words("free seat" if is_free(one) else stock(one), x, middle + 13 - up, 12.5, fill=MIST),
        *([words(", ".join(marks), x, middle + 20, 12.5, fill=GOLD)] if marks else []),
    ]


def _side(view: View) -> Svg:
    """The piles at the left edge."""
    x, y, wide = 46, HEADER + 60, 104
    if view["top"] is None:
        return group(words("Not dealt yet", 46, 320, 22, fill=PAPER))
    return group(
        *_stack(view, x, y, wide),
        words(f"{view['draw_count']} to draw", x, y + 184, 15, fill=MIST),
        *_in_force(view, x, y + 262),
        **_marked_piles(view),
    )
