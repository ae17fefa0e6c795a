"""A second version of an event, rehearsed: what somebody does who adds one, in a copy of the program.

The copy has `card.played` with one field more, `wild`, and the step that fills it for what was written before. It is a
copy, and another process, so that nothing of it is left behind here.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.rules.state import START
from replays.fold import WrittenByNewer, fold
from replays.recording import Recording
from replays.verify import EXACT, UNVERIFIED, verify_lines
from tests.golden import corpus
from tests.golden.rehearsal import EVERY

ROOT = Path(__file__).parent.parent.parent

EVENT = ("app/rules/events.py", "    card: str\n    uno: bool\n", "    card: str\n    uno: bool\n    wild: bool\n")
DECIDES = (
    "app/rules/decide.py",
    "CardPlayed(seat, move.card, move.uno, move.color)",
    "CardPlayed(seat, move.card, move.uno, is_wild(move.card), move.color)",
)
SHAPE = (
    "app/rules/shapes.py",
    '    "card.played": ({"seat": SEAT, "card": CARD, "uno": BOOL, "color": or_absent(COLOR)},),\n',
    '    "card.played": (\n        {"seat": SEAT, "card": CARD, "uno": BOOL, "color": or_absent(COLOR)},\n'
    '        {"seat": SEAT, "card": CARD, "uno": BOOL, "wild": BOOL, "color": or_absent(COLOR)},\n    ),\n',
)
STEP = """

@step("card.played", 1)
def _wild(data: Data) -> Data:
    return {**data, "wild": data["card"] in ("W4", "WB")}
"""
KIND = "card.played"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The rules, the record and its corpus, in a folder of their own."""
    for part in ("app/rules", "replays", "tests/golden"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    for package in ("app", "tests"):
        shutil.copyfile(ROOT / package / "__init__.py", tmp_path / package / "__init__.py")
    return tmp_path


def edit(copy: Path, *edits: tuple[str, str, str]) -> None:
    for path, before, after in edits:
        text = (copy / path).read_text()
        assert text.count(before) == 1, f"{path} is no longer what this test changes"
        (copy / path).write_text(text.replace(before, after))


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=copy, capture_output=True, text=True, check=False)


def start(copy: Path) -> str:
    """The last line that a start leaves behind; nothing if all is well."""
    return "".join(run(copy, "-c", "import app.rules.versions").stderr.splitlines()[-1:])


def snapshots() -> dict[str, Any]:
    """A state from the middle of some golden records, by name, with its seq, as JSON values."""
    made = {}
    for name in corpus.names()[::20]:
        whole = [moment for moment in Recording(corpus.lines(name)).moments() if moment.complete]
        moment = whole[len(whole) // 2]
        made[name] = (moment.seq, moment.state.data())
    return made


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ([EVENT, SHAPE], "card.played: no step leads from version 1 to version 2"),
        ([EVENT], "card.played: its newest shape is not that of the event"),
        ([SHAPE], "card.played: no step leads from version 1 to version 2"),
    ],
)
def test_a_new_version_that_is_not_whole_does_not_start(copy: Path, edits: Any, message: str) -> None:
    assert start(copy) == ""
    edit(copy, *edits)
    assert start(copy) == f"app.rules.steps.BrokenSteps: {message}"


def test_version_1_is_read_through_version_2(copy: Path) -> None:
    edit(copy, EVENT, DECIDES, SHAPE)
    with (copy / "app/rules/steps.py").open("a") as file:
        file.write(STEP)
    (copy / "snapshots.json").write_text(json.dumps(snapshots()))
    done = run(copy, "-m", "tests.golden.rehearsal", "snapshots.json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)

    old = len(corpus.names()[::EVERY])
    assert found["versions"] == {kind: 2 if kind == KIND else 1 for kind in found["versions"]}
    assert found["faults"] == []
    assert found["told otherwise"] == []
    assert found["old"] == {EXACT: old}
    assert found["fresh"].keys() == {EXACT}
    assert found["fresh in versions"] == {kind: [2 if kind == KIND else 1] for kind in found["fresh in versions"]}
    assert found["mixed"] == {EXACT: old}
    assert found["mixed in versions"] == {kind: [1, 2] if kind == KIND else [1] for kind in found["mixed in versions"]}
    assert found["mixed told otherwise"] == []
    assert found["snapshots of no use"] == []
    verdict, message = found["of the future"]
    assert verdict == UNVERIFIED
    assert "was written by a newer version of the service" in message
    assert found["changed"] == []
    assert found["not written down"] == [f"{KIND} 2"]
    assert found["without a sample"] == [f"{KIND} in version 2"]
    assert '"wild":' in found["a line"]
    assert found["a line"].endswith('"v":2}')


def test_a_step_that_fills_in_what_the_rules_would_not_is_found(copy: Path) -> None:
    edit(copy, EVENT, DECIDES, SHAPE)
    with (copy / "app/rules/steps.py").open("a") as file:
        file.write(STEP.replace('data["card"] in ("W4", "WB")', "False"))
    name = next(name for name, lines in corpus.records() if any(b'"card":"WB"' in line for line in lines))
    done = run(copy, "-m", "replays", "verify", f"replays/golden/{name}{corpus.SUFFIX}")
    assert done.returncode == 1
    assert "wild of card.played is False, and has to be True" in done.stdout


def test_the_tool_adds_the_new_version_and_changes_nothing(copy: Path) -> None:
    edit(copy, EVENT, DECIDES, SHAPE)
    with (copy / "app/rules/steps.py").open("a") as file:
        file.write(STEP)
    before = {path: path.read_bytes() for path in (copy / "replays/golden").iterdir()}
    assert run(copy, "-m", "tests.golden", "shapes").stdout == f"{KIND} 2\n"
    said = run(copy, "-m", "tests.golden", "matches", "--seeds", "40")
    assert said.returncode == 0, said.stderr
    assert run(copy, "-m", "tests.golden", "missing").stdout == "nothing is missing\n"
    changed = {path.name for path, data in before.items() if path.read_bytes() != data}
    assert changed == {"shapes.json", "digests.txt"}
    assert (copy / "replays/golden/digests.txt").read_bytes().startswith(before[copy / "replays/golden/digests.txt"])
    (new,) = set((copy / "replays/golden").iterdir()) - before.keys()
    lines = corpus.unpacked(new)
    assert verify_lines(lines).verdict == UNVERIFIED
    with pytest.raises(WrittenByNewer, match=r"seq \d+ was written by a newer version of the service: .*card.played"):
        fold(START, lines)
