"""A running game's last seed lies sealed in the database, opens for that game alone, and goes with the game's end."""

import pytest
import sqlalchemy as sa

from app.store import Cipher, SecretUnreadable, Store, writing
from app.store.schema import secrets
from tests.contract.stories import KEYS, SECRET, Story


def stored(engine):
    with engine.connect() as connection:
        return connection.execute(sa.select(secrets)).all()


def test_it_comes_back(store):
    assert store.secret(Story().begin(store).game) == SECRET


def test_the_table_holds_no_trace_of_it(store, engine):
    Story().begin(store)
    ((_, key, sealed),) = stored(engine)
    assert key == "new"
    assert SECRET not in sealed
    assert not any(SECRET[at : at + 4] in sealed for at in range(len(SECRET) - 3))


def test_no_two_games_have_the_same_ciphertext(store, engine):
    for _ in range(3):
        Story().begin(store)
    assert len({sealed for _, _, sealed in stored(engine)}) == 3


def test_it_goes_in_the_transaction_that_ends_the_game(store, engine):
    story = Story().begin(store)
    head, lines = story.tell(1, over=True)
    store.append(head, 0, lines, forget_secret=True)
    assert stored(engine) == []
    assert store.secret(story.game) is None


def test_an_older_key_still_opens_and_a_newer_one_seals(store, engine):
    before = Store(engine, Cipher({"old": KEYS["old"]}))
    story = Story().begin(before)
    assert store.secret(story.game) == SECRET
    Story().begin(store)
    assert {key for _, key, _ in stored(engine)} == {"old", "new"}


def test_a_key_that_is_not_configured_is_named(store, engine):
    story = Story().begin(store)
    with pytest.raises(SecretUnreadable, match="needs the key 'new', which is not configured"):
        Store(engine, Cipher({"old": KEYS["old"]})).secret(story.game)


def test_a_wrong_key_under_the_same_id_opens_nothing(store, engine):
    story = Story().begin(store)
    with pytest.raises(SecretUnreadable, match="does not open with the key 'new'"):
        Store(engine, Cipher({"new": b"?" * 32})).secret(story.game)


def test_another_games_secret_does_not_open(store, engine):
    one, other = Story().begin(store), Story().begin(store)
    with writing(engine) as connection:
        connection.execute(sa.delete(secrets).where(secrets.c.game == other.game))
        connection.execute(sa.update(secrets).values(game=other.game))
    assert store.secret(one.game) is None
    with pytest.raises(SecretUnreadable, match="another owner's"):
        store.secret(other.game)


def test_an_altered_one_does_not_open(store, engine):
    story = Story().begin(store)
    with writing(engine) as connection:
        connection.execute(sa.update(secrets).values(sealed=b"short"))
    with pytest.raises(SecretUnreadable):
        store.secret(story.game)


def test_a_store_without_keys_begins_no_game(engine):
    with pytest.raises(SecretUnreadable, match="no key for seeds is configured"):
        Story().begin(Store(engine))
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM streams")) == 0
