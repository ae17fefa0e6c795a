"""What can be preferred, checked in one place; what was kept by another version is read as far as it goes."""

import pytest

from app.services.account.preferences import Preferences, read
from app.services.refusals import Malformed


@pytest.mark.parametrize(
    "given",
    [
        {"language": "sq"},
        {"language": None},
        {"theme": "contrast", "motion": "reduced"},
        {"sound": True, "confirm": True, "text": True},
        {},
    ],
)
def test_what_is_chosen_is_kept_and_the_rest_stays(given):
    before = Preferences(language="ar", theme="dark", confirm=True)
    after = before.changed(given)
    assert after.data() == before.data() | given
    assert read(after.stored()) == after


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "de"),
        ("language", ""),
        ("language", ["sq"]),
        ("theme", "pink"),
        ("theme", None),
        ("motion", "fast"),
        ("sound", 1),
        ("sound", "yes"),
        ("confirm", None),
        ("text", {}),
        ("colour", "red"),
    ],
)
def test_what_there_is_not_is_refused_by_its_name(name, value):
    with pytest.raises(Malformed) as refused:
        Preferences().changed({"theme": "dark", name: value})
    assert refused.value.field == name


@pytest.mark.parametrize("stored", [None, "", "{", "[]", "7", '{"theme": "pink", "sound": 1, "more": {}}', "[" * 5000])
def test_what_cannot_be_read_is_as_at_the_start(stored):
    assert read(stored) == Preferences()


def test_what_can_be_read_is_taken():
    assert read('{"theme": "dark", "sound": "loud", "language": "is"}') == Preferences(language="is", theme="dark")
