"""Blueprints whose requests are read strictly: what is not plain JSON of the documented form is refused."""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar

import flask_smorest
from flask import Request
from marshmallow import Schema
from webargs.core import missing
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from app.api.problems import Problem

V = TypeVar("V", bound=Callable[..., object])


class StrictParser(FlaskParser):
    """webargs' parser lets a body of another media type pass as no body, and takes NaN and doubled keys."""

    DEFAULT_UNKNOWN_BY_LOCATION = FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION | {"query": "raise"}

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body as JSON, or missing if there is none. Raises Problem 400 and 415."""
        return body_of(req) if read(req) else missing

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """The query, without NUL. Raises Problem 400."""
        if any("\0" in value for values in req.args.listvalues() for value in values):
            raise Problem(400, "malformed_query", "The query has a NUL character in it.")
        return super().load_querystring(req, schema)


class Blueprint(flask_smorest.Blueprint):
    """A resource of the API. Its url_prefix is what follows /api/v1."""

    ARGUMENTS_PARSER = StrictParser()

    def refuses(self, *statuses: int) -> Callable[[V], V]:
        """Documents with which statuses a view refuses. Unlike alt_response it costs a request nothing."""

        def document(view: V) -> V:
            said = _apidoc(view).setdefault("response", {}).setdefault("responses", {})
            for status in statuses:
                said.setdefault(status, []).append(HTTPStatus(status).name)
            return view

        return document

    def takes(self, schema: type[Schema]) -> Callable[[V], V]:
        """Documents the body of a view that reads it itself, which is much faster than `arguments`."""

        def document(view: V) -> V:
            content = {"application/json": {"schema": schema}}
            _apidoc(view)["manual_doc"] = {"requestBody": {"required": True, "content": content}}
            return view

        return document


def _apidoc(view: Callable[..., object]) -> dict[str, Any]:
    """What flask-smorest knows of a view."""
    known: dict[str, Any] = view.__dict__.setdefault("_apidoc", {})
    return known


def body_of(req: Request) -> Any:
    """The body as JSON, an empty object if there is none. Raises Problem 400 and 415."""
    body = read(req)
    if not body:
        return {}
    if not req.is_json:
        raise Problem(415, "not_json", "The body must be JSON, sent as application/json.")
    return parse(body)


def read(req: Request) -> bytes:
    """The whole body. Raises Problem 400 for one that does not come as its headers say, and 413."""
    try:
        body = req.get_data(cache=True)
    except HTTPException:
        raise
    except Exception:  # each server has errors of its own for chunks that are none
        raise Problem(400, "malformed_body", "The body does not come in the form that its headers say.") from None
    longest = req.max_content_length
    if req.content_length is None and longest is not None and len(body) >= longest:  # chunks: werkzeug cuts them here
        raise RequestEntityTooLarge
    return body


def parse(body: bytes) -> Any:
    """What these bytes say, as I-JSON (RFC 7493): UTF-8, no doubled keys, no lone surrogates, no NaN.

    Nor NUL characters, which PostgreSQL cannot store. Raises Problem 400.
    """
    try:
        value = json.loads(body.decode(), object_pairs_hook=_once, parse_constant=_refuse)
        if b"\\u" in body:  # only an escape brings NUL, and what UTF-8 cannot say
            _check_text(json.dumps(value, ensure_ascii=False))
    except (ValueError, RecursionError):  # UnicodeError and JSONDecodeError are ValueErrors
        raise Problem(400, "malformed_json", "The body is not JSON.") from None
    return value


def _check_text(text: str) -> None:
    text.encode()  # a lone surrogate is a UnicodeError
    if "\\u0000" in text:
        raise ValueError("a NUL character is there")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key is there twice")
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
