"""Tests from outside, through the real application."""
