"""A table as a picture: the seats along a race track around the piles, and the cards that the viewer sees.

With all cards open the seats are lanes instead, one above the other, so that every card has room.
"""

from collections.abc import Sequence

from replays.show.alt import View, alt_text, eyes, hands_seen, names_in, situation
from replays.show.cards import BACK, INK, PAPER, definitions
from replays.show.lanes import seats_in_lanes
from replays.show.pieces import ACROSS, DOWN, DUSK, GOLD, MIST
from replays.show.svg import Svg, box, breadth, fitting, group, path, picture, words
from replays.show.track import seats_around


def table_picture(view: View) -> str:
    """The table of a view as SVG, 1200 by 630, with its words inside for those who do not see it."""
    names = names_in(view)
    lanes = view.get("open") is not None
    drawn = seats_in_lanes(view, names) if lanes else seats_around(view, names)
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
