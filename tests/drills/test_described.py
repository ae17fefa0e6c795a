"""The service does what its own document says: requests made from the document are never answered by an error of ours,
and every answer has a status, a media type and a form that the document promises."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests import uploads  # noqa: F401
from tests.api.people import API
from tests.drills.company import Clock, Viewer, signed_in, with_token
from tests.drills.test_leaks import Serve
from tests.effort import SEED, effort

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
REAL = 0.7
"""How often a request is about a game that is there, and rests on its version."""


class Guide:
    """Leads requests that were made from the document to a game that is there, sent by somebody who is in it."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._chance = random.Random(SEED)
        self._callers = [signed_in(app, "Ada"), with_token(app, "Ben"), Viewer("nobody", {})]
        self._open()

    def lead(self, case: schemathesis.Case) -> dict[str, str]:
        """Changes the request, and gives the headers to send along."""
        caller = self._chance.choice([*self._callers[:1], *self._callers])
        headers = dict(caller.headers)
        if self._chance.random() < REAL:
            view = self._look()
            if "game" in (case.path_parameters or {}):
                case.path_parameters["game"] = self.game
            headers["If-Match"] = f'"{view["version"]}.seat-0"'
            if isinstance(case.body, dict):
                case.body.pop("expected_version", None)
        return headers

    def _look(self) -> dict[str, Any]:
        view = json.loads(self._callers[0].ask(self._app, "GET", f"/games/{self.game}").text)
        if view["phase"] == "match_over":
            self._open()
            view = self._look()
        return view

    def _open(self) -> None:
        setup = {"bots": ["random"], "bot_delay": 0, "options": {"hands": 9}}
        made = json.loads(self._callers[0].ask(self._app, "POST", "/games", setup).text)
        self.game = made["view"]["id"]
        if self._chance.random() < 0.7:
            body = {"expected_version": made["version"]}
            self._callers[0].ask(self._app, "POST", f"/games/{self.game}/start", body)


@pytest.mark.drill
def test_every_operation_answers_as_its_document_says(database_url: str, serve: Serve, clock: Clock) -> None:
    app = serve(database_url)
    guide = Guide(app)
    schema = schemathesis.openapi.from_wsgi(f"{API}/openapi.json", app)
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:
        _check(guide, operation.as_strategy())()


def _check(guide: Guide, cases: Any) -> Callable[[], None]:
    @settings(max_examples=effort(8, 300), suppress_health_check=list(HealthCheck), deadline=None)
    @given(case=cases)
    def check(case: schemathesis.Case) -> None:
        headers = guide.lead(case)
        case.validate_response(case.call(headers=headers), checks=CHECKS)

    return check
