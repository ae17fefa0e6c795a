"""Errors as RFC 9457 problems: one shape for every refusal under /api."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Response, g, json
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException, default_exceptions

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:kartfold:problem:"

CODES = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "request_timeout",
    409: "conflict",
    410: "gone",
    412: "precondition_failed",
    413: "too_large",
    414: "uri_too_long",
    415: "not_json",
    422: "invalid",
    428: "precondition_required",
    429: "too_many_requests",
    431: "headers_too_large",
    500: "internal",
    501: "not_implemented",
    503: "unavailable",
}
"""The code of an error that carries none of its own."""


class Problem(HTTPException):
    """A refusal with a code, raised anywhere below a view.

    status is the HTTP status, code the word a program can go by, detail a sentence for people, rule the rule
    that was broken (`R12`) if one was. members are further members of the document (RFC 9457, 3.2), headers
    go with it.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        rule: str | None = None,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(description=detail)
        self.code = status
        self.word = code
        self.rule = rule
        self.headers = dict(headers or {})
        self.members = members


class ProblemSchema(Schema):
    """The documented shape; what is sent is made by `document`."""

    type = fields.String(required=True, metadata={"description": "An identifier of the kind of problem"})
    title = fields.String(required=True, metadata={"description": "The HTTP status in words"})
    status = fields.Integer(required=True, metadata={"description": "The HTTP status"})
    detail = fields.String(required=True, metadata={"description": "A sentence for people"})
    code = fields.String(
        required=True,
        metadata={
            "description": "A word for programs; the description of the API has all",
            "examples": ["not_found"],
        },
    )
    instance = fields.String(metadata={"description": "The identifier of this one occurrence, to look it up in a log"})
    rule = fields.String(metadata={"description": "The rule that was broken", "pattern": "^R[0-9]+$"})
    errors = fields.Dict(
        keys=fields.String(), metadata={"description": "What is wrong, by place (json, query) and field"}
    )


def respond(error: HTTPException) -> Response:
    """The answer that says this error as a problem document."""
    body = document(error)
    response = Response(json.dumps(body), status=body["status"], content_type=MEDIA_TYPE)
    for name, value in _headers(error).items():
        response.headers[name] = value
    response.headers["Cache-Control"] = "no-store"
    return response


def document(error: HTTPException) -> dict[str, Any]:
    """The members of the problem document, without a word of what went on inside."""
    status = error.code or 500
    word = getattr(error, "word", None) or CODES.get(status, "error")
    title = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else error.name
    body = {
        "type": TYPE + word,
        "title": title,
        "status": status,
        "detail": _detail(error, status),
        "code": word,
    }
    if rule := getattr(error, "rule", None):
        body["rule"] = rule
    if status >= 500 and "incident" in g:
        body["instance"] = f"urn:uuid:{g.incident}"
    return body | _errors(error) | getattr(error, "members", {})


def _detail(error: HTTPException, status: int) -> str:
    """Werkzeug's own sentence, except where webargs put none or a server error might tell of the inside."""
    known = default_exceptions.get(status)
    if isinstance(error, Problem):
        return error.description or ""
    if status == 422:
        return "The request does not fit what is documented; errors names each field."
    return str(known.description) if known and known.description else error.name


def _errors(error: HTTPException) -> dict[str, Any]:
    """What webargs found, by place and field."""
    data = getattr(error, "data", None) or {}
    found = data.get("errors") or data.get("messages")
    return {"errors": found} if found else {}


def _headers(error: HTTPException) -> dict[str, str]:
    """The headers that belong to an error: Allow of a 405, and those that a Problem brings."""
    own = {name: value for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")}
    brought = (getattr(error, "data", None) or {}).get("headers") or {}
    return own | dict(brought) | getattr(error, "headers", {})
