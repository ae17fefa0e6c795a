"""Orders in the text mode: what is done for the player when it is their turn, told, and the orders that hold on typed.
Cards for the next turn are chosen on the page of the orders."""

from collections.abc import Sequence

from flask import url_for
from markupsafe import Markup

from app.api import limits
from app.api.auth import caller
from app.api.context import services
from app.rules.refusals import Refused
from app.services.orders.order_list import ACCEPT, DRAW, PASS, SAY_UNO, Order
from app.services.orders.orders import ListChanged
from app.services.play.sight import Seen
from app.web.errors import said_of
from app.web.language import _, later
from app.web.table.orders_page import in_words
from app.web.text_mode.typed import Unknown, is_word

NONE = later("none")
_KINDS = {"draw": DRAW, "pass": PASS, "accept": ACCEPT, "uno": SAY_UNO}
"""What an order that holds on is called here."""


def told_of_orders(seen: Seen, rest: Sequence[str]) -> list[str]:
    """The caller's orders, in words; before that one more of them, or none any more. Raises Unknown."""
    said = " ".join(rest)
    try:
        if said:
            limits.spend(limits.ORDERS, caller().identity)
            _change(seen, said)
        own = services().orders.own(seen)
    except Refused as refused:
        raise Unknown(said_of(refused.code, refused.detail)) from None
    except ListChanged:
        raise Unknown(_("Your orders have changed since. Here they are as they stand now.")) from None
    if not own.orders:
        return [_("You have left none."), _more(seen)]
    told = [" ".join(words) for words in in_words(seen, own)]
    return [*told, _more(seen)]


def _change(seen: Seen, said: str) -> None:
    own = services().orders.own(seen)
    if is_word(said, NONE):
        services().orders.drop(seen)
        return
    kind = next((kind for word, kind in _KINDS.items() if is_word(said, word)), None)
    if kind is None:
        raise Unknown(_("Behind orders you can type draw, pass, accept, uno, or none."))
    if kind not in {order.type for order in own.orders}:
        services().orders.put(seen, [*own.orders, Order(kind)], frozenset({own.revision}))


def _more(seen: Seen) -> str:
    address = url_for("orders_page.show", game=seen.game)
    return Markup('<a href="{}">{}</a>').format(address, _("All that can be ordered"))
