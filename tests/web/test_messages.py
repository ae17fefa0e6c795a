"""Every message of the pages is there in every language, as it is said now, and with the same things put in."""

import re
from collections import Counter

import pytest

from tests.messages import TRANSLATED, extracted, read, texts, untranslated

CODE = extracted()
PLACES = re.compile(r"%\((\w+)\)[sd]|%%|</?[a-z]+[^>]*>")


def ids(catalog):
    return {message.id for message in catalog if message.id}


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_missing_or_stale(language):
    kept, there = ids(read(language)), ids(CODE)
    assert there - kept == set(), "`make messages` adds what is new"
    assert kept - there == set(), "`make messages` takes out what nothing says any more"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language):
    catalog = read(language)
    assert untranslated(language) == []
    assert [message.id for message in catalog if message.id and message.fuzzy] == []
    plurals = [message for message in catalog if message.id and message.pluralizable]
    assert [message.id for message in plurals if len(texts(message)) != catalog.num_plurals] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_put_in_what_the_message_puts_in(language):
    """The number alone may be left to the words of a form: `one card`."""
    for message in read(language):
        if message.id:
            said = message.id if isinstance(message.id, str) else message.id[-1]
            wanted = Counter(match[0] for match in PLACES.finditer(said))
            for text in texts(message):
                found = Counter(match[0] for match in PLACES.finditer(text))
                if message.pluralizable:
                    wanted.pop("%(num)d", None), found.pop("%(num)d", None)
                assert found == wanted, f"{language}: {message.id!r} is {text!r}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_spaces_at_the_ends_stay(language):
    for message in read(language):
        if message.id:
            said = message.id[0] if message.pluralizable else message.id
            for text in texts(message):
                assert (text[:1].isspace(), text[-1:].isspace()) == (said[:1].isspace(), said[-1:].isspace()), text
