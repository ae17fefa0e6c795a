"""Pictures of ours as PNG: for link previews, and wherever no SVG is shown."""

import re
from pathlib import Path

import resvg_py

FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
"""DejaVu Sans 2.37, unchanged, its licence beside it. Machines that serve have few fonts or none, and the same picture
should come from all of them. It has the letters of Europe, and Arabic, Hebrew, Armenian and Georgian among others; for
those that it lacks, Chinese ones for example, it shows boxes, so pictures name seats by their numbers too."""

LONGEST = 4_000_000
"""Characters of SVG that are drawn: more would keep a worker busy for too long."""
LARGEST = 8_000_000
"""Pixels of a PNG, at four bytes each while it is drawn. What cannot be allocated would end the process."""

_SIZE = re.compile(r'<svg [^>]*?\bviewBox="0 0 (\d{1,6}(?:\.\d+)?) (\d{1,6}(?:\.\d+)?)"')


def png(svg: str, width: int) -> bytes:
    """A picture drawn `width` pixels wide, and as high as it then is.

    For SVG that this service has made: another's could name files. The same picture gives the same bytes. Raises
    ValueError for what is too long or too large, and for what is no picture.
    """
    if len(svg) > LONGEST:
        raise ValueError(f"a picture of {len(svg)} characters is too long to be drawn")
    size = _SIZE.match(svg)
    if size is None:
        raise ValueError("a picture has to say its size")
    height = round(width * float(size[2]) / max(1.0, float(size[1])))
    if width < 1 or height < 1 or width * height > LARGEST:
        raise ValueError(f"a picture of {width} by {height} pixels cannot be drawn")
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(FONT)],
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
    )
