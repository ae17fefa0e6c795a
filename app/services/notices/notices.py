"""Telling people what happens in their games while they do not look: behind the requests, and never in a game's way."""

from collections.abc import Callable, Sequence
from functools import partial

from app.services.clock import DAY
from app.services.guard import Resting
from app.services.notices.notice_letters import NoticeLetters
from app.services.notices.presence import Presence
from app.services.notices.reminders import OLD_MS, judged
from app.services.play.positions import Positions
from app.store import Connection
from app.store.awaited import Awaited, AwaitedStore, Facts, Outcome, gone_on
from app.store.notices import NoticeStore
from app.store.sequencer import Positioned
from app.store.standing import Item, Standing

KEPT_MS = 90 * DAY
"""How long it is known what somebody was told."""
AT_ONCE = 100


class Notices:
    """Makes notices, and hands them to the channels. Several workers may: each notice is made once. `now` gives UTC
    milliseconds."""

    def __init__(
        self,
        store: NoticeStore,
        standing: Standing,
        awaited: AwaitedStore,
        positions: Positions,
        presence: Presence,
        letters: NoticeLetters,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._standing = standing
        self._awaited = awaited
        self._positions = positions
        self._presence = presence
        self._letters = letters
        self._now = now
        self._resting = Resting(lambda: now() / 1000)

    def gone_on(self, connection: Connection, batch: Sequence[Positioned]) -> None:
        """The effect of the consumer `notices`: these games are looked at by `work`."""
        gone_on(connection, batch, self._now() - OLD_MS)

    def work(self) -> int:
        """Tells what is due, game by game; says how many games were looked at."""
        for notice in self._store.untold(AT_ONCE + len(self._resting)):
            self._attempt(notice.id, partial(self._standing.pass_on, notice))
        due = self._awaited.due(self._now(), AT_ONCE + len(self._resting))
        return sum([self._attempt(game, partial(self._settle, game)) for game in due])

    def post(self) -> None:
        """Puts what goes by mail into letters, where that is due."""
        self._letters.gather()

    def latest(self, account: str, limit: int) -> list[Item]:
        """What an account was told and may still know, the newest first, each with its table as it is now."""
        return self._standing.items(self._store.latest(account, limit))

    def sweep(self) -> None:
        """Forgets what was told long ago, and who no longer looks."""
        self._store.sweep(self._now() - KEPT_MS)
        self._presence.sweep()

    def _attempt(self, of: str, job: Callable[[], bool]) -> bool:
        """What fails holds up no other."""
        return bool(self._resting.attempt("notices", of, job))

    def _settle(self, game: str) -> bool:
        position = self._positions.latest(game)
        if position is None:
            return False

        def judge(before: Awaited, facts: Facts) -> Outcome | None:
            if facts.version != position.head.version:
                return None  # it has gone on: the next round looks at it
            return judged(before, facts, position.state, self._now())

        return self._awaited.settle(game, judge)
