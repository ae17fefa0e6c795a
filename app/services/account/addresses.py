"""E-mail addresses, as far as they are taken: what every mail server can be told.

Whether somebody reads what is sent there only a letter tells.
"""

import re

from app.services.refusals import Malformed

LONGEST, LONGEST_LOCAL = 254, 64  # RFC 5321, 4.5.3.1

ENCODED = "=?"
"""How a word begins in headers that stands for other letters (RFC 2047): behind it there may be another address."""

_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


def address_of(text: str) -> str:
    """The address that somebody typed; its domain in lower case, and in ASCII where it has other letters.

    Raises Malformed for what is none, and for a name in it that not every mail server takes.
    """
    local, at, domain = text.strip().rpartition("@")
    try:
        domain = domain.encode("idna").decode().lower()
    except UnicodeError:
        domain = ""
    address = f"{local}@{domain}"
    taken = _LOCAL.fullmatch(local) and len(local) <= LONGEST_LOCAL and ENCODED not in local
    if not (at and taken and _DOMAIN.fullmatch(domain)):
        raise Malformed("address", "this is no e-mail address that letters can be sent to")
    if len(address) > LONGEST:
        raise Malformed("address", f"an e-mail address has at most {LONGEST} characters")
    return address


def is_address(text: str) -> bool:
    """Whether this reads like an address."""
    try:
        address_of(text)
    except Malformed:
        return False
    return True


def address_key(text: str) -> str:
    """Addresses with the same key are the same: no server tells `Ann@` from `ann@`. For any text."""
    return (address_of(text) if is_address(text) else text.strip()).lower()
