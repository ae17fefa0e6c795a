"""How long a step takes on the page that plays a game by itself, in the system's Chromium: a step is that of the script
and the layout that follows. And how large the page is, and how long it takes to make."""

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

from replays.recording import Recording
from replays.show.page import page
from tests.browser import chromium
from tests.records import long_match

STEPS = 300
_STEP = """([steps, events]) => Array.from({ length: steps }, (_, step) => {
    const began = performance.now();
    go(1 + Math.floor(step * (events - 2) / steps));
    document.body.getBoundingClientRect();
    return performance.now() - began;
})"""


def measure(events: int, seats: int) -> dict[str, object]:
    """The figures of a match of so many events: all cards open, jumps from its beginning to its end."""
    recording = Recording(long_match(events, seats).lines)
    begun = time.perf_counter()
    html = page(recording, [None] * seats)
    made = time.perf_counter() - begun
    with tempfile.TemporaryDirectory(prefix="kartfold-bench-") as folder, chromium.browser() as browser:
        path = Path(folder) / "game.replay.html"
        path.write_text(html, encoding="utf-8")
        shown = browser.new_page()
        shown.goto(path.as_uri())
        times = sorted(shown.evaluate(_STEP, [STEPS, len(recording.lines)]))
    return {
        "step, median ms": statistics.median(times),
        "step, p95 ms": times[round(0.95 * STEPS)],
        "kB": len(html.encode()) / 1000,
        "to make it, ms": made * 1000,
        "events": len(recording.lines),
    }


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=10)
    options = parser.parse_args()
    print(json.dumps(measure(options.events, options.seats)))


if __name__ == "__main__":
    main()
