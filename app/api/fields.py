"""Strict fields and the schema that all bodies share: a value is taken as it is or refused."""

import unicodedata
from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields


class Strict(Schema):
    """A body or a query whose unknown fields are refused."""

    class Meta:
        unknown = RAISE


class Boolean(fields.Boolean):
    """true or false, neither 1 nor "yes"."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Integer(fields.Integer):
    """A JSON integer, neither "7" nor 7.0 nor true."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class QueryInteger(fields.Integer):
    """A whole number in a query string: digits and nothing else."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 16):
            raise self.make_error("invalid", input=value)
        return int(value)


class Text(fields.String):
    """Text of shortest to longest characters, in NFC, on one line, with nothing invisible in it.

    Names are shown to strangers: control characters, line breaks and marks that turn the writing direction
    are refused, and so are spaces at the ends and doubled ones, with which one name could pass for another.
    """

    default_error_messages: ClassVar[dict[str, str]] = {
        "length": "Must be {shortest} to {longest} characters long.",
        "invisible": "Must not have invisible characters, or spaces at its ends or doubled.",
        "form": "Must be in Unicode normal form C.",
    }

    def __init__(self, shortest: int, longest: int, **kwargs: Any) -> None:
        kwargs["metadata"] = {"minLength": shortest, "maxLength": longest} | kwargs.get("metadata", {})
        super().__init__(**kwargs)
        self.shortest = shortest
        self.longest = longest

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not self.shortest <= len(text) <= self.longest:
            raise self.make_error("length", shortest=self.shortest, longest=self.longest)
        if not text.isprintable() or text != " ".join(text.split(" ")).strip() or "  " in text:
            raise self.make_error("invisible")
        if unicodedata.normalize("NFC", text) != text:
            raise self.make_error("form")
        return text


class Name(Text):
    """What a person goes by: 2 to 32 characters, with a letter or a digit among them."""

    default_error_messages: ClassVar[dict[str, str]] = {"blank": "Must have a letter or a digit."}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(2, 32, **kwargs)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not any(character.isalnum() for character in text):
            raise self.make_error("blank")
        return text


class Password(fields.String):
    """A password: 8 to 128 characters, spaces and all scripts welcome; never dumped."""

    default_error_messages: ClassVar[dict[str, str]] = {
        "length": "Must be 8 to 128 characters long.",
        "null": "Field may not be null.",
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs["metadata"] = {"minLength": 8, "maxLength": 128, "format": "password"} | kwargs.get(
            "metadata", {}
        )
        super().__init__(load_only=True, **kwargs)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not 8 <= len(text) <= 128:
            raise self.make_error("length")
        return text


def reject(field: str, message: str) -> ValidationError:
    """The error of a field that only a service could judge, in the form that webargs gives the others."""
    return ValidationError({"json": {field: [message]}})
