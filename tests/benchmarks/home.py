"""The folder of the benchmarks, `.bench/`, which git ignores, and in it the environment of the peers."""

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

from tests.benchmarks.benchmark import ROOT

REQUIREMENTS = Path(__file__).with_name("requirements-peers.txt")


def home() -> Path:
    """The folder, made if it is not there, with a note for git to leave it alone."""
    folder = ROOT / ".bench"
    folder.mkdir(exist_ok=True)
    (folder / ".gitignore").write_text("*\n")
    return folder


def peer_python() -> str:
    """The interpreter that has the peers; they are installed at the first call, by the hashes of their pins.

    The environment is named after its requirements, so changed pins make a new one.
    """
    digest = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]
    folder = home() / f"peers-{digest}"
    python = folder / "bin" / "python"
    complete = folder / "complete"
    if not complete.exists():
        print(f"installing the peers into {folder}", file=sys.stderr, flush=True)
        venv.create(folder, clear=True, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(REQUIREMENTS)]
        subprocess.run(install, check=True)
        complete.touch()
    return str(python)
