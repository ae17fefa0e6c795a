"""Sending letters, behind the requests: whom they go to, the secrets of their links, and another try where one failed.

A request that asks for a letter only notes that. Whether there is anybody to write to is looked up here, so that no
answer, nor the time it takes, tells a stranger. A letter may come twice, if the service dies between the mail server's
yes and its own note of it; both are good then.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from app.services.account.accounts import account_of
from app.services.account.addresses import address_key
from app.services.account.credentials import digest, mint
from app.services.account.preferences import read
from app.services.clock import DAY, HOUR, MINUTE
from app.services.guard import Resting
from app.services.letters import letters
from app.services.letters.letters import Letterhead, written
from app.services.letters.post import NotSent, Post, Undeliverable
from app.services.notices.notice_letters import NoticeLetters
from app.store import vouchers
from app.store.accounts import AccountStore
from app.store.guests import GuestStore
from app.store.letters import Letter, LetterStore
from app.store.vouchers import Voucher, VoucherStore

FIRST_WAIT, LONGEST_WAIT = 2 * MINUTE, 4 * HOUR
"""How long after a try that failed the next one comes: twice as long each time."""
GIVE_UP = 3 * DAY
"""How old a letter gets that cannot be sent."""
FORGET = 90 * DAY
"""How long it is known that a letter was sent."""
MOST = 5
"""Letters with links that one address is sent in an hour, of a kind."""
MOST_SEATS = 20
"""Seats that one letter leads back to: those at the newest tables."""
AT_ONCE = 20

log = logging.getLogger(__name__)


class Ready(NamedTuple):
    """A letter that can be written: to whom is known, and so are the secrets of its links."""

    letter: Letter
    secrets: tuple[str, ...] = ()


class Deliveries:
    """Sends what waits. Several workers may: a letter is tried by one of them at a time. `gettext` says a message in a
    language; `now` gives UTC milliseconds."""

    def __init__(
        self,
        store: LetterStore,
        accounts: AccountStore,
        guests: GuestStore,
        made: VoucherStore,
        post: Post | None,
        head: Letterhead,
        gettext: Callable[..., str],
        now: Callable[[], int],
        notices: NoticeLetters | None = None,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._guests = guests
        self._vouchers = made
        self._post = post
        self._head = head
        self._gettext = gettext
        self._now = now
        self._notices = notices
        self._resting = Resting(lambda: now() / 1000)

    def due(self) -> bool:
        """Whether there is anything to send, and a way to."""
        return self._post is not None and bool(self._store.due(self._now(), 1))

    def deliver(self) -> int:
        """Tries the letters that are due, each once, of which none holds up another; says how many were sent."""
        if (post := self._post) is None:
            return 0
        due = self._store.due(self._now(), AT_ONCE + len(self._resting))
        return sum(bool(self._resting.attempt("letters", one.id, partial(self._deliver, one, post))) for one in due)

    def sweep(self) -> None:
        """Forgets what nobody needs any more: old letters, vouchers that expired, addresses at tables that are over."""
        now = self._now()
        self._store.sweep(now - FORGET)
        self._vouchers.sweep(now)
        self._guests.sweep()

    def _deliver(self, one: Letter, post: Post) -> bool:
        now = self._now()
        if now - one.created >= GIVE_UP:
            self._give_up(one, "it could not be sent for days")
            return False
        if not self._store.claim(one, now + min(FIRST_WAIT << min(one.tries, 16), LONGEST_WAIT)):
            return False
        if (ready := self._ready(one, now)) is None:
            self._store.drop(one.id)
            return False
        return self._send(ready, post)

    def _send(self, ready: Ready, post: Post) -> bool:
        one = ready.letter
        try:
            post.send(written(one, ready.secrets, self._head, self._gettext))
        except NotSent as error:
            log.warning("letter %s (%s) waits: %s", one.id, one.kind, error)
            return False
        except Undeliverable:
            self._give_up(one, "nobody has this address")
            if self._notices is not None:
                self._notices.bounced(one)
            return False
        self._store.sent(one, self._now())
        if self._notices is not None:
            self._notices.sent(one)
        return True

    def _give_up(self, one: Letter, why: str) -> None:
        log.error("letter %s (%s) is given up: %s", one.id, one.kind, why)
        self._store.give_up(one.id)

    # ------------------------------------------------------------ to whom, and with which links

    def _ready(self, one: Letter, now: int) -> Ready | None:
        """None where there is nobody to write to, or who has been written to enough."""
        make = {
            letters.PASSWORD: self._new_password,
            letters.ADDRESS: self._confirm_address,
            letters.SEATS: self._way_back,
            letters.NEWS: self._told,
            letters.DIGEST: self._told,
        }.get(one.kind)
        return Ready(one) if make is None else make(one, now)

    def _new_password(self, one: Letter, now: int) -> Ready | None:
        account = account_of(self._accounts, str(one.about["asked"]))
        if account is None or account.address is None or self._enough(one.kind, account.address, now):
            return None
        one = one._replace(
            account=account.id,
            address=account.address,
            language=read(account.preferences).language or one.language,
            about={"name": account.name},
        )
        voucher = (vouchers.PASSWORD, account.id, None, None, account.address, now + letters.PASSWORD_MS)
        return Ready(one, self._minted([voucher]))

    def _confirm_address(self, one: Letter, now: int) -> Ready | None:
        account = self._accounts.by_id(one.account or "")
        if account is None or account.pending != one.address or one.address is None:
            return None  # another was asked for since, or none any more
        if self._enough(one.kind, one.address, now):
            return None
        voucher = (vouchers.ADDRESS, account.id, None, None, one.address, now + letters.ADDRESS_MS)
        return Ready(one, self._minted([voucher]))

    def _way_back(self, one: Letter, now: int) -> Ready | None:
        """To the address as it was left at the newest table: what was asked for may only read the same."""
        seats = self._guests.seats_of(address_key(str(one.about["asked"])), MOST_SEATS)
        if not seats or self._enough(one.kind, seats[0].address, now):
            return None
        mine = [seat for seat in seats if seat.address == seats[0].address]
        one = one._replace(
            address=seats[0].address, about={"seats": [{"seat": seat.seat, "name": seat.name} for seat in mine]}
        )
        expires = now + letters.SEAT_MS
        return Ready(
            one, self._minted([(vouchers.SEAT, None, seat.game, seat.player, seat.address, expires) for seat in mine])
        )

    def _told(self, one: Letter, now: int) -> Ready | None:
        """What is still so of what it was to tell."""
        ready = None if self._notices is None else self._notices.ready(one)
        return None if ready is None else Ready(*ready)

    def _enough(self, kind: str, address: str, now: int) -> bool:
        return self._store.count(kind, address, now - HOUR) >= MOST

    def _minted(self, good_for: Sequence[tuple[str, str | None, str | None, str | None, str, int]]) -> tuple[str, ...]:
        """The secrets of new vouchers: they are in the letter and nowhere else."""
        secrets = tuple(mint() for _ in good_for)
        self._vouchers.add([Voucher(digest(secret), *each) for secret, each in zip(secrets, good_for, strict=True)])
        return secrets
