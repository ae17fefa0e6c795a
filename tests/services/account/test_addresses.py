"""What is taken for an e-mail address."""

import pytest

from app.services.account.addresses import address_key, address_of
from app.services.refusals import Malformed


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("ann@example.org", "ann@example.org"),
        (" Ann.B+kart@Example.ORG ", "Ann.B+kart@example.org"),
        ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("o'hara@localhost", "o'hara@localhost"),
        ("a=b?@example.org", "a=b?@example.org"),
        ("x" * 64 + "@a.is", "x" * 64 + "@a.is"),
    ],
)
def test_an_address_is_kept_as_servers_know_it(typed, kept):
    assert address_of(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ann",
        "@example.org",
        "ann@",
        "ann@@example.org",
        "a b@example.org",
        "ann@exa mple.org",
        "ann@example..org",
        ".ann@example.org",
        "ann.@example.org",
        "ann@-example.org",
        "ann@example.org\nBcc: bob@example.org",
        "ann@example.org, bob@example.org",
        "Ann <ann@example.org>",
        '"a b"@example.org',
        "ann@[127.0.0.1]",
        "zoë@example.org",
        "=?utf-8?q?bob=40example.com=2C_ann?=@example.org",
        "=?utf-8?q?a=0d=0aBcc=3a_bob=40example.com?=@example.org",
        "ann\r@example.org",
        "x" * 65 + "@example.org",
        "ann@" + "a" * 64 + ".org",
        "ann@" + ".".join(["abcdefg"] * 40),
    ],
)
def test_what_is_no_address_is_refused(typed):
    with pytest.raises(Malformed) as refused:
        address_of(typed)
    assert refused.value.field == "address"


def test_capitals_make_no_other_address():
    assert address_key("Ann@Example.org") == address_key(" ann@example.ORG") == "ann@example.org"
    assert address_key("no address") == "no address"
