"""Pages to read: the rules, what differs, and what is there for who writes programs."""

import re

import pytest

from app.api.openapi import PREFIX
from app.services.languages import LANGUAGES, RIGHT_TO_LEFT
from app.web.reading.papers import PAPERS
from tests.conformance.test_numbers import NUMBERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_place_on_the_page_of_the_rules(visitor, language):
    visitor.look(f"/rules?lang={language}")
    ids = {each.get("id") for each in visitor.page.iter()}
    assert set(NUMBERS) <= ids
    assert len(list(visitor.page.iter("h1"))) == 1


@pytest.mark.parametrize("page", ["rules", "differences"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_contents_leads_to_what_is_there(visitor, page, language):
    visitor.look(f"/{page}?lang={language}")
    ids = {each.get("id") for each in visitor.page.iter()}
    contents = next(each for each in visitor.page.iter("nav") if each.get("aria-labelledby") == "contents-heading")
    targets = [each.get("href", "").removeprefix("#") for each in contents.iter("a")]
    assert len(targets) > 3
    assert set(targets) <= ids


def test_what_differs_leads_to_the_rules_in_the_same_language(visitor):
    visitor.look("/differences?lang=is")
    assert visitor.links()["R23"] == "/rules?lang=is#R23"


@pytest.mark.parametrize("paper", PAPERS)
def test_a_paper_is_a_page_and_its_links_lead_somewhere(visitor, paper):
    visitor.look(f"/developers/{paper}?lang=ar")
    article = next(visitor.page.iter("article"))
    assert (article.get("lang"), article.get("dir")) == ("en", "ltr")
    assert (visitor.page.get("dir") == "rtl") == ("ar" in RIGHT_TO_LEFT)
    ids = {each.get("id") for each in visitor.page.iter()}
    for link in next(visitor.page.iter("main")).iter("a"):
        target = link.get("href", "")
        if target.startswith("#"):
            assert target[1:] in ids, target
        else:
            assert visitor.client.get(target).status_code == 200, target


def test_the_papers_lead_to_each_other(visitor):
    visitor.look("/developers/notation")
    assert "/developers/format" in visitor.links().values()
    assert "/developers/rules" in visitor.links().values()


def test_there_is_no_other_paper(visitor):
    visitor.look("/developers/secrets", 404)


def test_everything_that_is_named_for_developers_is_there(visitor):
    visitor.look("/developers")
    for name in ("The API, to read and to try", "OpenAPI document"):
        assert visitor.client.get(visitor.links()[name]).status_code == 200
    assert visitor.says("dl").startswith("read")


def test_the_example_for_developers_works(visitor):
    visitor.look("/developers")
    requests = re.findall(r"-d (['\"])(\{.*\})\1", "".join(visitor.with_id("example").itertext()))
    made = visitor.client.post(f"{PREFIX}/games", data=requests[0][1], content_type="application/json").json
    game, headers = made["view"]["id"], {"Authorization": f"Bearer {made['seat_link']['secret']}"}

    def post(path, body):
        return visitor.client.post(
            f"{PREFIX}/games/{game}{path}", data=body, content_type="application/json", headers=headers
        )

    started = post("/start", requests[1][1])
    assert started.status_code == 200, started.text
    move = requests[2][1].replace('\\"', '"').replace("$version", str(started.json["version"]))
    answer = post("/moves", move)
    assert answer.status_code == 200, answer.text
    assert "moves" in answer.json["view"]["you"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_came_by_a_language_stays_in_it(visitor, language):
    visitor.look(f"/lobby?lang={language}")
    inside = [address for address in visitor.links().values() if address.startswith(("/new", "/watch", "/mine"))]
    assert inside
    assert all(f"lang={language}" in address for address in inside)
