"""Asked to a table by name, and sent away from one by its host."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.api.people import API, Person, assert_problem
from tests.api.tables import Guest, Table, said

ABSENT = "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"


class At:
    """A table of an account, unlisted unless it is said otherwise, and people with accounts beside it."""

    def __init__(self, person: Callable[[str], Person], **settings: Any) -> None:
        self.ada, self.ben, self.cyd = person("Ada"), person("Ben"), person("Cyd")
        made = said(self.ada.post("/games", {"seats": 4, "listed": False} | settings), 201)
        self.game: str = made["view"]["id"]
        self.path = f"/games/{self.game}"
        self.invitation: str = made["invitation"]

    @property
    def version(self) -> int:
        version: int = said(self.ada.get(self.path))["version"]
        return version

    def invite(self, by: Person, name: str) -> TestResponse:
        return by.post(f"{self.path}/invitations", {"name": name})

    def sit(self, who: Person, **more: Any) -> TestResponse:
        return who.post(f"{self.path}/seats", {"expected_version": self.version} | more)

    def leave(self, by: Person, seat: int) -> TestResponse:
        return by.delete(f"{self.path}/seats/{seat}?expected_version={self.version}")


@pytest.fixture
def at(person: Callable[[str], Person]) -> At:
    return At(person)


def invited_to(who: Person) -> list[str]:
    return [one["id"] for one in said(who.get("/games?list=invited"))["games"]]


def account_of(who: Person) -> str:
    account: str = said(who.get("/players/me"))["account"]
    return account


def test_an_invitation_opens_the_table(at: At) -> None:
    assert_problem(at.ben.get(at.path), 404, "no_such_game")
    one = said(at.invite(at.ada, "ben"), 201)
    assert (one["account"], one["name"], one["by"], one["state"], one["seat"]) == (
        account_of(at.ben),
        "Ben",
        "Ada",
        "waiting",
        None,
    )
    (listed,) = said(at.ben.get("/games?list=invited"))["games"]
    assert (listed["id"], listed["host"], listed["invited_by"], listed["free"]) == (at.game, "Ada", "Ada", 3)
    assert said(at.ben.get(at.path))["phase"] == "waiting"
    assert_problem(at.cyd.get(at.path), 404, "no_such_game")
    assert said(at.sit(at.ben), 201)["view"]["you"]["seat"] == 1
    assert invited_to(at.ben) == []
    assert [one["state"] for one in said(at.ada.get(f"{at.path}/invitations"))["invitations"]] == ["seated"]


def test_whoever_sits_there_invites_too_and_others_do_not(app: Flask, at: At) -> None:
    said(at.invite(at.ada, "Ben"), 201)
    assert_problem(at.invite(at.ben, "Cyd"), 403, "not_at_table")
    said(at.sit(at.ben), 201)
    assert said(at.invite(at.ben, "Cyd"), 201)["by"] == "Ben"
    sitting = {"expected_version": at.version, "invitation": at.invitation, "name": "Gus"}
    sat = said(app.test_client().post(f"{API}{at.path}/seats", json=sitting), 201)
    guest = Guest(app, at.game, sat["seat_link"]["secret"])
    assert_problem(guest.post("/invitations", {"name": "Ada"}), 409, "already_seated")
    assert_problem(app.test_client().post(f"{API}{at.path}/invitations", json={"name": "Cyd"}), 401, "unauthorized")


def test_everybody_sees_of_the_invitations_what_is_theirs(at: At) -> None:
    for name in ("Ben", "Cyd"):
        said(at.invite(at.ada, name), 201)
    path = f"{at.path}/invitations"
    assert [one["name"] for one in said(at.ada.get(path))["invitations"]] == ["Ben", "Cyd"]
    assert [one["name"] for one in said(at.ben.get(path))["invitations"]] == ["Ben"]
    opened = f"{path}?invitation={at.invitation}"
    assert said(at.ben.client.get(f"{API}{opened}"))["invitations"][0]["name"] == "Ben"


def test_invited_twice_is_invited_once(at: At) -> None:
    first, second = said(at.invite(at.ada, "Ben"), 201), said(at.invite(at.ada, "BEN"), 201)
    assert first == second
    assert invited_to(at.ben) == [at.game]


def test_who_says_no_is_left_in_peace_and_may_think_better_of_it(at: At) -> None:
    said(at.invite(at.ada, "Ben"), 201)
    for _ in range(2):
        assert at.ben.delete(f"{at.path}/invitations/mine").status_code == 204
    assert invited_to(at.ben) == []
    assert said(at.ada.get(f"{at.path}/invitations"))["invitations"][0]["state"] == "declined"
    assert_problem(at.invite(at.ada, "Ben"), 409, "invitation_declined")
    said(at.sit(at.ben), 201)


def test_an_invitation_is_taken_back_by_host_or_inviter(at: At) -> None:
    said(at.invite(at.ada, "Ben"), 201)
    said(at.invite(at.ada, "Cyd"), 201)
    said(at.sit(at.ben), 201)
    of_cyd = f"{at.path}/invitations/{account_of(at.cyd)}"
    assert_problem(at.ben.delete(of_cyd), 403, "not_host")
    assert_problem(at.cyd.delete(of_cyd), 403, "not_at_table")
    assert at.ada.delete(of_cyd).status_code == 204
    assert_problem(at.ada.delete(of_cyd), 404, "no_such_invitation")
    assert invited_to(at.cyd) == []
    assert_problem(at.sit(at.cyd), 404, "no_such_game")
    said(at.invite(at.ben, "Cyd"), 201)
    assert at.ada.delete(of_cyd).status_code == 204
    said(at.invite(at.ben, "Cyd"), 201)
    assert at.ben.delete(of_cyd).status_code == 204


def test_of_a_match_for_invited_eyes_the_invited_are_some(person: Callable[[str], Person]) -> None:
    at = At(person, listed=True, spectators="link", bots=["random"])
    said(at.invite(at.ada, "Ben"), 201)
    said(at.ada.post(f"{at.path}/start", {"expected_version": at.version}))
    assert "you" not in said(at.ben.get(at.path))
    assert_problem(at.cyd.get(at.path), 403, "spectators_by_link")
    assert invited_to(at.ben) == []


def test_refusals(at: At) -> None:
    assert_problem(at.invite(at.ada, "Nobody At All"), 404, "no_such_player")
    assert_problem(at.invite(at.ada, "Ada"), 422, "invalid")
    assert_problem(at.invite(at.ben, "Cyd"), 404, "no_such_game")
    assert_problem(at.ben.delete(f"{at.path}/invitations/mine"), 404, "no_such_game")
    assert_problem(at.ada.delete(f"{at.path}/invitations/mine"), 404, "no_such_invitation")
    assert_problem(at.ada.delete(f"{at.path}/invitations/{ABSENT}"), 404, "no_such_invitation")
    for body in ({}, {"name": ""}, {"name": 7}, {"name": "Ben", "seat": 1}):
        assert_problem(at.ada.post(f"{at.path}/invitations", body), 422, "invalid")
    said(at.ada.post(f"{at.path}/seats", {"expected_version": at.version, "bot": "random"}), 201)
    said(at.ada.post(f"{at.path}/start", {"expected_version": at.version}))
    assert_problem(at.invite(at.ada, "Ben"), 409, "game_started")
    said(at.ada.post(f"{at.path}/moves", {"type": "resign", "expected_version": at.version}))
    assert_problem(at.invite(at.ada, "Ben"), 409, "game_over")


def test_a_table_has_only_so_many_invitations(at: At, person: Callable[[str], Person]) -> None:
    for number in range(30):
        person(f"Person {number}")
        said(at.invite(at.ada, f"Person {number}"), 201)
    assert_problem(at.invite(at.ada, "Ben"), 409, "too_many_invitations")
    assert invited_to(at.ben) == []
    said(at.invite(at.ada, "Person 0"), 201)


def test_invitations_are_counted(make_app: Callable[..., Flask]) -> None:
    app = make_app(rate_limits=True)
    at = At(lambda name: Person.sign_up(app, name, "correct horse battery"))
    answers = [at.invite(at.ada, "Ben").status_code for _ in range(61)]
    assert answers == [201] * 60 + [429]


# ------------------------------------------------------------ sent away


def test_whom_the_host_removes_sits_there_again_only_when_invited_by_the_host(person: Callable[[str], Person]) -> None:
    at = At(person, listed=True)
    for who in (at.ben, at.cyd):
        said(at.sit(who), 201)
    said(at.leave(at.ada, 1))
    assert_problem(at.sit(at.ben), 403, "removed_by_host")
    assert_problem(at.sit(at.ben, invitation=at.invitation), 403, "removed_by_host")
    assert_problem(at.invite(at.cyd, "Ben"), 403, "removed_by_host")
    assert_problem(at.sit(at.ben), 403, "removed_by_host")
    said(at.invite(at.ada, "Ben"), 201)
    said(at.sit(at.ben), 201)


def test_a_removal_ends_an_invitation(at: At) -> None:
    said(at.invite(at.ada, "Ben"), 201)
    said(at.sit(at.ben), 201)
    said(at.leave(at.ada, 1))
    assert_problem(at.ben.get(at.path), 404, "no_such_game")
    assert said(at.ada.get(f"{at.path}/invitations"))["invitations"] == []


def test_who_leaves_by_themselves_may_come_back(at: At) -> None:
    said(at.invite(at.ada, "Ben"), 201)
    said(at.sit(at.ben), 201)
    said(at.leave(at.ben, 1))
    assert invited_to(at.ben) == []
    said(at.sit(at.ben), 201)


def test_a_guest_who_is_removed_is_not_remembered(app: Flask) -> None:
    table = Table(app, 1)
    guest = table.sit()
    said(table.host.delete(f"/seats/{guest.seat}?expected_version={table.version}"))
    assert table.sit().seat == guest.seat
