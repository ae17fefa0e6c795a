"""Files of the pages, each under an address that changes when any of them does, so that browsers keep them for ever.

The version stands in the path, before the name: modules that import each other by relative addresses stay together.
"""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, send_file, send_from_directory, url_for

from replays.show.page import VIEWER

FOLDER = Path(__file__).parent / "static"
SHARED = {"js/positions.js": VIEWER / "positions.js"}
"""Files that stand elsewhere, by the name that they have here."""
YEAR = 365 * 24 * 60 * 60

assets = Blueprint("assets", __name__)

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@cache
def version() -> str:
    """What stands for all files as they were when the program started."""
    digest = hashlib.sha256()
    files = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.is_file()}
    for name, path in sorted((files | SHARED).items()):
        content = path.read_bytes()
        digest.update(b"%s\0%d\0" % (name.encode(), len(content)) + content)
    return digest.hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a file in `static/`."""
    return url_for("assets.static", version=version(), name=name)


def worker_address() -> str:
    """Where the worker is that keeps these files; another address when any of them changes. It is the same for pages
    in all languages: at another address it would be another worker."""
    return f"/sw.js?v={version()}"


@assets.get("/static/<version>/<path:name>")
def static(version: str, name: str) -> Response:
    """A file. Under an old address, of a page that was loaded before an update, it is not to be kept."""
    if ".." in name:
        abort(404)
    current = version == _current()
    age = YEAR if current else 0
    shared = SHARED.get(name)
    response = send_file(shared, max_age=age) if shared else send_from_directory(FOLDER, name, max_age=age)
    if current:
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def _current() -> str:
    return version()
