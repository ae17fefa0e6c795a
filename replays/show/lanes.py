"""A table with all cards open: the seats are lanes, one above the other, and the piles are at the left edge."""

from collections.abc import Sequence

from replays.show.alt import View, codes, is_free, standing, stock
from replays.show.cards import PAPER
from replays.show.pieces import (
    ACROSS,
    DOWN,
    GOLD,
    HEADER,
    MIST,
    ROAD,
    Place,
    in_force,
    marked_piles,
    marked_seat,
    named,
    number_plate,
    spread,
    stack,
)
from replays.show.svg import Svg, box, group, path, words


def seats_in_lanes(view: View, names: Sequence[str]) -> list[Svg]:
    """All but the head of a picture in which every hand lies open."""
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
        number_plate(seat, x + 28, middle, 20, turn),
        *_lane_words(view, names[seat], one, x + 56, middle),
        *spread(codes(view["open"]["hands"][seat]), Place(x + 252, y + 6, width - 262, height - 12), "open"),
        opacity=0.75 if is_free(one) or one["resigned"] else None,
        **marked_seat(one),
    )


def _lane_words(view: View, name: str, one: View, x: float, middle: float) -> list[Svg]:
    marks = standing(view, one["seat"])
    up = 8 if marks else 0
    return [
        named(name, x, middle - 5 - up / 2, 178, 16, PAPER),
        words("free seat" if is_free(one) else stock(one), x, middle + 13 - up, 12.5, fill=MIST),
        *([words(", ".join(marks), x, middle + 20, 12.5, fill=GOLD)] if marks else []),
    ]


def _side(view: View) -> Svg:
    """The piles at the left edge."""
    x, y, wide = 46, HEADER + 60, 104
    if view["top"] is None:
        return group(words("Not dealt yet", 46, 320, 22, fill=PAPER))
    return group(
        *stack(view, x, y, wide),
        words(f"{view['draw_count']} to draw", x, y + 184, 15, fill=MIST),
        *in_force(view, x, y + 262),
        **marked_piles(view),
    )
