"""Webhooks: notices for programs, posted to addresses that accounts name, signed as Standard Webhooks has it.

A delivery says what a notice says, and is made at least once: a program knows one that comes twice by its `webhook-id`.
One that fails is tried again at longer and longer intervals over days, as long as what it says holds; so is each of its
webhook, until that is turned off because nothing has gone through for days, or at once because it says 410 Gone. What a
webhook answers is not kept, but for its status.
"""

import json
import random
import re
import secrets
import uuid
from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from standardwebhooks import Webhook as Signer

from app.services.clock import DAY, MINUTE, rfc3339
from app.services.notices import outward
from app.services.notices.outward import NOT_ALLOWED, NotSent, Outward, Unfit, read
from app.services.notices.turns import AT_ONCE, take_turn
from app.services.pages import Cursor, Page, cut
from app.services.refusals import Malformed, NotNow
from app.store import SecretUnreadable
from app.store.deliveries import DELIVERED, FAILED, PENDING
from app.store.notices import KINDS
from app.store.webhooks import (
    BY_OWNER,
    FAILING,
    GONE,
    OFF,
    PASSED,
    TOO_MANY,
    Delivery,
    TooManyWebhooks,
    Webhook,
    WebhookStore,
)

__all__ = [
    "ERRORS",
    "KINDS",
    "NoSuchDelivery",
    "NoSuchWebhook",
    "PING",
    "REASONS",
    "STATES",
    "Shown",
    "TooManyWebhooks",
    "Webhook",
    "Webhooks",
]

MOST = 10
"""Webhooks of an account."""
PREFIX = "whsec_"
SECRET_BYTES = 32
PING = "ping"
"""The kind of a delivery that is only a trial. It is tried once: nobody has much posted somewhere by asking once."""
SECRET = "secret"
"""The error of a delivery that cannot be signed: the service has lost the key that the secret is sealed with."""
ERRORS = (*outward.ERRORS, SECRET, OFF, PASSED, TOO_MANY)
REASONS = (BY_OWNER, GONE, FAILING)
"""Why a webhook is off."""
STATES = (DELIVERED, PENDING, FAILED)
"""What became of a delivery."""
OVERLAP = DAY
"""How long a secret goes on signing, beside its successor."""
WAITS = (5_000, *(minutes * MINUTE for minutes in (5, 30, 120, 300, 600, 840, 1200, 1440)))
"""How long after each try that failed the next one comes, in milliseconds: more than three days in all."""
LEASE = MINUTE
"""How long a try may take, before another worker takes it for given up and makes it once more: longer than `outward`
takes."""
JITTER = 0.1
"""The part by which a wait is longer or shorter by chance, so that what failed together is not tried together."""
HOPELESS = 2 * DAY
"""For how long nothing must have gone through, when a delivery is given up, for its webhook to be turned off; and after
how long without any try one begins to count anew."""
KEPT = 30 * DAY
"""How long it is told what became of a delivery."""
STATUS_GONE = 410

_ID = "[0-9A-Za-z:_-]{1,100}"
"""What the id of a delivery is made of: databases are not asked for what they could not keep."""
_CURSOR = Cursor(rf"(\d{{1,16}})\.({_ID})")


class NoSuchWebhook(Exception):
    """The account has no webhook of this id."""


class NoSuchDelivery(Exception):
    """The webhook was sent nothing of this id, or it is forgotten."""


class Shown(NamedTuple):
    """A webhook, and its secret, which is shown this once."""

    webhook: Webhook
    secret: str


class Webhooks:
    """Those of all accounts. `home` is the address of the service; `holds` says of a notice, by its id, whether it
    still holds; `now` gives UTC milliseconds, `chance` a number from 0 to 1."""

    name = "webhooks"

    def __init__(
        self,
        store: WebhookStore,
        outward: Outward,
        home: str,
        holds: Callable[[str], bool],
        now: Callable[[], int],
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._store = store
        self._outward = outward
        self._home = home
        self._holds = holds
        self._now = now
        self._chance = chance

    # ------------------------------------------------------------ of their owners

    def add(self, account: str, address: str, kinds: Collection[str]) -> Shown:
        """A webhook that notices of these kinds are sent to from now on. Raises Malformed, TooManyWebhooks."""
        made = Webhook(str(uuid.uuid4()), account, _address(address), _kinds(kinds), self._now())
        secret = secrets.token_bytes(SECRET_BYTES)
        self._store.add(made, secret, MOST)
        return Shown(made, _written(secret))

    def of(self, account: str) -> list[Webhook]:
        """Those of an account, the oldest first."""
        return self._store.of(account)

    def one(self, account: str, id: str) -> Webhook:
        """Raises NoSuchWebhook."""
        found = self._store.one(id)
        if found is None or found.account != account:
            raise NoSuchWebhook
        return found

    def change(
        self,
        account: str,
        id: str,
        address: str | None = None,
        kinds: Collection[str] | None = None,
        on: bool | None = None,
    ) -> Webhook:
        """Another address, other kinds, on or off; None leaves it. What waits goes to the new address; turned off,
        nothing goes, nor later what would have gone. Raises NoSuchWebhook, Malformed."""
        old = self.one(account, id)
        self._store.change(
            id, old.address if address is None else _address(address), old.kinds if kinds is None else _kinds(kinds)
        )
        if on and old.off is not None:
            self._store.turn_on(id)
        elif on is False and old.off is None:
            self._store.turn_off(id, BY_OWNER)
        return self.one(account, id)

    def remove(self, account: str, id: str) -> None:
        """Raises NoSuchWebhook."""
        self._store.remove(self.one(account, id).id)

    def rotate(self, account: str, id: str) -> Shown:
        """Another secret. For a day deliveries are signed with the one before, too. Raises NoSuchWebhook."""
        secret = secrets.token_bytes(SECRET_BYTES)
        self._store.rotate(self.one(account, id).id, secret, self._now() + OVERLAP)
        return Shown(self.one(account, id), _written(secret))

    # ------------------------------------------------------------ the log

    def log(self, account: str, id: str, cursor: str | None, limit: int) -> Page:
        """What was sent there and what became of it, the newest first. Raises NoSuchWebhook, Malformed."""
        self.one(account, id)
        before = None
        if cursor is not None:
            created, delivery = _CURSOR.read(cursor)
            before = (int(created), delivery)
        found, following = cut(
            self._store.log(id, before, limit + 1), limit, lambda last: _CURSOR.write(last.created, last.id)
        )
        return Page([_told(one) for one in found], following)

    def redeliver(self, account: str, id: str, delivery: str) -> None:
        """It is sent anew, under its id. Raises NoSuchWebhook, NoSuchDelivery, NotNow."""
        self._on(account, id)
        if not re.fullmatch(_ID, delivery) or not self._store.again(id, delivery, self._now()):
            raise NoSuchDelivery

    def test(self, account: str, id: str) -> str:
        """Sends a trial, as a delivery like others: its id. Raises NoSuchWebhook, NotNow."""
        self._on(account, id)
        now = self._now()
        made = Delivery(id, str(uuid.uuid4()), PING, {}, now, now)
        self._store.add_delivery(made)
        return made.id

    def _on(self, account: str, id: str) -> None:
        if self.one(account, id).off is not None:
            raise NotNow("webhook_off", "Nothing is sent to this webhook: turn it on first.")

    # ------------------------------------------------------------ on the way

    def waiting(self, limit: int) -> list[tuple[str, str]]:
        """Webhooks to which something is to be sent now, and whose they are."""
        return self._store.waiting(self._now(), limit)

    def deliver(self, id: str) -> int:
        """Sends what a webhook is to be sent now, one after the other until one fails; says how many were taken."""
        return take_turn(self._store.due(id, self._now(), AT_ONCE), self._claimed, self._deliver, self._now)

    def sweep(self) -> None:
        """Forgets old deliveries, and secrets that sign no more."""
        now = self._now()
        self._store.sweep(now - KEPT, now)

    def _claimed(self, delivery: Delivery, now: int) -> Delivery | None:
        due = now + LEASE
        return delivery._replace(due=due, tries=delivery.tries + 1) if self._store.claim(delivery, due) else None

    def _wait(self, tries: int) -> int:
        return int(WAITS[tries - 1] * (1 + JITTER * (2 * self._chance() - 1)))

    def _deliver(self, delivery: Delivery) -> bool:
        """Makes a try, and notes what came of it; whether it was taken, or is out of the way. The first one is made in
        any case: the notice is new, or its owner has asked for it."""
        webhook = self._store.one(delivery.webhook)
        if webhook is None or webhook.off is not None:
            return False
        if delivery.tries > 1 and delivery.kind != PING and not self._holds(delivery.id):
            return self._passed(delivery)
        try:
            keys = self._store.secrets(webhook.id, self._now())
            if not keys:
                return False  # it was removed just now
            status = self._post(webhook, delivery, keys)
        except NotSent as error:
            self._failed(delivery, None, error.error)
        except Unfit:  # by rules that have become stricter since it was given
            self._failed(delivery, None, NOT_ALLOWED)
        except SecretUnreadable:
            self._failed(delivery, None, SECRET)
        else:
            if 200 <= status < 300:
                self._store.taken(delivery, status, self._now())
                return True
            self._failed(delivery, status, None)
        return False

    def _passed(self, delivery: Delivery) -> bool:
        """It is given up; whether the next one has its turn."""
        since = self._store.passed(delivery)
        return since is None or not self._hopeless(delivery.webhook, since)

    def _failed(self, delivery: Delivery, status: int | None, error: str | None) -> None:
        now = self._now()
        last = delivery.kind == PING or delivery.tries > len(WAITS)
        again = None if last else now + self._wait(delivery.tries)
        since = self._store.failed(delivery, status, error, now, again, now - HOPELESS)
        if status == STATUS_GONE:
            self._store.turn_off(delivery.webhook, GONE)
        elif last:
            self._hopeless(delivery.webhook, since)

    def _hopeless(self, webhook: str, since: int) -> bool:
        """Turns a webhook off of which all tries have failed for too long since then; whether they have."""
        hopeless = self._now() - since >= HOPELESS
        if hopeless:
            self._store.turn_off(webhook, FAILING)
        return hopeless

    def _post(self, webhook: Webhook, delivery: Delivery, keys: Sequence[bytes]) -> int:
        body = json.dumps(self._payload(delivery), separators=(",", ":"))
        at = datetime.fromtimestamp(self._now() // 1000, UTC)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Kartfold",
            "webhook-id": delivery.id,
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": " ".join(Signer(key).sign(delivery.id, at, body) for key in keys),
        }
        return self._outward.post(webhook.address, headers, body.encode())

    def _payload(self, delivery: Delivery) -> dict[str, Any]:
        """What is said: no more than everybody may know of the game, and the address of its table."""
        data = dict(delivery.about)
        if "game" in data:
            data |= {"deadline": rfc3339(data["deadline"]), "url": f"{self._home}/games/{data['game']}"}
        return {"type": delivery.kind, "timestamp": rfc3339(delivery.created), "data": data}


def _written(secret: bytes) -> str:
    """A secret as the libraries of Standard Webhooks read it."""
    return PREFIX + b64encode(secret).decode()


def _address(address: str) -> str:
    try:
        return read(address).url
    except Unfit as error:
        raise Malformed("address", str(error)) from None


def _kinds(kinds: Collection[str]) -> tuple[str, ...]:
    """In the order that they have everywhere."""
    if unknown := set(kinds) - set(KINDS):
        raise Malformed("kinds", f"There is no kind {min(unknown)!r}.")
    if not kinds:
        raise Malformed("kinds", "Choose at least one kind.")
    return tuple(kind for kind in KINDS if kind in kinds)


def _told(delivery: Delivery) -> dict[str, Any]:
    state = DELIVERED if delivery.delivered is not None else PENDING if delivery.due is not None else FAILED
    times = {"created": delivery.created, "tried": delivery.tried, "next": delivery.due}
    said = {"id": delivery.id, "kind": delivery.kind, "game": delivery.about.get("game"), "state": state}
    said |= {"tries": delivery.tries, "status": delivery.status, "error": delivery.error}
    return said | {name: rfc3339(value) for name, value in times.items()}
