"""A browser without scripts: it asks for pages, follows links, and posts the forms that stand on them."""

import html
import re
from typing import Any

import html5lib
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Element = Any


class Browsing:
    """Somebody's browser: `client` has their cookies."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.path = "/"
        self.answer: TestResponse
        self.root: Element = None

    def open(self, path: str, status: int = 200) -> "Browsing":
        """Goes to an address, and on to wherever it leads."""
        return self._came(self.client.get(path, follow_redirects=True), status)

    def post(self, form: Element, status: int = 200, files: dict[str, Any] | None = None, **given: str) -> "Browsing":
        """Sends a form with what stands in it, and other values."""
        assert form.get("method") == "post", "a form that is posted"
        values: dict[str, Any] = {each.get("name"): each.get("value", "") for each in self._filled(form)}
        for area in form.iter("textarea"):
            values[area.get("name")] = text(area)
        for choice in form.iter("select"):
            chosen = [each for each in choice.iter("option") if each.get("selected") is not None]
            values[choice.get("name")] = (chosen or list(choice.iter("option")))[0].get("value")
        data = values | given | (files or {})
        return self._came(self.client.post(form.get("action"), data=data, follow_redirects=True), status)

    def _filled(self, form: Element) -> list[Element]:
        inputs = [each for each in form.iter("input") if each.get("name") and each.get("type") != "file"]
        return [each for each in inputs if each.get("type") != "checkbox" or each.get("checked") is not None]

    def _came(self, answer: TestResponse, status: int) -> "Browsing":
        assert answer.status_code == status, (answer.request.path, answer.status_code, answer.text[:2000])
        self.answer = answer
        self.path = answer.request.full_path.rstrip("?")
        self.root = html5lib.parse(answer.text, namespaceHTMLElements=False)
        return self

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """The elements with these attributes; `_` in a name is `-`, and `class_` one of its classes."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [each for each in self.root.iter(tag) if all(_has(each, *one) for one in wanted.items())]

    def one(self, tag: str, **attributes: str) -> Element:
        """The only such element."""
        (found,) = self.all(tag, **attributes)
        return found

    def by_id(self, id: str) -> Element:
        """The element with an id."""
        return next(each for each in self.root.iter() if each.get("id") == id)

    def form(self, ending: str) -> Element:
        """The first form whose address, without its query, ends so."""
        return next(
            each for each in self.root.iter("form") if (each.get("action") or "").partition("?")[0].endswith(ending)
        )

    def says(self) -> str:
        """The text of the page, spaces made one."""
        return text(self.by_id("main") if self.root.find(".//*[@id='main']") is not None else self.root)


def text(element: Element) -> str:
    """What stands in an element, spaces made one, without the marks that isolate names."""
    said = "".join(element.itertext())
    return html.unescape(re.sub("[\u2068\u2069]", "", re.sub(r"\s+", " ", said))).strip()


def _has(element: Element, name: str, value: str) -> bool:
    given = element.get(name)
    return given is not None and (value in given.split() if name == "class" else given == value)
