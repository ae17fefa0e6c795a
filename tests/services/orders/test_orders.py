"""Orders of players in real games: when they are carried out, what is left of them then, and that they wrong nobody: no
race makes a move twice, what was taken back is not done, and no table tells a card or a plan."""

import json
import random
from datetime import datetime

import pytest
import sqlalchemy as sa

from app.rules.cards import CODES
from app.rules.moves import parse_move
from app.rules.refusals import Refused
from app.services.orders.order_list import MOST, Condition, Order
from app.services.orders.orders import ListChanged, Orders
from app.services.play.callers import ANONYMOUS
from app.services.refusals import Malformed
from app.store import Cipher, SecretUnreadable, Unavailable
from app.store.orders import OrderStore, orders
from tests.api.tables import any_move
from tests.effort import effort
from tests.services.house import House
from tests.services.ordering import (
    ACCEPT,
    DRAW,
    PASS,
    SAY_UNO,
    STANDING,
    Match,
    View,
    a_plain_play,
    every_card,
    is_number,
    plain,
    plays,
    rows,
    slot_of,
    until,
)


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One kind of database is enough for what the list says; `test_order_races` has both."""
    return sqlite_url


# ------------------------------------------------------------ carried out


def test_a_play_is_made_as_the_players_own_request(house: House) -> None:
    match, seat, view = until(house, a_plain_play)
    card = plain(view)[0]["card"]
    match.leave(seat, Order("play", slot_of(view, card)))
    assert match.woken == 1
    match.works()
    last = match.last()
    assert (last["actor"], last["kind"]) == (f"seat:{seat}", "card.played")
    assert (last["data"]["seat"], last["data"]["card"]) == (seat, card)
    assert match.left(seat) == [], "plays are for one turn"
    assert [one.request for one in match.orders.own(match.seen(seat)).made] == [last["request"]]
    assert match.orders.made(match.seen(seat)) == {last["request"]}
    assert match.orders.made(match.seen(1 - seat)) == frozenset()


def test_orders_wait_for_the_turn_and_the_delay_of_the_table(house: House) -> None:
    """Whoever may catch somebody has as long as before a bot moves."""
    match, seat, view = until(house, a_plain_play, bot_delay=2000)
    other = 1 - seat
    match.leave(other, DRAW, *every_card(match.view(other)))
    assert not match.work(), "it is not their turn"
    house.time += 10_000
    assert not match.work()
    match.move(seat, plain(view)[0])
    assert not match.work(), "the delay is not over"
    (waiting,) = match.errands.waiting()
    assert waiting.due == house.time + 2000
    house.time += 1999
    assert not match.work()
    house.time += 1
    assert match.work()
    assert match.last()["actor"] == f"seat:{other}"


def test_games_that_always_go_on_keep_no_other_waiting(house: House) -> None:
    """Whoever has waited for the longest comes first, whatever else there is to look at."""
    busy, quiet = sorted([Match(house), Match(house)], key=lambda match: match.game)
    for match in (busy, quiet):
        match.leave(match.turn, *STANDING)
    house.time += 1
    busy.move(busy.turn, any_move(busy.view(busy.turn), random.Random(1)))
    assert [one.game for one in busy.errands.waiting(1)] == [quiet.game]


def test_an_idle_worker_asks_nothing(house: House) -> None:
    match, seat, _ = until(house, a_plain_play)
    match.leave(1 - seat, *STANDING)
    match.works()
    assert match.errands.waiting() == []


def test_standing_orders_hold_on(house: House) -> None:
    """Two who leave everything to their orders: what they do not cover is done by hand."""
    match, chance = Match(house), random.Random(3)
    for seat in range(2):
        match.leave(seat, *STANDING)
    for _ in range(12):
        match.works()
        if match.view(0)["phase"] == "match_over":
            break
        assert match.left(match.turn) == list(STANDING)
        view = match.view(match.turn)
        assert any(move["type"] == "play" for move in view["you"]["moves"]) or view["phase"] in ("color", "target")
        match.move(match.turn, any_move(view, chance))
    by_order = match.orders.made(match.seen(0)) | match.orders.made(match.seen(1))
    told = match.events()
    assert {one["actor"] for one in told if one["request"] in by_order} <= {"seat:0", "seat:1"}
    assert by_order


def test_uno_is_said_at_once_behind_an_own_play(house: House) -> None:
    def says(view: View) -> bool:
        return view["phase"] == "turn" and any(one.get("uno") and is_number(one["card"]) for one in plays(view))

    match, seat, view = until(house, says, bot_delay=60_000)
    match.leave(seat, SAY_UNO)
    assert not match.work()
    card = next(one["card"] for one in plays(view) if one.get("uno") and is_number(one["card"]))
    match.move(seat, {"type": "play", "card": card})
    assert match.work(), "it waits for no delay"
    assert (match.last()["kind"], match.last()["actor"]) == ("uno.called", f"seat:{seat}")
    assert match.left(seat) == [SAY_UNO]


def test_uno_is_said_with_a_play_made_by_order(house: House) -> None:
    def says(view: View) -> bool:
        return view["phase"] == "turn" and any(one.get("uno") and is_number(one["card"]) for one in plays(view))

    match, seat, view = until(house, says)
    card = next(one["card"] for one in plays(view) if one.get("uno") and is_number(one["card"]))
    match.leave(seat, SAY_UNO, Order("play", slot_of(view, card)))
    match.works()
    played = [one for one in match.events() if one["kind"] == "card.played"][-1]
    assert (played["data"]["card"], played["data"]["uno"]) == (card, True)


@pytest.mark.drill
def test_a_wild_card_is_answered_in_the_same_breath(house: House) -> None:
    """The colour or target that a Wild Item Box asks for was ordered with it; in a sample, the one or the other."""
    asked = set()
    for _ in range(40):
        match, seat, view = until(house, lambda view: view["phase"] == "turn" and holds(view, "WB"), guests=3)
        target = (seat + 1) % 3
        match.leave(seat, Order("play", slot_of(view, "WB"), Condition(), "g", target))
        before = len(match.events())
        match.works()
        told = match.events()[before:]
        kinds = [one["kind"] for one in told]
        assert kinds[:2] == ["card.played", "card.turned"]
        if "color.chosen" in kinds or "target.chosen" in kinds:
            chosen = next(one for one in told if one["kind"] in ("color.chosen", "target.chosen"))
            assert chosen["data"] in ({"seat": seat, "color": "g"}, {"seat": seat, "target": target})
            assert len(match.orders.made(match.seen(seat))) == 2
            asked.add(chosen["kind"])
        assert match.view(seat)["phase"] not in ("color", "target") or match.view(seat)["phase"] == "match_over"
        if len(asked) == effort(1, 2):
            return
    raise AssertionError(f"only {asked}")


def holds(view: View, card: str) -> bool:
    """Whether a hand that is not near its end has such a card."""
    return any(one["card"] == card for one in view["you"]["hand"]) and len(view["you"]["hand"]) > 3


def test_the_row_of_missed_decisions_is_broken(house: House) -> None:
    match, seat, _ = until(house, a_plain_play, clock={"kind": "decision", "ms": 60_000})
    for _ in range(2):  # both of them: a turn that runs out ends
        house.time += 60_000
        assert house.sweeps.decisions() == 1
    assert match.turn == seat
    assert match.seen(seat).position.state.missed[seat] == 1
    match.leave(seat, *every_card(match.view(seat)), DRAW)
    match.works()
    assert match.seen(seat).position.state.missed[seat] == 0


def test_nobody_misses_a_decision_for_which_an_order_was_left(house: House) -> None:
    """Nobody has looked in time."""
    match, seat, view = until(house, a_plain_play, clock={"kind": "decision", "ms": 300_000})
    house.sweeps.decisions()
    match.leave(seat, Order("play", slot_of(view, plain(view)[0]["card"])))
    house.time += 360_000
    assert house.sweeps.decisions() == 1
    assert (match.last()["actor"], match.last()["kind"]) == (f"seat:{seat}", "card.played")
    assert match.left(seat) == []


def test_who_has_less_time_than_the_delay_of_the_table_misses_none_either(house: House) -> None:
    """A bank of a minute that is almost gone, at a table that gives half a minute to catch."""

    def hurried(view: View) -> bool:
        house.time += 15_000
        return a_plain_play(view) and 0 < deadline(view) - house.time < 30_000

    bank = {"kind": "bank", "ms": 60_000, "increment_ms": 0, "max_ms": 60_000}
    match, seat, view = until(house, hurried, bot_delay=30_000, clock=bank)
    house.sweeps.decisions()
    match.leave(seat, Order("play", slot_of(view, plain(view)[0]["card"])))
    house.time = deadline(view)
    assert house.sweeps.decisions() == 1
    assert (match.last()["actor"], match.last()["kind"]) == (f"seat:{seat}", "card.played")


def test_while_the_database_is_away_nobody_is_decided_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was ordered is not known then."""
    match, seat, view = until(house, a_plain_play, clock={"kind": "decision", "ms": 60_000})
    match.leave(seat, Order("play", slot_of(view, plain(view)[0]["card"])))
    house.time += 60_000

    def away(*given: object) -> None:
        raise Unavailable("for a moment")

    monkeypatch.setattr(OrderStore, "find", away)
    with pytest.raises(Unavailable):
        house.sweeps.decisions()
    monkeypatch.undo()
    assert house.sweeps.decisions() == 1
    assert match.last()["kind"] == "card.played"


def test_for_whom_orders_cannot_be_opened_the_service_decides(house: House) -> None:
    match, seat, view = until(house, a_plain_play, clock={"kind": "decision", "ms": 60_000})
    match.leave(seat, Order("play", slot_of(view, plain(view)[0]["card"])))
    with house.engine.begin() as connection:
        connection.execute(orders.update().values(sealed=b"of nobody"))
    house.time += 60_000
    assert house.sweeps.decisions() == 1
    assert match.last()["kind"] == "decision.timed_out"


def deadline(view: View) -> int:
    """When the decision is due, UTC ms."""
    return round(datetime.fromisoformat(view["deadline"]).timestamp() * 1000)


def test_where_no_order_fits_the_service_decides(house: House) -> None:
    match, seat, _ = until(house, a_plain_play, clock={"kind": "decision", "ms": 60_000})
    match.leave(seat, ACCEPT)
    house.time += 60_000
    assert house.sweeps.decisions() == 1
    assert match.last()["kind"] == "decision.timed_out"


# ------------------------------------------------------------ for how long


def test_plays_are_gone_behind_an_own_turn(house: House) -> None:
    match, seat, view = until(house, a_plain_play)
    match.leave(seat, Order("play", slot_of(view, plain(view)[0]["card"]), Condition(top="W", color="r")), PASS)
    match.works()
    assert len(match.left(seat)) == 2, "it does not hold, and the turn is still on"
    match.move(seat, plain(view)[0])
    assert match.left(seat) == [PASS], "before a worker has looked, too"
    match.works()
    assert match.left(seat) == [PASS]


def test_plays_outlast_a_turn_that_was_lost(house: House) -> None:
    """Who is skipped has had no turn."""

    def skips(view: View) -> bool:
        return (
            view["phase"] == "turn"
            and len(view["you"]["hand"]) > 2
            and any(one["card"][1] == "S" for one in plays(view))
        )

    match, seat, view = until(house, skips)
    other = 1 - seat
    order = every_card(match.view(other))[0]
    match.leave(other, order)
    match.move(seat, next(one for one in plays(view) if one["card"][1] == "S"))
    match.works()
    assert match.left(other) == [order]


def test_plays_end_with_the_hand_and_standing_orders_do_not(house: House) -> None:
    match = Match(house, options={"hands": 2})
    chance = random.Random(1)
    match.leave(0, every_card(match.view(0))[0], SAY_UNO)
    row = match.store.find(match.game, str(match.callers[0].player))
    assert row is not None
    with house.engine.begin() as connection:  # as if no turn had come in that hand
        connection.execute(orders.update().values(base=10**9))
    while match.view(0)["hand_number"] == 1:
        match.move(match.turn, any_move(match.view(match.turn), chance))
    assert match.left(0) == [SAY_UNO]


def test_all_end_with_the_match_and_with_the_seat(house: House) -> None:
    match = Match(house, guests=3)
    for seat in range(3):
        match.leave(seat, SAY_UNO)
    match.move(1, {"type": "resign"})
    match.works()
    assert rows(house) == 2
    with pytest.raises(Refused, match="not_seated"):
        match.orders.own(match.seen(1))
    match.move(0, {"type": "resign"})
    assert match.view(2)["phase"] == "match_over"
    match.works()
    assert rows(house) == 0
    with pytest.raises(Refused, match="game_over"):
        match.leave(2, SAY_UNO)


def test_who_takes_over_a_seat_takes_no_orders_along(house: House) -> None:
    match = Match(house, takeover="random")
    match.leave(1, SAY_UNO)
    house.seating.leave(match.game, match.callers[1], 1, house.terms(match.game))
    match.works()
    assert rows(house) == 0


# ------------------------------------------------------------ what can be ordered


def test_strangers_and_tables_that_wait_have_no_orders(house: House) -> None:
    game, (host, _) = house.table()
    store = OrderStore(house.engine, Cipher({"t": bytes(32)}))
    made = Orders(house.store, store, house.positions, lambda: None, house.now)
    with pytest.raises(Refused, match="game_not_started"):
        made.own(house.looks.open(game, host))
    house.start(game, host)
    made.put(house.looks.open(game, host), [SAY_UNO], frozenset({0}))
    for asking in (made.own, made.drop, lambda seen: made.put(seen, [SAY_UNO], frozenset({0}))):
        with pytest.raises(Refused, match="not_seated"):
            asking(house.looks.open(game, ANONYMOUS, None))
    assert made.count(house.looks.open(game, ANONYMOUS)) == 0


def test_what_can_never_be_done_cannot_be_ordered(house: House) -> None:
    match, seat, view = until(house, a_plain_play)
    plain_card = slot_of(view, plain(view)[0]["card"])
    other = match.view(1 - seat)["you"]["hand"][0]["slot"]
    refuses(match, seat, "card_not_in_hand", Order("play", other))
    refuses(match, seat, "color_not_allowed", Order("play", plain_card, Condition(), "r"))
    for many in ([SAY_UNO, SAY_UNO], [Order("play", plain_card)] * (MOST + 1)):
        with pytest.raises(Malformed):
            match.leave(seat, *many)
    assert rows(house) == 0
    assert len(match.leave(seat, *[Order("play", plain_card)] * MOST).orders) == MOST


def test_what_a_wild_card_asks_for_has_to_fit_it(house: House) -> None:
    match, seat, view = until(house, lambda view: holds(view, "W4"))
    refuses(match, seat, "color_required", Order("play", slot_of(view, "W4")))
    refuses(match, seat, "bad_target", Order("play", slot_of(view, "W4"), Condition(), "r", 1 - seat))
    match, seat, view = until(house, lambda view: holds(view, "WB"))
    refuses(match, seat, "bad_target", Order("play", slot_of(view, "WB"), Condition(), None, seat))
    assert rows(house) == 0


def refuses(match: Match, seat: int, code: str, order: Order) -> None:
    """The order is not taken, and what is said of it names no card."""
    with pytest.raises(Refused) as caught:
        match.leave(seat, order)
    assert caught.value.code == code
    assert not any(card in str(caught.value) for card in CODES)


def test_what_would_be_done_now_is_told_and_nothing_kept(house: House) -> None:
    match, seat, view = until(house, a_plain_play)
    card = plain(view)[0]["card"]
    planned = match.orders.plan(match.seen(seat), [Order("play", slot_of(view, card))])
    assert planned.now == parse_move({"type": "play", "card": card})
    assert rows(house) == 0
    assert match.orders.plan(match.seen(1 - seat), [DRAW]).now is None


def test_a_list_is_changed_on_what_one_knows(house: House) -> None:
    match = Match(house)
    first = match.leave(0, SAY_UNO)
    with pytest.raises(ListChanged):
        match.orders.put(match.seen(0), [PASS], frozenset({0}))
    second = match.orders.put(match.seen(0), [PASS], frozenset({first.revision}))
    assert second.revision > first.revision
    match.orders.drop(match.seen(0))
    house.time += 2
    third = match.orders.put(match.seen(0), [SAY_UNO], frozenset({0}))
    assert third.revision not in (first.revision, second.revision), "no list is taken for one that was taken back"
    assert match.orders.put(match.seen(0), [], frozenset({third.revision})).revision == 0
    assert rows(house) == 0


# ------------------------------------------------------------ secrets


def test_no_table_tells_a_card_or_a_plan(house: House) -> None:
    """Whoever has the database, and not the keys, learns nothing of what somebody holds or means to do."""
    match, seat, view = until(house, a_plain_play)
    own = view["you"]["hand"]
    left = [
        Order("play", one["slot"], Condition("r", "7", 3, 1), "g" if one["card"][0] == "W" else None) for one in own
    ]
    match.leave(seat, *left, *STANDING)
    with house.engine.connect() as connection:
        (row,) = connection.execute(sa.select(orders)).mappings().all()
    told = repr({name: value for name, value in row.items() if name not in ("game", "player")})
    assert not any(f"'{code}'" in told or f'"{code}"' in told for code in CODES)
    for word in ("slot", "play", "color", "say_uno", "top"):
        assert word not in told
        assert word.encode() not in row["sealed"]
    data = json.dumps([order.data() for order in left])
    assert not any(f'"{one["card"]}"' in data for one in own), "opened it names places alone"


def test_a_sealed_list_opens_for_its_player_alone(house: House) -> None:
    match = Match(house)
    match.leave(0, SAY_UNO)
    match.leave(1, PASS)
    with house.engine.begin() as connection:
        first, second = connection.execute(sa.select(orders.c.player, orders.c.sealed)).all()
        for one, other in ((first, second), (second, first)):
            where = orders.c.player == one.player
            connection.execute(orders.update().where(where).values(sealed=other.sealed))
    with pytest.raises(SecretUnreadable):
        match.store.find(match.game, first.player)
