"""The messages of pages and letters, taken out of the code; `make messages` brings the catalogues up to date.

A message that is new stands in them untranslated, one that nothing says any more is gone: what fits nearly is not
guessed at.
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from app.services.languages import ENGLISH, LANGUAGES

ROOT = Path(__file__).parent.parent
APP = ROOT / "app"
FOLDER = APP / "web" / "translations"
METHODS = [("**/templates/**.html", "jinja2.ext:babel_extract"), ("**.py", "python")]
OPTIONS: dict[str, dict[str, Any]] = {
    METHODS[0][0]: {"trimmed": "true", "trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
}
KEYWORDS: dict[str, Any] = {"_": None, "gettext": None, "later": None, "ngettext": (1, 2)}
TRANSLATED = [language for language in LANGUAGES if language != ENGLISH]


def extracted() -> Catalog:
    """Every message that the code has, with the files that say it."""
    catalog = Catalog()
    found = extract_from_dir(str(APP), METHODS, OPTIONS, keywords=KEYWORDS, comment_tags=("Translators:",))
    for name, _line, message, comments, context in found:
        catalog.add(message, locations=[(f"app/{Path(name).as_posix()}", 0)], auto_comments=comments, context=context)
    return catalog


def read(language: str) -> Catalog:
    """A language's catalogue, as it is kept."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> bytes:
    """A language's catalogue with just the messages that there are."""
    catalog = read(language)
    catalog.update(extracted(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    file = BytesIO()
    write_po(file, catalog, width=120, sort_output=True, include_lineno=False, omit_header=False)
    return b"\n".join(line for line in file.getvalue().split(b"\n") if not line.startswith(_NOISE))


_NOISE = (b'"POT-Creation', b'"PO-Revision', b'"Last-Translator', b'"Language-Team', b'"Generated-By', b'"Report-Msgid')


def untranslated(language: str) -> list[Any]:
    """The messages of a language that have no text yet, or not all forms of it."""
    told = [message for message in read(language) if message.id]
    return [message.id for message in told if not all(texts(message))]


def texts(message: Message) -> list[str]:
    """What stands for a message: one text, or one a plural form."""
    said: Any = message.string
    return [str(text) for text in said] if message.pluralizable else [str(said)]


if __name__ == "__main__":
    for each in sys.argv[1:] or TRANSLATED:
        (FOLDER / f"{each}.po").write_bytes(update(each))
        print(f"{each}: {len(untranslated(each))} messages are to be translated")
