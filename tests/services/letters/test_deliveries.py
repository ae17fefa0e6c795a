"""When letters are tried again, when they are given up, and that two workers send none twice: by a clock of ours."""

import threading
from email.message import EmailMessage
from itertools import pairwise

import pytest

from app.services.clock import DAY
from app.services.letters import letters
from app.services.letters.deliveries import Deliveries
from app.services.letters.letters import Letterhead, letter
from app.services.letters.post import NotSent, Undeliverable
from app.store.accounts import AccountStore
from app.store.guests import GuestStore
from app.store.letters import LetterStore
from app.store.vouchers import VoucherStore

START = 1_800_000_000_000
MINUTE = 60_000
ADDRESS = "ann@example.org"


class Postman:
    """Takes letters, or does not."""

    def __init__(self):
        self.took: list[str] = []
        self.asked = 0
        self.error: Exception | None = None
        self.barrier: threading.Barrier | None = None

    def send(self, message: EmailMessage) -> None:
        self.asked += 1
        if self.barrier is not None:
            self.barrier.wait(30)
        if self.error is not None:
            raise self.error
        self.took.append(str(message["Subject"]))


class Office:
    """A post office with a clock."""

    def __init__(self, engine):
        self.time = START
        self.postman = Postman()
        self.store = LetterStore(engine)
        self.engine = engine

    def deliveries(self):
        return Deliveries(
            self.store,
            AccountStore(self.engine),
            GuestStore(self.engine),
            VoucherStore(self.engine),
            self.postman,
            Letterhead("Kartfold <k@example.org>", "https://play.example.org"),
            lambda language, message, **values: message % values if values else message,
            lambda: self.time,
        )

    def write(self, kind=letters.FAREWELL, address: str | None = ADDRESS, **about):
        made = letter(kind, self.time, None, address, **({"name": "Ann"} | about))
        self.store.add(made)
        return made


@pytest.fixture
def office(engine):
    return Office(engine)


def test_what_cannot_be_sent_is_tried_again_at_longer_and_longer_intervals(office, caplog):
    office.write()
    work, tried = office.deliveries(), []
    office.postman.error = NotSent("nobody is there")
    while office.time < START + DAY:
        if work.due():
            tried.append(office.time - START)
            assert work.deliver() == 0
            assert not work.due()
        office.time += MINUTE
    waits = [(after - before) // MINUTE for before, after in pairwise(tried)]
    assert waits[:8] == [2, 4, 8, 16, 32, 64, 128, 240]
    assert set(waits[8:]) == {240}
    assert "nobody is there" in caplog.text
    assert ADDRESS not in caplog.text
    office.postman.error = None
    office.time += 4 * 60 * MINUTE
    assert work.deliver() == 1
    office.time += DAY
    assert not work.due()
    assert office.postman.took == ["Your account was deleted"]


def test_a_letter_is_given_up_after_days(office, caplog):
    made = office.write()
    office.postman.error = NotSent("nobody is there")
    work = office.deliveries()
    while work.due() or office.time < START + 4 * DAY:
        work.deliver()
        office.time += 60 * MINUTE
    assert office.postman.asked < 40
    assert f"letter {made.id} (farewell) is given up" in caplog.text
    office.postman.error = None
    assert work.deliver() == 0


def test_an_address_that_nobody_has_is_written_to_once(office):
    office.write()
    office.postman.error = Undeliverable()
    work = office.deliveries()
    work.deliver()
    office.time += DAY
    assert not work.due()
    assert office.postman.asked == 1


def test_one_letter_that_fails_holds_up_no_other(office):
    class Picky(Postman):
        def send(self, message: EmailMessage) -> None:
            if message["Subject"] == "Your password was changed":
                raise NotSent("not this one")
            super().send(message)

    office.postman = Picky()
    office.write(letters.PASSWORD_CHANGED)
    office.write()
    assert office.deliveries().deliver() == 1
    assert office.postman.took == ["Your account was deleted"]


def test_one_letter_that_cannot_be_written_holds_up_no_other_and_is_given_up_in_the_end(office, caplog):
    letter = office.write(address="=?utf-8?q?a=0d=0aBcc=3a_bob=40example.com?=@example.org")
    office.write(name="Ben")
    assert office.deliveries().deliver() == 1
    assert "bob" not in caplog.text
    office.time += 3 * DAY
    office.deliveries().deliver()
    assert f"letter {letter.id} (farewell) is given up" in caplog.text


def test_two_workers_send_a_letter_once(office):
    for _ in range(5):
        office.write()
    office.postman.barrier = None
    sent, start = [], threading.Barrier(4)

    def work():
        deliveries = office.deliveries()
        start.wait(30)
        sent.append(deliveries.deliver())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(sent) == 5
    assert len(office.postman.took) == 5


def test_a_worker_that_dies_while_it_sends_leaves_the_letter_to_the_next(office):
    class Died(BaseException):
        pass

    class Dying(Postman):
        def send(self, message: EmailMessage) -> None:
            raise Died

    office.write()
    office.postman, living = Dying(), office.postman
    with pytest.raises(Died):
        office.deliveries().deliver()
    office.postman = living
    assert not office.deliveries().due()  # it may be at work still
    office.time += 2 * MINUTE
    assert office.deliveries().deliver() == 1


def test_a_question_of_nobody_is_dropped(office):
    office.write(letters.PASSWORD, None, asked="Nobody")
    office.write(letters.SEATS, None, asked="nobody@example.org")
    work = office.deliveries()
    assert work.deliver() == 0
    assert not work.due()
    assert office.store.due(office.time + DAY, 10) == []
    assert office.postman.asked == 0


def test_what_was_sent_is_forgotten_in_the_end_and_what_waits_is_not(office):
    office.write()
    work = office.deliveries()
    assert work.deliver() == 1
    office.time += 89 * DAY
    work.sweep()
    assert office.store.count(letters.FAREWELL, ADDRESS, 0) == 1
    office.time += 2 * DAY
    waiting = office.write()
    office.time += DAY
    work.sweep()
    assert office.store.count(letters.FAREWELL, ADDRESS, 0) == 0
    assert [one.id for one in office.store.due(office.time, 10)] == [waiting.id]
