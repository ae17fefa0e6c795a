"""Assertions in the helpers say as much as those in the tests."""

import pytest

pytest.register_assert_rewrite("tests.rules.specification")
