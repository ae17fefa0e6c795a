"""The document says what there is, in valid OpenAPI 3.1, and its page needs nobody but us."""

import re

import pytest
from openapi_spec_validator import validate

from app.rules.options import InvalidOption, Options
from tests.api.people import API


@pytest.fixture
def document(make_app):
    return make_app().test_client().get(f"{API}/openapi.json").json


@pytest.fixture
def database_url(sqlite_url):
    """One kind of database is enough for what asks none."""
    return sqlite_url


def operations(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                yield f"{method.upper()} {path}", operation


def test_the_document_is_valid_openapi(document):
    assert document["openapi"].startswith("3.1.")
    validate(document)


NO_RESOURCES = ("docs", "openapi.json", "bot.py")


def test_every_route_of_the_api_is_documented(app, document):
    documented = {re.sub("{.*?}", "{}", path) for path in document["paths"]}
    served = {
        re.sub("<.*?>", "{}", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(API) and not rule.rule.startswith(tuple(f"{API}/{name}" for name in NO_RESOURCES))
    }
    assert documented == served


def test_every_operation_has_a_summary_a_tag_and_problems(document):
    for name, operation in operations(document):
        assert operation.get("summary"), name
        assert len(operation["tags"]) == 1, name
        assert "default" in operation["responses"], name


def test_every_refusal_is_documented_as_a_problem(document):
    for name, response in document["components"]["responses"].items():
        assert set(response["content"]) == {"application/problem+json"}, name
        schema = response["content"]["application/problem+json"]["schema"]
        assert schema == {"$ref": "#/components/schemas/Problem"}, name


def test_every_operation_that_wants_to_know_who_asks_says_how(document):
    open_to_all = {
        "POST /api/v1/accounts",
        "POST /api/v1/session",
        "POST /api/v1/password-resets",
        "POST /api/v1/password-resets/{secret}",
        "POST /api/v1/address-confirmations/{secret}",
        "POST /api/v1/seat-reminders",
        "POST /api/v1/seat-recoveries/{secret}",
        "GET /api/v1/replay.schema.json",
    }
    for name, operation in operations(document):
        assert ("security" in operation) is (name not in open_to_all), name
    assert set(document["components"]["securitySchemes"]) == {"session", "csrf", "token", "seat"}


def test_bodies_take_no_unknown_fields(document):
    for name, operation in operations(document):
        if body := operation.get("requestBody"):
            if "application/json" not in body["content"]:
                continue  # a file
            schema = body["content"]["application/json"]["schema"]
            shape = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            assert "oneOf" in shape or shape["additionalProperties"] is False, name


def taken(name, value):
    """Whether the rules take this value of an option."""
    try:
        Options.parse({name: value})
    except InvalidOption:
        return False
    return True


def test_options_are_documented_as_the_rules_take_them(document):
    documented = document["components"]["schemas"]["Options"]["properties"]
    assert documented.keys() == Options().data().keys()
    for name, shape in documented.items():
        assert shape.get("default") == Options().data()[name], name
        assert taken(name, None) is ("null" in shape["type"]), name
        if "enum" in shape:
            assert all(taken(name, value) for value in shape["enum"]), name
        elif "minimum" in shape:
            low, high = shape["minimum"], shape["maximum"]
            assert [taken(name, value) for value in (low - 1, low, high, high + 1)] == [False, True, True, False], name


def test_the_page_and_all_it_loads_come_from_here(client):
    page = client.get(f"{API}/docs")
    assert page.status_code == 200
    assert page.content_type.startswith("text/html")
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(addresses) == 5
    for address in addresses:
        assert address.startswith("/api/v1/")
        with client.get(address) as loaded:
            assert loaded.status_code == 200
    assert "<script>" not in page.text
    policy = page.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "http" not in policy


@pytest.mark.parametrize("name", ["nothing.js", "../docs.py", "%2e%2e%2fdocs.py", "swagger-ui.js"])
def test_the_page_gives_no_other_files(client, name):
    assert client.get(f"{API}/docs/{name}").status_code == 404
