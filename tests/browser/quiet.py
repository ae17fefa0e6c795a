"""Browsers in which nothing goes wrong: no script fails, the policy stops nothing, nothing is asked of anybody else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext


@contextmanager
def quiet(browser: Browser, address: str) -> Iterator[Callable[..., BrowserContext]]:
    """Makes contexts for pages at this address. Fails at the end for what was heard on a console, for a request that
    went elsewhere, and for an answer that is an error."""
    heard: list[str] = []
    made: list[BrowserContext] = []

    def make(**settings: Any) -> BrowserContext:
        context = browser.new_context(**settings)
        context.on("weberror", lambda error: heard.append(str(error.error)))
        context.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
        context.on("request", lambda asked: None if is_ours(asked.url, address) else heard.append(asked.url))
        context.on("response", lambda answer: heard.append(answer.url) if answer.status >= 400 else None)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()
    assert not heard, heard


def is_ours(url: str, address: str) -> bool:
    """Whether this is asked of the service itself, or of nobody."""
    return url.startswith((f"{address}/", "data:", "blob:"))
