"""A browser without scripts: it looks at pages, and sends the forms that are on them."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.people import Person


class Visitor:
    """Somebody who looks around; `person` is signed in."""

    def __init__(self, app: Flask, person: Person | None = None) -> None:
        self.client: FlaskClient = person.client if person else app.test_client()
        self.path = "/"
        self.answer: TestResponse
        self.page: Element

    def look(self, path: str, status: int = 200) -> "Visitor":
        """Goes to a page, through whatever it is led on."""
        return self._arrived(self.client.get(path, follow_redirects=True), status)

    def send(self, action: str, fields: dict[str, Any] | None = None, status: int = 200) -> "Visitor":
        """Sends the form that posts to this address with what it holds, but for `fields`: None leaves one out."""
        form = next(each for each in self.page.iter("form") if each.get("action") == action)
        held = dict(filled(form)) | (fields or {})
        data = {name: value for name, value in held.items() if value is not None}
        return self._arrived(self.client.post(action, data=data, follow_redirects=True), status)

    def text(self, tag: str = "main") -> str:
        """What is said in the first of these elements, spaces made one."""
        found = next(self.page.iter(tag))
        return " ".join("".join(found.itertext()).split())

    def links(self) -> dict[str, str]:
        """Where the links of the page lead, by what they say."""
        return {said(each): each.get("href", "") for each in self.page.iter("a")}

    def with_id(self, id: str) -> Element:
        """The element with this id."""
        return next(each for each in self.page.iter() if each.get("id") == id)

    def _arrived(self, answer: TestResponse, status: int) -> "Visitor":
        assert answer.status_code == status, answer.text
        self.answer, self.path = answer, answer.request.path
        if answer.mimetype == "text/html":
            self.page = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(answer.text)
        return self


def said(element: Element) -> str:
    """What an element says, spaces made one."""
    return " ".join("".join(element.itertext()).split())


def filled(form: Element) -> Iterator[tuple[str, str]]:
    """What a form sends as it stands."""
    for each in form.iter():
        name = each.get("name")
        if name is None:
            continue
        if each.tag == "select":
            options = list(each.iter("option"))
            chosen = next((one for one in options if "selected" in one.attrib), options[0])
            yield name, chosen.get("value", "")
        elif each.tag == "textarea":
            yield name, each.text or ""
        elif each.tag == "input" and (each.get("type") not in ("radio", "checkbox") or "checked" in each.attrib):
            yield name, each.get("value", "")
