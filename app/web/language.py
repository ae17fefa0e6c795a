"""The language of a page, and what is said in it.

The address says it (`?lang=is`, which links on that page keep), else the browser's choice of before, which an account
brings along, else what the browser asks for.
"""

from gettext import NullTranslations
from typing import Any, cast

from babel import Locale, numbers
from flask import Flask, current_app, g, has_request_context, request

from app.services.languages import ENGLISH, LANGUAGES, RIGHT_TO_LEFT, Languages, later
from app.web import preferences

__all__ = ["EXTENSION", "_", "current", "direction", "init_app", "keep", "later", "locale", "ngettext", "number"]

EXTENSION = "kartfold-languages"
PARAMETER = "lang"


def init_app(app: Flask, languages: Languages) -> None:
    """Gives this app's templates their messages, and its links the language that the address says."""
    app.extensions[EXTENSION] = languages
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    cast(Any, app.jinja_env).install_gettext_callables(_gettext, _ngettext, newstyle=True)


def current() -> str:
    """The code of the language that this request is answered in."""
    if "language" not in g:
        g.language = _asked() or preferences.current().language or _accepted()
    return cast(str, g.language)


def direction() -> str:
    """`rtl` or `ltr`, as the language is written."""
    return "rtl" if current() in RIGHT_TO_LEFT else "ltr"


def _(message: str, **values: object) -> str:
    """A message in the language of this request; `%(name)s` in it are the values."""
    return _languages().gettext(current(), message, **values)


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """A message in the form for this number, `%(num)d` in it."""
    return _languages().ngettext(current(), one, many, number, **values)


def keep(endpoint: str, values: dict[str, Any]) -> None:
    """Whoever came by an address with a language stays in it: `url_defaults` of a page's blueprint."""
    if has_request_context() and (asked := _asked()):
        values.setdefault(PARAMETER, asked)


def locale() -> Locale:
    """How this language writes dates and numbers."""
    return Locale.parse(current())


def number(value: float) -> str:
    """A number as this language writes it."""
    return numbers.format_decimal(value, locale=locale())


def _gettext(message: str) -> str:
    return _catalogue().gettext(message)


def _ngettext(one: str, many: str, number: int) -> str:
    return _catalogue().ngettext(one, many, number)


def _catalogue() -> NullTranslations:
    return _languages().catalogue(current())


def _languages() -> Languages:
    return cast(Languages, current_app.extensions[EXTENSION])


def _asked() -> str | None:
    asked = request.args.get(PARAMETER)
    return asked if asked in LANGUAGES else None


def _accepted() -> str:
    return request.accept_languages.best_match(list(LANGUAGES), ENGLISH) or ENGLISH
