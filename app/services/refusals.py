"""What stands between a caller and a game, beside the rules: each is raised before anything is written."""

from collections.abc import Sequence


class NotFound(Exception):
    """There is no such game, or none that this caller may know of: the answer is the same."""


class NotAllowed(Exception):
    """The game is known to the caller, who may not do or see this; `code` says what."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class NotNow(Exception):
    """The caller might do this, but not as things stand; `code` says why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class NoSuchPlayer(Exception):
    """No account goes by this name, or has this id."""


class NotBranched(Exception):
    """From there, or at all, no branch can be made; `code` says why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class Stale(Exception):
    """The game has gone on: `version` is where it stands, `lines` the events behind the version expected."""

    def __init__(self, version: int, lines: Sequence[bytes]) -> None:
        super().__init__(version)
        self.version = version
        self.lines = lines


class KeyReused(Exception):
    """An idempotency key that this caller has used for another request."""


class Malformed(Exception):
    """A setting that no table has; `field` names it."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(field, detail)
        self.field = field
        self.detail = detail
