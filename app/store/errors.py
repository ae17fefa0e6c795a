"""What the store refuses, and what it finds broken."""


class StoreError(Exception):
    """Anything the store says no to."""


class Unavailable(StoreError):
    """The database cannot answer now: it is out of reach, or somebody holds a lock for too long. Try again."""


class VersionConflict(StoreError):
    """The game is not at the version that was expected: another writer was first, or the game is there already."""

    def __init__(self, game: str, expected: int) -> None:
        super().__init__(f"game {game} is not at version {expected}")
        self.game = game
        self.expected = expected


class DuplicateKey(StoreError):
    """The caller has used this idempotency key before; nothing was written."""

    def __init__(self, caller: str, key: str) -> None:
        super().__init__("this idempotency key has been used before")
        self.caller = caller
        self.key = key


class SecretUnreadable(StoreError):
    """What is sealed cannot be opened: its key is not configured, or it was sealed for another owner, or altered."""


class Damaged(StoreError):
    """Stored rows contradict each other; `flask --app wsgi doctor` says where."""
