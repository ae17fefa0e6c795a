"""People with browsers, for tests."""

import json
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

API = "/api/v1"


class Person:
    """Somebody with an account and a browser, which sends the CSRF token along as a page of ours would."""

    def __init__(self, client: FlaskClient, name: str, password: str) -> None:
        self.client = client
        self.name = name
        self.password = password
        self.csrf_token = ""

    @classmethod
    def sign_up(cls, app: Flask, name: str, password: str) -> "Person":
        """Makes the account and signs in."""
        person = cls(app.test_client(), name, password)
        made = person.client.post(f"{API}/accounts", json={"name": name, "password": password})
        assert made.status_code == 201, made.text
        person.sign_in()
        return person

    def sign_in(self) -> TestResponse:
        """Signs in with this browser."""
        given = {"name": self.name, "password": self.password}
        answer = self.client.post(f"{API}/session", json=given)
        assert answer.status_code == 200, answer.text
        self.csrf_token = json.loads(answer.text)["csrf_token"]
        return answer

    def cookie(self) -> str:
        """What the session's cookie says."""
        cookie = self.client.get_cookie("kartfold_session")
        assert cookie is not None
        return cookie.value

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        return self.client.get(API + path, **kwargs)

    def post(self, path: str, body: Any = None, **kwargs: Any) -> TestResponse:
        return self.client.post(API + path, json=body, **self._with_token(kwargs))

    def patch(self, path: str, body: Any) -> TestResponse:
        return self.client.patch(API + path, json=body, **self._with_token({}))

    def put(self, path: str, body: Any) -> TestResponse:
        return self.client.put(API + path, json=body, **self._with_token({}))

    def delete(self, path: str, **kwargs: Any) -> TestResponse:
        return self.client.delete(API + path, **self._with_token(kwargs))

    def token(self, *scopes: str, **more: Any) -> str:
        """The secret of a new token with these scopes."""
        answer = self.post("/tokens", {"name": "a program", "scopes": list(scopes)} | more)
        assert answer.status_code == 201, answer.text
        secret: str = json.loads(answer.text)["secret"]
        return secret

    def _with_token(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        return kwargs | {"headers": {"X-CSRF-Token": self.csrf_token} | dict(kwargs.get("headers", {}))}


def bearer(secret: str) -> dict[str, str]:
    """The header that speaks for whoever has this secret."""
    return {"Authorization": f"Bearer {secret}"}


def assert_problem(answer: TestResponse, status: int, code: str) -> dict[str, Any]:
    """The answer is a well-formed problem of this status and code; its document comes back."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    document: dict[str, Any] = json.loads(answer.text)
    assert document["status"] == status
    assert document["code"] == code
    assert document["type"] == f"urn:kartfold:problem:{code}"
    assert isinstance(document["title"], str)
    assert isinstance(document["detail"], str)
    return document
