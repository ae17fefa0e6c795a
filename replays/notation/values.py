"""Durations, dates and quoted text, as a notation writes and reads them."""

import re
import unicodedata
from datetime import UTC, datetime, timedelta

from replays.notation.sheet import LONGEST_TEXT

LONGEST_WAIT_MS = 100 * 366 * 24 * 60 * 60 * 1000
"""No request waits for longer than a hundred years."""

_UNITS = (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000))
_DURATION = re.compile(r"(?=.)(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})(?:\.(\d{1,3}))?s)?", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(.))", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
QUOTES = '"“”'
"""What may stand around text: forums like to bend quotation marks. Inside, all three are written as escapes."""


def duration(ms: int) -> str:
    """Milliseconds as `1d2h3m4.5s`; nothing at all is `0s`."""
    parts, rest = [], ms
    for unit, size in _UNITS:
        if rest >= size:
            parts.append(f"{rest // size}{unit}")
            rest %= size
    seconds = f"{rest // 1000}.{rest % 1000:03}".rstrip("0").rstrip(".")
    if rest or not parts:
        parts.append(f"{seconds}s")
    return "".join(parts)


def parse_duration(text: str) -> int | None:
    """The milliseconds of a duration, or None if it is none."""
    found = _DURATION.fullmatch(text)
    if found is None:
        return None
    days, hours, minutes, seconds, part = found.groups()
    whole = ((int(days or 0) * 24 + int(hours or 0)) * 60 + int(minutes or 0)) * 60 + int(seconds or 0)
    ms = whole * 1000 + int((part or "0").ljust(3, "0"))
    return ms if ms <= LONGEST_WAIT_MS else None


def date(ms: int) -> str | None:
    """UTC milliseconds as `2026-01-01T00:00:00Z`; None after the year 9999."""
    try:
        when = _EPOCH + timedelta(milliseconds=ms)
    except OverflowError:
        return None
    part = f".{ms % 1000:03}".rstrip("0") if ms % 1000 else ""
    return f"{when:%Y-%m-%dT%H:%M:%S}{part}Z" if when.year <= 9999 else None


def parse_date(text: str) -> int | None:
    """The UTC milliseconds of a date, or None if it is none, or one before 1970."""
    if not _DATE.fullmatch(text):
        return None
    try:
        passed = datetime.fromisoformat(text) - _EPOCH
    except ValueError:
        return None
    ms = passed // timedelta(milliseconds=1)
    return ms if ms >= 0 else None


def quoted(text: str) -> str:
    """Text between quotation marks, whatever it is: one line, nothing in it that could end it, invisible characters as
    escapes. What is too long is cut."""
    whole = unicodedata.normalize("NFC", _SURROGATE.sub("\ufffd", text))
    clipped = unicodedata.normalize("NFC", whole[:LONGEST_TEXT])
    return f'"{"".join(map(_escaped, clipped))}"'


def _escaped(char: str) -> str:
    if char in ('"', "\\"):
        return "\\" + char
    if char in QUOTES or not char.isprintable():
        return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
    return char


def unquoted(token: str) -> str | None:
    """What stands between quotation marks, escapes undone; None for an escape that there is not, a character that
    there is not, or text that is too long."""
    parts: list[str] = []
    at = 1
    for found in _ESCAPE.finditer(token, 1, len(token) - 1):
        char = _character(*found.groups())
        if char is None:
            return None
        parts += (token[at : found.start()], char)
        at = found.end()
    text = unicodedata.normalize("NFC", "".join((*parts, token[at:-1])))
    return None if len(text) > LONGEST_TEXT or _SURROGATE.search(text) else text


def _character(short: str | None, long: str | None, itself: str | None) -> str | None:
    if itself is not None:
        return itself if itself in ('"', "\\") else None
    code = int(short or long or "", 16)
    return chr(code) if code < 0x110000 else None
