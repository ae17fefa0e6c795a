"""The list of codes in the document is whole: whoever writes a client meets no code that is not in it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import app.api
from app.api import codes, problems
from app.rules.refusals import RULE_OF_CODE

CODE = Path(app.api.__file__).parent.parent


@pytest.fixture
def database_url(sqlite_url):
    """One kind of database is enough for what asks none."""
    return sqlite_url


def raised() -> Iterator[tuple[object, str]]:
    """The codes that stand in the code with what is raised, each with its status if that stands there too."""
    for path in [*(CODE / "api").rglob("*.py"), *(CODE / "services").rglob("*.py")]:
        for call in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                given = [one.value if isinstance(one, ast.Constant) else None for one in call.args]
                if call.func.id == "Problem" and isinstance(given[1], str):
                    yield given[0], given[1]
                elif call.func.id in ("NotBranched", "NotNow") and isinstance(given[0], str):
                    yield 409, given[0]
                elif call.func.id == "NotAllowed" and isinstance(given[0], str):
                    yield 403, given[0]


def test_every_code_that_is_raised_is_listed_and_no_other():
    of_http = set(problems.CODES.values())
    assert {code for _, code in raised()} | of_http == set(codes.ASKING | codes.WRITING) | of_http


def test_codes_come_with_the_statuses_that_are_listed():
    listed = {code: statuses for code, (statuses, _) in (codes.ASKING | codes.WRITING).items()}
    defaults = {code: (status,) for status, code in problems.CODES.items()}
    for status, code in raised():
        assert status is None or status in (listed | defaults)[code], code


def test_every_refusal_of_the_rules_is_listed():
    assert set(codes.RULES) == set(RULE_OF_CODE)


def test_the_document_shows_them(client):
    shown = client.get("/api/v1/openapi.json").json["info"]["description"]
    for code in [*codes.ASKING, *codes.WRITING, *codes.RULES, *problems.CODES.values()]:
        assert f"| `{code}` |" in shown, code
    assert "| `card_not_playable` | 409 | The card does not fit on the top card. (R9) |" in shown
    assert "| `stale_version` | 409, 412 |" in shown
