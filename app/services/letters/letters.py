"""Letters to people: what is written, and in which words.

A letter is text and HTML that say the same. What people call themselves is in neither a word of ours nor a link: names
are isolated from the direction of what is around them, and no mail program makes an address of one.
"""

import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from functools import partial
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from app.services.clock import DAY
from app.services.languages import ENGLISH, RIGHT_TO_LEFT, Say
from app.services.letters.paper import Link, Page, shown
from app.services.notices.notice_words import digest, news
from app.store.letters import Letter

PASSWORD, PASSWORD_CHANGED = "password", "password_changed"
ADDRESS, ADDRESS_CHANGED = "address", "address_changed"
SEATS, FAREWELL = "seats", "farewell"
NEWS, DIGEST = "notices", "digest"

PASSWORD_MS = DAY // 24
ADDRESS_MS = SEAT_MS = DAY
"""How long the links in letters are good."""


class Letterhead(NamedTuple):
    """What all letters have in common: whom they are from (`Name <address>`), and where the service is."""

    sender: str
    home: str


def letter(
    kind: str,
    now: int,
    account: str | None = None,
    address: str | None = None,
    language: str | None = None,
    **about: Any,
) -> Letter:
    """A letter that is to be written and sent. Without an address it is found out behind the requests whom it is to."""
    return Letter(str(uuid.uuid4()), kind, account, address, language or ENGLISH, about, now, now)


def written(one: Letter, secrets: tuple[str, ...], head: Letterhead, gettext: Say) -> EmailMessage:
    """The letter as it is sent, with the secrets that its links carry; its address has to be known."""
    page = _KINDS[one.kind](partial(gettext, one.language), one.about, partial(_link, head.home, one.language), secrets)
    message = EmailMessage(policy=SMTP.clone(cte_type="7bit"))
    message["From"] = head.sender
    message["To"] = str(one.address)
    message["Subject"] = " ".join(page.subject.split())  # whatever somebody is called, it is one line
    message["Date"] = format_datetime(datetime.fromtimestamp(one.created / 1000, UTC))
    message["Message-ID"] = make_msgid(domain=urlsplit(head.home).hostname or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    for name, value in _list_headers(page, head.home):
        message[name] = value
    paragraphs = (*page.paragraphs, Link(head.home))
    message.set_content("\n\n".join(one.address if isinstance(one, Link) else one for one in paragraphs) + "\n")
    message.add_alternative(_html(page.subject, paragraphs, one.language), subtype="html")
    message["Content-Language"] = one.language  # set before, it would go into the first part
    return message


def _list_headers(page: Page, home: str) -> list[tuple[str, str]]:
    """What mail programs need to offer that no more such letters come: by one click, which they send (RFC 8058)."""
    if page.stop is None:
        return []
    return [
        ("List-Id", f"<notices.{urlsplit(home).hostname or 'localhost'}>"),
        ("List-Unsubscribe", f"<{home}{page.stop}>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def _link(home: str, language: str, path: str) -> Link:
    """Made from the service's own address as it is configured: what a request calls it may be anybody's."""
    return Link(f"{home}{path}" + ("" if language == ENGLISH else f"?lang={language}"))


def _html(subject: str, paragraphs: tuple[str | Link, ...], language: str) -> str:
    direction = "rtl" if language in RIGHT_TO_LEFT else "ltr"
    said = "\n".join(f"<p>{_paragraph(one)}</p>" for one in paragraphs)
    return (
        f'<!doctype html>\n<html lang="{language}" dir="{direction}">\n<head><meta charset="utf-8">'
        f"<title>{escape(subject)}</title></head>\n<body>\n{said}\n</body>\n</html>\n"
    )


def _paragraph(one: str | Link) -> str:
    if isinstance(one, Link):
        return f'<a dir="ltr" href="{escape(one.address)}">{escape(one.address)}</a>'
    return escape(one)


def _new_password(
    gettext: Say, about: Mapping[str, Any], link: Callable[[str], Link], secrets: tuple[str, ...]
) -> Page:
    return Page(
        gettext("A new password for Kartfold"),
        (
            gettext("Somebody, most likely you, asked for a new password for the account %(name)s.", name=_name(about)),
            gettext("This link lets you choose one. It works once, and within the next hour:"),
            link(f"/password/{secrets[0]}"),
            gettext("If it was not you, there is nothing to do: your password stays as it is."),
        ),
    )


def _password_changed(
    gettext: Say, about: Mapping[str, Any], link: Callable[[str], Link], secrets: tuple[str, ...]
) -> Page:
    return Page(
        gettext("Your password was changed"),
        (
            gettext("The account %(name)s has a new password, and is signed out everywhere else.", name=_name(about)),
            gettext("If it was not you who changed it, choose another one here:"),
            link("/password"),
        ),
    )


def _confirm_address(
    gettext: Say, about: Mapping[str, Any], link: Callable[[str], Link], secrets: tuple[str, ...]
) -> Page:
    return Page(
        gettext("Is this your address?"),
        (
            gettext("The account %(name)s wants its letters to be sent to this address.", name=_name(about)),
            gettext("If it is yours, say so here within the next day:"),
            link(f"/address/{secrets[0]}"),
            gettext("If you know nothing of it, there is nothing to do: nothing more will come."),
        ),
    )


def _address_changed(
    gettext: Say, about: Mapping[str, Any], link: Callable[[str], Link], secrets: tuple[str, ...]
) -> Page:
    return Page(
        gettext("Your address was changed"),
        (
            gettext("Letters for the account %(name)s are not sent to this address any more.", name=_name(about)),
            gettext("If it was not you who changed that, somebody knows your password. Sign in and change it:"),
            link("/account"),
        ),
    )


def _seats(gettext: Say, about: Mapping[str, Any], link: Callable[[str], Link], secrets: tuple[str, ...]) -> Page:
    ways: list[str | Link] = []
    for seat, secret in zip(about["seats"], secrets, strict=True):
        ways.append(gettext("Seat %(seat)d, as %(name)s:", seat=seat["seat"] + 1, name=_name(seat)))
        ways.append(link(f"/seat-again/{secret}"))
    return Page(
        gettext("Back to your seat"),
        (
            gettext("Somebody, most likely you, asked for the way back to the seats that have this address."),
            *ways,
            gettext(
                "Each link works once, and within the next day. The seat link that you had before is good until you"
                " have used it."
            ),
            gettext("If it was not you, there is nothing to do: your seats stay yours."),
        ),
    )


def _farewell(gettext: Say, about: Mapping[str, Any], link: Callable[[str], Link], secrets: tuple[str, ...]) -> Page:
    return Page(
        gettext("Your account was deleted"),
        (
            gettext("The account %(name)s was deleted, and with it all that was only yours.", name=_name(about)),
            gettext("The records of games stay, and say nothing of you."),
        ),
    )


def _name(about: Mapping[str, Any]) -> str:
    return shown(str(about["name"]))


_KINDS: dict[str, Callable[[Say, Mapping[str, Any], Callable[[str], Link], tuple[str, ...]], Page]] = {
    PASSWORD: _new_password,
    PASSWORD_CHANGED: _password_changed,
    ADDRESS: _confirm_address,
    ADDRESS_CHANGED: _address_changed,
    SEATS: _seats,
    FAREWELL: _farewell,
    NEWS: news,
    DIGEST: digest,
}
