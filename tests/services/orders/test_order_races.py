"""Orders that are carried out while the player moves, or takes them back: one of both happens, on each database."""

import threading
from typing import Any

import pytest

from app.rules.moves import parse_move
from app.services.orders.order_list import Order
from app.services.refusals import Stale
from tests.services.house import House
from tests.services.ordering import SAY_UNO, a_plain_play, plain, slot_of, until


def test_the_players_own_move_wins_or_loses_cleanly(house: House) -> None:
    match, seat, view = until(house, a_plain_play)
    match.leave(seat, Order("play", slot_of(view, plain(view)[0]["card"])))
    start, terms, before = threading.Barrier(3), house.terms(match.game), len(match.events())
    outcomes: list[str] = []

    def by_hand() -> None:
        start.wait(30)
        try:
            house.games.move(match.game, match.callers[seat], parse_move({"type": "draw"}), terms)
            outcomes.append("hand")
        except Stale:
            outcomes.append("stale")

    def by_order() -> None:
        (left,) = match.errands.waiting()
        start.wait(30)
        outcomes.append(f"order {match.worker().run(left)}")

    threads = [threading.Thread(target=by_hand), threading.Thread(target=by_order), threading.Thread(target=by_order)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = match.events()[before:]
    played = [one for one in told if one["kind"] == "card.played"]
    if "hand" in outcomes:
        assert told[0]["kind"] != "card.played", "what lost was not made behind what won"
        assert played == []
    else:
        assert sorted(outcomes) == ["order False", "order True", "stale"]
        assert [one["actor"] for one in played] == [f"seat:{seat}"]


def test_what_was_taken_back_meanwhile_is_not_done(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, view = until(house, a_plain_play)
    match.leave(seat, Order("play", slot_of(view, plain(view)[0]["card"])))
    (left,) = match.errands.waiting()
    decided = match.errands._deeds

    def taken_back(*given: Any) -> Any:
        match.orders.drop(match.seen(seat))
        return decided(*given)

    monkeypatch.setattr(match.errands, "_deeds", taken_back)
    before = len(match.events())
    assert not match.errands.run(left)
    assert len(match.events()) == before


def test_a_list_that_was_changed_meanwhile_is_read_anew(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, view = until(house, a_plain_play)
    match.leave(seat, Order("play", slot_of(view, plain(view)[0]["card"])))
    (left,) = match.errands.waiting()
    decided = match.errands._deeds

    def changed(*given: Any) -> Any:
        monkeypatch.setattr(match.errands, "_deeds", decided)
        match.leave(seat, SAY_UNO)
        return decided(*given)

    monkeypatch.setattr(match.errands, "_deeds", changed)
    before = len(match.events())
    assert not match.errands.run(left)
    match.works()
    assert len(match.events()) == before
    assert match.left(seat) == [SAY_UNO]


class Killed(BaseException):
    """What a process does not live to handle."""


def test_killed_in_the_middle_it_is_as_if_nothing_had_been(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, view = until(house, a_plain_play)
    order = Order("play", slot_of(view, plain(view)[0]["card"]))
    match.leave(seat, order)
    (left,) = match.errands.waiting()
    use = match.store.use

    def killed(*given: Any) -> None:
        use(*given)
        raise Killed

    before = len(match.events())
    with monkeypatch.context() as patch:
        patch.setattr(match.store, "use", killed)
        with pytest.raises(Killed):
            match.errands.run(left)
    assert len(match.events()) == before
    assert match.left(seat) == [order]
    assert match.orders.made(match.seen(seat)) == frozenset()
    match.works()
    assert [one["kind"] for one in match.events()[before:] if one["actor"] == f"seat:{seat}"].count("card.played") == 1


def test_killed_right_behind_it_nothing_is_done_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, view = until(house, a_plain_play)
    match.leave(seat, Order("play", slot_of(view, plain(view)[0]["card"])))
    (left,) = match.errands.waiting()

    def killed(*given: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(house.positions, "keep", killed)
        with pytest.raises(Killed):
            match.errands.run(left)
    house.positions.forget()  # the next process knows nothing
    done = match.events()
    match.works()
    assert match.events() == done
    assert match.left(seat) == []
    assert len(match.orders.made(match.seen(seat))) == 1
