"""Chance that comes back: what is drawn while it lasts, decks above all, is the same every time."""

import os
import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest


def seeded(of: object) -> AbstractContextManager[None]:
    """While this lasts, all that this process draws at random follows from a seed."""
    return drawn_from(random.Random(repr(of)))


@contextmanager
def drawn_from(chance: random.Random) -> Iterator[None]:
    """While this lasts, all that this process draws at random comes from there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", chance.randbytes)
        patch.setattr(random, "_urandom", chance.randbytes)
        yield
