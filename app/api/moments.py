"""`at` and `as`: which moment of a game is asked for, and through whose eyes."""

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields

from app.services.play.views import Eyes
from app.services.refusals import Malformed
from app.services.replay.moments import EXAMPLES, GRAMMAR, NUMBER, At


class AtField(fields.String):
    """A moment: an `At`."""

    def __init__(self, **kwargs: Any) -> None:
        said = (
            "The position right after the event of this seq (`57`); after the last one of `request:12`; after the"
            " starting card of `hand:2` was turned; or after the last event up to a time (RFC 3339)"
        )
        form = {"pattern": f"^({GRAMMAR})$", "examples": list(EXAMPLES)}
        super().__init__(metadata={"description": said} | form | kwargs.pop("metadata", {}), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        try:
            return At.parse(super()._deserialize(value, attr, data, **kwargs))
        except Malformed as error:
            raise ValidationError(error.detail) from None


class EyesField(fields.String):
    """Whose eyes: a seat's number, None for `table`, or `all`."""

    def __init__(self, **kwargs: Any) -> None:
        said = (
            "As this seat saw it then, as the `table` did (a spectator), or with `all` cards open. Yours without it."
            " Other eyes than yours and the table's are lent once the hand of that moment is over"
        )
        form = {"pattern": f"^(table|all|{NUMBER})$", "examples": ["1", "table", "all"]}
        super().__init__(metadata={"description": said} | form | kwargs.pop("metadata", {}), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return _eyes(super()._deserialize(value, attr, data, **kwargs))


def _eyes(text: str) -> Eyes:
    if text == "table":
        return None
    if text == "all":
        return "all"
    if re.fullmatch(NUMBER, text):
        return int(text)
    raise ValidationError("Whose eyes these are: a seat (1), table, or all.")
