"""What somebody wants to be told, kind by kind and channel by channel; the digest, the feed, and the way out."""

from collections.abc import Callable, Mapping
from typing import Any

from app.services.account.credentials import digest, mint
from app.services.clock import rfc3339
from app.services.notices.digests import ZoneOf, next_digest
from app.services.notices.notice_words import ALL
from app.store.accounts import AccountStore
from app.store.notice_settings import CHANNELS, DAILY, DIGESTS, MAIL, OFF, NoticeSettings
from app.store.notices import KINDS

__all__ = ["ALL", "CHANNELS", "DIGESTS", "HOURS", "KINDS", "NoticeChoices"]

HOURS = range(24)


class NoticeChoices:
    """Tells and changes them. `now` gives UTC milliseconds."""

    def __init__(
        self, settings: NoticeSettings, accounts: AccountStore, zone_of: ZoneOf, now: Callable[[], int]
    ) -> None:
        self._settings = settings
        self._accounts = accounts
        self._zone_of = zone_of
        self._now = now

    def of(self, account: str) -> dict[str, Any]:
        """What an account has chosen, as JSON values. `mail` says whether letters can be sent, and if not why."""
        chosen, row = self._settings.of(account), self._accounts.by_id(account)
        address = None if row is None else row.address
        zone = self._zone_of(account)
        return {
            "kinds": {kind: {channel: chosen.wants(channel, kind) for channel in CHANNELS} for kind in KINDS},
            "digest": chosen.digest,
            "hour": chosen.hour,
            "zone": "UTC" if zone is None else str(zone),
            "next_digest": rfc3339(chosen.digest_due),
            "mail": "no_address" if address is None else "bounced" if address == chosen.bounced else "ready",
            "feed": chosen.feed,
        }

    def change(self, account: str, given: Mapping[str, Any]) -> None:
        """Changes what is given of `kinds` (kind → channel → whether), `digest` (one of `DIGESTS`) and `hour`."""
        switches = {
            channel: {kind: on[channel] for kind, on in given.get("kinds", {}).items() if channel in on}
            for channel in CHANNELS
        }
        values = {name: given[name] for name in ("digest", "hour") if name in given}
        if values:
            values["digest_due"] = self._due(account, values)
        self._settings.change(account, switches=switches, **values)

    def new_feed(self, account: str) -> str:
        """The secret in a new address of the account's feed, which is shown this once; the one before is nobody's."""
        secret = mint()
        self._settings.change(account, feed=digest(secret))
        return secret

    def close_feed(self, account: str) -> None:
        """The feed has no address any more."""
        self._settings.change(account, feed=None)

    def reader(self, secret: str) -> str | None:
        """The account whose feed has this secret."""
        return self._settings.by_feed(digest(secret))

    def stop(self, kind: str, secret: str) -> None:
        """No more letters of a kind, or of any with `ALL`, by a link of a letter. Whether it was good for something is
        told to nobody; it may be done again."""
        account = self._settings.by_stop(secret) if "\0" not in secret else None  # which PostgreSQL does not take
        if account is None:
            return
        if kind in KINDS:
            self._settings.change(account, switches={MAIL: {kind: False}})
        elif kind == ALL:
            off = {MAIL: dict.fromkeys(KINDS, False)}
            self._settings.change(account, switches=off, digest=OFF, digest_due=None)

    def _due(self, account: str, values: Mapping[str, Any]) -> int | None:
        chosen = self._settings.of(account)
        if values.get("digest", chosen.digest) != DAILY:
            return None
        return next_digest(self._now(), values.get("hour", chosen.hour), self._zone_of(account))
