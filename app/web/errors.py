"""What went wrong, on a page: in the reader's language where the words are ours, with a way to go on."""

from flask import Response, g, make_response
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from app.api import problems
from app.web.language import _, later
from app.web.render import bare_page

WORDS = {
    "not_found": later("There is no such page."),
    "no_such_game": later("There is no such game, or it is not for everybody to see."),
    "csrf": later("This page was open for too long, or in another sign-in. Load it again, and try once more."),
    "too_many_requests": later("That was too often. Wait a little, and try again."),
    "internal": later("Something went wrong here, and we have a note of it. Nothing that you did is lost."),
    "unavailable": later("The service cannot answer just now. Try again in a moment."),
    "stale_version": later("The game has gone on since. Look at what is new, and choose again."),
    "malformed_move": later("There is no such card, colour or player."),
    "game_not_started": later("The match has not started yet."),
    "game_over": later("The match is over."),
    "not_seated": later("You have no seat in this match."),
    "not_your_turn": later("It is not your turn."),
    "wrong_phase": later("That cannot be done at this point of the turn."),
    "card_not_in_hand": later("You do not have this card."),
    "only_drawn_card": later("After drawing, only the card that you drew may be played."),
    "card_not_playable": later("This card does not fit on the top card."),
    "color_required": later("A Wild Draw Four needs a colour."),
    "color_not_allowed": later("With this card no colour is chosen."),
    "illegal_wild_draw_four": later(
        "You have a card of the colour in force, so the Wild Draw Four may not be played here."
    ),
    "cannot_call_uno": later("UNO is said with one card left, and once."),
    "nobody_to_catch": later("There is nobody to catch there."),
    "bad_target": later("The Green Shell needs another player who is still in."),
    "game_started": later("The match has started."),
    "no_such_seat": later("There is no such seat."),
    "seat_taken": later("This seat is taken."),
    "seat_empty": later("Nobody sits there."),
    "already_seated": later("You have a seat at this table already."),
    "too_few_seats": later("A match needs two players or more."),
    "not_host": later("Only the host of the table may do this."),
    "hand_not_over": later("These cards are shown when their hand is over."),
    "spectators_by_link": later("This game is shown to those who have its link."),
    "no_spectators": later("This game is for its players alone."),
    "seed_missing": later("The cards of this hand are known to nobody."),
    "origin_gone": later("The replay that this goes on from has been taken away."),
    "not_repeatable": later("From here nobody can play on."),
    "too_long": later("This game is too long for that."),
    "no_author": later("Comments are written by people with an account, and by guests about their own game."),
    "private_thread": later("An answer to a note is a note, and what has been answered stays for all to read."),
    "too_many_comments": later("You have written as much here as one may: delete something first."),
    "not_your_comment": later("This comment is not yours."),
    "your_own_comment": later("This comment is yours: you can delete it."),
    "not_your_replay": later("A replay is taken away by who brought it."),
    "account_needed": later("This needs an account."),
    "name_taken": later("This name is taken, or one that reads the same."),
    "wrong_password": later("This is not the password of your account."),
    "no_such_voucher": later("It was used, or is too old, or another one was asked for since."),
    "still_playing": later("A game went on while you were leaving it. Try again."),
    "no_such_player": later("There is no player of this name."),
    "too_many_invitations": later("So many people cannot be invited to one table."),
    "invitation_declined": later("They have said no to this table."),
    "removed_by_host": later("The host has taken this seat from you; only the host can ask you back."),
    "not_at_table": later("This is for those who sit at the table."),
    "game_not_over": later("The match is not over yet."),
    "practice_table": later("A practice table has no rematch."),
    "not_your_seat": later("After the start everybody leaves for themselves."),
    "no_guest": later("Nobody sits there who came as a guest."),
    "your_own_phrase": later("You said this yourself."),
    "proposal_open": later("The table has something else to agree on first."),
    "no_proposal": later("That is not proposed any more."),
    "no_agreements": later("This table plays without pauses, and with one clock."),
    "bad_pause": later("A pause ends after now, and within 14 days."),
    "not_paused": later("No clock stands still."),
    "same_clock": later("The table has this clock already."),
    "vacation_taken": later("You have a vacation that is on or to come: end it first."),
    "no_vacation_left": later("The year has not so much vacation left."),
}
"""What is said of an error, by its code; of any other what the API says."""


def error_page(error: HTTPException) -> Response:
    """The page that tells this error, with its status."""
    told = problems.document(error)
    status, rule, incident = told["status"], told.get("rule"), g.get("incident")
    shown = bare_page("error.html", status=status, said=words(error), rule=rule, incident=incident)
    response = make_response(shown, status)
    for name, value in getattr(error, "headers", {}).items():
        response.headers[name] = value
    if isinstance(error, MethodNotAllowed):
        response.allow.update(error.valid_methods or ())
    response.headers["Cache-Control"] = "no-store"
    return response


def words(error: HTTPException) -> str:
    """What is said of this error to people."""
    told = problems.document(error)
    return said_of(told["code"], told["detail"])


def said_of(code: str, detail: str) -> str:
    """What is said to people of a refusal with this code; what the API says where we have no words of our own."""
    known = WORDS.get(code)
    return _(known) if known else detail
