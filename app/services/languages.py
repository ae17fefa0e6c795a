"""The languages that people read, and the messages in them: gettext's catalogues, read from `.po` files as they are.

A message's English text is its id. What has no translation is said in English.
"""

from collections.abc import Callable
from functools import cached_property
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "sq": "Shqip", "is": "Íslenska", "eo": "Esperanto", "ar": "العربية"}
"""The languages by their codes, each by its own name."""
RIGHT_TO_LEFT = frozenset({"ar"})

Say = Callable[..., str]
"""Says a message in some language; `%(name)s` in it are the keyword arguments."""


def later(message: str) -> str:
    """Marks a message that is put into the language where it is shown."""
    return message


class Languages:
    """What is said in each language. `folder` holds `<code>.po` for all but English."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def catalogue(self, language: str) -> NullTranslations:
        """The messages of one of `LANGUAGES`; English for any other."""
        return self._catalogues.get(language, _ENGLISH)

    def gettext(self, language: str, message: str, **values: object) -> str:
        """A message with values put in, as `%(name)s` names them."""
        said = self.catalogue(language).gettext(message)
        return said % values if values else said

    def ngettext(self, language: str, one: str, many: str, number: int, **values: object) -> str:
        """A message in the form that its language has for this number, which it may name as `%(num)d`."""
        return self.catalogue(language).ngettext(one, many, number) % {"num": number, **values}

    @cached_property
    def _catalogues(self) -> dict[str, NullTranslations]:
        return {code: _read(self._folder / f"{code}.po", code) for code in LANGUAGES if code != ENGLISH}


_ENGLISH = NullTranslations()


def _read(path: Path, language: str) -> GNUTranslations:
    """A catalogue as gettext takes it: compiled, which nobody should have to keep beside the text."""
    with path.open("rb") as text:
        catalogue = read_po(text, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
