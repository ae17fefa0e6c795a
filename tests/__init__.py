"""Tests mirror the code; `python -m pytest` runs them."""
