"""Imports: kept once for each account and file, up to so many, also where several come at once."""

import os
import threading
import uuid

import pytest

from app.store.accounts import AccountRow, AccountStore, accounts
from app.store.analyses import AnalysisStore
from app.store.comments import Author, CommentRow, CommentStore, ReportRow
from app.store.engine import writing
from app.store.imports import Full, Imported, ImportStore

MANY, MEGABYTE = 100, 1 << 20


@pytest.fixture
def ann(store):
    return add_account(store, "ann")


@pytest.fixture
def imports(store):
    return ImportStore(store.engine)


def add_account(store, name):
    row = AccountRow(str(uuid.uuid4()), name, name, "", "", 0)
    AccountStore(store.engine).add(row)
    return row.id


def imported(account, digest="d", created=1, **more):
    fields = dict(
        title=None, form="record", game="g", verdict="exact", events=3, report={"seats": 2}, names=["A", None]
    )
    return Imported(str(uuid.uuid4()), account, digest, created, **(fields | more))


def add(imports, one, content=b"lines", most=MANY, most_bytes=MEGABYTE):
    return imports.add(one, content, most, most_bytes)


def test_what_is_kept_comes_back_as_it_was(imports, ann):
    one = imported(ann, title="Zoë and the last card")
    content = bytes(range(256)) * 1000

    assert add(imports, one, content) == one.id
    assert imports.find(one.id) == one
    assert imports.content(one.id) == content
    assert imports.same(ann, "d") == one.id


def test_what_is_not_there_is_not_found(imports, ann):
    assert imports.find("nothing") is None
    assert imports.content("nothing") is None
    assert imports.same(ann, "d") is None
    assert imports.of(ann, None, 10) == []
    assert not imports.remove("nothing")


def test_the_same_file_is_kept_once_for_each_account(store, imports, ann):
    first, again, of_ben = imported(ann), imported(ann, title="again"), imported(add_account(store, "ben"))

    assert [add(imports, one) for one in (first, again, of_ben)] == [first.id, first.id, of_ben.id]
    assert imports.of(ann, None, 10) == [first]


def test_the_same_file_many_times_at_once_is_kept_once(imports, ann):
    found = []
    threads = [threading.Thread(target=lambda: found.append(add(imports, imported(ann)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 8
    assert found == [imports.of(ann, None, 10)[0].id] * 8


def test_an_account_keeps_only_so_many_however_many_come_at_once(imports, ann):
    kept, refused = [], []

    def bring(number):
        try:
            kept.append(add(imports, imported(ann, f"d{number}"), most=3))
        except Full:
            refused.append(number)

    threads = [threading.Thread(target=bring, args=(number,)) for number in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (len(kept), len(refused)) == (3, 6)
    assert {one.id for one in imports.of(ann, None, 10)} == set(kept)


def test_an_account_keeps_only_so_many_bytes(store, imports, ann):
    noise = os.urandom(32)  # which does not get shorter
    add(imports, imported(ann, "one"), noise, most_bytes=60)
    with pytest.raises(Full):
        add(imports, imported(ann, "two"), noise, most_bytes=60)
    assert add(imports, imported(ann, "one"), noise, most_bytes=60)  # it is there already
    assert add(imports, imported(add_account(store, "ben"), "two"), noise, most_bytes=60)


def test_pages_have_the_newest_first_and_none_twice(store, imports, ann):
    made = [imported(ann, f"d{number}", created=1 + number // 3) for number in range(10)]
    add(imports, imported(add_account(store, "ben")))
    for one in made:
        add(imports, one)

    pages, place = [], None
    while page := imports.of(ann, place, 4):
        pages += page
        place = (page[-1].created, page[-1].id)
    assert pages == sorted(made, key=lambda one: (one.created, one.id), reverse=True)


def test_what_is_removed_is_gone_and_can_come_again(imports, ann):
    one, again = imported(ann), imported(ann)
    add(imports, one)

    assert imports.remove(one.id)
    assert (imports.find(one.id), imports.content(one.id), imports.remove(one.id)) == (None, None, False)
    assert add(imports, again) == again.id


def test_what_is_said_and_found_of_one_goes_with_it(store, imports, ann):
    comments, analyses = CommentStore(store.engine), AnalysisStore(store.engine)
    gone, kept = imported(ann, "gone"), imported(ann, "kept")
    for one in (gone, kept):
        add(imports, one)
        comments.add(CommentRow(one.id, one.id, 3, None, ann, None, False, "text", 1))
        comments.report(ReportRow(one.id, one.id, "account:you", "rude", "text", 1))
        analysis = analyses.ask(one.id, "umk/1", True, 1)
        analyses.count(analysis, {1: 2}, {1: 0})
        assert analyses.add(analysis, 0, 1, 5, {"seq": 5}, 2)
    assert imports.remove(gone.id)

    me = Author(ann, None)
    assert comments.of(gone.id, me, None, None, 10) == []
    assert [one.comment.subject for one in comments.of(kept.id, me, None, None, 10)] == [kept.id]
    assert [one.report.subject for one in comments.reported(None, 10)] == [kept.id]
    assert analyses.find(gone.id, "umk/1") is None
    assert analyses.decisions(analysis._replace(subject=gone.id), 1) == []
    assert analyses.hands(analysis._replace(subject=gone.id)) == []
    assert len(analyses.decisions(analysis, 1)) == len(analyses.hands(analysis)) == 1


def test_imports_go_with_their_account(store, imports, ann):
    one = imported(ann)
    add(imports, one)
    with writing(store.engine) as connection:
        connection.execute(accounts.delete().where(accounts.c.id == ann))

    assert imports.find(one.id) is None
