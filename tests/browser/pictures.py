"""The pictures of the README: `python -m tests.browser.pictures` takes them anew, of the pages as they are."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.factory import close, create_app
from app.store import migrate
from config import Config
from tests.api.conftest import SETTINGS
from tests.api.tables import said
from tests.browser import chromium
from tests.browser.serving import served
from tests.web.world import World

FOLDER = Path(__file__).parent.parent.parent / "app" / "web" / "pictures"
DESK, PHONE = {"width": 1100, "height": 760}, {"width": 390, "height": 760}
QUALITY = 60


@contextmanager
def world() -> Iterator[World]:
    """A service with games of three, in a folder that is thrown away; nothing is proposed at the one that is on."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/pictures.sqlite3"
        migrate.upgrade(url)
        app = create_app(Config(database_url=url, **SETTINGS))  # type: ignore[arg-type]
        try:
            made = World(app)
            declined = {"expected_version": made.version(made.running)}
            said(made.ann.post(f"/games/{made.running}/proposals/decline", declined))
            yield made
        finally:
            close(app)


def pictures(of: World) -> dict[str, tuple[str, dict[str, Any]]]:
    """What is looked at, by the name of its picture: the address, and what browser looks at it."""
    return {
        "home": ("/", {"viewport": DESK}),
        "table": (f"/games/{of.running}", {"viewport": DESK}),
        "replay": (f"/games/{of.over}/replay?at=40&as=all", {"viewport": DESK}),
        "phone": (
            f"/games/{of.running}?lang=ar",
            {"viewport": PHONE, "color_scheme": "dark", "device_scale_factor": 1.5},
        ),
    }


def main() -> None:
    """Takes all of them."""
    FOLDER.mkdir(exist_ok=True)
    with world() as made, served(made.app) as address, chromium.browser() as browser:
        for name, (path, looking) in pictures(made).items():
            with browser.new_context(reduced_motion="reduce", **looking) as context:
                context.add_cookies([{"name": "kartfold_session", "value": made.ann.cookie(), "url": address}])
                page = context.new_page()
                page.goto(address + path, wait_until="load")
                page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


if __name__ == "__main__":
    main()
