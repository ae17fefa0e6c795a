"""The same application, made in half the time: thousands are made in a run. A real process makes it as it is."""

from collections.abc import Callable
from typing import Any

import flask_smorest
from apispec import APISpec
from werkzeug.routing import Rule

_COMPILE = Rule._compile_builder
_DESCRIBE = flask_smorest.Blueprint.register_views_in_doc
_TELL = APISpec.to_dict
_undescribed = "undescribed"


def quicken() -> None:
    """From now on, addresses are compiled when they are first asked for, and views described when the document is."""
    Rule._compile_builder = _compile_late  # type: ignore[method-assign, assignment]
    flask_smorest.Blueprint.register_views_in_doc = _describe_late
    APISpec.to_dict = _tell  # type: ignore[method-assign, assignment]


def _compile_late(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    compiled: list[Callable[..., tuple[str, str]]] = []

    def build(bound: Rule, **values: Any) -> tuple[str, str]:
        if not compiled:
            compiled.append(_COMPILE(rule, append_unknown))
        return compiled[0](bound, **values)

    return build


def _describe_late(blueprint: flask_smorest.Blueprint, api: Any, app: Any, spec: APISpec, **named: Any) -> None:
    later = spec.__dict__.setdefault(_undescribed, [])
    later.append(lambda: _DESCRIBE(blueprint, api, app, spec, **named))


def _tell(spec: APISpec) -> dict[str, Any]:
    for describe in spec.__dict__.pop(_undescribed, []):
        describe()
    return _TELL(spec)
