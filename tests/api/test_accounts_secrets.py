"""No password, session, token or link is in a table, a log or an answer where it does not belong."""

import logging

import pytest
import sqlalchemy as sa

from tests.api.people import API, Person, bearer

PASSWORD = "a password that is nowhere"
BY_LETTER = ("password-resets", "address-confirmations", "seat-recoveries")


def everything(database_url):
    """Every value of every table, as text."""
    engine = sa.create_engine(database_url, poolclass=sa.NullPool)
    tables = sa.MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        rows = [row for table in tables.sorted_tables for row in connection.execute(table.select())]
    engine.dispose()
    assert rows
    return "\n".join(map(repr, rows))


def live(app):
    """Somebody's day with the service: the secrets that came up, and all answers but those that show one."""
    ann = Person.sign_up(app, "Ann", PASSWORD)
    old_cookie, old_token = ann.cookie(), ann.csrf_token
    ann.sign_in()
    cookie, secret = ann.cookie(), ann.token("read", "play")
    program = app.test_client()
    answers = [
        ann.get("/session"),
        ann.get("/tokens"),
        ann.get("/players/me"),
        program.get(f"{API}/players/me", headers=bearer(secret)),
        program.get(f"{API}/players/me", headers=bearer(secret + "x")),
        program.get(f"/seat/{secret}"),
        program.post(f"{API}/session", json={"name": "Ann", "password": PASSWORD + "x"}),
        program.post(f"{API}/accounts", json={"name": "Ann", "password": PASSWORD}),
        program.post(f"{API}/accounts", json={"name": PASSWORD, "password": PASSWORD, "more": PASSWORD}),
        program.get(f"{API}/{secret}"),
        ann.delete("/session"),
    ]
    return [PASSWORD, old_cookie, cookie, secret], [old_token, ann.csrf_token], answers


def test_secrets_are_stored_hashed(app, database_url):
    secrets, csrf_tokens, _ = live(app)
    stored = everything(database_url)
    assert "$argon2id$" in stored
    for secret in secrets + csrf_tokens:
        assert secret not in stored


def test_secrets_are_in_no_log(app, caplog):
    with caplog.at_level(logging.DEBUG):
        secrets, csrf_tokens, _ = live(app)
    for secret in secrets + csrf_tokens:
        assert secret not in caplog.text


def test_secrets_are_answered_once(app):
    secrets, _, answers = live(app)
    for answer in answers:
        for secret in secrets:
            assert secret not in answer.text
            assert secret not in str(answer.headers)


def test_a_server_that_logs_addresses_logs_no_secret_in_them(app, caplog):
    line = '"%(r)s" "%(f)s"'
    atoms = {"r": "GET /seat/kfs_s3cret HTTP/1.1", "f": "https://host/games/1?at=3&invitation=s3cret&as=2"}
    with caplog.at_level(logging.INFO):
        logging.getLogger("gunicorn.access").info(line, atoms)
        logging.getLogger("werkzeug").info("%s - %s %s", "127.0.0.1", "GET /seat/s3cret?x=1 HTTP/1.1", 303)
    assert "s3cret" not in caplog.text
    assert '"GET /seat/… HTTP/1.1" "https://host/games/1?at=3&invitation=…&as=2"' in caplog.text
    assert "127.0.0.1 - GET /seat/…?x=1 HTTP/1.1 303" in caplog.text


@pytest.mark.parametrize("path", ["/password/", "/address/", "/seat-again/"] + [f"{API}/{each}/" for each in BY_LETTER])
def test_a_server_that_logs_addresses_logs_no_secret_of_a_letter(app, caplog, path):
    with caplog.at_level(logging.INFO):
        logging.getLogger("werkzeug").info("%s - %s %s", "127.0.0.1", f"POST {path}s3cret?lang=is HTTP/1.1", 204)
    assert f"POST {path}…?lang=is HTTP/1.1 204" in caplog.text


@pytest.mark.parametrize(
    ("asked", "logged"),
    [
        ("/sign-in?next=/games/1?invitation%3Ds3cret&lang=is", "/sign-in?next=/games/1?invitation%3D…&lang=is"),
        ("/sign-in?next=%2Fgames%2F1%3Finvitation%3Ds3cret", "/sign-in?next=%2Fgames%2F1%3Finvitation%3D…"),
        ("/sign-in?next=%2Fgames%2F1%3Fat%3D3%26invitation%3Ds3cret", "?next=%2Fgames%2F1%3Fat%3D3%26invitation%3D…"),
    ],
)
def test_a_server_that_logs_where_somebody_goes_on_to_logs_no_secret_of_that(app, caplog, asked, logged):
    with caplog.at_level(logging.INFO):
        logging.getLogger("werkzeug").info("%s - %s %s", "127.0.0.1", f"GET {asked} HTTP/1.1", 200)
    assert "s3cret" not in caplog.text
    assert f"{logged} HTTP/1.1 200" in caplog.text


def test_a_server_that_logs_errors_with_their_addresses_logs_no_secret_in_them(app, caplog):
    logging.getLogger("gunicorn.error").error("Error handling request %s %s", "GET", "/games/1?invitation=s3cret")
    assert "Error handling request GET /games/1?invitation=…" in caplog.text
