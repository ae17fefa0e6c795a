"""Vouchers and seats that several want at the same moment: one gets them."""

import threading
import uuid
from contextlib import suppress

import pytest

from app.services.letters.letters import letter
from app.store import writing
from app.store.accounts import AccountRow, AccountStore, PasswordChanged, SessionRow
from app.store.guests import AlreadyThere, GuestStore
from app.store.players import PlayerRow, PlayerStore, add_player
from app.store.recovery import RecoveryStore, Redeemed
from app.store.vouchers import ADDRESS, PASSWORD, SEAT, Voucher, VoucherStore

NOW = 1_800_000_000_000


def account(store):
    row = AccountRow(str(uuid.uuid4()), "name", str(uuid.uuid4()), "old", "", NOW)
    AccountStore(store.engine).add(row)
    return row.id


def guest(store):
    """The game and the player of a guest whose link is `old`."""
    row = PlayerRow(str(uuid.uuid4()), str(uuid.uuid4()), None, "Gus", "old", 0)
    with writing(store.engine) as connection:
        add_player(connection, row)
    return row.game, row.player


def together(count, do):
    """What this gives when so many do it at once, True or False each."""
    did, start = [], threading.Barrier(count)

    def run(number):
        start.wait(30)
        did.append(do(number))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return did


def test_one_of_many_chooses_a_password_by_one_link(store):
    id, recovery = account(store), RecoveryStore(store.engine)
    VoucherStore(store.engine).add([Voucher("hash", PASSWORD, id, None, None, "a@b.c", NOW + 1)])

    def reset(number):
        try:
            recovery.reset_password("hash", NOW, id, f"password {number}", None)
        except Redeemed:
            return None
        return f"password {number}"

    (chosen,) = [each for each in together(6, reset) if each]
    assert AccountStore(store.engine).by_id(id).password == chosen


def test_no_session_of_an_old_password_outlives_its_change(store):
    id, accounts = account(store), AccountStore(store.engine)

    def come(number):
        if number == 0:
            return RecoveryStore(store.engine).change_password(id, "old", "new", None, None)
        with suppress(PasswordChanged):
            accounts.open_session(SessionRow(f"hash {id} {number}", id, NOW, NOW + 1), None, "old")

    together(8, come)
    assert accounts.sessions_of(id, NOW) == []


def test_an_address_that_was_not_asked_for_last_is_not_confirmed(store):
    """Its letter may be made at the moment in which another address is asked for."""
    id, recovery = account(store), RecoveryStore(store.engine)
    for address in ("one@b.c", "two@b.c"):
        recovery.ask_address(id, "old", address, letter("address", NOW, id, address, name="Ann"))
    VoucherStore(store.engine).add([Voucher("hash", ADDRESS, id, None, None, "one@b.c", NOW + 1)])
    with pytest.raises(Redeemed):
        recovery.confirm_address("hash", NOW, id, "one@b.c", "one@b.c", None)
    assert AccountStore(store.engine).by_id(id).address is None


def test_one_of_many_comes_back_by_one_link(store):
    game, player = guest(store)
    guests = GuestStore(store.engine)
    VoucherStore(store.engine).add([Voucher("hash", SEAT, None, game, player, "a@b.c", NOW + 1)])
    did = together(6, lambda number: (guests.recover("hash", NOW, game, player, f"link {number}"), f"link {number}"))
    (link,) = [link for good, link in did if good]
    assert PlayerStore(store.engine).at_seat(game, 0).link == link


def test_one_of_many_accounts_takes_a_seat_along(store):
    game, player = guest(store)
    guests, ids = GuestStore(store.engine), [account(store) for _ in range(6)]
    did = together(6, lambda number: ids[number] if guests.claim(game, player, "old", ids[number]) else None)
    (taken,) = [each for each in did if each]
    row = PlayerStore(store.engine).at_seat(game, 0)
    assert (row.player, row.account, row.name, row.link) == (player, taken, None, None)


def test_an_account_takes_one_seat_of_a_table_along(store):
    game, player = guest(store)
    other = PlayerRow(game, str(uuid.uuid4()), None, "Gil", "other", 1)
    with writing(store.engine) as connection:
        add_player(connection, other)
    id, guests = account(store), GuestStore(store.engine)
    assert guests.claim(game, player, "old", id)
    with pytest.raises(AlreadyThere):
        guests.claim(game, other.player, "other", id)
    assert PlayerStore(store.engine).at_seat(game, 1) == other


def test_a_voucher_is_good_until_it_expires_and_for_what_it_was_made(store):
    id, made = account(store), VoucherStore(store.engine)
    made.add([Voucher("hash", PASSWORD, id, None, None, "a@b.c", NOW)])
    assert made.find("hash", PASSWORD, NOW - 1) is not None
    assert made.find("hash", PASSWORD, NOW) is None
    assert made.find("hash", SEAT, NOW - 1) is None
    assert made.sweep(NOW - 1) == 0
    assert made.sweep(NOW) == 1
