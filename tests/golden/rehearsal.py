"""What is looked at in a copy of the program in which `card.played` has a second version.

`tests/replays/test_new_version.py` makes the copy, and runs `python -m tests.golden.rehearsal` in it, which prints what
it found as JSON.
"""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from app.rules.events import recorded
from app.rules.state import START, State
from app.rules.versions import VERSIONS
from replays import chain
from replays.fold import WrittenByNewer, event_of, fold
from replays.format import canonical, quick, sha256_hex
from replays.verify import verify_lines
from tests.golden import climb, corpus, digests, shapes
from tests.golden.facts import facts
from tests.golden.match import Match
from tests.golden.wanted import wanted

EVERY = 4
"""Of the golden records one in so many is looked at, which takes seconds."""


def main(snapshots: Path) -> dict[str, Any]:
    """Everything that was found. `snapshots` holds states of golden records, as the program made them before."""
    records = [(name, corpus.lines(name)) for name in corpus.names()[::EVERY]]
    mixed = {name: written_on(lines) for name, lines in records}
    fresh = [lines for lines in map(play, range(40)) if lines]
    return {
        "versions": VERSIONS,
        "faults": [fault for _, lines in records for fault in climb.faults(lines)],
        "told otherwise": [name for name, lines in records if told(lines) != digests.written()[name]],
        "old": verdicts(lines for _, lines in records),
        "fresh": verdicts(fresh),
        "fresh in versions": versions(fresh),
        "mixed": verdicts(mixed.values()),
        "mixed in versions": versions(mixed.values()),
        "mixed told otherwise": [name for name, lines in mixed.items() if told(lines) != digests.written()[name]],
        "snapshots of no use": list(of_no_use(json.loads(snapshots.read_text()))),
        "of the future": of_the_future(fresh[0]),
        "changed": shapes.changed(shapes.now(), shapes.written()),
        "not written down": [name for name in shapes.now() if name not in shapes.written()],
        "without a sample": sorted(wanted() - set().union(*(facts(lines) for _, lines in corpus.records()))),
        "a line": next(line.decode() for line in fresh[0] if b'"kind":"card.played"' in line),
    }


def play(seed: int) -> list[bytes] | None:
    """A match that is played by the program as it is here."""
    return Match(seed).play(150)


def told(lines: Sequence[bytes]) -> list[str]:
    """The digests of a record."""
    return [digest for _, digest in digests.moments(lines)]


def verdicts(records: Any) -> dict[str, int]:
    """How many records are what."""
    return Counter(verify_lines(lines).verdict for lines in records)


def versions(records: Any) -> dict[str, list[int]]:
    """In which versions each kind stands there."""
    found: dict[str, set[int]] = {}
    for lines in records:
        for said in quick(lines):
            found.setdefault(said["kind"], set()).add(said["v"])
    return {kind: sorted(of) for kind, of in found.items()}


def written_on(lines: Sequence[bytes]) -> list[bytes]:
    """A record whose first half is as it was, and whose other half is written by the program as it is here."""
    told = quick(lines)
    cut = next((at for at in range(len(told) // 2, len(told)) if told[at]["request"] != told[at - 1]["request"]), 0)
    made = list(lines[:cut])
    head = chain.check(made)
    for _, group in groupby(told[cut:], key=lambda said: said["request"]):
        request = list(group)
        events = recorded(map(event_of, request))
        more, head = chain.lines(head, request[0]["game"], request[0]["actor"], request[0]["t"], events)
        made += [line.bytes for line in more]
    return made


def of_no_use(snapshots: dict[str, Any]) -> list[str]:
    """The records whose snapshot and tail do not lead to their end."""
    wrong = []
    for name, (seq, data) in snapshots.items():
        state = fold(State.restore(data), corpus.lines(name)[seq + 1 :])
        if digests.digest(state) != digests.written()[name][-1]:
            wrong.append(name)
    return wrong


def of_the_future(lines: Sequence[bytes]) -> list[str]:
    """What is said of a record with a version that nobody knows yet: by the verifier, and as it is folded."""
    made, prev = [], chain.ZEROS
    for said in quick(lines):
        if said["kind"] == "card.played":
            said["v"] = VERSIONS["card.played"] + 1
        made.append(canonical({**said, "prev": prev}))
        prev = sha256_hex(made[-1])
    try:
        fold(START, made)
    except WrittenByNewer as error:
        return [verify_lines(made).verdict, str(error)]
    return [verify_lines(made).verdict, "folded"]


if __name__ == "__main__":
    json.dump(main(Path(sys.argv[1])), sys.stdout)
