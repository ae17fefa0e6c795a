"""Chance that comes back: what is drawn while it lasts, decks above all, is the same every time."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def seeded(of: object) -> Iterator[None]:
    """While this lasts, all that this process draws at random follows from a seed."""
    chance = random.Random(repr(of))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", chance.randbytes)
        patch.setattr(random, "_urandom", chance.randbytes)
        yield
