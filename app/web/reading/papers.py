"""The papers for those who write programs, as pages: the bytes of a record, the notation, the rules by number. They are
in English, as the code is."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

import replays
from app import rules

PAPERS = {
    "format": Path(str(replays.__file__)).parent / "FORMAT.md",
    "notation": Path(str(replays.__file__)).parent / "NOTATION.md",
    "rules": Path(str(rules.__file__)).parent / "RULES.md",
}
"""Where they are, by their words in addresses."""

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_BY_FILE = {path.name: name for name, path in PAPERS.items()}
_SLOTS = re.compile(r'href="paper:([a-z]+)')


class Heading(NamedTuple):
    """A heading of the second level, and its id."""

    id: str
    words: str


class Paper(NamedTuple):
    """A paper: its title, its text below that as HTML, and its headings."""

    title: str
    text: Markup
    headings: tuple[Heading, ...]


def paper(name: str, address: Callable[[str], str]) -> Paper:
    """One of `PAPERS`; `address` says where the page of another one is."""
    made = _made(name)
    return made._replace(text=Markup(_SLOTS.sub(lambda found: f'href="{address(found[1])}', made.text)))


@cache
def _made(name: str) -> Paper:
    tokens = _MARKDOWN.parse(PAPERS[name].read_text(encoding="utf-8"))
    title, body = tokens[1].content, tokens[3:]
    headings = _named(body)
    for token in body:
        _lead(token.children or ())
    return Paper(title, Markup(_MARKDOWN.renderer.render(body, _MARKDOWN.options, {})), headings)


def _named(tokens: Sequence[Token]) -> tuple[Heading, ...]:
    """Gives the headings ids, made of their words."""
    found = []
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            id = re.sub(r"[^a-z0-9]+", "-", inside.content.lower()).strip("-")
            opening.attrSet("id", id)
            found += [Heading(id, _plain(inside))] if opening.tag == "h2" else []
    return tuple(found)


def _plain(inside: Token) -> str:
    return "".join(part.content for part in inside.children or ())


def _lead(parts: Sequence[Token]) -> None:
    """Lets links to other papers lead to their pages; what is no page of ours is no link here."""
    kept = True
    for part in parts:
        if part.type == "link_open":
            file, sharp, anchor = str(part.attrs["href"]).rpartition("/")[2].partition("#")
            kept = not file or file in _BY_FILE
            part.attrs["href"] = f"paper:{_BY_FILE[file]}{sharp}{anchor}" if file in _BY_FILE else f"#{anchor}"
        if part.type in ("link_open", "link_close") and not kept:
            part.type, part.tag, part.hidden, part.content = "text", "", False, ""
