"""Requests made up from the document, right ones and wrong ones: no answer is a 5xx, every refusal is a problem."""

import contextlib

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from tests import uploads  # noqa: F401
from tests.api.people import API, bearer
from tests.effort import effort

MADE_UP = settings(
    max_examples=effort(1, 200),
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.drill
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["right", "wrong"])
def test_whatever_is_asked_the_answer_is_an_answer(app, person, mode):
    ann = person("Ann")
    game = ann.post("/games", {"seats": 2, "bots": ["first"]}).json["view"]["id"]
    secret = ann.token("read", "play", "manage")
    seen = set()

    def ask(case):
        if mode is GenerationMode.POSITIVE and "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = game
        case.headers = dict(case.headers or {}) | headers_for(case.operation.path)
        answer = case.call()
        seen.add(answer.status_code)
        assert answer.status_code < 500, (case.method, case.formatted_path, case.body)
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == ["application/problem+json"]

    def headers_for(path):
        if path.startswith((f"{API}/tokens", f"{API}/session")):
            return {"X-CSRF-Token": ann.csrf_token, "Cookie": f"kartfold_session={ann.cookie()}"}
        return bearer(secret)

    for found in schemathesis.openapi.from_wsgi(f"{API}/openapi.json", app).get_all_operations():
        ann.sign_in()  # the operation before may have been to sign out
        made_up = found.ok().as_strategy(generation_mode=mode)
        with contextlib.suppress(Unsatisfiable):  # where nothing is asked for, nothing can be wrong
            MADE_UP(given(case=made_up)(ask))()
    assert {200, 201, 204} <= seen if mode is GenerationMode.POSITIVE else 422 in seen
