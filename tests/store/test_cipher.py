"""The cipher by itself; what the store does with it stands in the contract."""

import pytest

from app.store import Cipher, SecretUnreadable
from app.store.secrets import Sealed


@pytest.mark.parametrize("keys", [{}, {"a": b"short"}, {"a": b"x" * 32, "b": b"x" * 31}])
def test_keys_of_another_length_or_none_are_refused(keys):
    with pytest.raises(ValueError, match="each of 32 bytes"):
        Cipher(keys)


def test_every_byte_of_what_was_sealed_counts():
    cipher = Cipher({"a": b"k" * 32})
    key, sealed = cipher.seal("game", b"secret")
    assert cipher.open("game", Sealed(key, sealed)) == b"secret"
    for at in range(len(sealed)):
        changed = sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        with pytest.raises(SecretUnreadable):
            cipher.open("game", Sealed(key, changed))


def test_a_message_holds_nothing_of_secret_or_key():
    cipher = Cipher({"a": b"k" * 32})
    key, sealed = cipher.seal("game", b"secret")
    with pytest.raises(SecretUnreadable) as error:
        cipher.open("other", Sealed(key, sealed))
    assert "secret" not in str(error.value)
    assert "kkk" not in repr(error.value)
    assert error.value.__cause__ is None
