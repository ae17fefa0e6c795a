"""FORMAT.md itself: the commands and the program that it prints do what it says they do."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.rules.cards import DECK
from app.rules.events import KINDS
from replays import scenario
from replays.chain import START, lines
from replays.deal import salts
from tests.replays.vectors import (
    DEAL,
    ENTROPY,
    LEAF_0,
    ORDER,
    PATH_0,
    PATH_100,
    RESHUFFLED,
    ROOT,
    ROOT_HAND_2,
    ROOT_RESHUFFLED,
    S0,
    S1,
    SALT_0,
    K,
)

PAGE = (Path(scenario.__file__).parent / "FORMAT.md").read_text()
CHAIN, SEED, OPENING = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)


def shell(script: str, folder: Path) -> str:
    return subprocess.run(["bash", "-c", script], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def record() -> tuple[list[bytes], str]:
    """A small chain, and the hash of its last event."""
    head, made = START, []
    for number in range(4):
        new, head = lines(head, DEAL, "seat:0", number, [("turn.passed", {"seat": 0, "note": "ä \\ %s"})])
        made += [line.bytes for line in new]
    return made, head.hash


def test_the_chain_is_checked_by_hand(record: tuple[list[bytes], str], tmp_path: Path) -> None:
    made, last = record
    file = tmp_path / "game.replay.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in made))
    assert shell(CHAIN, tmp_path) == last
    file.write_bytes(b"".join(line + b"\n" for line in made).replace(b'"seq":1,', b'"seq":9,'))
    assert shell(CHAIN, tmp_path).startswith("broken at: ")


def test_a_seed_is_checked_by_hand(tmp_path: Path) -> None:
    assert shell(SEED, tmp_path).split()[0] == S0


def test_an_opening_is_checked_by_hand(tmp_path: Path) -> None:
    assert shell(f'{OPENING}\necho "$last"', tmp_path).split() == [ROOT, "0"]
    first = OPENING.replace("slot=100 card=r5", "slot=0 card=y6").replace("\n".join(PATH_100), "\n".join(PATH_0))
    assert shell(first.replace(salts(K, 0, [100])[0].hex(), SALT_0), tmp_path) == ROOT
    assert shell(OPENING.replace("card=r5", "card=r6"), tmp_path) != ROOT


def test_the_program_on_the_page_shuffles_as_we_do() -> None:
    program = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert program is not None
    names: dict[str, Any] = {}
    exec(program[1], names)
    assert names["deck"] == list(DECK)
    assert names["deck_key"](S1, DEAL, 1, ENTROPY[::-1]) == K
    assert names["shuffled"](K, 0, names["deck"]) == ORDER
    assert names["shuffled"](K, 1, RESHUFFLED.cards) == "yS b0 r5 g9 WB r5 W4".split()  # noqa: SIM905


def test_the_vectors_stand_on_the_page() -> None:
    together = " ".join(PAGE.split())
    for vector in (S0, S1, K.hex(), " ".join(ORDER), SALT_0, LEAF_0, ROOT, ROOT_HAND_2, ROOT_RESHUFFLED):
        assert vector in together
    assert " ".join(PATH_0) in together
    assert " ".join(PATH_100) in together


def test_every_kind_has_its_line() -> None:
    rows = dict(re.findall(r"^\| `([a-z_]+\.[a-z_]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert rows.keys() == KINDS.keys()
    for name, kind in KINDS.items():
        for field in kind._fields:
            assert f"`{field}`" in rows[name]


def test_the_scenario_on_the_page_holds() -> None:
    example = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    scenario.run(json.loads(example[1]))
