"""The record of a game: its bytes, its chain, its deal, and the checks that anybody can repeat.

Needs the standard library and `app.rules`, nothing of web or database. FORMAT.md is the page of the format.
"""
