"""Comments: what people say about an event of a game or of an imported replay, in threads, and notes for oneself.

They stand beside the record and are no part of it. While a hand is on nobody says in public what happens in it: until
it is over there are only private notes, which nobody but their author ever sees.
"""

import hashlib
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from app.services.clock import rfc3339
from app.services.pages import Cursor, Page, cut
from app.services.play.callers import Caller
from app.services.play.positions import Positions
from app.services.play.sight import OFFICIALS, Seen, player_of
from app.services.play.views import hands_ended
from app.services.refusals import KeyReused, Malformed, NotAllowed
from app.services.replay.imports import Import
from app.store import Also
from app.store.comments import Answered, Author, CommentRow, CommentStore, Named, NoParent, Reported, ReportRow
from app.store.imports import Gone, held

MOST = 500
"""Comments of one author in one place."""
MOST_AT_EVENT = 200
"""Comments on one event that are told at once."""

_PLACE = Cursor(r"([0-9]{1,15})\.([0-9]{1,15})\.([0-9a-f-]{36})")
_REPORT_PLACE = Cursor(r"([0-9]{1,15})\.([0-9a-f-]{36})\.([a-z]+:[0-9A-Za-z-]{1,64})")


class NoSuchComment(Exception):
    """There is no such comment here, or none that this caller may see."""


class Talk(NamedTuple):
    """What is commented on: a game or a replay of this id, by whom, and up to which event.

    `over` says whether the hand of an event is over, so that one may speak of it.
    """

    subject: str
    caller: Caller
    last: int
    over: Callable[[int], bool]
    also: Also | None = None  # what keeps the subject where it is while something is written of it

    @property
    def author(self) -> Author:
        """The caller as an author: a guest is somebody at their own table alone."""
        if self.caller.account is not None:
            return Author(self.caller.account, None)
        return Author(None, player_of(self.caller, self.subject))

    @property
    def official(self) -> bool:
        """Whether the caller keeps order."""
        return not OFFICIALS.isdisjoint(self.caller.scopes)


class Said(NamedTuple):
    """A comment as it is written: at which event, or in answer to which comment."""

    text: str
    seq: int | None = None
    parent: str | None = None
    private: bool = False


class Comments:
    """Writing, reading and keeping order. `now` gives UTC milliseconds."""

    def __init__(self, store: CommentStore, positions: Positions, now: Callable[[], int]) -> None:
        self._store = store
        self._positions = positions
        self._now = now

    def at_game(self, seen: Seen) -> Talk:
        """A game that the caller may see."""
        now = seen.position.state
        ended = hands_ended(now)

        def over(seq: int) -> bool:
            hand = self._positions.at(seen.game, seq).state.hand
            return now.over or (hand <= ended if hand else now.hand == ended)  # the first is not spoken of before it

        return Talk(seen.game, seen.caller, seen.position.head.version, over)

    def at_replay(self, one: Import, caller: Caller) -> Talk:
        """An import, for whoever has its id. Nobody is a guest there."""
        first, last = ([hand["seq"] for hand in one.hands] or [0])[0], len(one.recording.lines) - 1
        on = next((hand["seq"] for hand in one.hands if hand["ended"] is None), None)
        return Talk(one.meta.id, caller, last, lambda seq: on is None or first <= seq < on, held(one.meta.id))

    def write(self, talk: Talk, said: Said, key: str | None = None) -> tuple[dict[str, Any], bool]:
        """A new comment, and whether it is new: with the same key it is written once.

        Raises NotAllowed, Malformed, NoSuchComment for one that it answers, KeyReused.
        """
        _check_author(talk)
        seq = self._place(talk, said)
        author, id = talk.author, _id(talk, key)
        if key is not None and (known := self._store.find(talk.subject, id)) is not None:
            return _told(talk, _same(known, said, seq)), False
        if self._store.count(talk.subject, author) >= MOST:
            raise NotAllowed("too_many_comments", f"One has at most {MOST} comments on a game: delete some.")
        row = CommentRow(talk.subject, id, seq, said.parent, *author, said.private, said.text, self._now())
        try:
            new = self._store.add(row, talk.also)
        except (NoParent, Gone):
            raise NoSuchComment from None
        return _told(talk, _same(self._find(talk, id), said, seq)), new

    def page(self, talk: Talk, until: int | None, cursor: str | None, limit: int) -> Page:
        """The comments up to the event `until`, in the order of events, then of time; one's own notes among them."""
        place = None
        if cursor is not None:
            seq, created, id = _PLACE.read(cursor)
            place = int(seq), int(created), id
        found = self._store.of(talk.subject, talk.author, until, place, limit + 1)
        shown, next = cut(found, limit, _place_of)
        return Page([_told(talk, one) for one in shown], next)

    def at_event(self, talk: Talk, seq: int) -> list[dict[str, Any]]:
        """The first comments on one event, in the order of time; one's own notes among them."""
        found = self._store.of(talk.subject, talk.author, seq, (seq, -1, ""), MOST_AT_EVENT)
        return [_told(talk, one) for one in found]

    def places(self, talk: Talk) -> dict[int, int]:
        """How many comments there are on each event, for this reader."""
        return self._store.places(talk.subject, talk.author)

    def public(self, subject: str) -> int:
        """How many comments there are on a game or an import that anybody may read who may see it."""
        return self._store.public(subject)

    def edit(self, talk: Talk, id: str, text: str | None, private: bool | None) -> dict[str, Any]:
        """Other words, or another circle of readers, by its author; what is so already is not edited.

        Raises NoSuchComment, NotAllowed.
        """
        comment = self._own(talk, id)
        words = comment.text if text is None else text
        hidden = comment.private if private is None else private
        if (words, hidden) == (comment.text, comment.private):
            return _told(talk, self._find(talk, id))
        if not hidden and comment.private:
            self._check_over(talk, comment.seq)
            if comment.parent is not None and self._find(talk, comment.parent).comment.private:
                raise NotAllowed("private_thread", "An answer to a private note is private.")
        try:
            self._store.edit(comment, words, hidden, self._now())
        except Answered:
            raise NotAllowed("private_thread", "It has answers, which all may read: delete it instead.") from None
        return _told(talk, self._find(talk, id))

    def remove(self, talk: Talk, id: str) -> None:
        """Takes a comment away: its author, or an official. Raises NoSuchComment, NotAllowed."""
        comment = self._find(talk, id).comment
        if comment.removed is not None:
            return
        if comment.author != talk.author and not talk.official:
            raise NotAllowed("not_your_comment", "Only its author and officials may take a comment away.")
        self._store.remove(comment, "author" if comment.author == talk.author else "staff")

    def report(self, talk: Talk, id: str, reason: str) -> None:
        """Tells the officials that something is wrong with a comment. Raises NoSuchComment, NotAllowed."""
        _check_author(talk)
        comment = self._find(talk, id).comment
        if comment.removed is not None:
            raise NoSuchComment
        if comment.author == talk.author:
            raise NotAllowed("your_own_comment", "This comment is yours: delete it.")
        self._store.report(ReportRow(talk.subject, id, talk.caller.identity, reason, comment.text, self._now()))

    def dismiss(self, talk: Talk, id: str) -> None:
        """An official has looked at what was reported, and lets it stand. Raises NoSuchComment."""
        if not self._store.dismiss(talk.subject, id):
            raise NoSuchComment

    def reported(self, cursor: str | None, limit: int) -> Page:
        """What waits for officials, the oldest first."""
        place = None
        if cursor is not None:
            created, comment, reporter = _REPORT_PLACE.read(cursor)
            place = int(created), comment, reporter
        shown, next = cut(self._store.reported(place, limit + 1), limit, _report_place_of)
        return Page([_report(one) for one in shown], next)

    def _find(self, talk: Talk, id: str) -> Named:
        found = self._store.find(talk.subject, id)
        if found is None or (found.comment.private and found.comment.author != talk.author):
            raise NoSuchComment
        return found

    def _own(self, talk: Talk, id: str) -> CommentRow:
        comment = self._find(talk, id).comment
        if comment.author != talk.author:
            raise NotAllowed("not_your_comment", "Only its author may change a comment.")
        if comment.removed is not None:
            raise NoSuchComment
        return comment

    def _place(self, talk: Talk, said: Said) -> int:
        """The event that a comment is about: that of the comment which it answers, or the one named."""
        if said.parent is not None:
            above = self._find(talk, said.parent).comment
            if said.seq not in (None, above.seq):
                raise Malformed("seq", f"the comment that this one answers is about event {above.seq}")
            if above.private and not said.private:
                raise NotAllowed("private_thread", "An answer to a private note is private.")
            seq = above.seq
        elif said.seq is None:
            raise Malformed("seq", "say which event it is about, or which comment it answers")
        else:
            seq = said.seq
        if not 0 <= seq <= talk.last:
            raise Malformed("seq", f"the events are 0 to {talk.last}")
        if not said.private:
            self._check_over(talk, seq)
        return seq

    @staticmethod
    def _check_over(talk: Talk, seq: int) -> None:
        if not talk.over(seq):
            raise NotAllowed("hand_not_over", "Until the hand is over there are only private notes on it.")


def _check_author(talk: Talk) -> None:
    if talk.author == (None, None):
        raise NotAllowed("no_author", "Comments are written by accounts, and by guests at their own table.")


def _id(talk: Talk, key: str | None) -> str:
    """A fresh id; with a key the one that this key gives this caller here."""
    if key is None:
        return str(uuid.uuid4())
    said = "\n".join(("kartfold/comment/1", talk.subject, talk.caller.identity, key))
    return str(uuid.UUID(bytes=hashlib.sha256(said.encode()).digest()[:16], version=4))


def _same(known: Named, said: Said, seq: int) -> Named:
    """What is there under this key, if it is this very comment; it may have been edited since."""
    comment = known.comment
    unchanged = comment.edited is not None or (comment.text, comment.private) == (said.text, said.private)
    if (comment.seq, comment.parent) != (seq, said.parent) or not unchanged:
        raise KeyReused
    return known


def _place_of(last: Named) -> str:
    comment = last.comment
    return _PLACE.write(comment.seq, comment.created, comment.id)


def _report_place_of(last: Reported) -> str:
    report = last.report
    return _REPORT_PLACE.write(report.created, report.comment, report.reporter)


def _told(talk: Talk, one: Named) -> dict[str, Any]:
    comment = one.comment
    gone = comment.removed is not None
    return {
        "id": comment.id,
        "seq": comment.seq,
        "parent": comment.parent,
        "author": None if gone else {"name": one.name, "seat": one.seat},
        "yours": comment.author == talk.author,
        "private": comment.private,
        "text": None if gone else comment.text,
        "created": rfc3339(comment.created),
        "edited": rfc3339(comment.edited),
        "removed": comment.removed,
    }


def _report(one: Reported) -> dict[str, Any]:
    comment = one.of.comment
    return {
        "subject": one.report.subject,
        "comment": comment.id,
        "seq": comment.seq,
        "author": one.of.name,
        "text": one.report.text,
        "reason": one.report.reason,
        "reported": rfc3339(one.report.created),
    }
