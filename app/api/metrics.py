"""`/metrics`, as Prometheus reads it: how far behind everything is that runs behind the requests.

Not part of the API of the game: who watches over the service asks, with a token of its own. Others are told that there
is no such page.
"""

import hmac
from collections.abc import Iterable, Mapping

from flask import Blueprint, Response, abort, current_app, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.api.context import services
from app.services.operation.measures import Measures

TOKEN, OPEN = "METRICS_TOKEN", "METRICS_OPEN"
"""Settings of the app: the token that opens the page, and whether it is open without one."""
SWEEPS = {
    "decision.timed_out": "timed_out",
    "seat.taken_over": "taken_over",
    "clock.paused": "paused",
    "clock.resumed": "resumed",
}
"""What becomes of a game by time, by the kind of event that says so."""

metrics = Blueprint("metrics", __name__)


@metrics.get("/metrics")
def show() -> Response:
    """The numbers."""
    if not _may_ask():
        abort(404)
    response = Response(generate_latest(_registry), content_type=CONTENT_TYPE_LATEST)
    response.headers["Cache-Control"] = "no-store"
    return response


def _may_ask() -> bool:
    token = current_app.config[TOKEN]
    if not token:
        return bool(current_app.config[OPEN])
    given = request.headers.get("Authorization", "")
    return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


class _Measured(Collector):
    """What is measured at the moment it is asked for."""

    def describe(self) -> Iterable[Metric]:
        """Nothing: it would have to be measured for that, before there is an app."""
        return ()

    def collect(self) -> Iterable[Metric]:
        return families(services().measuring.measure())


_registry = CollectorRegistry()
_registry.register(_Measured())


def families(seen: Measures) -> Iterable[Metric]:
    """The measures under their names."""
    behind = {name: lag.number for name, lag in seen.lags.items()}
    seconds = {name: lag.seconds for name, lag in seen.lags.items()}
    yield _by("reader", "kartfold_lag_events", "Events that a reader of the log has still to read", behind)
    yield _by("reader", "kartfold_lag_seconds", "Age of the first of them", seconds)
    yield _by("consumer", "kartfold_parked_events", "Events that a consumer could not take", seen.parked)
    yield GaugeMetricFamily("kartfold_overdue_decisions", "Decisions that are due and not taken", seen.overdue.number)
    yield GaugeMetricFamily("kartfold_overdue_seconds", "How late the latest of them is", seen.overdue.seconds)
    swept = {what: seen.events.get(kind, 0) for kind, what in SWEEPS.items()}
    yield _total("what", "kartfold_clock_sweeps", "What has become of games by time", swept)
    yield _total("kind", "kartfold_events", "Events that were counted, by kind", seen.events)
    yield _by("status", "kartfold_games", "Tables", seen.games)
    said = "Messages: those that wait, and what became of the others of the last 24 hours"
    sent = GaugeMetricFamily("kartfold_deliveries", said, labels=("channel", "state"))
    for names, number in seen.deliveries.items():
        sent.add_metric(names, number)
    yield sent
    said = "Messages to webhooks and browsers that came to an end"
    done = CounterMetricFamily("kartfold_deliveries_ended", said, labels=("channel", "outcome"))
    for names, number in seen.ended.items():
        done.add_metric(names, number)
    yield done
    yield GaugeMetricFamily("kartfold_streams", "Streams that this process holds open", seen.streams)


def _by(label: str, name: str, said: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, said, labels=(label,))
    for each, value in values.items():
        family.add_metric((each,), value)
    return family


def _total(label: str, name: str, said: str, values: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(name, said, labels=(label,))
    for each, value in values.items():
        family.add_metric((each,), value)
    return family
