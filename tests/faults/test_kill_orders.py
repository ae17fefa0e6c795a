"""Orders while players move by themselves, and the service is killed: whoever was first has made the move, once."""

import random

import pytest
import sqlalchemy as sa

from app.services.orders.order_list import STANDING
from app.store import Cipher, make_engine
from app.store.orders import OrderRow, OrderStore, made
from replays.format import quick
from replays.verify import verify_lines
from tests.effort import SEED, effort
from tests.faults.service import Service
from tests.faults.tables import Table, open_table, stored, view
from tests.faults.test_kill import Load

CLIENTS = 2
KEYS = Cipher({"tests": bytes(range(32))})
"""Those of the service."""


def leave(lists: OrderStore, service: Service, table: Table) -> None:
    """Everybody at this table orders whatever holds on."""
    now = view(service, table, 0)
    for seat in table.people:
        orders = [{"type": kind} for kind in STANDING]
        lists.put(OrderRow(table.game, now["seats"][seat]["player"], 1, 1, now["version"], orders), 0)


@pytest.mark.drill
def test_a_move_is_made_by_hand_or_by_order_and_once(service: Service) -> None:
    chance, engine = random.Random(SEED), make_engine(service.url)
    lists = OrderStore(engine, KEYS)
    tables = [open_table(service, people=2) for _ in range(CLIENTS)]
    for table in tables:
        leave(lists, service, table)
    load = Load(service, tables)
    load.start()
    for _ in range(effort(1, 30)):
        load.wait_for(chance.randrange(1, 6 * CLIENTS))
        service.kill()
        service.start()
    while not any_made(engine):  # who moves by hand is quick
        load.wait_for(CLIENTS)
    load.stop()
    service.kill()
    ordered = [check(engine, load, table) for table in tables]
    engine.dispose()
    assert sum(ordered) > 0
    assert {one.answer.status for one in load.tries} <= {200, 409}


def any_made(engine: sa.Engine) -> bool:
    """Whether anything has been done by order."""
    with engine.connect() as connection:
        return connection.execute(sa.select(made.c.request).limit(1)).first() is not None


def check(engine: sa.Engine, load: Load, table: Table) -> int:
    """Fails unless each move of the record was either told to its player, or made by order; says how many."""
    with engine.connect() as connection:
        by_order = set(connection.scalars(sa.select(made.c.request).where(made.c.game == table.game)))
    lines = stored(engine.url.render_as_string(hide_password=False), table.game)
    people = {f"seat:{seat}" for seat in table.people}
    moved = {one["request"] for one in quick(lines) if one["actor"] in people}
    mine = [one.answer for one in load.tries if one.table == table and one.answer.status == 200]
    by_hand = [one.said["events"][0]["request"] for one in mine]
    assert len(set(by_hand)) == len(by_hand), "two were told that they made one move"
    assert by_order.isdisjoint(by_hand), "a move was made by order that its player made"
    assert by_order | set(by_hand) == moved
    report = verify_lines(lines)
    assert report.verdict != "diverged", report.line()
    return len(by_order)
