"""Webhooks: what comes to a program that listens, when it comes again, and when no more. By a clock of ours."""

import json
import queue
import threading
import time
import uuid
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise

import pytest
import sqlalchemy as sa
from standardwebhooks import Webhook as Library

from app.services.clock import DAY, rfc3339
from app.services.notices.webhooks import MOST, NoSuchDelivery, NoSuchWebhook, TooManyWebhooks, Webhooks
from app.services.refusals import Malformed, NotNow
from app.store import Cipher, deliveries
from app.store.accounts import AccountRow, AccountStore
from app.store.belongings import Belongings
from app.store.engine import writing
from app.store.notices import KINDS, Notice
from app.store.webhooks import WebhookStore, fanout
from app.worker.aside import Crew
from tests.receiver import SECONDS, never, receiving, says_status, trusting

START = 1_800_000_000_000
MINUTE, HOUR = 60_000, 3_600_000
HOME = "https://play.example.org"
KEYS = {"one": bytes(32)}


class Office:
    """Webhooks with a clock. Ann has an account, and so has Ben."""

    def __init__(self, engine, authority):
        self.engine, self.authority = engine, authority
        self.time = START
        self.chance = 0.5  # no jitter
        self.past: set[str] = set()  # what holds no longer
        for name in ("ann", "ben"):
            AccountStore(engine).add(AccountRow(name, name, name, "", "", START))
        self.store = WebhookStore(engine, Cipher(KEYS))
        self.hooks = self.worker()

    def worker(self):
        out = trusting(self.authority)
        return Webhooks(self.store, out, HOME, lambda id: id not in self.past, lambda: self.time, lambda: self.chance)

    def made(self, receiver, kinds=KINDS, account="ann"):
        return self.hooks.add(account, receiver.url(), kinds)

    def tell(self, *kinds, account="ann", id=None):
        """Notices that somebody is told, and the last of them."""
        told = [
            Notice(id or str(uuid.uuid4()), account, str(uuid.uuid4()), kind, 2, 17, self.time + HOUR, self.time)
            for kind in kinds
        ]
        with writing(self.engine) as connection:
            fanout(connection, told)
        return told[-1]

    def deliver(self):
        """A round of a worker: how many were taken."""
        return sum(self.hooks.deliver(id) for id, _ in self.hooks.waiting(100))

    def log(self, shown, account="ann"):
        return self.hooks.log(account, shown.webhook.id, None, 100).shown


def milliseconds(moment):
    return round(datetime.fromisoformat(moment).timestamp() * 1000)


@pytest.fixture
def office(engine, authority):
    return Office(engine, authority)


@pytest.fixture
def verified(office, monkeypatch):
    """What a program reads that has this secret, through the library of Standard Webhooks, at the office's time."""

    class Then(datetime):
        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(office.time / 1000, tz)

    monkeypatch.setattr("standardwebhooks.webhooks.datetime", Then)
    return lambda secret, came: Library(secret).verify(came.body, came.headers)


def test_a_notice_comes_signed_and_says_no_more_than_it_has_to(office, receiver, verified):
    shown = office.made(receiver)
    notice = office.tell("turn")
    assert office.deliver() == 1
    came = receiver.next()
    assert came.headers["webhook-id"] == notice.id
    assert came.headers["webhook-timestamp"] == str(START // 1000)
    assert came.headers["content-type"] == "application/json"
    assert verified(shown.secret, came) == {
        "type": "turn",
        "timestamp": datetime.fromtimestamp(START / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        "data": {
            "game": notice.game,
            "seat": 2,
            "version": 17,
            "deadline": rfc3339(START + HOUR),
            "url": f"{HOME}/games/{notice.game}",
        },
    }
    (told,) = office.log(shown)
    assert (told["id"], told["state"], told["tries"], told["status"], told["next"]) == (
        notice.id, "delivered", 1, 204, None
    )  # fmt: skip
    assert office.hooks.waiting(100) == []


def test_a_signature_is_for_one_body_and_one_secret(office, receiver, verified):
    shown, other = office.made(receiver), office.made(receiver, ["over"])
    office.tell("turn")
    office.deliver()
    came = receiver.next()
    for secret, body in ((other.secret, came.body), (shown.secret, came.body.replace(b"turn", b"over"))):
        with pytest.raises(Exception, match="No matching signature"):
            verified(secret, came._replace(body=body))


def test_only_what_is_wanted_comes_and_only_to_its_owner(office, receiver):
    shown = office.made(receiver, ["over", "turn"])
    assert shown.webhook.kinds == ("turn", "over")
    office.tell("out_of_turn", "reminder_50", "invited")
    office.tell("turn", account="ben")
    assert office.log(shown) == []
    notice = office.tell("over")
    assert [one["id"] for one in office.log(shown)] == [notice.id]


def test_a_notice_that_is_handed_on_twice_is_delivered_once(office, receiver):
    shown = office.made(receiver)
    office.tell("turn", id="same")
    office.tell("turn", id="same")
    assert office.deliver() == 1
    assert office.deliver() == 0
    assert len(office.log(shown)) == 1


# ---------------------------------------------------------------- again, and no more


def test_what_fails_is_tried_again_at_longer_and_longer_intervals_under_its_id(office, receiver):
    shown = office.made(receiver)
    receiver.answer = says_status(500)
    notice = office.tell("turn")
    tried = []
    while (due := office.log(shown)[0]["next"]) is not None:
        office.time = milliseconds(due) - 1
        assert office.hooks.waiting(1) == []
        office.time += 1
        assert office.deliver() == 0
        tried.append(office.time)
    assert {receiver.next().headers["webhook-id"] for _ in tried} == {notice.id}
    assert receiver.came.empty()
    waits = [after - before for before, after in pairwise(tried)]
    assert waits == [5_000, *(minutes * MINUTE for minutes in (5, 30, 120, 300, 600, 840, 1200, 1440))]
    (told,) = office.log(shown)
    assert (told["state"], told["tries"], told["status"], told["next"]) == ("failed", 10, 500, None)
    assert deliveries.ended(office.engine) == {("webhook", "failed"): 1}


def test_the_timestamp_is_that_of_the_try(office, receiver, verified):
    shown = office.made(receiver)
    receiver.answer = says_status(503)
    office.tell("turn")
    office.deliver()
    receiver.next()
    receiver.answer = says_status(200)
    office.time += HOUR
    assert office.deliver() == 1
    came = receiver.next()
    assert verified(shown.secret, came)["timestamp"] == rfc3339(START)
    assert came.headers["webhook-timestamp"] == str((START + HOUR) // 1000)


@pytest.mark.parametrize(("chance", "wait"), [(0.0, 4_500), (1.0, 5_500)])
def test_chance_makes_a_wait_a_little_longer_or_shorter(office, receiver, chance, wait):
    shown = office.made(receiver)
    office.chance = chance
    receiver.answer = says_status(500)
    office.tell("turn")
    office.deliver()
    assert office.log(shown)[0]["next"] == rfc3339(START + wait)


@pytest.mark.parametrize(
    ("status", "state"), [(200, "delivered"), (299, "delivered"), (302, "pending"), (400, "pending")]
)
def test_only_what_was_taken_is_delivered(office, receiver, status, state):
    shown = office.made(receiver)
    receiver.answer = says_status(status, "Location: https://127.0.0.1/")
    office.tell("turn")
    office.deliver()
    assert (office.log(shown)[0]["state"], office.log(shown)[0]["status"]) == (state, status)


def test_whoever_is_not_reached_is_told_why(office, receiver):
    shown = office.made(receiver)
    receiver.close()
    office.tell("turn")
    office.deliver()
    told = office.log(shown)[0]
    assert (told["state"], told["status"], told["error"], told["tries"]) == ("pending", None, "not_reached", 1)


def test_a_webhook_that_is_gone_is_turned_off_at_once(office, receiver):
    shown = office.made(receiver)
    receiver.answer = says_status(410)
    office.tell("turn", "over")
    office.deliver()
    assert office.hooks.one("ann", shown.webhook.id).off == "gone"
    assert {one["state"] for one in office.log(shown)} == {"failed"}
    office.tell("turn")
    assert len(office.log(shown)) == 2
    assert office.hooks.waiting(1) == []
    assert deliveries.ended(office.engine) == {("webhook", "failed"): 2}


def given_up(office, receiver, meanwhile=lambda: None):
    """A delivery that fails for days; what else is done every three hours."""
    office.tell("turn")
    until = office.time + 5 * DAY
    while office.time < until:
        receiver.answer = says_status(500)
        office.deliver()
        meanwhile()
        office.time += 3 * HOUR


def test_a_webhook_that_fails_for_days_is_turned_off(office, receiver):
    shown = office.made(receiver)
    given_up(office, receiver)
    assert office.hooks.one("ann", shown.webhook.id).off == "failing"
    again = office.hooks.change("ann", shown.webhook.id, on=True)
    assert (again.off, again.failing) == (None, None)


def test_one_that_takes_others_stays_on(office, receiver):
    shown = office.made(receiver)
    until = office.time + 3 * DAY

    def meanwhile():
        if office.time < until:
            office.tell("over")
            waiting = office.store.due(shown.webhook.id, office.time, 100)
            (fresh,) = [one for one in waiting if one.kind == "over"]
            claimed = fresh._replace(due=office.time + 1)
            assert office.store.claim(fresh, office.time + 1)
            office.store.taken(claimed, 200, office.time)

    given_up(office, receiver, meanwhile)
    assert ("turn", "failed") in [(one["kind"], one["state"]) for one in office.log(shown)]
    assert office.hooks.one("ann", shown.webhook.id).off is None


def test_what_holds_no_longer_is_not_tried_again_unless_its_owner_asks(office, receiver):
    shown = office.made(receiver)
    receiver.answer = says_status(500)
    notice = office.tell("turn")
    office.deliver()
    receiver.next()
    receiver.answer = says_status(204)
    office.past.add(notice.id)
    office.time += MINUTE
    last = office.tell("over")
    office.deliver()
    assert receiver.next().headers["webhook-id"] == last.id, "and it held up nothing"
    told = office.log(shown)[1]
    assert (told["state"], told["error"], told["tries"], told["next"]) == ("failed", "passed", 1, None)
    assert deliveries.ended(office.engine) == {("webhook", "failed"): 1, ("webhook", "delivered"): 1}
    office.hooks.redeliver("ann", shown.webhook.id, notice.id)
    assert office.deliver() == 1
    assert receiver.next().headers["webhook-id"] == notice.id
    assert (office.log(shown)[1]["state"], office.log(shown)[1]["error"]) == ("delivered", None)


def quick_turn(office):
    """A turn of which the first tries fail, and which is over before the next one."""
    notice = office.tell("turn")
    office.deliver()
    office.past.add(notice.id)
    office.time += MINUTE
    office.deliver()


def test_a_webhook_that_fails_for_days_is_turned_off_though_each_turn_is_over_before_it_is_given_up(office, receiver):
    shown = office.made(receiver)
    receiver.answer = says_status(500)
    until = office.time + 3 * DAY
    while office.time < until and office.hooks.one("ann", shown.webhook.id).off is None:
        quick_turn(office)
        office.time += 3 * HOUR
    assert office.hooks.one("ann", shown.webhook.id).off == "failing"
    assert office.time - START >= 2 * DAY


def test_one_that_has_failed_now_and_then_long_ago_stays_on(office, receiver):
    shown = office.made(receiver)
    receiver.answer = says_status(500)
    for _ in range(3):
        quick_turn(office)
        office.time += 30 * DAY
    assert office.hooks.one("ann", shown.webhook.id).off is None


def test_only_so_much_waits_for_one_webhook_and_the_oldest_gives_way(office, receiver, monkeypatch):
    monkeypatch.setattr("app.store.webhooks.MOST_WAITING", 3)
    shown, bens = office.made(receiver), office.made(receiver, account="ben")
    receiver.answer = says_status(500)
    told = []
    for number in range(10):
        told.append(office.tell("turn", account="ben" if number < 3 else "ann"))
        office.time += 1000
    mine = [one.id for one in told if one.account == "ann"]
    states = {one["id"]: (one["state"], one["error"], one["next"] is None) for one in office.log(shown)}
    gone, waits = ("failed", "too_many", True), ("pending", None, False)
    assert [states[id] for id in mine[:-3]] == [gone] * 4
    assert [states[id] for id in mine[-3:]] == [waits] * 3
    assert {one["state"] for one in office.log(bens, "ben")} == {"pending"}, "it is nothing to others"
    assert deliveries.ended(office.engine) == {("webhook", "failed"): 4}
    office.hooks.test("ann", shown.webhook.id)
    assert [one["state"] for one in office.log(shown)[:4]] == ["pending"] * 3 + ["failed"]
    receiver.answer = says_status(204)
    office.hooks.redeliver("ann", shown.webhook.id, mine[0])
    office.deliver()
    assert {one["state"] for one in office.log(shown) if one["id"] == mine[0]} == {"delivered"}


# ---------------------------------------------------------------- workers


def test_ten_webhooks_of_which_one_hangs(office, authority):
    """The nine others have what is theirs while it still hangs."""
    end = threading.Event()
    crew = Crew("webhooks", most=4)
    with receiving(authority) as well, receiving(authority) as hanging:
        hanging.answer = never(end)
        office.made(hanging)
        for number in range(9):
            account = f"person {number}"
            AccountStore(office.engine).add(AccountRow(account, account, account, "", "", START))
            office.made(well, account=account)
            office.tell("turn", "over", account=account)
        office.tell("turn", "over", "invited")
        came: list[object] = []
        until = time.monotonic() + SECONDS
        while len(came) < 18 and time.monotonic() < until:
            for id, account in office.hooks.waiting(100):
                crew.start(id, account, partial(office.hooks.deliver, id))
            with suppress(queue.Empty):
                came.append(well.came.get(timeout=0.05))
        assert len(came) == 18
        assert hanging.came.qsize() <= 1
        end.set()
        crew.finish()
    assert deliveries.ended(office.engine)["webhook", "delivered"] >= 18


def test_accounts_whose_webhooks_hang_do_not_keep_others_waiting(office, authority):
    """Each has more to be delivered than there are hands, and all of it waits for longer than what Ben is told."""
    end = threading.Event()
    crew = Crew("webhooks", most=4)
    with receiving(authority) as well, receiving(authority) as hanging:
        hanging.answer = never(end)
        office.made(well, account="ben")
        for account in ("ann", *(f"person {number}" for number in range(3))):
            if account != "ann":
                AccountStore(office.engine).add(AccountRow(account, account, account, "", "", START))
            for _ in range(MOST):
                office.made(hanging, account=account)
            office.tell("turn", "over", account=account)
        office.time += MINUTE
        office.tell("turn", account="ben")
        assert "ben" in [account for _, account in office.hooks.waiting(5)]
        first = [account for _, account in crew.in_turn(office.hooks.waiting(100))][:5]
        assert sorted(first) == ["ann", "ben", "person 0", "person 1", "person 2"]
        for id, account in crew.in_turn(office.hooks.waiting(100)):
            if account != "ben":
                crew.start(id, account, partial(office.hooks.deliver, id))
        assert crew.in_turn(office.hooks.waiting(100))[0][1] == "ben"
        end.set()
        crew.finish()


def test_who_takes_their_time_has_a_turn_of_some_seconds(office, receiver):
    office.made(receiver)
    office.tell(*["turn"] * 10)

    def slowly(connection):
        office.time += 9_000
        says_status(200)(connection)

    receiver.answer = slowly
    assert office.deliver() == 3
    assert office.deliver() == 3


def test_a_try_that_takes_long_is_not_made_by_another_worker_meanwhile(office, receiver):
    shown = office.made(receiver)
    office.tell("turn")

    def slowly(connection):
        office.time += 20_000
        assert office.worker().waiting(100) == []
        says_status(200)(connection)

    receiver.answer = slowly
    assert office.deliver() == 1
    assert office.log(shown)[0]["state"] == "delivered"
    assert receiver.came.qsize() == 1


def test_behind_one_that_fails_no_other_is_tried_in_the_same_turn(office, receiver):
    office.made(receiver)
    office.tell("turn", "over")
    receiver.answer = says_status(500)
    assert office.deliver() == 0
    receiver.next()
    assert receiver.came.empty()


def test_two_workers_make_each_try_once(office, receiver):
    office.made(receiver)
    office.tell(*["turn"] * 10)
    ((id, _),) = office.hooks.waiting(100)
    taken: list[int] = []
    workers = [threading.Thread(target=lambda: taken.append(office.worker().deliver(id))) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sum(taken) == 10
    assert receiver.came.qsize() == 10


def test_a_worker_that_dies_over_a_try_loses_nothing(office, receiver):
    shown = office.made(receiver)
    notice = office.tell("turn")
    (delivery,) = office.store.due(shown.webhook.id, office.time, 10)
    assert office.store.claim(delivery, office.time + 5_000)  # and then it dies
    assert office.deliver() == 0
    office.time += 5_000
    assert office.deliver() == 1
    assert receiver.next().headers["webhook-id"] == notice.id


def test_a_worker_that_dies_over_the_last_try_loses_nothing(office, receiver):
    shown = office.made(receiver)
    office.tell("turn")
    with writing(office.engine) as connection:
        connection.execute(sa.text("UPDATE webhook_deliveries SET tries = 9"))
    (delivery,) = office.store.due(shown.webhook.id, office.time, 10)
    assert office.store.claim(delivery, office.time + 5 * MINUTE)
    office.time += 5 * MINUTE
    assert office.deliver() == 1


# ---------------------------------------------------------------- of their owners


def test_while_a_secret_is_rotated_both_sign(office, receiver, verified):
    shown = office.made(receiver)
    anew = office.hooks.rotate("ann", shown.webhook.id)
    assert anew.secret != shown.secret
    office.tell("turn")
    office.deliver()
    came = receiver.next()
    assert verified(anew.secret, came) == verified(shown.secret, came)
    office.time += DAY
    office.tell("turn")
    office.deliver()
    came = receiver.next()
    assert verified(anew.secret, came)
    with pytest.raises(Exception, match="No matching signature"):
        verified(shown.secret, came)


def test_no_secret_lies_in_the_database(office, receiver):
    shown = office.made(receiver)
    office.hooks.rotate("ann", shown.webhook.id)
    with office.engine.connect() as connection:
        (row,) = connection.execute(sa.text("SELECT * FROM webhooks")).mappings().all()
    raw = Library(shown.secret)._whsecret
    for value in row.values():
        assert raw not in (value if isinstance(value, bytes) else bytes(str(value), "utf-8"))
        assert shown.secret.removeprefix("whsec_") not in str(value)


def test_secrets_are_sealed_anew_with_a_new_key(office, receiver, verified):
    shown = office.made(receiver)
    office.store = WebhookStore(office.engine, Cipher({"two": bytes(range(32))} | KEYS))
    office.worker().sweep()
    office.store = WebhookStore(office.engine, Cipher({"two": bytes(range(32))}))
    office.hooks = office.worker()
    office.tell("turn")
    assert office.deliver() == 1
    assert verified(shown.secret, receiver.next())


def test_what_cannot_be_signed_is_not_sent(office, receiver):
    shown = office.made(receiver)
    office.store = WebhookStore(office.engine, Cipher({"two": bytes(range(32))}))
    office.hooks = office.worker()
    office.hooks.sweep()
    office.tell("turn")
    assert office.deliver() == 0
    assert office.log(shown)[0]["error"] == "secret"
    assert receiver.came.empty()


def test_what_was_sent_can_be_sent_again(office, receiver):
    shown = office.made(receiver)
    notice = office.tell("turn")
    office.deliver()
    office.time += DAY
    office.hooks.redeliver("ann", shown.webhook.id, notice.id)
    assert office.log(shown)[0]["state"] == "pending"
    assert office.deliver() == 1
    first, second = receiver.next(), receiver.next()
    assert first.body == second.body
    assert first.headers["webhook-id"] == second.headers["webhook-id"] == notice.id
    for none in ("another", "a\0b", "é", "", "x" * 2000):
        with pytest.raises(NoSuchDelivery):
            office.hooks.redeliver("ann", shown.webhook.id, none)


def test_a_trial(office, receiver, verified):
    shown = office.made(receiver, ["over"])
    id = office.hooks.test("ann", shown.webhook.id)
    assert office.deliver() == 1
    came = receiver.next()
    assert came.headers["webhook-id"] == id
    assert verified(shown.secret, came) == {"type": "ping", "timestamp": rfc3339(START), "data": {}}


def test_a_trial_is_tried_once(office, receiver):
    shown = office.made(receiver)
    receiver.answer = says_status(500)
    office.hooks.test("ann", shown.webhook.id)
    assert office.deliver() == 0
    (told,) = office.log(shown)
    assert (told["state"], told["tries"], told["status"], told["next"]) == ("failed", 1, 500, None)
    assert office.hooks.one("ann", shown.webhook.id).off is None


def test_what_is_turned_off_is_sent_nothing(office, receiver):
    shown = office.made(receiver)
    office.tell("turn")
    assert office.hooks.change("ann", shown.webhook.id, on=False).off == "owner"
    office.tell("over")
    assert office.deliver() == 0
    assert [one["error"] for one in office.log(shown)] == ["off"]
    for ask in (
        lambda: office.hooks.test("ann", shown.webhook.id),
        lambda: office.hooks.redeliver("ann", shown.webhook.id, "x"),
    ):
        with pytest.raises(NotNow):
            ask()
    assert office.hooks.change("ann", shown.webhook.id, on=True).off is None
    assert receiver.came.empty()


def test_another_address_has_what_waits(office, receiver, authority):
    shown = office.made(receiver)
    receiver.answer = says_status(500)
    office.tell("turn")
    office.deliver()
    with receiving(authority) as other:
        office.hooks.change("ann", shown.webhook.id, address=other.url("/other"))
        office.time += HOUR
        assert office.deliver() == 1
        assert other.next().line == "POST /other HTTP/1.1"


def test_what_is_not_ones_own_is_not_there(office, receiver):
    id = office.made(receiver).webhook.id
    asks = (
        lambda: office.hooks.one("ben", id),
        lambda: office.hooks.change("ben", id, on=False),
        lambda: office.hooks.rotate("ben", id),
        lambda: office.hooks.log("ben", id, None, 10),
        lambda: office.hooks.test("ben", id),
        lambda: office.hooks.redeliver("ben", id, "x"),
        lambda: office.hooks.remove("ben", id),
    )
    for ask in asks:
        with pytest.raises(NoSuchWebhook):
            ask()
    assert office.hooks.of("ann") == [office.hooks.one("ann", id)]


@pytest.mark.parametrize(
    ("address", "kinds", "field"),
    [
        ("http://a.example.org/", ["turn"], "address"),
        ("https://a.example.org/", [], "kinds"),
        ("https://a.example.org/", ["x"], "kinds"),
    ],
)
def test_what_no_webhook_can_be(office, address, kinds, field):
    with pytest.raises(Malformed) as refused:
        office.hooks.add("ann", address, kinds)
    assert refused.value.field == field


def test_there_is_an_end_to_them(office, receiver):
    for _ in range(MOST):
        office.made(receiver)
    with pytest.raises(TooManyWebhooks):
        office.made(receiver)
    office.made(receiver, account="ben")
    office.hooks.remove("ann", office.hooks.of("ann")[0].id)
    office.made(receiver)


def test_a_log_is_read_page_by_page_and_forgotten_after_a_month(office, receiver):
    shown = office.made(receiver)
    told = [office.tell("turn").id for _ in range(5)]
    office.time += 1
    told.append(office.tell("over").id)
    read: list[str] = []
    cursor = None
    while len(read) < 6:
        page = office.hooks.log("ann", shown.webhook.id, cursor, 2)
        read += [one["id"] for one in page.shown]
        cursor = page.next
    assert cursor is None
    assert (read[0], sorted(read)) == (told[-1], sorted(told))
    office.deliver()
    office.time += 31 * DAY
    office.tell("turn")
    office.hooks.sweep()
    assert len(office.log(shown)) == 1


def test_they_go_with_the_account(office, receiver):
    office.made(receiver)
    office.tell("turn")
    Belongings(office.engine).remove("ann", None)
    assert office.hooks.waiting(10) == []
    with office.engine.connect() as connection:
        for table in ("webhooks", "webhook_deliveries"):
            assert connection.scalar(sa.text(f"SELECT count(*) FROM {table}")) == 0


def test_what_waits_is_counted(office, receiver):
    office.made(receiver)
    assert office.store.pending() == 0
    office.tell("turn", "over")
    assert office.store.pending() == 2
    office.deliver()
    assert office.store.pending() == 0
    assert deliveries.ended(office.engine) == {("webhook", "delivered"): 2}


def test_a_log_says_nothing_of_an_answer(office, receiver):
    shown = office.made(receiver)
    receiver.answer = says_status(500, "X-Secret: of-the-inside")
    office.tell("turn")
    office.deliver()
    assert "of-the-inside" not in json.dumps(office.log(shown))
