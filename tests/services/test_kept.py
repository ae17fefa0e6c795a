"""What is kept in memory: what was asked for last, within a bound, whatever its weight."""

import threading

from app.services.kept import Kept


def test_what_nobody_has_asked_for_the_longest_goes_first() -> None:
    kept: Kept[int] = Kept(2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == 1
    kept.put("c", 3)
    assert [kept.get(name) for name in "abc"] == [1, None, 3]


def test_the_bound_is_on_what_all_of_them_weigh() -> None:
    kept: Kept[bytes] = Kept(100, len)
    kept.put("a", bytes(40))
    kept.put("b", bytes(60))
    assert kept.get("a") is not None
    kept.put("c", bytes(1))
    assert [kept.get(name) and len(kept.get(name) or b"") for name in "abc"] == [40, None, 1]


def test_another_value_of_the_same_name_weighs_instead_of_it() -> None:
    kept: Kept[bytes] = Kept(100, len)
    for _ in range(9):
        kept.put("a", bytes(60))
    kept.put("b", bytes(40))
    assert kept.get("a") == bytes(60)
    kept.put("a", bytes(10))
    kept.put("c", bytes(50))
    assert [kept.get(name) is not None for name in "abc"] == [True, True, True]


def test_what_is_too_heavy_for_it_drives_nothing_else_out() -> None:
    kept: Kept[bytes] = Kept(100, len)
    kept.put("a", bytes(60))
    kept.put("b", bytes(101))
    assert (kept.get("a"), kept.get("b")) == (bytes(60), None)
    kept.put("a", bytes(101))
    assert kept.get("a") is None  # what was kept before is not this


def test_all_of_it_may_be_forgotten() -> None:
    kept: Kept[bytes] = Kept(100, len)
    kept.put("a", bytes(100))
    kept.clear()
    assert kept.get("a") is None
    kept.put("b", bytes(100))
    assert kept.get("b") == bytes(100)


def test_several_threads_may_use_it() -> None:
    kept: Kept[bytes] = Kept(50, len)

    def use(number: int) -> None:
        for turn in range(500):
            kept.put(str((number + turn) % 20), bytes(turn % 13))
            kept.get(str(turn % 20))

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(len(kept.get(str(number)) or b"") for number in range(20)) <= 50
    kept.put("all", bytes(50))
    assert [number for number in range(20) if kept.get(str(number))] == []
