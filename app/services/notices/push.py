"""Web push: notices in a browser that has no page of ours open.

What is said is encrypted for the browser (RFC 8291), so that the push service between reads nothing of it, and signed
as ours (VAPID, RFC 8292). It leads to the table and plays nothing. It is sent as long as it holds; the push service
keeps it until the time of the decision is over, and of a game the newest alone.
"""

import json
import logging
import uuid
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Callable
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from app.services.account.credentials import digest
from app.services.account.preferences import read
from app.services.clock import DAY, MINUTE
from app.services.languages import ENGLISH, LANGUAGES, RIGHT_TO_LEFT, Say
from app.services.notices import outward
from app.services.notices.notice_words import KIND_WORDS
from app.services.notices.outward import NotSent, Outward, Unfit
from app.services.notices.turns import AT_ONCE, take_turn
from app.services.refusals import Malformed
from app.store import SecretUnreadable
from app.store.push import Push, PushStore, Subscription

MOST = 20
"""Browsers of an account."""
WAITS = (30_000, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE)
"""How long after each try that failed the next one comes, in milliseconds."""
LONGEST = 28 * DAY
"""How long push services keep anything."""
WITHOUT_DEADLINE = DAY
"""How long something is news that has no end of its own."""
TOKEN_SECONDS = 12 * 60 * 60
"""How long our signature is good; at most a day (RFC 8292, 2)."""
AUTH_BYTES, POINT_BYTES = 16, 65
GONE = (404, 410)
"""What a push service answers for a browser that wants no more."""
AGAIN = 429

log = logging.getLogger(__name__)


class WebPush:
    """The browsers of all accounts. `key` is the private key of the service, 32 bytes in base64url, without which
    nothing is sent; `contact` whom push services may write to. `holds` says of a notice, by its id, whether it still
    holds; `now` gives UTC milliseconds."""

    name = "push"

    def __init__(
        self,
        store: PushStore,
        outward: Outward,
        key: str,
        contact: str,
        gettext: Say,
        holds: Callable[[str], bool],
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._outward = outward
        self._vapid = Vapid02.from_raw(key.encode()) if key else None
        self._contact = contact
        self._gettext = gettext
        self._holds = holds
        self._now = now

    @property
    def public_key(self) -> str | None:
        """What browsers know the service by, as they are told it; None where nothing is sent."""
        return None if self._vapid is None else _written(self._vapid.public_key)

    # ------------------------------------------------------------ of their owners

    def subscribe(
        self, account: str, language: str, address: str, key: str, auth: str, session: str | None = None
    ) -> None:
        """A browser that wants to be told: the address of it at its push service, its public key and its secret, as it
        gives them. It is told until the session with this secret is ended there or elsewhere. Raises Malformed."""
        try:
            address = outward.read(address).url
        except Unfit as error:
            raise Malformed("endpoint", str(error)) from None
        if not _is_point(key):
            raise Malformed("p256dh", "It is no public key of P-256.")
        if len(_bytes(auth)) != AUTH_BYTES:
            raise Malformed("auth", "It must be 16 bytes in base64url.")
        spoken = language if language in LANGUAGES else ENGLISH
        signed_in = None if session is None else digest(session)
        made = Subscription(str(uuid.uuid4()), account, digest(address), spoken, self._now(), signed_in)
        self._store.add(made, {"endpoint": address, "p256dh": key, "auth": auth}, MOST)

    def unsubscribe(self, account: str, address: str) -> None:
        """A browser that is told no more, by its address; one that is not known is told nothing anyway."""
        try:
            self._store.remove(account, hash=digest(outward.read(address).url))
        except Unfit:
            return

    def browsers(self, account: str) -> list[Subscription]:
        """Those that are told, the oldest first."""
        return self._store.of(account)

    def remove(self, account: str, id: str) -> None:
        """One of them, by its id, is told no more."""
        self._store.remove(account, id=id)

    # ------------------------------------------------------------ on the way

    def waiting(self, limit: int) -> list[tuple[str, str]]:
        """Browsers to which something is to be sent now, and whose they are."""
        return [] if self._vapid is None else self._store.waiting(self._now(), limit)

    def deliver(self, id: str) -> int:
        """Sends what a browser is to be told now, one after the other until one fails; says how many were taken."""
        return take_turn(self._store.due(id, self._now(), AT_ONCE), self._claimed, self._deliver, self._now)

    def sweep(self) -> None:
        """Forgets what nobody has sent for as long as push services keep anything, as where the service has no key any
        more; what is kept is sealed with the newest key."""
        self._store.sweep(self._now() - LONGEST)

    def _claimed(self, push: Push, now: int) -> Push | None:
        due = now + WAITS[min(push.tries, len(WAITS) - 1)]
        return push._replace(due=due, tries=push.tries + 1) if self._store.claim(push, due) else None

    def _deliver(self, push: Push) -> bool:
        """Makes a try, and notes what came of it; whether it was taken."""
        if self._end(push) <= self._now() or not self._holds(push.notice):
            self._store.give_up(push)
            return True
        try:
            known = self._store.how(push.subscription)
            if known is None:
                return False
            status = self._post(push, *known)
        except NotSent as error:
            self._failed(push, error.error)
        except (SecretUnreadable, Unfit) as error:
            log.error("browser %s is not spoken to: %s", push.subscription, type(error).__name__)
            self._store.give_up(push)
        else:
            return self._answered(push, status)
        return False

    def _answered(self, push: Push, status: int) -> bool:
        if 200 <= status < 300:
            self._store.taken(push)
            return True
        if status in GONE:
            self._store.gone(push.subscription)
        elif status == AGAIN or status >= 500:
            self._failed(push, str(status))
        else:
            log.error("browser %s: its push service answers %d", push.subscription, status)
            self._store.give_up(push)
        return False

    def _failed(self, push: Push, why: str) -> None:
        if push.tries > len(WAITS):
            log.warning("browser %s is not reached: %s", push.subscription, why)
            self._store.give_up(push)

    def _end(self, push: Push) -> int:
        """When it is no news any more."""
        return push.created + WITHOUT_DEADLINE if push.deadline is None else push.deadline

    def _post(self, push: Push, browser: Subscription, how: dict[str, str]) -> int:
        language = read(self._store.preferences(browser.account)).language or browser.language
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(min(self._end(push) - self._now(), LONGEST) // 1000),
            "Topic": push.game.replace("-", "")[:32],
            "Urgency": "normal",
            "Authorization": self._authorization(how["endpoint"]),
        }
        said = json.dumps(self._said(push, language), ensure_ascii=False, separators=(",", ":")).encode()
        return self._outward.post(how["endpoint"], headers, encrypted(said, how["p256dh"], how["auth"]))

    def _authorization(self, address: str) -> str:
        assert self._vapid is not None, "nothing is sent without a key"
        claims = {
            "aud": f"https://{outward.read(address).authority}",
            "exp": self._now() // 1000 + TOKEN_SECONDS,
            "sub": self._contact,
        }
        return str(self._vapid.sign(claims)["Authorization"])

    def _said(self, push: Push, language: str) -> dict[str, Any]:
        """What the browser shows. The time of a decision is put in there, in its own zone."""

        def gettext(message: str, **values: object) -> str:
            return self._gettext(language, message, **values)

        text = "" if push.deadline is None else gettext("You have until %(moment)s.", moment="{deadline}")
        return {
            "title": gettext(KIND_WORDS[push.kind]),
            "body": text,
            "deadline": push.deadline,
            "url": f"/games/{push.game}",
            "tag": push.game,
            "lang": language,
            "dir": "rtl" if language in RIGHT_TO_LEFT else "ltr",
        }


def encrypted(said: bytes, key: str, auth: str) -> bytes:
    """Bytes that only the browser with this public key and secret can read."""
    once = ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(said, private_key=once, dh=_bytes(key), auth_secret=_bytes(auth))
    return sealed


def _is_point(key: str) -> bool:
    point = _bytes(key)
    if len(point) != POINT_BYTES:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


def _bytes(text: str) -> bytes:
    """What base64url says, padded or not; nothing for what is none."""
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (Error, ValueError):
        return b""


def _written(key: ec.EllipticCurvePublicKey) -> str:
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")
