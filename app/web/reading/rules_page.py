"""The rules, every one with its number, and what differs from the UNO people know."""

from flask import url_for
from flask.typing import ResponseReturnValue

from app.web import language
from app.web.art import drawing
from app.web.pages import Pages
from app.web.reading import texts
from app.web.render import page

rules_page = Pages("rules_page", __name__)


@rules_page.get("/rules")
def show() -> ResponseReturnValue:
    """The rules."""
    return _text(texts.RULES)


@rules_page.get("/differences")
def differences() -> ResponseReturnValue:
    """What differs."""
    return _text(texts.DIFFERENCES)


def _text(name: str) -> ResponseReturnValue:
    code = language.current()
    shown = (
        texts.rules(code, drawing)
        if name == texts.RULES
        else texts.differences(code, drawing, url_for("rules_page.show"))
    )
    return page(
        "reading/text.html", name=name, title=texts.title(name, code), text=shown, contents=texts.contents(code, name)
    )
