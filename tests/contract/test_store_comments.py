"""Comments that are answered, reported and taken away at once: no answer is left to nothing."""

import threading
import uuid

from app.store.comments import Author, CommentRow, CommentStore, NoParent, ReportRow

ME = Author("me", None)


def comment(parent: str | None = None) -> CommentRow:
    return CommentRow("game", str(uuid.uuid4()), 3, parent, "me", None, False, "text", 1)


def test_an_answer_and_the_end_of_what_it_answers_do_not_miss_each_other(store):
    comments = CommentStore(store.engine)
    for _ in range(20):
        first = comment()
        assert comments.add(first)
        answered: list[bool] = []

        def answer(parent: str, answered: list[bool]) -> None:
            try:
                answered.append(comments.add(comment(parent)))
            except NoParent:
                answered.append(False)

        one = threading.Thread(target=answer, args=(first.id, answered))
        other = threading.Thread(target=comments.remove, args=(first, "author"))
        for thread in (one, other):
            thread.start()
        for thread in (one, other):
            thread.join()
        left = comments.of("game", ME, None, None, 10)
        parents = {each.comment.id for each in left}
        assert all(each.comment.parent in parents for each in left if each.comment.parent)
        assert len(left) == (2 if answered[0] else 0)
        for each in reversed(left):
            comments.remove(each.comment, "author")
        assert comments.of("game", ME, None, None, 10) == []


def test_many_reports_at_once_by_one_reader_are_one(store):
    comments = CommentStore(store.engine)
    first = comment()
    comments.add(first)
    report = ReportRow("game", first.id, "account:you", "rude", "text", 1)
    threads = [threading.Thread(target=comments.report, args=(report,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one.report for one in comments.reported(None, 10)] == [report]
    comments.remove(first, "staff")
    assert comments.reported(None, 10) == []


def test_the_events_with_comments_are_counted_as_they_are_told(store):
    comments, you = CommentStore(store.engine), Author("you", None)
    on_three, also_on_three, on_seven = comment(), comment(), comment()._replace(seq=7)
    mine, gone = comment()._replace(seq=9, private=True), comment()._replace(seq=5)
    for each in (on_three, also_on_three, on_seven, mine, gone, comment(gone.id)._replace(seq=5)):
        comments.add(each)
    comments.remove(gone, "author")
    assert comments.places("game", you) == {3: 2, 5: 1, 7: 1}
    assert comments.places("game", ME) == {3: 2, 5: 1, 7: 1, 9: 1}
    assert comments.places("another", ME) == {}
