"""Lost passwords and new addresses: letters to those who are meant, and not a word to others."""

import re

import pytest

from app.api.context import services
from app.factory import WORKER
from tests.api.letters import HOME, post, sent, with_address
from tests.api.people import API, Person, assert_problem
from tests.api.tables import said
from tests.letterbox import links, secret, text

PASSWORD = "correct horse battery"
NEW = "another horse altogether"
ANN = "Ann.B@example.org"


@pytest.fixture
def app(posting):
    return posting


@pytest.fixture
def ann(app, letterbox):
    """Somebody with a confirmed address."""
    return with_address(app, letterbox, Person.sign_up(app, "Ann", PASSWORD), ANN)


def ask(client, name, **kwargs):
    return client.post(f"{API}/password-resets", json={"name": name}, **kwargs)


def sign_in(client, name, password):
    return client.post(f"{API}/session", json={"name": name, "password": password})


@pytest.mark.parametrize("asked", ["Ann", "ANN", ANN, "ann.b@EXAMPLE.org"])
def test_who_lost_a_password_chooses_another_by_a_letter(app, ann, client, letterbox, asked):
    assert ask(client, asked).status_code == 202
    letter = sent(app, letterbox)
    assert letter["To"] == ANN
    assert links(letter)[0].startswith(f"{HOME}/password/")
    answer = client.post(f"{API}/password-resets/{secret(letter)}", json={"password": NEW})
    assert answer.status_code == 204
    assert said(ann.get("/session"))["kind"] == "anonymous"
    assert_problem(sign_in(client, "Ann", PASSWORD), 401, "unauthorized")
    assert sign_in(client, "Ann", NEW).status_code == 200
    told = sent(app, letterbox)
    assert (told["To"], told["Subject"]) == (ANN, "Your password was changed")


@pytest.mark.parametrize("asked", ["Bob", "bob@example.org", "Carl", "", "\u202e", "x" * 50_000, "a\nb"])
def test_nobody_is_told_whether_there_is_an_account(app, ann, client, letterbox, asked):
    Person.sign_up(app, "Carl", PASSWORD)  # who has given no address
    there, not_there = ask(client, "Ann"), ask(client, asked)
    assert there.status_code == not_there.status_code == 202
    assert there.data == not_there.data
    assert [name for name, _ in there.headers] == [name for name, _ in not_there.headers]
    assert post(app) == 1
    assert letterbox.next()["To"] == ANN
    assert letterbox.is_empty()


def test_a_question_does_the_same_whether_there_is_an_account_or_not(app, ann, client, look):
    """So it takes the same time: whom a letter is to is found out behind the requests."""
    import sqlalchemy as sa

    from app.factory import ENGINE

    counted = []
    engine = app.extensions[ENGINE]
    sa.event.listen(engine, "before_cursor_execute", lambda *args: counted.append(args[2]))
    did = []
    for name in ("Ann", "Nobody"):
        counted.clear()
        assert ask(client, name).status_code == 202
        did.append(list(counted))
    assert did[0] == did[1]
    assert did[0]


def test_a_link_works_once_and_so_do_all_others_of_the_account(app, ann, client, letterbox):
    ask(client, "Ann")
    first = secret(sent(app, letterbox))
    ask(client, "Ann")
    second = secret(sent(app, letterbox))
    assert client.post(f"{API}/password-resets/{second}", json={"password": NEW}).status_code == 204
    for each in (first, second, "x", "%00", first[:-1]):
        answer = client.post(f"{API}/password-resets/{each}", json={"password": "a third one"})
        assert_problem(answer, 404, "no_such_voucher")
    assert sign_in(client, "Ann", NEW).status_code == 200


@pytest.mark.parametrize("password", ["", "short", "x" * 129, None, 12345678])
def test_a_password_that_cannot_be_uses_no_link_up(app, ann, client, letterbox, password):
    ask(client, "Ann")
    path = f"{API}/password-resets/{secret(sent(app, letterbox))}"
    assert_problem(client.post(path, json={"password": password}), 422, "invalid")
    assert client.post(path, json={"password": NEW}).status_code == 204


def test_a_link_expires(app, ann, client, letterbox, monkeypatch):
    ask(client, "Ann")
    found = secret(sent(app, letterbox))
    recovery = services(app).recovery
    now = recovery._now()
    monkeypatch.setattr(recovery, "_now", lambda: now + 60 * 60 * 1000)
    answer = client.post(f"{API}/password-resets/{found}", json={"password": NEW})
    assert_problem(answer, 404, "no_such_voucher")
    monkeypatch.setattr(recovery, "_now", lambda: now + 60 * 60 * 1000 - 5_000)
    assert client.post(f"{API}/password-resets/{found}", json={"password": NEW}).status_code == 204


def test_links_are_made_of_the_services_own_address_whatever_a_request_says(app, ann, client, letterbox):
    ask(client, "Ann", headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"})
    letter = sent(app, letterbox)
    assert all(link.startswith(HOME) for link in links(letter))
    assert "evil" not in str(letter)


def test_a_letter_is_in_the_language_that_the_account_prefers_or_that_was_asked_in(app, ann, client, letterbox):
    ask(client, "Ann", headers={"Accept-Language": "is,en;q=0.5"})
    assert sent(app, letterbox)["Content-Language"] == "is"
    ann.patch("/account", {"preferences": {"language": "ar"}})
    ask(client, "Ann", headers={"Accept-Language": "is,en;q=0.5"})
    assert sent(app, letterbox)["Content-Language"] == "ar"


def test_one_letter_box_is_not_flooded(app, ann, client, letterbox):
    for _ in range(8):
        assert ask(client, "Ann").status_code == 202
    assert post(app) == 5
    assert post(app) == 0


def test_asking_is_limited_by_address_and_by_who_is_asked_for(make_app):
    client = make_app(rate_limits=True).test_client()
    for number in range(10):
        place = {"REMOTE_ADDR": f"192.0.2.{number}"}
        assert ask(client, "Ann", environ_overrides=place).status_code == 202
    assert_problem(ask(client, "ANN", environ_overrides={"REMOTE_ADDR": "192.0.2.99"}), 429, "too_many_requests")
    place = {"REMOTE_ADDR": "192.0.2.100"}
    statuses = [ask(client, f"Ann {number}", environ_overrides=place).status_code for number in range(31)]
    assert statuses == [202] * 30 + [429]


def test_guessing_the_links_of_letters_is_limited(make_app):
    client = make_app(rate_limits=True).test_client()
    paths = ["password-resets", "address-confirmations", "seat-recoveries"]
    for number in range(30):
        answer = client.post(f"{API}/{paths[number % 3]}/{number}", json={"password": NEW})
        assert answer.status_code == 404
    for path in paths:
        answer = client.post(f"{API}/{path}/more", json={"password": NEW})
        assert_problem(answer, 429, "too_many_requests")


# ---------------------------------------------------------------- addresses


def test_an_address_counts_when_it_is_confirmed(app, client, letterbox):
    ann = Person.sign_up(app, "Ann", PASSWORD)
    assert ann.post("/account/address", {"address": ANN, "password": PASSWORD}).status_code == 202
    mine = said(ann.get("/account"))
    assert (mine["address"], mine["pending_address"]) == (None, ANN)
    assert_problem(sign_in(client, ANN, PASSWORD), 401, "unauthorized")
    letter = sent(app, letterbox)
    assert letter["To"] == ANN
    assert "\u2068Ann\u2069" in text(letter)
    assert said(client.post(f"{API}/address-confirmations/{secret(letter)}")) == {"address": ANN}
    mine = said(ann.get("/account"))
    assert (mine["address"], mine["pending_address"]) == (ANN, None)
    assert sign_in(client, "ann.b@example.ORG", PASSWORD).status_code == 200
    again = client.post(f"{API}/address-confirmations/{secret(letter)}")
    assert_problem(again, 404, "no_such_voucher")


def test_the_address_before_is_told_of_the_new_one_when_it_counts(app, ann, client, letterbox):
    assert ann.post("/account/address", {"address": "new@example.org", "password": PASSWORD}).status_code == 202
    letter = sent(app, letterbox)
    assert letter["To"] == "new@example.org"
    assert said(ann.get("/account"))["address"] == ANN
    client.post(f"{API}/address-confirmations/{secret(letter)}")
    told = sent(app, letterbox)
    assert (told["To"], told["Subject"]) == (ANN, "Your address was changed")
    assert "new@example.org" not in str(told)


def test_only_the_address_that_was_asked_for_last_is_confirmed(app, ann, client, letterbox):
    found = []
    for address in ("one@example.org", "two@example.org"):
        ann.post("/account/address", {"address": address, "password": PASSWORD})
        found.append(secret(sent(app, letterbox)))
    assert_problem(client.post(f"{API}/address-confirmations/{found[0]}"), 404, "no_such_voucher")
    assert said(client.post(f"{API}/address-confirmations/{found[1]}")) == {"address": "two@example.org"}


def test_an_address_is_one_accounts_and_who_asks_for_it_is_not_told(app, ann, client, letterbox):
    bob = Person.sign_up(app, "Bob", PASSWORD)
    assert bob.post("/account/address", {"address": ANN.upper(), "password": PASSWORD}).status_code == 202
    answer = client.post(f"{API}/address-confirmations/{secret(sent(app, letterbox))}")
    assert_problem(answer, 409, "address_taken")
    assert said(bob.get("/account"))["address"] is None
    assert sign_in(client, ANN, PASSWORD).json["name"] == "Ann"


@pytest.mark.parametrize("address", ["", "ann", "ann@exa mple.org", "a@b.c\nBcc: d@e.f", None, 7, ["a@b.c"]])
def test_what_is_no_address_is_refused(app, ann, address, look):
    answer = ann.post("/account/address", {"address": address, "password": PASSWORD})
    assert "address" in assert_problem(answer, 422, "invalid")["errors"]["json"]
    assert look("SELECT count(*) FROM letters WHERE sent IS NULL") == [(0,)]


def test_an_address_is_taken_away_and_told_so(app, ann, client, letterbox):
    ask(client, "Ann")
    open_link = secret(sent(app, letterbox))
    ann.post("/account/address", {"address": "new@example.org", "password": PASSWORD})
    pending = secret(sent(app, letterbox))
    assert ann.delete("/account/address", json={"password": PASSWORD}).status_code == 204
    mine = said(ann.get("/account"))
    assert (mine["address"], mine["pending_address"]) == (None, None)
    assert sent(app, letterbox)["To"] == ANN
    assert_problem(sign_in(client, ANN, PASSWORD), 401, "unauthorized")
    assert client.post(f"{API}/password-resets/{open_link}", json={"password": NEW}).status_code == 404
    assert client.post(f"{API}/address-confirmations/{pending}").status_code == 404


def test_whoever_knew_the_old_password_has_no_address_that_waits(app, ann, client, letterbox):
    ann.post("/account/address", {"address": "thief@example.org", "password": PASSWORD})
    pending = secret(sent(app, letterbox))
    answer = ann.post("/account/password", {"old": PASSWORD, "new": NEW})
    ann.csrf_token = said(answer)["csrf_token"]
    assert sent(app, letterbox)["Subject"] == "Your password was changed"
    assert_problem(client.post(f"{API}/address-confirmations/{pending}"), 404, "no_such_voucher")
    assert said(ann.get("/account"))["address"] == ANN


def test_links_that_lie_in_an_old_letter_box_open_nothing_once_there_is_another(app, ann, client, letterbox):
    ask(client, "Ann")
    lying = secret(sent(app, letterbox))
    with_address(app, letterbox, ann, "new@example.org")
    answer = client.post(f"{API}/password-resets/{lying}", json={"password": NEW})
    assert_problem(answer, 404, "no_such_voucher")


def test_a_name_that_reads_like_an_address_keeps_nobody_out(app, ann, client, letterbox):
    """Nobody takes one any more, but some may have before."""
    answer = client.post(f"{API}/accounts", json={"name": ANN, "password": "the password of a thief"})
    assert "name" in assert_problem(answer, 422, "invalid")["errors"]["json"]
    services(app).accounts.create(ANN, "the password of a thief")
    assert sign_in(client, ANN, PASSWORD).json["name"] == "Ann"
    ask(client, ANN)
    letter = sent(app, letterbox)
    assert "\u2068Ann\u2069" in text(letter)


# ---------------------------------------------------------------- behind the requests


def test_the_worker_sends_letters_beside_its_rounds(app, ann, client, letterbox):
    ask(client, "Ann")
    app.extensions[WORKER].jobs.round()
    assert letterbox.next()["To"] == ANN


def test_without_a_mail_server_letters_lie_in_a_folder(make_app, tmp_path, caplog):
    app = make_app(letters=tmp_path / "letters")
    ann = Person.sign_up(app, "Ann", PASSWORD)
    ann.post("/account/address", {"address": ANN, "password": PASSWORD})
    assert post(app) == 1
    (path,) = (tmp_path / "letters").iterdir()
    (found,) = re.findall(rb"http://127.0.0.1:8000/address/([\w-]+)", path.read_bytes())[:1]
    assert found.decode() not in caplog.text
    assert ANN not in caplog.text
    assert ann.client.post(f"{API}/address-confirmations/{found.decode()}").status_code == 200


def test_with_no_way_at_all_letters_wait(make_app, look):
    app = make_app()
    ask(app.test_client(), "Ann")
    app.extensions[WORKER].jobs.round()
    assert look("SELECT tries, sent FROM letters") == [(0, None)]


def test_secrets_of_letters_are_in_no_table(app, ann, client, letterbox, look):
    ask(client, "Ann")
    ann.post("/account/address", {"address": "new@example.org", "password": PASSWORD})
    assert post(app) == 2
    found = [secret(letterbox.next()) for _ in range(2)]
    stored = str(look("SELECT * FROM letters") + look("SELECT * FROM vouchers") + look("SELECT * FROM accounts"))
    assert not any(each in stored for each in found)
    assert look("SELECT DISTINCT about FROM letters") == [("{}",)]
