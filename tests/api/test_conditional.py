"""If-Match, expected_version, Idempotency-Key and If-None-Match, as the games' routes read them."""

import pytest
from flask import Flask

from app.api import conditional
from app.api.problems import Problem

app = Flask("a request for each test")


def asked(expected_version=None, **headers):
    with app.test_request_context(headers={name.replace("_", "-"): text for name, text in headers.items()}):
        return conditional.expected(expected_version)


def refusal(read, *args, **kwargs):
    with pytest.raises(Problem) as caught:
        read(*args, **kwargs)
    return caught.value.code, caught.value.word


@pytest.mark.parametrize(
    ("tags", "versions"),
    [
        ('"31.seat-1"', {31}),
        ('W/"31.seat-1"', {31}),
        ('"31.public", "32.seat-2"', {31, 32}),
        ('"31.public",W/"32.seat-2" ', {31, 32}),
        ('"0.public"', {0}),
        ('"abc", "7.public"', {7}),
    ],
)
def test_the_versions_of_tags_are_compared(tags, versions):
    assert asked(If_Match=tags) == versions


@pytest.mark.parametrize("tags", ['"abc"', '"31"', '"31."', '"-1.public"', '".public"', '"31.public.gz"', '""'])
def test_a_tag_that_is_not_ours_matches_nothing(tags):
    assert asked(If_Match=tags) == frozenset()


def test_a_version_in_the_body_is_as_good():
    assert asked(31) == {31}
    assert asked(0) == {0}


def test_both_must_agree():
    assert asked(31, If_Match='"30.public", "31.public"') == {31}
    assert refusal(asked, 32, If_Match='"31.public"') == (422, "versions_differ")


def test_one_of_them_is_needed():
    assert refusal(asked) == (428, "version_required")


@pytest.mark.parametrize("star", ["*", " * "])
def test_any_version_is_no_version(star):
    assert refusal(asked, If_Match=star) == (412, "any_version")
    assert refusal(asked, 31, If_Match=star) == (412, "any_version")


@pytest.mark.parametrize("tags", ["31", "31.public", '"31.public', '"1.a" "2.b"', "", '"1.a",', 'w/"1.a"', '*, "1.a"'])
def test_what_is_no_list_of_tags_is_refused(tags):
    assert refusal(asked, If_Match=tags) == (422, "invalid_tag")


def key(text):
    with app.test_request_context(headers={} if text is None else {"Idempotency-Key": text}):
        return conditional.idempotency_key()


@pytest.mark.parametrize("text", [None, "a", "x" * 128, '"quoted"', "9f1c-~!"])
def test_a_key_is_taken_as_it_is(text):
    assert key(text) == text


@pytest.mark.parametrize("text", ["", " ", "a b", "x" * 129, "schl\xfcssel"])
def test_a_key_that_cannot_be_kept_is_refused(text):
    assert refusal(key, text) == (422, "invalid_key")


@pytest.mark.parametrize(
    ("header", "same"),
    [
        ('"31.public"', True),
        ('W/"31.public"', True),
        ('"30.public", "31.public"', True),
        ("*", True),
        ('"31.seat-1"', False),
        ('"3.public"', False),
        ("", False),
    ],
)
def test_a_view_that_the_client_has_is_not_sent_again(header, same):
    with app.test_request_context(headers={"If-None-Match": header}):
        assert conditional.not_modified(conditional.etag(31, "public")) is same
