"""What an account was told, as an Atom feed (RFC 4287), for programs that read news."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as xml

from app.services.account.accounts import Accounts
from app.services.clock import rfc3339
from app.services.languages import ENGLISH
from app.services.notices.notice_letters import entry
from app.services.notices.notice_words import sentence_of, subject_of
from app.services.notices.notices import Notices
from app.store.standing import Item

MOST = 50
"""How much of what somebody was told the feed has: the newest."""
ATOM = "http://www.w3.org/2005/Atom"


class Feed(NamedTuple):
    """A feed as it is sent, and when something was added to it last (UTC ms)."""

    document: bytes
    updated: int


class AtomFeeds:
    """Writes them. `home` is where the service is, `gettext` says a message in a language."""

    def __init__(self, notices: Notices, accounts: Accounts, home: str, gettext: Callable[..., str]) -> None:
        self._notices = notices
        self._accounts = accounts
        self._home = home
        self._gettext = gettext

    def of(self, account: str) -> Feed:
        """The feed of an account, in its language. Its address is no part of it: that is a secret. Raises
        NoSuchAccount."""
        own = self._accounts.own(account)
        items = self._notices.latest(account, MOST)
        updated = max((item.notice.made for item in items), default=own.created)
        return Feed(self._document(account, own.preferences.language or ENGLISH, items, updated), updated)

    def _document(self, account: str, language: str, items: Sequence[Item], updated: int) -> bytes:
        def say(message: str, **values: object) -> str:
            return self._gettext(language, message, **values)

        feed = xml.Element("feed", {"xmlns": ATOM, "xml:lang": language})
        _add(feed, "id", f"urn:uuid:{account}")
        _add(feed, "title", self._gettext(language, "Your games at Kartfold"))
        _add(feed, "updated", rfc3339(updated))
        xml.SubElement(xml.SubElement(feed, "author"), "name").text = "Kartfold"
        xml.SubElement(feed, "link", {"rel": "alternate", "type": "text/html", "href": f"{self._home}/mine"})
        for item in items:
            self._entry(feed, item, say)
        document: bytes = xml.tostring(feed, "utf-8", xml_declaration=True)
        return document

    def _entry(self, feed: xml.Element, item: Item, say: Callable[..., str]) -> None:
        told = entry(item)
        one = xml.SubElement(feed, "entry")
        _add(one, "id", f"urn:uuid:{item.notice.id}")
        _add(one, "title", subject_of(say, told))
        _add(one, "updated", rfc3339(item.notice.made))
        _add(one, "summary", sentence_of(say, told))
        link = {"rel": "alternate", "type": "text/html", "href": f"{self._home}/games/{item.notice.game}"}
        xml.SubElement(one, "link", link)


def _add(parent: xml.Element, name: str, text: str | None) -> None:
    """Without what XML cannot have: most programs that read it would read nothing of a feed with that."""
    xml.SubElement(parent, name).text = _NO_XML.sub("", text or "")


_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
