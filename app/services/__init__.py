"""Use cases: what the service does for its callers, without Flask and marshmallow."""
