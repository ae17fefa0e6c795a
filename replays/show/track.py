"""The seats of a table along a race track around the piles, and below it the cards that the viewer sees."""

from collections.abc import Sequence
from math import cos, pi, sin

from replays.show.alt import View, counted, hands_seen, is_free, just_drawn, marks, points
from replays.show.cards import COLORS, INK, PAPER
from replays.show.pieces import (
    ACROSS,
    ASH,
    DOWN,
    GOLD,
    GRASS,
    HEADER,
    KERB,
    MIST,
    ROAD,
    TALL,
    Place,
    in_force,
    marked_piles,
    marked_seat,
    named,
    number_plate,
    spread,
    stack,
)
from replays.show.svg import Svg, box, fitting, group, path, words

PANEL = (206, 78)
"""How large the board of a seat is."""


def seats_around(view: View, names: Sequence[str]) -> list[Svg]:
    """All but the head of a picture; who looks at the table sits on the near side."""
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
        number_plate(seat, x + 30, y + 39, 22, turn),
        named(names[seat], x + 60, y + 25, width - 70, 17, INK),
        *([] if free else [_backs(one["cards"], x + 60, y + 33), *_said(view, seat, x, y)]),
        words("free seat" if free else counted(one["cards"]), x + 60, y + 68, 13, fill=INK),
        words("" if free else points(one["score"]), x + width - 10, y + 68, 13, fill=INK, text_anchor="end"),
        **marked_seat(one),
    )


def _backs(cards: int, x: float, y: float) -> Svg:
    """As many backs as the hand has cards, closer together when there are many."""
    step = min(9.0, 118 / max(1, cards - 1))
    backs = [
        box(x + step * one, y, 12, 18, rx=2, fill=COLORS["W"], stroke=PAPER, stroke_width=1) for one in range(cards)
    ]
    return group(*backs)


def _said(view: View, seat: int, x: float, y: float) -> list[Svg]:
    """Marks on the upper edge of a board: its place, UNO, that it is out."""
    drawn, at = [], x + PANEL[0] - 8
    for kind, mark in reversed(marks(view, seat).items()):
        wide = 20 + 8.2 * len(mark)
        at -= wide
        ground = KERB if kind == "uno_missing" else INK
        drawn += [
            box(at, y - 11, wide, 23, rx=11.5, fill=ground, stroke=PAPER, stroke_width=2),
            words(mark, at + wide / 2, y + 5, 13, fill=PAPER, text_anchor="middle"),
        ]
        at -= 4
    return drawn


# ------------------------------------------------------------------ the piles


def _infield(view: View, ground: Place) -> Svg:
    """The draw pile left of the middle and the top card right of it, what is left and in force beside them."""
    x, y = _middle_line(ground).middle
    wide = min(112.0, (ground.height - 246) / TALL)
    if view["top"] is None:
        return group(words("The cards are not dealt yet", x, y + 8, 22, fill=PAPER, text_anchor="middle"))
    return group(
        *stack(view, x - wide - 14, y - wide * TALL / 2, wide),
        words(view["draw_count"], x - wide - 40, y + 4, 34, fill=PAPER, text_anchor="end"),
        words("to draw", x - wide - 40, y + 26, 15, fill=MIST, text_anchor="end"),
        *in_force(view, x + wide + 34, y),
        **marked_piles(view),
    )


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
            group(*spread(hand, place, "shown" if number else "hand", marked)),
        ]
        x += width + 24
    return drawn
