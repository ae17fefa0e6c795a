"""Many writers at once: nobody's events are lost, doubled or torn, and everybody who loses is told so."""

import multiprocessing
import random
import threading

import pytest

from app.store import DuplicateKey, Key, VersionConflict, make_engine
from replays import chain
from replays.format import envelope
from tests.contract.stories import SECRET, Story, T, open_store
from tests.effort import SEED, effort

WRITERS = 32
GAMES = 8


def together(count, run):
    """Run `run(number)` in this many threads that start at once; what they gave, in order of number."""
    barrier, results, failures = threading.Barrier(count), [None] * count, []

    def one(number):
        barrier.wait(30)
        try:
            results[number] = run(number)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    return results


def insist(store, game, number, request):
    """Append one request as a client does: on a conflict look again and retry. Gives the version, and the conflicts."""
    key = Key(f"writer {number}", f"request {request}", "digest")
    conflicts = 0
    while True:
        used, head = store.find_key(key.caller, key.key, game), store.head(game)
        if used is not None:
            return used.version, conflicts
        events = [("card.played", {"request": request, "writer": number})] * (1 + number % 3)
        lines, after = chain.lines(chain.Head(head.version, head.hash, head.request, head.t), game, "seat:1", T, events)
        try:
            store.append(head._replace(**after._asdict()), head.version, lines, key)
        except (VersionConflict, DuplicateKey):
            conflicts += 1
        else:
            return after.version, conflicts


def assert_whole(store, game):
    """The stored chain is sound from the first event to the head."""
    checked = chain.Chain()
    for line in store.event_bytes(game):
        checked.add(line)
    head = store.head(game)
    assert checked.head == (head.version, head.hash, head.request, head.t)


@pytest.fixture
def wide(database_url):
    engine = make_engine(database_url, pool_size=WRITERS, max_overflow=100, pool_timeout=120)
    yield open_store(engine)
    engine.dispose()


@pytest.mark.drill
def test_32_writers_on_8_games_lose_nothing(wide):
    requests = effort(4, 200)
    games = [Story().begin(wide).game for _ in range(GAMES)]

    def write(number):
        rng = random.Random(SEED * 1000 + number)
        return [insist(wide, rng.choice(games), number, request) for request in range(requests)]

    results = together(WRITERS, write)
    assert sum(conflicts for done in results for _, conflicts in done) > 0, "the test wants conflicts"
    accepted = set()
    for game in games:
        assert_whole(wide, game)
        for line in wide.event_bytes(game)[1:]:
            data = envelope(line).data
            accepted.add((data["writer"], data["request"]))
    assert accepted == {(number, request) for number in range(WRITERS) for request in range(requests)}
    events = sum(wide.head(game).version for game in games)
    assert events == requests * sum(1 + number % 3 for number in range(WRITERS))


def test_of_a_hundred_copies_of_one_request_one_is_taken(wide):
    story = Story().begin(wide)
    head, lines = story.tell(2)
    key = Key("me", "move", "digest")

    def copy(number):
        try:
            wide.append(head, 0, lines, key)
        except (VersionConflict, DuplicateKey):
            return "refused", wide.find_key("me", "move", story.game)
        return "taken", wide.find_key("me", "move", story.game)

    results = together(100, copy)
    assert [what for what, _ in results].count("taken") == 1
    assert {row for _, row in results} == {("digest", story.game, 2)}
    assert_whole(wide, story.game)


def test_of_many_creations_under_one_key_one_is_taken(wide):
    stories = [Story() for _ in range(20)]

    def create(number):
        try:
            wide.create(*stories[number].tell(1), SECRET, Key("me", "begin", "digest"))
        except DuplicateKey:
            return None
        return stories[number].game

    created = [game for game in together(20, create) if game]
    assert len(created) == 1
    assert wide.find_key("me", "begin").game == created[0]
    assert [story.game for story in stories if wide.head(story.game)] == created


def test_of_many_creations_of_one_game_one_is_taken(wide):
    story = Story()
    head, lines = story.tell(3)

    def create(number):
        try:
            wide.create(head, lines, SECRET)
        except VersionConflict:
            return 0
        return 1

    assert sum(together(20, create)) == 1
    assert_whole(wide, story.game)


def _write_from_a_process(url, game, number, requests):
    engine = make_engine(url)
    store = open_store(engine)
    for request in range(requests):
        insist(store, game, number, request)
    engine.dispose()


def test_several_processes_write_one_game(database_url):
    requests = effort(10, 200)
    engine = make_engine(database_url)
    store = open_store(engine)
    story = Story().begin(store)
    spawn = multiprocessing.get_context("spawn")
    processes = [
        spawn.Process(target=_write_from_a_process, args=(database_url, story.game, number, requests))
        for number in range(3)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert_whole(store, story.game)
    assert store.head(story.game).version == requests * (1 + 2 + 3)
    engine.dispose()
