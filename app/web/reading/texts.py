"""The long texts, written in Markdown in `reading/<language>/`: the rules, and what differs from the UNO people know.

What Markdown has not, our texts say so:

- `## The goal {#goal}` is a heading with the id `goal`, the same one in every language;
- a paragraph that begins with `**R12**` is that rule, and has its number as id;
- `![green 7](card:g7)` and `![](item:mushroom)` are our own drawings; without words they are mere ornament;
- a link to `rules#R12` leads to the page of the rules, wherever that is.

Nothing else gets through: HTML in a text is shown as it is written.
"""

import re
from collections.abc import Callable, MutableMapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from replays.show.cards import HEIGHT, WIDTH

FOLDER = Path(__file__).parent
RULES, DIFFERENCES = "rules", "differences"
"""The names of the texts."""

Environment = MutableMapping[str, Any]

NUMBER = re.compile(r"R\d+")
_ID = re.compile(r"\s*\{#([a-z-]+)\}$")
_ITEM_SIZE = 24


class Section(NamedTuple):
    """A heading of a text: its id, its words, and the headings below it."""

    id: str
    title: str
    below: tuple["Section", ...] = ()


class _Text(NamedTuple):
    title: str
    tokens: Sequence[Token]


def rules(language: str, drawing: Callable[[str], str]) -> Markup:
    """The rules without their title; `drawing` gives the address of a drawn symbol, `card-g7` or `item-mushroom`.

    A language without texts raises FileNotFoundError.
    """
    return _rendered(RULES, language, drawing=drawing, rules="")


def differences(language: str, drawing: Callable[[str], str], rules: str) -> Markup:
    """What differs, without the title; `rules` is the address of the page with the rules, for links to them."""
    return _rendered(DIFFERENCES, language, drawing=drawing, rules=rules)


def title(text: str, language: str) -> str:
    """The title of a text, `RULES` or `DIFFERENCES`."""
    return _read(text, language).title


def rule(language: str, number: str) -> str | None:
    """What a rule says, `R12`, in plain words on one line; None if there is no such rule."""
    said = _rules(language).get(number)
    return " ".join(said) if said else None


@cache
def sections(text: str, language: str) -> tuple[Section, ...]:
    """The headings of a text, those of the third level below those of the second."""
    found: list[Section] = []
    for opening, inside in pairwise(_read(text, language).tokens):
        if opening.tag == "h2" and opening.nesting == 1:
            found.append(Section(str(opening.attrs["id"]), inside.content))
        elif opening.tag == "h3" and opening.nesting == 1:
            above = found.pop()
            found.append(above._replace(below=(*above.below, Section(str(opening.attrs["id"]), inside.content))))
    return tuple(found)


def contents(language: str, text: str = RULES) -> Markup:
    """The table of contents of a text, a list of links to its headings."""
    return _listed(sections(text, language))


def _listed(these: Sequence[Section]) -> Markup:
    lines = (
        Markup('<li><a href="#{}">{}</a>{}</li>').format(one.id, one.title, _listed(one.below) if one.below else "")
        for one in these
    )
    return Markup("<ul>{}</ul>").format(Markup("").join(lines))


def _rendered(text: str, language: str, **where: object) -> Markup:
    """Addresses are put in each time; parsing, which is the slow part, is done once."""
    tokens = _read(text, language).tokens
    return Markup(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, where))


@cache
def _read(text: str, language: str) -> _Text:
    tokens = _MARKDOWN.parse((FOLDER / language / f"{text}.md").read_text(encoding="utf-8"))
    heading, rest = tokens[:3], tokens[3:]
    return _Text(heading[1].content, rest)


@cache
def _rules(language: str) -> dict[str, list[str]]:
    """By number the paragraphs of each rule: the one that begins with it, and those up to the next rule or heading."""
    found: dict[str, list[str]] = {}
    its_own: list[str] = []
    for opening, inside in pairwise(_read(RULES, language).tokens):
        if opening.type == "heading_open":
            its_own = []
        elif opening.type == "paragraph_open":
            if number := opening.attrs.get("id"):
                its_own = found.setdefault(str(number), [])
            if words := _plain(inside):
                its_own.append(words)
    return found


def _plain(inside: Token) -> str:
    """A paragraph without its pictures, on one line."""
    parts = (
        " " if part.type == "softbreak" else part.content for part in inside.children or [] if part.type != "image"
    )
    return " ".join("".join(parts).split())


# ------------------------------------------------------------------ what our texts say and Markdown has not


def _heading_ids(state: StateCore) -> None:
    for opening, inside in pairwise(state.tokens):
        if opening.type == "heading_open" and (found := _ID.search(inside.content)):
            opening.attrSet("id", found[1])
            inside.content = inside.content[: found.start()]


def _rule_numbers(state: StateCore) -> None:
    """A rule's number becomes its id, and a link to itself, so that one rule can be sent to somebody."""
    for opening, inside in pairwise(state.tokens):
        parts = [part for part in inside.children or [] if part.type != "text" or part.content]
        match parts[:3]:
            case [Token(type="strong_open"), Token(type="text", content=number), Token(type="strong_close")] if (
                opening.type == "paragraph_open" and NUMBER.fullmatch(number)
            ):
                opening.attrs |= {"id": number, "class": "rule"}
                link = Token("link_open", "a", 1, attrs={"href": f"#{number}"})
                inside.children = [parts[0], link, parts[1], Token("link_close", "a", -1), *parts[2:]]


def _picture(_: RendererProtocol, tokens: Sequence[Token], at: int, options: OptionsDict, where: Environment) -> str:
    kind, _colon, name = str(tokens[at].attrs["src"]).partition(":")
    width, height = (WIDTH, HEIGHT) if kind == "card" else (_ITEM_SIZE, _ITEM_SIZE)
    words = tokens[at].content
    spoken = Markup('role="img" aria-label="{}"').format(words) if words else Markup('aria-hidden="true"')
    drawn = '<svg class="{}-picture" viewBox="0 0 {} {}" width="{}" height="{}" {}><use href="{}"/></svg>'
    return Markup(drawn).format(kind, width, height, width, height, spoken, where["drawing"](f"{kind}-{name}"))


def _link(_: RendererProtocol, tokens: Sequence[Token], at: int, options: OptionsDict, where: Environment) -> str:
    page, sharp, anchor = str(tokens[at].attrs["href"]).partition("#")
    address = f"{where['rules'] if page == RULES else page}{sharp}{anchor}"
    return Markup('<a href="{}"{}>').format(address, _LATIN if NUMBER.fullmatch(anchor) else "")


def _code(_: RendererProtocol, tokens: Sequence[Token], at: int, options: OptionsDict, where: Environment) -> str:
    return Markup("<code{}>{}</code>").format(_LATIN, tokens[at].content)


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.core.ruler.before("inline", "heading_ids", _heading_ids)
    markdown.core.ruler.after("inline", "rule_numbers", _rule_numbers)
    for token, how in {"image": _picture, "link_open": _link, "code_inline": _code}.items():
        markdown.add_render_rule(token, how)
    return markdown


_LATIN = Markup(' dir="ltr"')
"""Numbers of rules, codes and sums keep their direction in a text that runs from right to left."""

_MARKDOWN = _markdown()
