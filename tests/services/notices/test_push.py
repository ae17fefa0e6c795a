"""Web push: a push service that listens, and a browser that reads what came through it."""

import json
import secrets
import uuid
from base64 import urlsafe_b64decode, urlsafe_b64encode

import http_ece
import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from app.services.account.preferences import Preferences
from app.services.clock import DAY
from app.services.notices.notice_words import KIND_WORDS
from app.services.notices.push import MOST, WebPush
from app.services.refusals import Malformed
from app.store import Cipher, deliveries
from app.store.accounts import AccountRow, AccountStore
from app.store.belongings import Belongings
from app.store.engine import writing
from app.store.notice_settings import NoticeSettings
from app.store.notices import KINDS, Notice
from app.store.push import PushStore, fanout
from tests.receiver import HOST, receiving, says_status, trusting

START = 1_800_000_000_000
HOUR = 3_600_000
CONTACT = "mailto:kartfold@example.org"


def base64url(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def point(key: ec.EllipticCurvePrivateKey) -> str:
    return base64url(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


SERVICE = ec.generate_private_key(ec.SECP256R1())
KEY = base64url(SERVICE.private_numbers().private_value.to_bytes(32, "big"))


class Browser:
    """Somebody's browser at a push service."""

    def __init__(self, service, path):
        self.endpoint = service.url(path)
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self.p256dh, self.auth = point(self.key), base64url(self.secret)

    def reads(self, came):
        """What it is told."""
        return json.loads(http_ece.decrypt(came.body, private_key=self.key, auth_secret=self.secret))


class Office:
    """Web push with a clock. Ann has an account, and so has Ben."""

    def __init__(self, engine, authority):
        self.engine, self.authority = engine, authority
        self.time = START
        self.void: set[str] = set()
        for name in ("ann", "ben"):
            AccountStore(engine).add(AccountRow(name, name, name, "", "", START))
        self.store = PushStore(engine, Cipher({"one": bytes(32)}))
        self.push = self.worker()

    def worker(self, key=KEY):
        def gettext(language, message, **values):
            return f"{language}: {message % values if values else message}"

        return WebPush(self.store, trusting(self.authority), key, CONTACT, gettext, self.holds, lambda: self.time)

    def holds(self, notice):
        return notice not in self.void

    def subscribe(self, browser, account="ann", language="is"):
        self.push.subscribe(account, language, browser.endpoint, browser.p256dh, browser.auth)

    def tell(self, kind="turn", account="ann", game=None, deadline=HOUR):
        until = None if deadline is None else self.time + deadline
        told = Notice(str(uuid.uuid4()), account, game or str(uuid.uuid4()), kind, 2, 17, until, self.time)
        with writing(self.engine) as connection:
            fanout(connection, [told])
        return told

    def deliver(self):
        return sum(self.push.deliver(id) for id, _ in self.push.waiting(100))


@pytest.fixture
def service(authority):
    with receiving(authority) as made:
        made.answer = says_status(201)
        yield made


@pytest.fixture
def office(engine, authority):
    return Office(engine, authority)


@pytest.fixture
def browser(office, service):
    made = Browser(service, "/push/1")
    office.subscribe(made)
    return made


def test_a_browser_is_told_what_nobody_between_can_read(office, service, browser):
    notice = office.tell()
    assert office.deliver() == 1
    came = service.next()
    assert came.line == "POST /push/1 HTTP/1.1"
    assert came.headers["content-encoding"] == "aes128gcm"
    assert (came.headers["ttl"], came.headers["topic"]) == ("3600", notice.game.replace("-", ""))
    assert notice.game.encode() not in came.body
    assert browser.reads(came) == {
        "title": "is: It is your turn",
        "body": "is: You have until {deadline}.",
        "deadline": START + HOUR,
        "url": f"/games/{notice.game}",
        "tag": notice.game,
        "lang": "is",
        "dir": "ltr",
    }
    assert office.push.waiting(1) == []
    assert deliveries.ended(office.engine) == {("push", "delivered"): 1}


def test_the_push_service_knows_who_sends(office, service, browser):
    office.tell()
    office.deliver()
    authorization = service.next().headers["authorization"]
    assert Vapid02.verify(authorization)
    parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert parts["k"] == office.push.public_key == point(SERVICE)
    claims = json.loads(urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
    assert claims["aud"] == f"https://{HOST}:{service.port}"
    assert claims["sub"] == CONTACT
    assert START // 1000 < claims["exp"] <= START // 1000 + DAY // 1000


def test_another_browser_cannot_read_it(office, service, browser):
    office.tell()
    office.deliver()
    with pytest.raises(http_ece.ECEException):
        Browser(service, "/push/2").reads(service.next())


def test_every_kind_has_its_words(office, service, browser):
    NoticeSettings(office.engine).change("ann", switches={"push": dict.fromkeys(KINDS, True)})
    for kind in KINDS:
        office.tell(kind)
    assert office.deliver() == len(KINDS)
    titles = {browser.reads(service.next())["title"] for _ in KINDS}
    assert titles == {f"is: {said}" for said in KIND_WORDS.values()}
    assert len(titles) == len(KINDS)


def test_only_what_is_wanted_comes(office, service, browser):
    NoticeSettings(office.engine).change("ann", switches={"push": {"turn": False, "over": True}})
    office.tell("turn")
    office.tell("over", account="ben")
    assert office.push.waiting(1) == []
    office.tell("over", deadline=None)
    assert office.deliver() == 1
    came = service.next()
    assert (browser.reads(came)["title"], browser.reads(came)["body"]) == ("is: A match is over", "")
    assert came.headers["ttl"] == str(DAY // 1000)


def test_the_language_is_that_of_the_account(office, service, browser):
    AccountStore(office.engine).set_preferences("ann", Preferences(language="ar").stored())
    office.tell()
    office.deliver()
    told = browser.reads(service.next())
    assert (told["lang"], told["dir"], told["title"]) == ("ar", "rtl", "ar: It is your turn")


def test_of_a_game_the_newest_alone_waits(office, service, browser):
    game = office.tell("turn").game
    office.tell("over", game=game)
    office.tell("turn")
    assert office.store.pending() == 2
    assert office.deliver() == 2
    titles = sorted(browser.reads(service.next())["title"] for _ in range(2))
    assert titles == ["is: A match is over", "is: It is your turn"]
    assert office.store.pending() == 0


def test_a_newer_one_is_not_lost_while_the_older_is_sent(office, service, browser):
    game = office.tell("turn").game
    ((id, _),) = office.push.waiting(1)
    (older,) = office.store.due(id, office.time, 10)
    assert office.store.claim(older, office.time + HOUR)
    office.time += 1
    office.tell("over", game=game)
    office.store.taken(older._replace(due=office.time - 1 + HOUR))
    assert office.deliver() == 1
    assert browser.reads(service.next())["title"] == "is: A match is over"


def test_what_is_no_news_any_more_is_not_sent(office, service, browser):
    office.tell(deadline=1000)
    office.time += 1000
    office.deliver()
    assert service.came.empty()
    assert office.store.pending() == 0
    assert deliveries.ended(office.engine) == {("push", "failed"): 1}


def test_what_holds_no_longer_is_not_sent(office, service, browser):
    office.void.add(office.tell().id)
    office.deliver()
    assert service.came.empty()
    assert office.store.pending() == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_wants_no_more_is_forgotten(office, service, browser, status):
    service.answer = says_status(status)
    office.tell("turn")
    office.tell("over")
    office.deliver()
    assert office.push.browsers("ann") == []
    assert office.store.pending() == 0


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_fails_is_tried_again_and_given_up(office, service, browser, status):
    service.answer = says_status(status)
    office.tell(deadline=10 * DAY)
    tries = 0
    while office.store.pending():
        assert office.deliver() == 0
        assert not office.push.waiting(1) or not office.store.pending()
        tries += 1
        office.time += HOUR
    assert tries == 5
    assert len(office.push.browsers("ann")) == 1


@pytest.mark.parametrize("status", [302, 400, 403, 413])
def test_what_is_refused_is_given_up(office, service, browser, status, caplog):
    service.answer = says_status(status)
    office.tell()
    office.deliver()
    assert office.store.pending() == 0
    assert len(office.push.browsers("ann")) == 1
    assert str(status) in caplog.text
    assert "/push/1" not in caplog.text


def test_without_a_key_nothing_is_sent(office, service, browser):
    office.push = office.worker(key="")
    assert office.push.public_key is None
    office.tell()
    assert office.push.waiting(1) == []
    office.time += 28 * DAY
    office.push.sweep()
    assert office.store.pending() == 1
    office.time += 1
    office.push.sweep()
    assert office.store.pending() == 0


def test_nothing_that_speaks_to_a_browser_lies_open_in_the_database(office, service, browser):
    with office.engine.connect() as connection:
        (row,) = connection.execute(sa.text("SELECT * FROM push_subscriptions")).mappings().all()
    for value in row.values():
        for secret in (browser.endpoint, browser.p256dh, browser.auth, HOST):
            assert secret.encode() not in (value if isinstance(value, bytes) else str(value).encode())


def test_keys_are_sealed_anew_with_a_new_key(office, service, browser):
    keys = {"two": bytes(range(32))}
    office.store = PushStore(office.engine, Cipher(keys | {"one": bytes(32)}))
    office.worker().sweep()
    office.store = PushStore(office.engine, Cipher(keys))
    office.push = office.worker()
    office.tell()
    assert office.deliver() == 1


def test_a_browser_tells_whoever_is_signed_in_there(office, service, browser):
    office.subscribe(browser, "ben")
    assert office.push.browsers("ann") == []
    office.tell(account="ann")
    assert office.push.waiting(1) == []
    office.tell(account="ben")
    assert office.deliver() == 1


def test_a_browser_is_told_no_more_when_it_says_so(office, service, browser):
    office.push.unsubscribe("ben", browser.endpoint)
    office.push.unsubscribe("ann", "nonsense")
    assert len(office.push.browsers("ann")) == 1
    office.tell()
    office.push.unsubscribe("ann", browser.endpoint)
    assert office.push.browsers("ann") == []
    assert office.deliver() == 0


def test_one_of_several_is_removed_by_its_id(office, service, browser):
    office.subscribe(Browser(service, "/push/2"))
    first, second = office.push.browsers("ann")
    office.push.remove("ben", first.id)
    office.push.remove("ann", first.id)
    assert office.push.browsers("ann") == [second]


def test_the_oldest_gives_way(office, service):
    for number in range(MOST + 1):
        office.time += 1
        office.subscribe(Browser(service, f"/push/{number}"))
    browsers = office.push.browsers("ann")
    assert len(browsers) == MOST
    assert browsers[0].created == START + 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", "http://push.example.org/1"),
        ("endpoint", "https://127.0.0.1/1"),
        ("endpoint", ""),
        ("p256dh", ""),
        ("p256dh", "%%%"),
        ("p256dh", base64url(bytes(65))),
        ("p256dh", base64url(b"\x04" + bytes(64))),
        ("p256dh", base64url(b"\x04" + bytes(63))),
        ("auth", ""),
        ("auth", base64url(bytes(15))),
        ("auth", "ü" * 22),
    ],
)
def test_what_no_browser_says_is_refused(office, service, field, value):
    browser = Browser(service, "/push/1")
    setattr(browser, field, value)
    with pytest.raises(Malformed) as refused:
        office.subscribe(browser)
    assert refused.value.field == field
    assert office.push.browsers("ann") == []


def test_they_go_with_the_account(office, service, browser):
    office.tell()
    Belongings(office.engine).remove("ann", None)
    assert office.push.browsers("ann") == []
    assert office.store.pending() == 0


def test_what_a_newer_notice_has_taken_the_place_of_at_the_same_moment_is_not_sent(office, service):
    office.subscribe(Browser(service, "/a"))
    old = office.tell()
    ((id, _),) = office.push.waiting(10)
    (read,) = office.store.due(id, office.time, 10)
    newer = office.tell(game=old.game)
    assert not office.store.claim(read, office.time + HOUR)
    assert [each.notice for each in office.store.due(id, office.time, 10)] == [newer.id]


def test_a_browser_that_is_signed_out_at_the_same_moment_is_told_nothing(office, service):
    browser = Browser(service, "/a")
    office.push.subscribe("ann", "is", browser.endpoint, browser.p256dh, browser.auth, session="that has ended")
    assert office.push.browsers("ann") == []
