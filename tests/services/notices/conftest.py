"""Receivers that listen by TLS, under an authority of the tests' own."""

import pytest
import trustme

from tests.receiver import receiving


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture
def receiver(authority):
    with receiving(authority) as made:
        yield made
