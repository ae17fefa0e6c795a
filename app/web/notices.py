"""What a page says of what was done just before: a word in the address, never a text."""

from flask import request

from app.web.language import _, later

PARAMETER = "said"
NOTICES = {
    "signed-in": later("You are signed in."),
    "signed-out": later("You are signed out."),
    "saved": later("Saved."),
    "removed": later("It is taken away."),
    "muted": later("Muted."),
    "heard": later("You hear them again."),
    "invited": later("Invited."),
    "stale": later("The game went on before this came. Here is what happened; choose again."),
    "seat-link": later("You have a new seat link. The old one opens nothing any more."),
    "declined": later("You have said no."),
    "reported": later("The officials will look at it."),
    "claimed": later("This seat is your account's now."),
}
"""What there is to say, by its word."""


def notice() -> str | None:
    """What is to be said on this page, in its language."""
    text = NOTICES.get(request.args.get(PARAMETER, ""))
    return _(text) if text else None
