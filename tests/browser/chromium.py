"""The browser of the tests: the system's Chromium. `python -m tests.browser.chromium` brings it where there is none.

Playwright could fetch one of its own, but not everywhere; a distribution's has its libraries with it.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic",
)  # fmt: skip


class NoBrowser(RuntimeError):
    """There is no Chromium here, and it cannot be brought."""


def find() -> str | None:
    """Where a Chromium is: what CHROMIUM says, or one of the usual names."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def bring() -> str:
    """Where a Chromium is, installed first if need be. Raises NoBrowser."""
    found = find()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", "-qq", *command], stdin=subprocess.DEVNULL, check=False)
        found = find()
    if found is None:
        raise NoBrowser("the tests of the pages need Chromium: install it, or say where it is in CHROMIUM")
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser, closed at the end."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=bring(), args=ARGUMENTS)
        yield opened
        opened.close()


if __name__ == "__main__":
    try:
        print(bring())
    except NoBrowser as error:
        sys.exit(str(error))
