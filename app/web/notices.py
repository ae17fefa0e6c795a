"""What a page says of what was done just before: a word in the address, never a text."""

from flask import request

from app.api.auth import caller
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
    "orders-changed": later("Your orders have changed since. Here they are as they stand now."),
    "seat-link": later("You have a new seat link. The old one opens nothing any more."),
    "declined": later("You have said no."),
    "reported": later("The officials will look at it."),
    "claimed": later("This seat is your account's now."),
    "password-letter": later(
        "If there is an account of this name or address, and it has a confirmed address, a letter is on its way there."
        " Look among the unwanted letters, too."
    ),
    "password-set": later("You have another password. Sign in with it."),
    "password-changed": later("You have another password, and are signed out everywhere else."),
    "address-letter": later("A letter is on its way to the new address: open the link in it."),
    "address-confirmed": later("The address is confirmed."),
    "address-removed": later("The address is forgotten."),
    "seats-letter": later(
        "If this address was left at a seat in a game that is on, a letter is on its way there. Look among the unwanted"
        " letters, too."
    ),
    "signed-out-there": later("Signed out there."),
    "token-removed": later("The token is good for nothing any more."),
    "sent": later("On its way."),
    "deleted": later("Your account is deleted. Farewell!"),
    "dismissed": later("It stands, and nobody waits for you any more about it."),
    "vacation": later("You are off. Enjoy it!"),
    "back-again": later("Your vacation is over. What you did not use is still yours."),
    "comment-removed": later("It is taken away."),
}
"""What there is to say, by its word."""


OF_STRANGERS = frozenset({"deleted"})
"""What is true of nobody who is signed in: a link from elsewhere could frighten them with it."""


def notice() -> str | None:
    """What is to be said on this page, in its language."""
    word = request.args.get(PARAMETER, "")
    if word not in NOTICES or (word in OF_STRANGERS and caller().account is not None):
        return None
    return _(NOTICES[word])
