"""How somebody likes their pages: looks, motion, sound, questions, text mode and language. This browser keeps it, and
so does the account that is signed in."""

from urllib.parse import parse_qsl, urlencode

from flask import make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import fields, validate

from app.api.auth import caller
from app.api.context import services
from app.api.fields import Strict
from app.services.languages import LANGUAGES
from app.web import forms, language, preferences
from app.web.pages import Pages
from app.web.safety import safe_path

looks = Pages("looks", __name__)


class Looks(Strict):
    """The form; what is not ticked is off."""

    language = fields.String(load_default=None, validate=validate.OneOf(list(LANGUAGES)))
    theme = fields.String(load_default="system", validate=validate.OneOf(preferences.THEMES))
    motion = fields.String(load_default="system", validate=validate.OneOf(preferences.MOTIONS))
    sound = forms.Checkbox()
    confirm = forms.Checkbox()
    text = forms.Checkbox()


@looks.post("/preferences")
def save() -> ResponseReturnValue:
    """Keeps what was chosen, and goes back to where it was. Raises Wrong for what our form does not offer."""
    chosen, who = preferences.Preferences(**forms.read(Looks)), caller()
    if who.account and who.kind == "account":
        services().accounts.prefer(who.account, chosen.data())
    response = make_response(redirect(_back(), 303))
    preferences.keep(response, chosen)
    return response


def _back() -> str:
    """Where the form was. A language in the address would go before the one that was chosen just now."""
    path = safe_path(request.form.get("next"), url_for("home.index"))
    address, _, query = path.partition("?")
    kept = [(name, value) for name, value in parse_qsl(query) if name != language.PARAMETER]
    return f"{address}?{urlencode(kept)}" if kept else address
