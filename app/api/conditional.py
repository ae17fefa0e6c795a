"""Headers that make a write safe to repeat, and safe against what one has not seen."""

import re

from flask import request

from app.api.problems import Problem

KEY = re.compile(r"[\x21-\x7e]{1,128}")
TAG = re.compile(r'(?:W/)?"([0-9]{1,15})\.[A-Za-z0-9_-]{1,64}"')
TAG_LIST = re.compile(r'\s*(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"\s*')

IDEMPOTENCY_PARAMETER = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "Up to 128 visible characters, fresh for each thing to be done: repeating a request with its key"
    " does it no second time and gives the same answer.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 128},
}
IF_MATCH_PARAMETER = {
    "in": "header",
    "name": "If-Match",
    "description": "The ETag of the view that the write rests on; its version is compared. Or expected_version in the"
    " body.",
    "schema": {"type": "string", "examples": ['"31.seat-1"']},
}


def idempotency_key() -> str | None:
    """The request's Idempotency-Key, None without one. Quotes, as structured fields have them, belong to it.

    Raises Problem 422 for one that cannot be kept.
    """
    if (key := request.headers.get("Idempotency-Key")) is None:
        return None
    if not KEY.fullmatch(key):
        raise Problem(422, "invalid_key", "An Idempotency-Key has 1 to 128 visible ASCII characters.")
    return key


def expected(expected_version: int | None) -> frozenset[int]:
    """The versions a write to a game may rest on, by If-Match or the expected_version of its body; both must agree.

    Raises Problem 428 when neither is there, 412 for `*`, which would match whatever has happened, 422 for tags
    that are none.
    """
    given = _if_match()
    if given is None and expected_version is None:
        detail = "Say which version this rests on: If-Match with a view's ETag, or expected_version."
        raise Problem(428, "version_required", detail)
    if given is None:
        return frozenset({expected_version or 0})
    if expected_version is not None and expected_version not in given:
        raise Problem(422, "versions_differ", "If-Match and expected_version name different versions.")
    return given if expected_version is None else frozenset({expected_version})


def etag(version: int, viewer: str) -> str:
    """The entity tag of a view: the game's version and who sees it (letters, digits, `_` and `-`)."""
    return f'"{version}.{viewer}"'


def not_modified(tag: str) -> bool:
    """Whether the client has this view already, by If-None-Match: the weak comparison of RFC 9110."""
    header = request.headers.get("If-None-Match", "")
    return header.strip() == "*" or tag in {each.strip().removeprefix("W/") for each in header.split(",")}


def _if_match() -> frozenset[int] | None:
    """The versions that If-Match names. A proxy may weaken a tag, so weak ones count; a foreign tag matches none."""
    if (header := request.headers.get("If-Match")) is None:
        return None
    if header.strip() == "*":
        raise Problem(412, "any_version", "If-Match: * would rest on whatever has happened: name a version.")
    tags = header.split(",")
    if not all(TAG_LIST.fullmatch(tag) for tag in tags):
        raise Problem(422, "invalid_tag", "If-Match is a list of entity tags, as views carry them.")
    found = (TAG.fullmatch(tag.strip()) for tag in tags)
    return frozenset(int(match[1]) for match in found if match)
