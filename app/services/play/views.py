"""The view of a game: what one seat, or a spectator, may see of a position, with what the table adds to it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from app.rules.dealer import Dealer, PlainDealer
from app.rules.state import State
from app.rules.view import open_cards, view
from app.services.clock import rfc3339
from app.services.clocks.waits import TimeOff, longest_wait
from app.services.play.positions import Position, Positions
from app.services.refusals import NotAllowed, NotFound
from app.store.branches import Branch
from app.store.tables import Table
from replays.recording import Moment, Recording
from replays.show.words import bot_name

Eyes = int | Literal["all"] | None
"""Through whose eyes a position is seen: those of a seat, of the table (None: a spectator's), or `all` cards open."""

_NOTHING_DEALT = PlainDealer(lambda cards: None)


def view_of(table: Table, position: Position, positions: Positions, eyes: Eyes) -> dict[str, Any]:
    """The view of this position through these eyes, as JSON values. Inside a request nobody has a move.

    Whether they may be lent is for the caller to know.
    """
    state = position.state
    dealer = positions.dealer(table.game, state) if state.hand else _NOTHING_DEALT
    seen = _seen(state, dealer, eyes, position.complete)
    for one in seen["seats"]:
        one["name"] = _name(one, table.names)
    return {
        "id": table.game,
        "version": position.head.version,
        "complete": position.complete,
        "options": table.options,
        "clock": state.clock.data(),
        "time_off": table.time_off,
        "longest_wait_ms": longest_wait(state.clock, TimeOff.of(table.time_off)),
        "proposal": proposed(table, state),
        **seen,
        "table": _settings(table, state),
    }


def view_of_recording(recording: Recording, names: Sequence[str | None], seq: int, eyes: Eyes) -> dict[str, Any]:
    """The view right after the event `seq` of a record that is no game here: as `view_of`, but for `table`.

    `names` are those of the seats. Seats' eyes, and `all`, see a hand that the record has laid open: NotAllowed for
    one that is on, or that nothing opens. Raises NotFound for an event or a seat that is not there. Of a last hand that
    is not open, `hands` is None.
    """
    if not 0 <= seq < len(recording.lines):
        raise NotFound
    moment = recording.moment(seq)
    state = moment.state
    _check_open(recording, moment, eyes)
    last = state.last_hand
    dealer = recording.dealer if state.hand else _NOTHING_DEALT
    seen = _seen(state, dealer, eyes, moment.complete, last is None or last.hand in recording.opened)
    for one, name in zip(seen["seats"], names, strict=True):
        one["name"] = _bot_name(one) if name is None else name
    return {
        "id": recording.game,
        "version": seq,
        "complete": moment.complete,
        "options": state.options.data(),
        "clock": state.clock.data(),
        **seen,
    }


def _seen(state: State, dealer: Dealer, eyes: Eyes, complete: bool, opened: bool = True) -> dict[str, Any]:
    seen = view(state, dealer, eyes if isinstance(eyes, int) else None, complete, opened)
    seen["deadline"] = rfc3339(state.deadline)
    seen |= _pause(state, state.seats)
    for seat, one in enumerate(seen["seats"]):
        one |= {"bank_ms": state.bank[seat] if state.bank else None, **_pause(state, seat)}
    if eyes == "all":
        seen["open"] = open_cards(state, dealer)
    return seen


def _pause(state: State, place: int) -> dict[str, Any]:
    """The last pause of a seat, or of the table behind the last seat, unless it was ended; it may be past."""
    until = state.paused[place] if state.paused else 0
    if not until:
        return {"paused_until": None, "paused_for": None}
    return {"paused_until": rfc3339(until), "paused_for": state.paused_for[place]}


def _check_open(recording: Recording, moment: Moment, eyes: Eyes) -> None:
    if isinstance(eyes, int) and not 0 <= eyes < moment.state.seats:
        raise NotFound
    if eyes is not None and moment.state.hand and moment.state.hand not in recording.opened:
        if recording.last.over or moment.state.hand <= hands_ended(recording.last):
            raise NotAllowed("seed_missing", "The cards of this hand are not known: neither its seed nor its deck is.")
        raise NotAllowed("hand_not_over", "The cards of a hand are shown when it is over.")


def hands_ended(state: State) -> int:
    """How many hands of this match are over, and so open."""
    return state.last_hand.hand if state.last_hand is not None else 0


def _name(seat: Mapping[str, Any], names: Mapping[str, str]) -> str | None:
    """What to call who plays at a seat; a bot by its kind, nobody at all by nothing."""
    if seat["bot"] is not None:
        return _bot_name(seat)
    return None if seat["player"] is None else names.get(seat["player"], "")


def _bot_name(seat: Mapping[str, Any]) -> str | None:
    return None if seat["bot"] is None else bot_name(seat["bot"])


def _settings(table: Table, state: State) -> dict[str, Any]:
    host = next((seat for seat, one in enumerate(state.players) if one and one.player == table.host), None)
    return {
        "host": host,
        "host_name": table.names.get(table.host, ""),
        "listed": table.listed,
        "spectators": table.spectators,
        "bot_delay": table.bot_delay,
        "takeover": table.takeover,
        "bots_alone": table.bots_alone,
        "created": rfc3339(table.created),
        "branch_of": branch_of(table.branch),
    }


def proposed(table: Table, state: State) -> dict[str, Any] | None:
    """What a match that is on is asked to agree on, as JSON values: who proposes it, who has agreed, and who has to.
    It may have expired."""
    one = table.proposal
    if one is None or state.over:
        return None
    pause = one.what.get("pause")
    return {
        "id": one.id,
        "by": one.by,
        "pause": pause and {"until": rfc3339(pause["until"])},
        "resume": bool(one.what.get("resume")),
        "clock": one.what.get("clock"),
        "agreed": list(one.agreed),
        "waits_for": [seat for seat in to_agree(state) if seat not in one.agreed],
        "expires": rfc3339(one.expires),
    }


def to_agree(state: State) -> list[int]:
    """The seats that have to agree to what changes the clocks of a match: those still in that people play."""
    people = enumerate(state.players)
    return [seat for seat, one in people if one is not None and one.bot is None and state.active and state.active[seat]]


def tag_of(table: Table, state: State) -> str:
    """What tells two views of one version apart: what is proposed, and how far that has come."""
    return proposal_tag(proposed(table, state))


def proposal_tag(proposal: Mapping[str, Any] | None) -> str:
    """The same from the proposal of a view."""
    return "" if proposal is None else f"_p{proposal['id'][:8]}-{len(proposal['agreed'])}"


def branch_of(branch: Branch | None) -> dict[str, Any] | None:
    """What a table branches from, as JSON values: the game or the import, the last event that both have, the hand."""
    if branch is None:
        return None
    game, replay = (None, branch.origin) if branch.imported else (branch.origin, None)
    return {"game": game, "replay": replay, "seq": branch.seq, "hand": branch.hand}
