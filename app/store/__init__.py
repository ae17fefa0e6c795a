"""The event store, on SQLAlchemy Core."""
