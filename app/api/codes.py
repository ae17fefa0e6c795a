"""Every code that a problem may carry, for those who write programs against the API: the document shows them all."""

from http import HTTPStatus

from app.api import problems
from app.rules.refusals import RULE_OF_CODE

WRITING = {
    "version_required": ((428,), "Neither If-Match nor expected_version says which version the write rests on."),
    "stale_version": (
        (409, 412),
        "The game has gone on: `version` is where it stands, `events` are those since the version expected. 412 where"
        " If-Match named it, else 409.",
    ),
    "stale_orders": ((412,), "The list of orders is another one by now."),
    "any_version": ((412,), "If-Match: * would rest on whatever has happened."),
    "versions_differ": ((422,), "If-Match and expected_version name different versions."),
    "invalid_tag": ((422,), "If-Match is no list of entity tags."),
    "invalid_key": ((422,), "The Idempotency-Key cannot be kept."),
    "weak_key": ((422,), "The Idempotency-Key of a guest-to-be can be guessed, and with it the seat."),
    "key_reused": ((422,), "The Idempotency-Key came with another request before."),
}
"""What a write rests on, and what makes it safe to repeat."""

ASKING = {
    "malformed_json": ((400,), "The body is not JSON as RFC 7493 has it."),
    "malformed_body": ((400,), "The body does not come in the form that its headers say."),
    "malformed_query": ((400,), "There is a NUL character in the query."),
    "invalid": ((422,), "Fields are not as documented: `errors` names each, by place (json, query)."),
    "scope_missing": ((403,), "The caller has not got the scope that this needs."),
    "session_needed": ((403,), "Only somebody who is signed in with a session may do this."),
    "csrf": ((403,), "A write that comes with a cookie has no X-CSRF-Token, or a wrong one."),
    "scope_not_yours": ((403,), "A scope for a token that one has not got oneself."),
    "name_taken": (
        (409,),
        "An account goes by this name, or by one that reads the same; or it means something here, as `me` does.",
    ),
    "wrong_password": ((403,), "This is not the password of the account that is signed in."),
    "no_such_session": ((404,), "The account has no session of this id."),
    "no_such_voucher": ((404,), "The link of a letter is good for nothing: a guess, used, void, or expired."),
    "address_taken": ((409,), "Another account has this address."),
    "still_playing": ((409,), "A game of an account that is to be deleted went on meanwhile: try again."),
    "seat_needed": ((403,), "Whoever claims a guest's seat brings its link, or the cookie for it."),
    "too_many_tokens": ((409,), "The account has as many tokens as one may have."),
    "no_such_token": ((404,), "The account has no token of this id."),
    "too_many_webhooks": ((409,), "The account has as many webhooks as one may have."),
    "no_such_webhook": ((404,), "The account has no webhook of this id."),
    "no_such_delivery": ((404,), "The webhook was sent nothing of this id, or it is forgotten."),
    "webhook_off": ((409,), "Nothing is sent to a webhook that is off."),
    "push_off": ((409,), "The service tells browsers nothing: it has no key for it."),
    "no_such_game": ((404,), "There is no such game or place in it, or none that the caller may know of."),
    "spectators_by_link": ((403,), "The game is shown to those who have its invitation."),
    "no_spectators": ((403,), "The game is for its players alone."),
    "hand_not_over": ((403,), "Another seat's cards are shown, and a hand is spoken of, when it is over."),
    "not_host": ((403,), "Only the host of the table may do this."),
    "not_your_seat": ((403,), "After the start everybody leaves for themselves."),
    "not_yours": ((403,), "A seat's link is replaced by its holder, or by the host before the start."),
    "no_such_player": ((404,), "No account goes by this name, or has this id."),
    "not_at_table": ((403,), "Only the host, and those who sit at the table, may do this."),
    "removed_by_host": ((403,), "The host has taken the seat from this account: only the host invites it again."),
    "no_such_invitation": ((404,), "The account is not invited to this table by name."),
    "invitation_declined": ((409,), "They were invited, and have said no."),
    "too_many_invitations": ((409,), "The table has as many invitations by name as one may have."),
    "too_many_mutes": ((409,), "The account has muted as many persons as one may mute."),
    "no_such_phrase": ((404,), "Nothing of this id was said at this table of late, or nobody has complained of it."),
    "your_own_phrase": ((403,), "Nobody reports a phrase of their own."),
    "practice_table": ((409,), "A practice table has no rematch."),
    "too_long": ((403, 409), "A game of so many events is had as a record alone; so far into one there is no branch."),
    "no_record": ((404,), "The import came as a notation, which is no record."),
    "no_such_comment": ((404,), "There is no such comment here, or none that the caller may see."),
    "not_your_comment": ((403,), "A comment is changed by its author, and taken away by its author or an official."),
    "your_own_comment": ((403,), "Nobody reports a comment of their own."),
    "private_thread": ((403,), "An answer to a private note is private."),
    "no_author": ((403,), "Comments are written by accounts, and by guests at their own table."),
    "too_many_comments": ((403,), "The caller has as many comments on this game as one may have."),
    "no_guest": ((409,), "Nobody sits there who comes by a link."),
    "no_agreements": ((403,), "The table plays without pauses that all agree on, and with one clock."),
    "proposal_open": ((409,), "The table has another proposal to agree on first."),
    "no_proposal": ((409,), "There is no such proposal to agree on, or not any more."),
    "vacation_taken": ((409,), "The account has a vacation that is on or to come: one at a time."),
    "no_vacation_left": ((409,), "The year has not so much vacation left."),
    "no_vacation": ((404,), "The account has no vacation that is on or to come."),
    "game_not_over": ((409,), "A game is branched, analysed, or played once more when it is over."),
    "seed_missing": (
        (403, 409),
        "The seed of the hand is not known: without it an import cannot show its cards (403), nor a branch deal (409).",
    ),
    "not_repeatable": ((409,), "What was done up to there (by a clock, between two hands) cannot be done by moves."),
    "origin_gone": ((409,), "The replay that a table branches from has been taken away."),
    "no_stream_left": ((503,), "This process holds no streams, or no more: try again later, or poll."),
    "too_many_streams": ((429,), "The caller has as many streams open as one may have."),
    "invalid_event_id": ((422,), "Last-Event-ID is no id of a message of a stream."),
    "account_needed": ((403,), "Only somebody with an account may do this, and no guest."),
    "no_such_replay": ((404,), "There is no import of this id, or no such place in it."),
    "not_your_replay": ((403,), "An import is taken away by who brought it, or by an admin."),
    "too_many_replays": ((409,), "The account keeps as many imports, or bytes of them, as one may keep."),
    "other_form": ((415,), "The body of an import comes as another media type, charset or coding."),
    "no_replay": ((422,), "There is nothing sound in the file from its first line on: `detail` says why."),
}
"""Who asks, for what, and in which form."""

RULES = {
    "unknown_move": "There is no move of this type.",
    "malformed_move": "A field is missing or unknown, of a wrong type, or a card or colour that does not exist.",
    "game_not_started": "The match has not started.",
    "game_over": "The match is over, or the table is closed.",
    "not_seated": "The caller has no seat in the match, or has resigned.",
    "not_your_turn": "Another seat has to act.",
    "wrong_phase": "The move belongs to another phase.",
    "card_not_in_hand": "The card is not in the hand.",
    "only_drawn_card": "After drawing, only the drawn card may be played.",
    "card_not_playable": "The card does not fit on the top card.",
    "color_required": "A Wild Draw Four needs the colour that it declares.",
    "color_not_allowed": "Only a Wild Draw Four declares a colour.",
    "illegal_wild_draw_four": "There is a card of the colour in force, where the table wants such plays refused.",
    "cannot_call_uno": "UNO is said with one card, once.",
    "nobody_to_catch": "That seat cannot be caught by the caller.",
    "bad_target": "A Green Shell hits another player who is still in.",
    "bad_pause": "A pause ends after now, and within 14 days.",
    "not_paused": "There is no pause to end.",
    "same_clock": "The table has this clock.",
    "game_started": "The match has started.",
    "no_such_seat": "The table has no seat of this number.",
    "seat_taken": "The seat is taken, or every seat is.",
    "seat_empty": "Nobody sits there.",
    "already_seated": "One seat for a player.",
    "too_few_seats": "A match starts with two seats taken or more, a branch with those of its game.",
}
"""What the rules say of a move, or of a table before its start."""


def status_of(code: str) -> int:
    """The status of a refusal by the rules: a body that is no move is told from a move that is not made."""
    return 422 if code in ("unknown_move", "malformed_move") else 409


def table() -> str:
    """All codes in Markdown, for the description of the API."""
    rows = [(code, statuses, said) for code, (statuses, said) in (ASKING | WRITING).items()]
    rows += [(code, (status_of(code),), f"{said}{_rule(code)}") for code, said in RULES.items()]
    known = ASKING.keys()
    rows += [(code, (at,), f"{HTTPStatus(at).phrase}.") for at, code in problems.CODES.items() if code not in known]
    lines = [f"| `{code}` | {', '.join(map(str, statuses))} | {said} |" for code, statuses, said in rows]
    return "\n".join(["| code | status | |", "| --- | --- | --- |", *lines])


def _rule(code: str) -> str:
    rule = RULE_OF_CODE[code]
    return f" ({rule})" if rule else ""
