"""Whoever a bot plays on for is told so, as long as the match is on."""

from flask import Flask

from tests.web.tables import Match

TOLD = "A bot plays on for you. You cannot come back to your seat."


def test_whoever_a_bot_plays_on_for_is_told_so(app: Flask) -> None:
    match = Match(app, 3, takeover="first")
    match.guests[1].does("resign")
    assert TOLD in match.guests[1].table().says()
    assert TOLD not in match.host.table().says()


def test_whoever_has_resigned_is_told_of_no_bot(app: Flask) -> None:
    match = Match(app, 3)
    match.guests[1].does("resign")
    assert TOLD not in match.guests[1].table().says()
