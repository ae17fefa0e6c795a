"""A browser without scripts: it looks at pages, and sends the forms that are on them."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.people import Person
from tests.web.pages import Element, Page, filled


class Visitor:
    """Somebody who looks around; `person` is signed in. `page` is the last one that came, `path` its address without
    what is asked for, `address` all of it."""

    def __init__(self, app: Flask, person: Person | None = None) -> None:
        self.client: FlaskClient = person.client if person else app.test_client()
        self.path = self.address = "/"
        self.answer: TestResponse
        self.page: Page

    @classmethod
    def of(cls, client: FlaskClient) -> "Visitor":
        """Somebody whose cookies are there already."""
        visitor = cls(client.application)
        visitor.client = client
        return visitor

    def look(self, path: str, status: int | None = 200, **headers: str) -> "Visitor":
        """Goes to a page, through whatever it is led on; a status of None is any."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._arrived(self.client.get(path, headers=named, follow_redirects=True), status)

    def opens(self, path: str, **headers: str) -> Page:
        """The page at an address, whatever is answered there."""
        return self.look(path, None, **headers).page

    def send(self, action: str, fields: dict[str, Any] | None = None, status: int | None = 200) -> "Visitor":
        """Sends the form that posts to this address with what it holds, but for `fields`: None leaves one out."""
        return self.submit(self.page.find(f"form[@action='{action}']"), status, **(fields or {}))

    def submit(self, form: Element, status: int | None = 200, **fields: Any) -> "Visitor":
        """Sends a form with what it holds, but for `fields`; a file is its bytes, readable, and its name."""
        assert form.get("method") == "post", "a form that is posted"
        held = dict(filled(form)) | fields
        data = {name: value for name, value in held.items() if value is not None}
        return self._arrived(self.client.post(form.get("action", ""), data=data, follow_redirects=True), status)

    def post(self, path: str, page: Page, **fields: Any) -> Page:
        """Posts to an address what no form may hold, with the token of a page; whatever is answered."""
        answer = self.client.post(path, data={"csrf": page.csrf} | fields, follow_redirects=True)
        return self._arrived(answer, None).page

    def says(self, path: str = "*[@id='main']") -> str:
        """What one reads in the first element at this path."""
        return self.page.says(path)

    def all(self, path: str, **attributes: str) -> list[Element]:
        """The elements of the page at this path, with these attributes."""
        return self.page.all(path, **attributes)

    def one(self, path: str, **attributes: str) -> Element:
        """The only one of them."""
        return self.page.one(path, **attributes)

    def form(self, ending: str) -> Element:
        """The first form of the page that posts to an address with this end."""
        return self.page.form(ending)

    def links(self) -> dict[str, str]:
        """Where the links of the page lead, by what they say."""
        return self.page.links()

    def with_id(self, id: str) -> Element:
        """The element with this id."""
        return self.page.with_id(id)

    def _arrived(self, answer: TestResponse, status: int | None) -> "Visitor":
        assert status in (None, answer.status_code), (answer.request.path, answer.status_code, answer.text[:2000])
        self.answer, self.path = answer, answer.request.path
        self.address = answer.request.full_path.rstrip("?")
        if answer.mimetype == "text/html":
            self.page = Page(answer)
        return self
