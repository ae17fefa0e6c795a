"""What was filled in: read as strictly as the API reads, and what is wrong said beside the field in the reader's words.

A form's schema is one of marshmallow, with fields that take text: `QueryInteger`, `Checkbox` and those of the API.
"""

from collections.abc import Mapping
from typing import Any

from flask import request
from marshmallow import EXCLUDE, Schema, ValidationError, fields

from app.services.refusals import Malformed
from app.web.language import _, later

WORDS = {
    "Missing data for required field.": later("This is needed."),
    "Not a valid integer.": later("A whole number is needed."),
    "Not a valid string.": later("This is no text."),
    "Not a valid email address.": later("This is no e-mail address."),
    "Must not have invisible characters, or spaces at its ends or doubled.": later(
        "No invisible characters, and no spaces at the ends or doubled."
    ),
    "Must have a letter or a digit.": later("It needs a letter or a digit."),
    "Must not read like an e-mail address: everybody sees it.": later(
        "Everybody sees your name: it must not be an e-mail address."
    ),
    "Must be 1 to 64 characters long.": later("From 1 to 64 characters."),
    "Must be 2 to 32 characters long.": later("From 2 to 32 characters."),
    "Must be 8 to 128 characters long.": later("From 8 to 128 characters."),
    "This is no e-mail address that letters can be sent to.": later("No letter can be sent to this address."),
    "An e-mail address has at most 254 characters.": later("No letter can be sent to this address."),
    "There is no such time zone.": later("There is no such time zone."),
    "Quiet hours are at most 12 hours.": later("Quiet hours last 12 hours at most, and longer than none."),
    "At most two days of the week are days off.": later("Two days of the week at most."),
    "Not a valid time.": later("This is no time of day."),
    "Not a valid date.": later("This is no day."),
    "A vacation begins now, or later.": later("A vacation begins today, or later."),
    "A vacation begins within a year.": later("A vacation begins within a year."),
    "A vacation ends after it begins, and within 14 days.": later("A vacation lasts 14 days at most."),
}
"""What schemas say, in words that are put into languages; what is not here is said as it comes."""


LONGEST_NUMBER = 15
"""Digits: what is longer counts nothing here."""


class Wrong(Exception):
    """What cannot be taken as it was filled in: a sentence for each field."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__()
        self.errors = dict(errors)


class Checkbox(fields.Boolean):
    """Ticked, or not there."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"load_default": False, **kwargs})

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        return bool(value)


def read(schema: type[Schema]) -> dict[str, Any]:
    """What was filled in, as this schema has it; a field left empty is one not given. Raises Wrong."""
    given = {name: value for name, value in request.form.items() if value != ""}
    try:
        values: dict[str, Any] = schema(unknown=EXCLUDE).load(given)
    except ValidationError as error:
        messages: Mapping[str, Any] = error.normalized_messages()  # type: ignore[no-untyped-call]
        raise Wrong({field: said(found) for field, found in messages.items()}) from None
    return values


def whole(text: str) -> int | None:
    """The number that a text is, as events, seats and places are counted; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def said(found: Any) -> str:
    """The first of what a schema found in a field."""
    text = str(
        found[0] if isinstance(found, list) else next(iter(found.values())) if isinstance(found, dict) else found
    )
    return _(WORDS[text]) if text in WORDS else text


def misfit(error: Malformed) -> Wrong:
    """What a service could not take, beside its field."""
    return Wrong({error.field: said(error.detail)})
