"""The bytes of the record: canonical JSON, hashes of it, and the envelope that every event wears.

Canonical means RFC 8785 within the limits of FORMAT.md: objects, arrays, strings, booleans, null and integers
within ±(2^53 - 1); keys match `[a-z][a-z0-9_]*`; text is NFC without lone surrogates.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from json.encoder import encode_basestring
from typing import Any, NamedTuple, NoReturn

MAX_INT = 2**53 - 1
MAX_DEPTH = 64
"""Arrays and objects inside one another; events need five. Fixed, so that no answer hangs on the stack."""
MAX_LINE = 1 << 20
"""Bytes of one line; the longest event has a few thousand. Keeps a hostile file from filling the memory."""

_KEY = re.compile(r"[a-z][a-z0-9_]*")
_INT_CHARS = 17
_known_keys: dict[str, str] = {}


class NotCanonical(ValueError):
    """The value has no canonical form, or the bytes are not the canonical form of what they say."""


class NotAnEvent(ValueError):
    """Canonical bytes, but not of the shape that every event has."""


def canonical(value: object) -> bytes:
    """The canonical bytes of a value made of dict, list, tuple, str, int, bool and None.

    Raises NotCanonical for anything else: floats, big integers, other keys, text that is not NFC.
    """
    return canonical_text(value).encode()


def canonical_text(value: object) -> str:
    """The canonical form as text, for whoever puts it into a larger line. Raises NotCanonical."""
    return _write(value, MAX_DEPTH)


def parse(line: bytes) -> dict[str, Any]:
    """The object that a line says, if the line is exactly its canonical form (and has no newline).

    Safe for hostile input: raises NotCanonical with the reason and place, whatever the bytes are.
    """
    if len(line) > MAX_LINE:
        raise NotCanonical(f"longer than {MAX_LINE} bytes")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise NotCanonical(f"not UTF-8 at byte {error.start}") from None
    value = _read(text)
    if type(value) is not dict:
        raise NotCanonical("not an object")
    form = canonical(value)
    if form != line:
        raise NotCanonical(_difference(text, line, form))
    return value


def sha256_hex(data: bytes) -> str:
    """Lower-case hex SHA-256."""
    return hashlib.sha256(data).hexdigest()


def T(tag: str, *parts: object) -> str:
    """The tagged hash of FORMAT.md: lower-case hex SHA-256 of the canonical array `[tag, *parts]`."""
    return sha256_hex(canonical([tag, *parts]))


def quick(lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """Decodes lines that we wrote ourselves, all at once and unchecked but for their number.

    Raises ValueError if they are not JSON or not that many. For bytes of others there is `parse`.
    """
    values: list[dict[str, Any]] = json.loads(b"[" + b",".join(lines) + b"]")
    if len(values) != len(lines):
        raise ValueError(f"{len(lines)} lines hold {len(values)} values")
    return values


class Envelope(NamedTuple):
    """An event as it stands in its line: what all kinds share, and the `data` of its kind unchecked."""

    actor: str
    data: dict[str, Any]
    game: str
    kind: str
    prev: str
    request: int
    seq: int
    t: int
    v: int


_SHAPES = {
    "actor": re.compile(r"service|seat:[0-9]|(?:player|staff):[A-Za-z0-9][A-Za-z0-9._-]{0,63}"),
    "game": re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
    "kind": re.compile(r"[a-z][a-z0-9_]{0,63}\.[a-z][a-z0-9_]{0,63}"),
    "prev": re.compile(r"[0-9a-f]{64}"),
}
_LEAST = {"request": 0, "seq": 0, "t": 0, "v": 1}
_FIELDS = frozenset(Envelope._fields)


def envelope(line: bytes) -> Envelope:
    """The event in a line, strictly: canonical bytes, these nine fields, each of its type and shape.

    Raises NotCanonical or NotAnEvent (both ValueError) with the reason. `data` may hold anything.
    """
    value = parse(line)
    if value.keys() != _FIELDS:
        raise NotAnEvent(_fields_message(value))
    for name in _SHAPES:
        check_shape(name, value[name])
    for name, least in _LEAST.items():
        if type(value[name]) is not int or value[name] < least:
            raise NotAnEvent(f"{name} is not an integer from {least} up: {_clip(value[name])}")
    if type(value["data"]) is not dict:
        raise NotAnEvent("data is not an object")
    return Envelope(**value)


def check_shape(name: str, value: object) -> None:
    """Raises NotAnEvent unless the value is fit for that field: `actor`, `game`, `kind` or `prev`."""
    if type(value) is not str or not _SHAPES[name].fullmatch(value):
        raise NotAnEvent(f"{name} is malformed: {_clip(value)}")


def _fields_message(value: dict[str, Any]) -> str:
    missing = _FIELDS - value.keys()
    word, names = ("missing", missing) if missing else ("unknown", value.keys() - _FIELDS)
    return f"fields {word}: {_clip(' '.join(sorted(names)))}"


def _write(value: object, depth: int) -> str:
    # Exact types only: an enum, a float that is whole or a dict's cousin is a mistake of the caller's.
    kind = type(value)
    if kind is str:
        return _string(value)  # type: ignore[arg-type]
    if kind is int:
        return _integer(value)  # type: ignore[arg-type]
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if depth == 0 and (kind is dict or kind is list or kind is tuple):
        raise NotCanonical(f"nested more than {MAX_DEPTH} deep")
    if kind is dict:
        return _object(value, depth - 1)  # type: ignore[arg-type]
    if kind is list or kind is tuple:
        return "[" + ",".join([_write(item, depth - 1) for item in value]) + "]"  # type: ignore[attr-defined]
    raise NotCanonical(f"no place for a {kind.__name__} in canonical JSON")


def _object(value: dict[str, object], depth: int) -> str:
    # Keys are ASCII, so the order by code points is RFC 8785's order by UTF-16 units.
    try:
        keys = sorted(value)
    except TypeError:
        raise NotCanonical("keys that are not text") from None
    return "{" + ",".join([(_known_keys.get(key) or _key(key)) + _write(value[key], depth) for key in keys]) + "}"


def _key(key: object) -> str:
    if type(key) is not str or not _KEY.fullmatch(key):
        raise NotCanonical(f"key does not match [a-z][a-z0-9_]*: {_clip(key)}")
    written = f'"{key}":'
    if len(key) <= 32 and len(_known_keys) < 256:
        _known_keys[key] = written
    return written


def _string(text: str) -> str:
    if not text.isascii():
        if any("\ud800" <= char <= "\udfff" for char in text):
            raise NotCanonical(f"lone surrogate in {_clip(text)}")
        if not unicodedata.is_normalized("NFC", text):
            raise NotCanonical(f"text is not NFC: {_clip(text)}")
    return encode_basestring(text)


def _integer(number: int) -> str:
    if not -MAX_INT <= number <= MAX_INT:
        raise NotCanonical("integer beyond 2^53 - 1")
    return str(number)


def _read(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except NotCanonical:
        raise
    except RecursionError:
        raise NotCanonical(f"nested more than {MAX_DEPTH} deep") from None
    except json.JSONDecodeError as error:
        if text.startswith("\ufeff"):
            raise NotCanonical("starts with a byte order mark") from None
        raise NotCanonical(f"not JSON at character {error.pos}: {error.msg}") from None


def _read_int(digits: str) -> int:
    # Before int(): long digits cost quadratic time, or an error of Python's own.
    if len(digits) > _INT_CHARS:
        raise NotCanonical(f"integer beyond 2^53 - 1: {_clip(digits)}")
    return int(digits)


def _refuse_number(digits: str) -> NoReturn:
    raise NotCanonical(f"only integers are numbers here: {_clip(digits)}")


def _refuse_twice(pairs: list[tuple[str, object]]) -> None:
    seen = set()
    for name, _ in pairs:
        if name in seen:
            raise NotCanonical(f"key given twice: {_clip(name)}")
        seen.add(name)


_DECODER = json.JSONDecoder(parse_int=_read_int, parse_float=_refuse_number, parse_constant=_refuse_number)


def _difference(text: str, line: bytes, form: bytes) -> str:
    """Why these bytes are not the form that they should have had, in words."""
    try:
        json.loads(text, object_pairs_hook=_refuse_twice)
    except NotCanonical as twice:
        return str(twice)
    shorter = min(len(line), len(form))
    at = next((place for place in range(shorter) if line[place] != form[place]), shorter)
    found, due = line[at : at + 20], form[at : at + 20]
    return f"not canonical at byte {at}: {_clip(found)} where {_clip(due) if due else 'nothing'} belongs"


def _clip(value: object) -> str:
    """A piece of somebody else's value that is fit for a message: short, ASCII, one line."""
    if isinstance(value, str | bytes):
        return ascii(value[:40]) + ("..." if len(value) > 40 else "")
    if value is None or (isinstance(value, int | float) and -MAX_INT <= value <= MAX_INT):
        return ascii(value)
    return f"a value of type {type(value).__name__}"
