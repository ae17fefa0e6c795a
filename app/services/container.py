"""The use cases of one running service, joined by the factory and handed to views, workers and commands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """One field a service. Add yours here and make it in `app.factory.make_services`."""
