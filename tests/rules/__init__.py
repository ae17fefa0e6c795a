"""The rules of RULES.md: a file for each situation."""
