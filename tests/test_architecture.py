"""The walls of the house: who may import whom, and what an outsider needs to check a record.

The contracts stand in pyproject.toml. They see every import statement, those inside functions too, but not
what importing a package drags in (an `app/__init__.py` that loads Flask), nor do they know the standard
library from the rest: hence the fresh interpreter and the look at each statement.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

CHECKS_SIGNATURES = "cryptography"
"""The one stranger in the record, imported inside a function: the fresh interpreter must not meet it."""


def modules(folder: str) -> list[str]:
    """The dotted names of all modules under a folder of the repository."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    return [".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for p in paths]


def imports(module: str) -> Iterator[str]:
    """The modules that a module's own statements import, those inside its functions included."""
    path = ROOT / Path(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


IMPORT_AND_TELL = """
import importlib, sys
sys.path.insert(0, {root!r})
before = set(sys.modules)
for name in {names!r}:
    importlib.import_module(name)
print(*sorted(set(sys.modules) - before))
"""


def loaded_by(names: list[str]) -> list[str]:
    """What a fresh interpreter has loaded after importing these modules, besides what it starts with."""
    script = IMPORT_AND_TELL.format(root=str(ROOT), names=names)
    done = subprocess.run(
        [sys.executable, "-I", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("folder", ["replays", "app/rules"])
def test_an_outsider_needs_the_standard_library_alone(folder):
    names = modules(folder)
    strangers = [
        module
        for module in loaded_by(names)
        if not is_standard(module)
        and module != "app"
        and not module.startswith("app.rules")
        and not (folder == "replays" and module.startswith("replays"))
    ]
    assert strangers == []


@pytest.mark.parametrize("module", modules("app/rules"))
def test_the_rules_import_themselves_and_the_standard_library(module):
    foreign = [m for m in imports(module) if not is_standard(m) and not f"{m}.".startswith("app.rules.")]
    assert foreign == []


@pytest.mark.parametrize("module", modules("replays"))
def test_the_record_imports_the_rules_and_the_standard_library(module):
    own = ("app.rules.", "replays.")
    foreign = [m for m in imports(module) if not is_standard(m) and not f"{m}.".startswith(own)]
    assert [m for m in foreign if m.partition(".")[0] != CHECKS_SIGNATURES] == []


def test_importing_app_loads_nothing():
    assert loaded_by(["app"]) == ["app"]


PACKAGES = [
    module
    for folder in ("app/rules", "app/store", "app/services", "app/api", "app/web", "app/worker", "replays")
    for module in modules(folder)
    if (ROOT / Path(*module.split(".")) / "__init__.py").exists()
]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_map_of_a_package_names_every_module_in_it(package):
    folder = ROOT / Path(*package.split("."))
    said = ast.get_docstring(ast.parse((folder / "__init__.py").read_bytes())) or ""
    parts = {path.stem for path in folder.glob("[!_]*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    assert parts - set(re.findall("`([a-z_]+)`", said)) == set()


# ---------------------------------------------------------------- the contracts


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache", "--no-logo"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_contracts_are_kept():
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


BROKEN = [
    ("app/rules/leak.py", "def now():\n    import time\n", "Rules see no clock, chance or disk"),
    ("app/rules/leak.py", "import sqlalchemy", "Engine and verifier need no web and no database"),
    ("app/rules/leak.py", "import replays", "Replays stand between store and rules"),
    ("app/extra.py", "", "Every module of app has a layer"),
    ("app/store/leak.py", "import app.services", "Every module of app has a layer"),
    ("app/api/leak.py", "from sqlalchemy import select", "Views stay off the database"),
    ("app/web/leak.py", "from sqlalchemy import select", "Views stay off the database"),
    ("app/services/leak.py", "import sqlalchemy", "Use cases write no SQL"),
    ("app/services/leak.py", "from flask import g", "Use cases know no web"),
    ("app/services/leak.py", "import config", "Only the factory is handed the configuration"),
    ("replays/leak.py", "import app.store", "Replays stand between store and rules"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The code that the contracts look at, in a folder of its own."""
    folder = tmp_path_factory.mktemp("house")
    for part in ("app", "replays"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    return folder


@pytest.mark.parametrize(("path", "code", "contract"), BROKEN, ids=[f"{p}: {c}" for p, c, _ in BROKEN])
def test_a_broken_contract_is_seen(copy, path, code, contract):
    (copy / path).write_text(code)
    done = lint_imports(copy)
    (copy / path).unlink()
    assert done.returncode == 1
    assert f"{contract} BROKEN" in done.stdout
