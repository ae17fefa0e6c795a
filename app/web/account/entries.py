"""What people type of themselves, read kindly: spaces around it are no fault, nor are letters as their keyboard made
them."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields

from app.api.fields import Name, Text

INVISIBLE = "Must not have invisible characters, or spaces at its ends or doubled."


def tidied(value: Any) -> str:
    """A line as it was meant."""
    return unicodedata.normalize("NFC", str(value)).strip()


class OwnName(Name):
    """What somebody wants to go by."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        return super()._deserialize(tidied(value), attr, data, **kwargs)


class Label(Text):
    """What somebody calls something, to know it again by."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        return super()._deserialize(tidied(value), attr, data, **kwargs)


class Line(fields.String):
    """A line that is looked up: a name or an address, if there is one of it."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = tidied(super()._deserialize(value, attr, data, **kwargs))
        if not text.isprintable():
            raise ValidationError(INVISIBLE)
        if not text:
            raise self.make_error("required")
        return text
