"""What letters are made of: paragraphs, links, and names within sentences."""

import re
from typing import NamedTuple


class Link(NamedTuple):
    """A paragraph that is a link; what stands before it says where it leads."""

    address: str


class Page(NamedTuple):
    """A letter in words: its subject, its paragraphs, and the path at which no more of its kind can be asked for."""

    subject: str
    paragraphs: tuple[str | Link, ...]
    stop: str | None = None


def shown(name: str) -> str:
    """What somebody goes by, within a sentence: isolated, and with nothing in it that mail programs make a link of, or
    that stands for other letters in a subject (RFC 2047)."""
    return "\u2068" + re.sub(r"([.:/@]|=(?=\?))", "\\1\u2060", name) + "\u2069"
