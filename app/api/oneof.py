"""Bodies that are one of several, told apart by a field: how OpenAPI says it."""

from collections.abc import Callable
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow_oneofschema.one_of_schema import OneOfSchema


class Converter(OpenAPIConverter):
    """apispec's converter, which knows no OneOfSchema."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """As the base class does; `oneOf` with a discriminator for a OneOfSchema."""
        if not isinstance(schema, OneOfSchema):
            return dict(super().schema2jsonschema(schema))  # type: ignore[no-untyped-call]
        nested: Callable[[object], dict[str, str]] = self.resolve_nested_schema
        kinds = {name: nested(kind) for name, kind in schema.type_schemas.items()}
        mapping = {name: kind["$ref"] for name, kind in kinds.items()}
        return {
            "oneOf": list(kinds.values()),
            "discriminator": {"propertyName": schema.type_field, "mapping": mapping},
        }


class Plugin(MarshmallowPlugin):
    """apispec's plugin with this converter."""

    Converter = Converter
