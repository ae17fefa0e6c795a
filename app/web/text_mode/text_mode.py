"""The text mode: the whole of play by typed words, in a page that needs neither scripts nor eyes.

A line that asks is answered at once; one that makes a move is done, and the next page tells what came of it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from app.api.auth import caller
from app.api.context import services
from app.api.moves import read_move
from app.rules.refusals import Refused
from app.services.play.requests import Terms
from app.services.play.sight import Seen
from app.services.refusals import Stale
from app.web.around.mine import games
from app.web.around.quick import play_a_bot
from app.web.errors import said_of
from app.web.forms import whole
from app.web.language import _, current
from app.web.pages import Pages
from app.web.reading.texts import rule
from app.web.render import page
from app.web.safety import kept_by_nobody
from app.web.table.story import story
from app.web.table.table import INVITATION, seen_at
from app.web.text_mode import spoken, timing
from app.web.text_mode.ordered import told_of_orders
from app.web.text_mode.typed import Typed, Unknown, move_of, read, says_yes

text_mode = Pages("text_mode", __name__, url_prefix="/text")
text_mode.after_request(kept_by_nobody)

SHOWN = 20
"""Games that a list tells of."""


@text_mode.get("")
def show() -> ResponseReturnValue:
    """Outside of games: one's own, and what else there is."""
    return _hall(spoken.games(_mine()))


@text_mode.post("")
def enter() -> ResponseReturnValue:
    """A line typed outside of games."""
    try:
        typed = read(request.form.get("line", ""))
        return _go(typed, None) or _hall(_answer(typed))
    except Unknown as unknown:
        return _hall([str(unknown)], 422)


@text_mode.get("/games/<uuid:game>")
def game(game: UUID) -> ResponseReturnValue:
    """At a table: what happened, and how it stands."""
    seen = seen_at(game)
    services().presence.looks(seen.game, seen.caller.account)
    return _table(seen, ())


@text_mode.post("/games/<uuid:game>")
def play(game: UUID) -> ResponseReturnValue:
    """A line typed at a table."""
    seen = seen_at(game)
    try:
        typed = read(request.form.get("line", ""))
        if typed.command.word in timing.WORDS:
            return _agree(seen, typed)
        if typed.command.moves:
            return _move(seen, typed)
        return _go(typed, seen) or _table(seen, _answer(typed, seen))
    except Unknown as unknown:
        return _table(seen, [str(unknown)], 422)


def _move(seen: Seen, typed: Typed) -> ResponseReturnValue:
    """Makes the move, on the version that the page showed; the next page tells what has happened since."""
    if typed.command.word == "resign" and not says_yes(typed):
        raise Unknown(_("This ends the match for you. If you are sure, type: resign yes"))
    version = whole(request.form.get("version", ""))
    if version is None:
        version = -1  # a line without a page before it rests on nothing
    move = read_move(move_of(typed, services().looks.now(seen))).move
    try:
        services().games.move(seen.game, caller(), move, Terms(frozenset({version})))
    except Stale:
        said = [_("The game has gone on before your move, which was not made. Look what is new, and type it again.")]
        return _table(seen_at(UUID(seen.game)), said, 409, after=version)
    except Refused as refused:
        raise Unknown(said_of(refused.code, refused.detail)) from None
    return redirect(_at(seen, after=version), 303)


def _agree(seen: Seen, typed: Typed) -> ResponseReturnValue:
    """Says something to what the table is asked to agree on; the next page tells how that stands."""
    try:
        timing.done(seen, typed)
    except Stale:
        said = [_("The game has gone on before your move, which was not made. Look what is new, and type it again.")]
        return _table(seen_at(UUID(seen.game)), said, 409)
    return redirect(_at(seen), 303)


def _at(seen: Seen, **values: Any) -> str:
    """The address of a table in words, with the invitation that this request came with."""
    return url_for("text_mode.game", game=seen.game, **{INVITATION: request.args.get(INVITATION), **values})


def _go(typed: Typed, seen: Seen | None) -> ResponseReturnValue | None:
    """Goes elsewhere, for a word that leads there."""
    word = typed.command.word
    if word == "new":
        return play_a_bot("text_mode.game")
    if word == "leave":
        return redirect(url_for("text_mode.show"), 303)
    if word == "next":
        return _next(seen)
    return redirect(url_for("text_mode.game", game=_named(typed.rest)), 303) if word == "open" else None


def _next(seen: Seen | None) -> ResponseReturnValue:
    found = services().lists.next(caller(), seen.game if seen else None).game
    if found is None:
        raise Unknown(_("No other game waits for you."))
    return redirect(url_for("text_mode.game", game=found), 303)


def _named(rest: Sequence[str]) -> str:
    """The game that a line names: by its place in the list of one's own, or its id."""
    said, mine = "".join(rest), _mine()
    place = whole(said)
    if place is not None and 0 < place <= len(mine):
        return str(mine[place - 1]["id"])
    try:
        return str(UUID(said))
    except ValueError:
        raise Unknown(_("Say which game: by its number in the list that games gives, or by its id.")) from None


def _answer(typed: Typed, seen: Seen | None = None) -> Sequence[str]:
    """What a line that asks is answered. Raises Unknown where it needs a table, and there is none."""
    word = typed.command.word
    if word in _ELSEWHERE:
        return _ELSEWHERE[word](typed)
    if seen is None:
        raise Unknown(_("That is asked at a table: open one first."))
    if word == "orders":
        return told_of_orders(seen, typed.rest)
    if word == "time":
        return timing.how_it_stands(seen)
    return _happened(seen, None) if word == "last" else spoken.QUESTIONS[word](services().looks.now(seen))


def _rule(typed: Typed) -> Sequence[str]:
    said = typed.rest[0].upper() if typed.rest else ""
    text = rule(current(), said if said.startswith("R") else f"R{said}")
    if text is None:
        raise Unknown(_("Say which rule, from R1 to R39."))
    return [text]


_ELSEWHERE: Mapping[str, Callable[[Typed], Sequence[str]]] = {
    "games": lambda typed: spoken.games(_mine()),
    "lobby": lambda typed: spoken.games(_lobby()),
    "help": lambda typed: spoken.help_lines(),
    "rule": _rule,
}
"""The words that are answered anywhere."""


def _mine() -> list[dict[str, Any]]:
    return games(caller()).shown[:SHOWN]


def _lobby() -> list[dict[str, Any]]:
    return services().lists.page("lobby", caller(), None, SHOWN).shown


def _happened(seen: Seen, after: int | None) -> list[str]:
    """What happened behind an event, or since the caller's last move, in sentences."""
    news = story(seen, after).news
    return [one.sentence.striptags() for one in news] or [_("Nothing has happened since your last move.")]


def _hall(answer: Sequence[str], status: int = 200) -> ResponseReturnValue:
    return page("text_mode/text_mode.html", status, answer=answer, view=None)


def _table(seen: Seen, answer: Sequence[str], status: int = 200, after: int | None = None) -> ResponseReturnValue:
    """A table in words. What happened is told since the event `after`, by default what the address says."""
    view = services().looks.now(seen)
    if after is None:
        after = whole(request.args.get("after", ""))
    return page(
        "text_mode/text_mode.html",
        status,
        answer=answer,
        view=view,
        happened=_happened(seen, after),
        situation=[*spoken.situation(view), *timing.due(seen, view), *timing.proposed(view)],
        hand=spoken.hand(view),
        yours=bool([move for move in (view.get("you") or {}).get("moves", ()) if move["type"] != "resign"]),
    )
