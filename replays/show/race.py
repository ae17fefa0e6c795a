"""The race chart: a match as a lap chart, a hand a lap, everybody's cards turn by turn on the way down to none.

Each lap has the race itself, and below it a lane for each seat with the marks of what happened. Lines differ in their
dashes and not in colour alone, and end at a name.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from replays.recording import Recording
from replays.show.alt import points
from replays.show.languages import DEFAULT, direction, phrase, row
from replays.show.laps import Lap, Mark, Race, race
from replays.show.marks import KINDS, definitions, label, mark
from replays.show.svg import Svg, box, breadth, clipped, disc, element, group, path, picture, together, words
from replays.show.words import isolated

COLORS = (
    "#d0342c", "#1f6fd6", "#12855a", "#a8660b", "#8052d6", "#0b7f95", "#c2358e", "#64707f", "#8f5a3c", "#5b7d12",
)  # fmt: skip
DARK_COLORS = (
    "#ff6b62", "#62a5ff", "#3fc48d", "#e39a34", "#b08cff", "#35bcd4", "#f27bc5", "#a3b0c0", "#cf9574", "#a3cc4a",
)  # fmt: skip
"""Of the lines, by seat, on white and on the dark ground."""
DASHES = (None, "9 4", "2 3", "12 3 2 3", "5 5", "14 5 5 5", "2 6", "9 3 2 3 2 3", "5 2", "1 2 6 2")
LIGHT = {"ground": "#ffffff", "ink": "#16171d", "soft": "#5a5d6b", "line": "#d9dbe3", "lane": "#f1f2f6"}
DARK = {"ground": "#16171d", "ink": "#f0f0f4", "soft": "#a9acbb", "line": "#3a3c48", "lane": "#20222b"}

EDGE, NAME, AFTER = 28, 138, 190
"""The left margin; how wide names are there; what is kept free for them at the end of the lines."""
NARROWEST, WIDEST = 5, 24
"""How wide a turn is, in pixels: so much that a lap fills about `FULL`."""
FULL, LEAST = 1100, 960
MARK, ROW = 15, 17
"""How large a mark is, and a row of them."""
TITLED = 1_500
"""As many marks say what they are when one points at them; with more, the picture would grow too large."""


class Chart(NamedTuple):
    """What all laps share: the race, how wide a turn and the whole are, whether marks have titles, and the language."""

    race: Race
    step: float
    width: float
    titled: bool
    language: str

    def at(self, turn: int) -> float:
        """Where a turn is from left to right."""
        return EDGE + NAME + turn * self.step

    def said(self, text: str) -> str:
        """Text of the chart's language in a picture that always runs from left to right."""
        return text if direction(self.language) == "ltr" else isolated(text)


def race_chart(recording: Recording, names: Sequence[str | None], language: str = DEFAULT) -> str:
    """The race chart of a record as far as it goes, as SVG, for light and dark and for paper; `names` by seat."""
    run = race(recording, names, language)
    longest = max((lap.turns for lap in run.laps), default=0)
    step = max(NARROWEST, min(WIDEST, FULL / max(1, longest)))
    width = max(LEAST, EDGE + NAME + longest * step + AFTER)
    marks = [one for lap in run.laps for one in lap.marks]
    chart = Chart(run, step, width, len(marks) <= TITLED, language)
    found = [kind for kind in KINDS if any(one.kind == kind for one in marks)]
    head, height = _head(chart, found)
    drawn = []
    for lap in run.laps:
        block, tall = _lap(chart, lap, height)
        drawn.append(block)
        height += tall
    return picture(
        round(width),
        round(height + 16),
        phrase("race.picture", language, names=[isolated(name) for name in _racing(run)]),
        description(run, language),
        element("style", _dark()),
        definitions(found),
        box(0, 0, round(width), round(height + 16), fill=LIGHT["ground"], class_="ground"),
        head,
        *drawn,
        direction=None if direction(language) == "ltr" else "ltr",
    )


def description(run: Race, language: str = DEFAULT) -> str:
    """The chart in words: how each hand went, and how often what happened."""
    if not run.laps:
        return f"{phrase('race.none', language)}."
    times = Counter(one.kind for lap in run.laps for one in lap.marks)
    marks = row([f"{label(kind, language)} {times[kind]}" for kind in KINDS if times[kind]], language)
    marked = phrase("race.marked", language, marks=marks) if marks else phrase("race.unmarked", language)
    return " ".join(f"{said}." for said in [*(_told(run, lap, language) for lap in run.laps), marked])


def _dark() -> Svg:
    """Colours of a dark screen. Paper stays white, and so does what cannot read this."""
    rules = "".join(f".{name}{{fill:{color}}}" for name, color in DARK.items() if name != "line")
    rules += "".join(f".seat{seat}{{stroke:{color}}}" for seat, color in enumerate(DARK_COLORS))
    return Svg(f"@media screen and (prefers-color-scheme:dark){{{rules}.line{{stroke:{DARK['line']}}}}}")


def _racing(run: Race) -> list[str]:
    seats = sorted({seat for lap in run.laps for seat in lap.racing}) or range(len(run.names))
    return [run.names[seat] for seat in seats]


def _told(run: Race, lap: Lap, language: str) -> str:
    if lap.ended is None:
        return phrase("race.on", language, hand=lap.hand, count=lap.turns)
    if lap.ended.winner is None:
        return phrase("race.nobody", language, hand=lap.hand, count=lap.turns)
    won = {"name": isolated(run.names[lap.ended.winner]), "points": points(lap.ended.points, language)}
    return phrase("race.won", language, hand=lap.hand, count=lap.turns, **won)


# ------------------------------------------------------------------ the head


def _head(chart: Chart, found: Sequence[str]) -> tuple[Svg, float]:
    """Title and legend, and where they end."""
    flags = "".join(f"M{EDGE + 12 * one} 18h6v6h-6zM{EDGE + 12 * one + 6} 24h6v6h-6z" for one in range(3))
    title = chart.said(phrase("race.title", chart.language))
    drawn = [
        path(flags, fill=LIGHT["ink"], class_="ink"),
        _text(title, EDGE + 48, 34, 22),
        _text(chart.said(phrase("race.about", chart.language)), EDGE + 64 + breadth(title, 22), 34, 13, "soft"),
    ]
    x, y, entries = float(EDGE), 62.0, []
    for kind in found:
        said = chart.said(label(kind, chart.language))
        wide = 26 + breadth(said, 12) + 12
        if x + wide > chart.width - EDGE:
            x, y = float(EDGE), y + 24
        entries.append(group(mark(kind, x + 9, y, 18), _text(said, x + 24, y + 4, 12), data_legend=kind))
        x += wide
    return group(*drawn, *entries), y + (34 if found else 4)


def _text(said: object, x: float, y: float, size: float, ink: str = "ink", **attributes: object) -> Svg:
    """Words in a colour that a dark screen changes."""
    return words(str(said), x, y, size, fill=LIGHT[ink], class_=ink, **attributes)


def _line_of(said: str, x: float, y: float, room: float, size: float) -> Svg:
    """Words with names in them, which may have letters of any size."""
    return clipped(said, x, y, room, size, fill=LIGHT["ink"], class_="ink")


def _name(chart: Chart, seat: int, x: float, y: float, room: float) -> Svg:
    return _line_of(isolated(chart.race.names[seat]), x, y, room, 12)


# ------------------------------------------------------------------ a lap


def _lap(chart: Chart, lap: Lap, top: float) -> tuple[Svg, float]:
    """A hand, and how high it is."""
    most = max(8, *(max(cards) for cards in lap.cards))
    tall = max(150, 15 * len(lap.racing) + 12, min(260, most * 9))
    upper, lower = top + 34, top + 34 + tall
    per = tall / most
    lanes, bottom = _lanes(chart, lap, lower + 24)
    return (
        group(
            _line_of(chart.said(_told(chart.race, lap, chart.language)), EDGE, top + 18, chart.width - 2 * EDGE, 16),
            _grid(chart, lap, upper, lower, per, most),
            *(_line(chart, lap, seat, lower, per) for seat in lap.racing),
            *_ends(chart, lap, upper, lower, per),
            *lanes,
            data_hand=lap.hand,
        ),
        bottom - top + 26,
    )


def _grid(chart: Chart, lap: Lap, upper: float, lower: float, per: float, most: int) -> Svg:
    left, right = chart.at(0), chart.at(max(1, lap.turns))
    every = 5 if most <= 30 else 10
    rows = range(every, most + 1, every)
    stride = next(stride for stride in (5, 10, 20, 50, 100, 500) if stride * chart.step >= 34 or stride == 500)
    columns = range(0, lap.turns + 1, stride)
    lines = [f"M{left:.0f} {lower - row * per:.1f}H{right:.1f}" for row in rows]
    lines += [f"M{chart.at(turn):.1f} {upper:.0f}V{lower:.1f}" for turn in columns]
    flags = "".join(
        f"M{left + 8 * one:.1f} {lower + 1 + 4 * (one % 2):.1f}h8v4h-8z" for one in range(int((right - left) / 8))
    )
    return group(
        path("".join(lines), fill="none", stroke=LIGHT["line"], stroke_width=1, class_="line"),
        box(left, lower + 1, right - left, 8, fill="#ffffff", stroke="#16171d", stroke_width=0.5),
        path(flags, fill="#16171d"),
        *(_text(row, left - 8, lower - row * per + 4, 11, "soft", text_anchor="end") for row in rows),
        _text(chart.said(phrase("cards", chart.language, count=0)), left - 8, lower + 9, 11, "soft", text_anchor="end"),
        *(_text(turn, chart.at(turn), lower + 21, 11, "soft", text_anchor="middle") for turn in columns if turn),
        _text(phrase("race.turn", chart.language), left, lower + 21, 11, "soft", text_anchor="middle"),
    )


def _last_turn(lap: Lap, seat: int) -> int:
    """The turn up to which a seat is in the race."""
    left = lap.left(seat)
    return lap.turns if left is None else left


def _line(chart: Chart, lap: Lap, seat: int, lower: float, per: float) -> Svg:
    """A seat's cards: a step at each turn that changes them. Lines keep beside each other where hands are equal."""
    others = len(lap.racing) - 1
    beside = (lap.racing.index(seat) - others / 2) * min(1.3, per / 2 / max(1, others))
    count = lap.cards[0][seat]
    drawn = [f"M{chart.at(0):.1f} {_height(lower, count, per) + beside:.1f}"]
    last = _last_turn(lap, seat)
    for turn in range(1, last + 1):
        if lap.cards[turn][seat] != count:
            count = lap.cards[turn][seat]
            drawn.append(f"H{chart.at(turn):.1f}V{_height(lower, count, per) + beside:.1f}")
    drawn.append(f"H{chart.at(last):.1f}")
    return path("".join(drawn), **_stroke(seat, 2.4), data_line=seat)


def _height(lower: float, cards: int, per: float) -> float:
    return lower - cards * per


def _stroke(seat: int, width: float) -> dict[str, object]:
    return {
        "fill": "none",
        "stroke": COLORS[seat],
        "stroke_width": width,
        "stroke_dasharray": DASHES[seat],
        "stroke_linejoin": "round",
        "class_": f"seat{seat}",
    }


def _ends(chart: Chart, lap: Lap, upper: float, lower: float, per: float) -> list[Svg]:
    """The names at the ends of the lines, moved apart, each with a thin line that leads to it."""
    cards = lap.cards[-1]
    order = sorted(lap.racing, key=lambda seat: (-cards[seat], seat))
    wanted = [_height(lower, cards[seat], per) for seat in order]
    x = chart.at(lap.turns)
    drawn = []
    for seat, ideal, y in zip(order, wanted, apart(wanted, 15, upper, lower), strict=True):
        start = chart.at(_last_turn(lap, seat))
        won = lap.ended is not None and lap.ended.winner == seat
        drawn += [
            path(
                f"M{start:.1f} {ideal:.1f}H{x + 4:.1f}L{x + 14:.1f} {y:.1f}",
                **_stroke(seat, 1) | {"stroke_dasharray": "1 3"},
            ),
            _plate(seat, x + 22, y, 7),
            _name(chart, seat, x + 33, y + 4, 112),
            _text(
                phrase("race.wins", chart.language) if won else cards[seat],
                x + AFTER - 12,
                y + 4,
                12,
                "ink" if won else "soft",
                text_anchor="end",
            ),
        ]
    return drawn


def apart(wanted: Sequence[float], space: float, upper: float, lower: float) -> list[float]:
    """Places in the same order, as near to those wanted as they can be with so much space between them."""
    placed: list[float] = []
    for one in wanted:
        placed.append(max([one, upper, *(last + space for last in placed[-1:])]))
    limit = lower
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = min(placed[number], limit)
        limit = placed[number] - space
    return placed


def _plate(seat: int, x: float, y: float, r: float) -> Svg:
    return together(
        [
            disc(x, y, r, fill=COLORS[seat]),
            words(str(seat), x, y + r * 0.52, r * 1.45, fill="#ffffff", text_anchor="middle"),
        ]
    )


# ------------------------------------------------------------------ lanes


def _lanes(chart: Chart, lap: Lap, top: float) -> tuple[list[Svg], float]:
    """A lane for each seat with its marks, and where they end."""
    drawn, y = [], top + 8
    for seat in lap.racing:
        marks = [one for one in lap.marks if one.seat == seat]
        rows = in_rows([chart.at(one.turn) for one in marks], MARK + 1)
        tall = ROW * (max(rows, default=0) + 1) + 7
        drawn.append(_lane(chart, lap, seat, list(zip(marks, rows, strict=True)), y, tall))
        y += tall + 3
    return drawn, y


def _lane(chart: Chart, lap: Lap, seat: int, marks: Sequence[tuple[Mark, int]], y: float, tall: float) -> Svg:
    left, middle = chart.at(0), y + 4 + ROW / 2
    return group(
        box(EDGE, y, chart.at(max(1, lap.turns)) - EDGE + 10, tall, rx=5, fill=LIGHT["lane"], class_="lane"),
        _plate(seat, EDGE + 14, middle, 8),
        _name(chart, seat, EDGE + 28, middle + 4, NAME - 44),
        path(f"M{left:.1f} {middle:.1f}H{chart.at(_last_turn(lap, seat)):.1f}", **_stroke(seat, 2)),
        *(_marked(chart, one, middle + row * ROW) for one, row in marks),
        data_seat=seat,
    )


def _marked(chart: Chart, one: Mark, y: float) -> Svg:
    said = phrase("race.turn.marked", chart.language, turn=one.turn, mark=label(one.kind, chart.language))
    title = element("title", said) if chart.titled else None
    return mark(one.kind, chart.at(one.turn), y, MARK, title)


def in_rows(places: Sequence[float], space: float) -> list[int]:
    """For places from left to right the row of each: the first in which nothing else is so near."""
    ends: list[float] = []
    rows = []
    for place in places:
        row = next((row for row, end in enumerate(ends) if end + space <= place), len(ends))
        ends[row : row + 1] = [place]
        rows.append(row)
    return rows
