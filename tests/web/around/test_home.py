"""The first page: a game in two clicks, and for who plays already the games that wait."""

from tests.api.people import API
from tests.api.tables import Table, said


def test_a_game_with_a_bot_in_two_clicks_without_an_account(site, visitor):
    visitor.look("/").send("/play")
    assert visitor.path.startswith("/games/")
    view = said(visitor.client.get(f"{API}{visitor.path}"))
    assert [one["bot"] for one in view["seats"]] == [None, "racer"]
    assert view["you"]["seat"] == 0
    assert view["phase"] != "waiting"


def test_the_game_that_waits_comes_first_without_an_account(visitor):
    game = visitor.look("/").send("/play").path
    visitor.look("/")
    assert visitor.says("h2") == "1 game waits for you"
    assert game in visitor.links().values()


def test_nothing_waits_for_a_stranger(visitor):
    assert "for you" not in visitor.look("/").says()


def test_games_that_wait_are_counted_in_the_header(member):
    ann = member("Ann")
    ann.look("/").send("/play")
    ann.look("/").send("/play")
    ann.look("/lobby")
    assert "My games 2 wait for you" in ann.links()


def test_tables_that_can_be_joined_are_counted(site, visitor):
    Table(site, guests=1, seats=3)
    Table(site, guests=2, seats=2)  # full
    assert "1 table waits now." in visitor.look("/").says()


def test_what_a_service_refuses_is_told_on_a_page(visitor):
    visitor.look("/nothing/of/the/kind", 404)
    assert visitor.says("h1") == "There is no such page."
