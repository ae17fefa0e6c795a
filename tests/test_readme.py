"""What the README tells people to type does what it says."""

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.serving import make_server

import config
from app.factory import close, create_app
from replays import chain

ROOT = Path(__file__).parent.parent
GAME = "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"


def blocks() -> list[str]:
    """The README's bash blocks, in order."""
    return re.findall(r"^```bash\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)


def shell(about: str) -> str:
    """The one block in which these words stand."""
    (block,) = [block for block in blocks() if about in block]
    return block


def bash(script: str, folder: Path) -> str:
    done = subprocess.run(
        [shutil.which("bash") or "bash", "-eu", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.fixture
def record():
    """The lines of a chain of five, and the hash of the last."""
    head, made = chain.START, []
    for t in range(5):
        lines, head = chain.lines(head, GAME, "service", 1767225600000 + t, [("game.started", {})])
        made += [line.bytes for line in lines]
    return made, head.hash


def write(folder, lines):
    (folder / "game.replay.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))


def test_the_map_leads_to_what_is_there():
    """A name without a folder stands in that of the path before it."""
    (rows,) = re.findall(r"^\| Looking for .*?\n\n", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    folder, missing, named = ROOT, [], re.findall(r"`([^`]+\.py)`", rows)
    for name in named:
        path = ROOT / name if "/" in name else folder / name
        folder = path.parent
        missing += [] if path.is_file() else [name]
    assert named
    assert missing == []


def test_a_sound_chain_ends_with_the_hash_of_its_last_event(record, tmp_path):
    lines, last = record
    write(tmp_path, lines)
    assert bash(shell("prev="), tmp_path) == last


@pytest.mark.parametrize("changed", range(4))
def test_a_changed_line_is_found_at_the_line_after_it(record, tmp_path, changed):
    lines, _ = record
    broken_at = lines[changed + 1].decode()
    lines[changed] = lines[changed].replace(b"1767", b"1768")
    write(tmp_path, lines)
    assert bash(shell("prev="), tmp_path).startswith(f"broken at: {broken_at[:160]}")


def test_a_missing_line_is_found(record, tmp_path):
    lines, _ = record
    write(tmp_path, lines[:2] + lines[3:])
    assert bash(shell("prev="), tmp_path).startswith("broken at: ")


def test_a_seed_hashed_is_the_seed_before_it(tmp_path):
    second = "3aea8a4922776878f4c66df2b87a46a0dda93c37c2489592a9356c8cea5338af"
    first = "dbd39e961e86728be51169d0e3a826e93c5b104ffe9f1c18ee2eb86e9353cf3c"
    script = f"deal={GAME}\nseed={second}\n{shell('kartfold/seed/1')}"
    assert bash(script, tmp_path).split()[0] == first


@pytest.fixture
def api(sqlite_url, tmp_path) -> Iterator[str]:
    """The address of the API of a server as `make run` starts it, worker included."""
    environ = {"KARTFOLD_INSTANCE": str(tmp_path / "instance"), "DATABASE_URL": sqlite_url}
    app = create_app(config.load(environ))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}/api/v1"
    server.shutdown()
    thread.join()
    server.server_close()
    close(app)


def first_game(api: str) -> str:
    """The script of the README's first game, played on this server."""
    game = blocks()[:3]
    assert "api=http://127.0.0.1:8000/api/v1\n" in game[0]
    game[0] = game[0].replace("http://127.0.0.1:8000/api/v1", api)
    return "\n".join(game)


def test_the_first_game_is_played_to_its_end_and_verifies(api, tmp_path):
    said = bash(first_game(api), tmp_path)
    assert said.splitlines()[-1].startswith("exact game.replay.jsonl")
    assert said.endswith("entropy from 1 of 2 seats")


def test_it_is_looked_at_again_and_taken_away_in_every_form(api, tmp_path):
    bash(first_game(api) + shell("position.png"), tmp_path)
    files = {path.name.partition(".replay.")[2] or path.name for path in tmp_path.iterdir() if path.is_file()}
    assert files >= {"table.png", "json", "txt", "html", "replay.svg"}
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")
    (notation,) = tmp_path.glob("*.replay.txt")
    assert notation.read_text().startswith("Kartfold notation 1")
