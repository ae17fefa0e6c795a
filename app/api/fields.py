"""Strict fields and the schema that all bodies share: a value is taken as it is or refused."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from app.services.account.addresses import LONGEST, address_of, is_address
from app.services.clock import milliseconds, rfc3339
from app.services.refusals import Malformed


class Strict(Schema):
    """A body or a query whose unknown fields are refused."""

    class Meta:
        unknown = RAISE


class Boolean(fields.Boolean):
    """true or false, neither 1 nor "yes"."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Integer(fields.Integer):
    """A JSON integer, neither "7" nor 7.0 nor true."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class QueryInteger(fields.Integer):
    """A whole number in a query string: digits and nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 16):
            raise self.make_error("invalid", input=value)
        return int(value)


class QueryBoolean(fields.Boolean):
    """`true` or `false` in a query string, and nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if value not in ("true", "false"):
            raise self.make_error("invalid", input=value)
        return bool(value == "true")


class Text(fields.String):
    """Text of shortest to longest characters, in NFC, on one line, with nothing invisible in it.

    Names are shown to strangers: control characters, line breaks and marks that turn the writing direction
    are refused, and so are spaces at the ends and doubled ones, with which one name could pass for another.
    """

    def __init__(self, shortest: int, longest: int, **kwargs: Any) -> None:
        kwargs["metadata"] = {"minLength": shortest, "maxLength": longest} | kwargs.get("metadata", {})
        super().__init__(**kwargs)
        self.shortest = shortest
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        check_length(text, self.shortest, self.longest)
        if not text.isprintable() or text != text.strip() or "  " in text:
            raise ValidationError("Must not have invisible characters, or spaces at its ends or doubled.")
        if not unicodedata.is_normalized("NFC", text):
            raise ValidationError("Must be in Unicode normal form C.")
        return text


class Name(Text):
    """What a person goes by: 2 to 32 characters, with a letter or a digit among them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(2, 32, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not any(character.isalnum() for character in text):
            raise ValidationError("Must have a letter or a digit.")
        if is_address(text):
            raise ValidationError("Must not read like an e-mail address: everybody sees it.")
        return text


class Prose(fields.String):
    """Text of several lines, of shortest to longest characters, in NFC.

    Marks that join letters or set a word's direction belong to some scripts; control characters, and marks that turn
    the direction of all that follows, are refused.
    """

    def __init__(self, shortest: int, longest: int, **kwargs: Any) -> None:
        kwargs["metadata"] = {"minLength": shortest, "maxLength": longest} | kwargs.get("metadata", {})
        super().__init__(**kwargs)
        self.shortest = shortest
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        check_length(text, self.shortest, self.longest)
        if not text.strip():
            raise ValidationError("Must say something.")
        if not all(each.isprintable() or each in _IN_PROSE for each in text):
            raise ValidationError("Must not have control characters, or marks that turn the direction of writing.")
        if not unicodedata.is_normalized("NFC", text):
            raise ValidationError("Must be in Unicode normal form C.")
        return text


_IN_PROSE = frozenset("\n\u200c\u200d\u200e\u200f\u061c\u00a0\u202f\u3000")
"""Line breaks, joiners, marks of direction for one word, and spaces that count as invisible."""


class Password(fields.String):
    """A password: 8 to 128 characters, spaces and all scripts welcome; never dumped."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs["metadata"] = {"minLength": 8, "maxLength": 128, "format": "password"} | kwargs.get("metadata", {})
        super().__init__(load_only=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        check_length(text, 8, 128)
        return text


def check_length(text: str, shortest: int, longest: int) -> None:
    """Raises ValidationError for text of another length."""
    if not shortest <= len(text) <= longest:
        raise ValidationError(f"Must be {shortest} to {longest} characters long.")


class Address(fields.String):
    """An e-mail address, as it is kept: its domain in lower case and in ASCII."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs["metadata"] = {"format": "email", "maxLength": LONGEST} | kwargs.get("metadata", {})
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            return address_of(text)
        except Malformed as error:
            raise ValidationError(f"{error.detail[0].upper()}{error.detail[1:]}.") from None


class Moment(fields.String):
    """A moment of a body, in RFC 3339 with its offset, as UTC milliseconds."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs["metadata"] = {"format": "date-time"} | kwargs.get("metadata", {})
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        moment = milliseconds(text)
        if moment is None:
            raise ValidationError("Must be a moment in RFC 3339, like 2026-01-01T00:00:00Z.")
        return moment


class Instant(fields.String):
    """UTC milliseconds inside, RFC 3339 outside. For answers only."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs["metadata"] = {"format": "date-time"} | kwargs.get("metadata", {})
        super().__init__(**kwargs)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return rfc3339(value)
