"""A browser without scripts, for tests: it reads pages, and posts their forms."""

from typing import Any
from xml.etree.ElementTree import Element

import html5lib
from flask import Flask
from werkzeug.test import TestResponse


class Page:
    """A page that came as an answer."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self.root: Element = html5lib.parse(answer.text, namespaceHTMLElements=False)

    def find(self, path: str) -> Element:
        """The first element at this path, which has to be there."""
        found = self.root.find(f".//{path}")
        assert found is not None, f"no {path}"
        return found

    def all(self, path: str) -> list[Element]:
        """All elements at this path."""
        return self.root.findall(f".//{path}")

    def says(self, path: str) -> str:
        """The text of an element, as one reads it."""
        return text_of(self.find(path))

    @property
    def heading(self) -> str:
        """What the page is about."""
        return self.says("h1")

    def form(self, action: str) -> dict[str, str]:
        """What the first form for this address would send, its buttons apart."""
        form = next(form for form in self.all("form") if (form.get("action") or "").partition("?")[0].endswith(action))
        return {
            str(field.get("name")): field.get("value") or ""
            for field in form.iter("input")
            if field.get("type") not in ("checkbox", "radio") or field.get("checked") is not None
        }


class Browser:
    """Somebody's browser."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def get(self, path: str, **headers: str) -> Page:
        """Looks at a page, wherever that leads."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Page(self.client.get(path, headers=named, follow_redirects=True))

    def post(self, path: str, page: Page, **fields: Any) -> Page:
        """Posts a form of a page to an address, and goes where that leads."""
        csrf = {"csrf": page.form("")["csrf"]}
        return Page(self.client.post(path, data=csrf | fields, follow_redirects=True))


def text_of(element: Element) -> str:
    """The text of an element, as one reads it."""
    return " ".join("".join(element.itertext()).split())
