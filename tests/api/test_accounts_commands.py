"""`flask account`: officials are appointed and passwords set by whoever runs the service."""

from tests.api.people import API, assert_problem


def run(app, *words, **kwargs):
    return app.test_cli_runner().invoke(args=["account", *words], **kwargs)


def test_an_official_is_appointed_and_dismissed(app, person):
    ann = person("Ann")
    answer = run(app, "appoint", "ann", "--role", "admin", "--role", "arbiter")
    assert (answer.exit_code, answer.output) == (0, "Ann: arbiter, admin\n")
    assert ann.get("/players/me").json["scopes"] == ["read", "play", "manage", "arbiter", "admin"]
    assert run(app, "appoint", "Ann").output == "Ann: no role\n"
    assert ann.get("/players/me").json["scopes"] == ["read", "play", "manage"]


def test_a_role_that_is_none_is_refused(app, person):
    person("Ann")
    assert run(app, "appoint", "Ann", "--role", "king").exit_code == 2


def test_a_new_password_ends_what_went_before(app, person):
    ann = person("Ann")
    answer = run(app, "password", "Ann", input="another password\nanother password\n")
    assert answer.exit_code == 0
    assert "another" not in answer.output
    assert_problem(ann.get("/players/me"), 401, "unauthorized")
    given = {"name": "Ann", "password": ann.password}
    assert_problem(ann.client.post(f"{API}/session", json=given), 401, "unauthorized")
    ann.password = "another password"
    ann.sign_in()


def test_nobody_is_told_so(app):
    for words in (["appoint", "Bob"], ["password", "Bob", "--password", "correct horse"]):
        answer = run(app, *words)
        assert (answer.exit_code, answer.output) == (1, "Error: Nobody goes by 'Bob'.\n")
