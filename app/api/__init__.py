"""REST: a blueprint a resource, without SQLAlchemy."""
