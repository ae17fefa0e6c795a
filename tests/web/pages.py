"""Pages as tests read them: what came as an answer, looked into as a browser without scripts would."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import html5lib
from werkzeug.test import TestResponse

Element: TypeAlias = Any
"""As html5lib makes them, which has no types: of an attribute that is not there a test fails where it needs it."""


class Page:
    """A page that came as an answer. Anything that HTML does not allow is an error."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self.root: Element = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(answer.text)

    def iter(self, tag: str | None = None) -> Iterator[Element]:
        """All elements, or those of a kind, the whole page's own among them."""
        return self.root.iter(tag)

    def get(self, attribute: str) -> str | None:
        """An attribute of the whole page: its language, its looks."""
        return self.root.get(attribute)

    def all(self, path: str, **attributes: str) -> list[Element]:
        """The elements at this path with these attributes; `_` in a name is `-`, and `class_` one of the classes."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [each for each in self.root.findall(f".//{path}") if all(_has(each, *one) for one in wanted.items())]

    def find(self, path: str, **attributes: str) -> Element:
        """The first of them, which has to be there."""
        found = self.all(path, **attributes)
        assert found, f"no {path} {attributes or ''}"
        return found[0]

    def one(self, path: str, **attributes: str) -> Element:
        """The only one of them."""
        (found,) = self.all(path, **attributes)
        return found

    def with_id(self, id: str) -> Element:
        """The element with this id."""
        return next(each for each in self.root.iter() if each.get("id") == id)

    def says(self, path: str = "*[@id='main']") -> str:
        """What one reads in the first element at this path: the content of the page, if no other is meant."""
        return said(self.find(path))

    @property
    def heading(self) -> str:
        """What the page is about."""
        return self.says("h1")

    def links(self) -> dict[str, str]:
        """Where the links of the page lead, by what they say."""
        return {said(each): each.get("href", "") for each in self.root.iter("a")}

    def form(self, ending: str) -> Element:
        """The first form that posts to an address with this end, its query apart."""
        return next(form for form in self.root.iter("form") if _address(form).endswith(ending))

    def filled(self, ending: str) -> dict[str, str]:
        """What that form sends as it stands, its buttons apart."""
        return dict(filled(self.form(ending)))

    @property
    def csrf(self) -> str:
        """The token that every form of the page carries."""
        return self.find("input[@name='csrf']").get("value", "")


def said(element: Element) -> str:
    """What an element says: spaces made one, without the marks that isolate names."""
    return " ".join("".join(element.itertext()).replace("\u2068", "").replace("\u2069", "").split())


def filled(form: Element) -> Iterator[tuple[str, str]]:
    """What a form sends as it stands, its buttons and files apart."""
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
        elif each.tag == "input" and each.get("type") != "file" and _counts(each):
            yield name, each.get("value", "")


def _counts(entry: Element) -> bool:
    return entry.get("type") not in ("radio", "checkbox") or "checked" in entry.attrib


def _address(form: Element) -> str:
    return form.get("action", "").partition("?")[0]


def _has(element: Element, name: str, value: Any) -> bool:
    given = element.get(name)
    return given is not None and (value in given.split() if name == "class" else given == value)
