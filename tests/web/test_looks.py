"""How somebody likes their pages: kept by the browser, and by the account."""

import pytest
from werkzeug.http import dump_cookie, parse_cookie

from app.services.account.preferences import Preferences
from app.web.preferences import COOKIE, bring
from tests.web.visitor import Visitor

ELSEWHERE = ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", ""]
NONSENSE = ["", "{", "[]", "null", '{"theme":"pink","sound":1,"x":2}', '{"language":"xx"}', "\x00"]


def kept(visitor: Visitor) -> str:
    cookie = visitor.client.get_cookie(COOKIE)
    assert cookie is not None
    assert cookie.http_only
    return cookie.decoded_value


def test_what_was_chosen_is_kept_and_one_is_where_one_was(visitor):
    visitor.look("/lobby?seats=two").send("/preferences", {"theme": "contrast", "motion": "reduced", "sound": "1"})
    assert visitor.answer.request.full_path == "/lobby?seats=two"
    assert (visitor.page.get("data-theme"), visitor.page.get("data-motion")) == ("contrast", "reduced")
    assert kept(visitor) == Preferences(theme="contrast", motion="reduced", sound=True).stored()
    held = {each.get("name") for each in visitor.page.iter("input") if "checked" in each.attrib}
    assert held == {"sound"}


def test_a_language_that_was_chosen_goes_before_the_one_of_the_address(visitor):
    visitor.look("/watch?lang=is&list=finished").send("/preferences?lang=is", {"language": "eo"})
    assert visitor.page.get("lang") == "eo"
    assert visitor.answer.request.full_path == "/watch?list=finished"


@pytest.mark.parametrize("next", ELSEWHERE)
def test_one_is_led_nowhere_else(visitor, next):
    assert visitor.look("/lobby").send("/preferences", {"next": next}).path == "/"


@pytest.mark.parametrize("fields", [{"theme": "pink"}, {"language": "xx"}, {"motion": "wild"}])
def test_what_does_not_exist_is_refused(visitor, fields):
    visitor.look("/").send("/preferences", fields, 422)


@pytest.mark.parametrize("cookie", NONSENSE)
def test_a_cookie_of_any_kind_does_no_harm(visitor, cookie):
    visitor.client.set_cookie(COOKIE, cookie)
    visitor.look("/")
    assert visitor.page.get("data-theme") == "system"


def test_the_account_keeps_it_too_and_brings_it_to_another_browser(site, member):
    ann = member("Ann")
    ann.look("/").send("/preferences", {"theme": "dark", "language": "sq"})
    id = ann.client.get("/api/v1/account").json["id"]
    assert ann.client.get("/api/v1/account").json["preferences"]["theme"] == "dark"
    with site.test_request_context("/"):
        response = site.make_response("")
        bring(response, id)
        (said,) = parse_cookie(response.headers["Set-Cookie"].partition(";")[0]).values()
        assert said == Preferences(theme="dark", language="sq").stored()


def test_an_account_that_never_chose_takes_over_what_the_browser_has(site, member):
    ann = member("Ann")
    id = ann.client.get("/api/v1/account").json["id"]
    cookie = dump_cookie(COOKIE, Preferences(theme="contrast").stored()).partition(";")[0]
    with site.test_request_context("/", headers={"Cookie": cookie}):
        response = site.make_response("")
        bring(response, id)
        assert "Set-Cookie" not in response.headers
    assert ann.client.get("/api/v1/account").json["preferences"]["theme"] == "contrast"


def test_who_prefers_words_is_led_to_games_in_words(visitor):
    visitor.look("/").send("/preferences", {"text": "1"})
    game = visitor.look("/").send("/play").path
    assert game.startswith("/text/games/")
    assert game in visitor.look("/mine").links().values()
    assert game in visitor.look("/").links().values()
    waits = visitor.look("/new").send("/new").path
    assert waits.startswith("/games/"), "one begins a match at the table alone"
    assert waits in visitor.look("/mine").links().values()
