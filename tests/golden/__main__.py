"""`python -m tests.golden`: adds to the golden corpus what is missing. Nothing that is there is changed.

shapes   writes down the shapes of new versions of events, and what new rules take
matches  plays matches, and takes those that show what is missing; with their digests
digests  writes down the digests of records that have none
missing  says what the corpus does not show
"""

import argparse
import heapq
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from replays.verify import EXACT, verify_lines
from tests.golden import corpus, digests, shapes
from tests.golden.facts import facts
from tests.golden.match import Match
from tests.golden.wanted import MATCHES, is_whole, wanted


class Candidate(NamedTuple):
    """A match that may be taken: its lines, and what it shows."""

    lines: list[bytes]
    shows: frozenset[str]


def main(arguments: Sequence[str]) -> int:
    """Does what is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.golden", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("shapes", "matches", "digests", "missing"))
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="matches: the first to try (default 0)")
    parser.add_argument("--seeds", type=int, default=3000, metavar="N", help="matches: how many to try (default 3000)")
    parser.add_argument("--longest", type=int, default=200, metavar="N", help="matches: events of one (default 200)")
    given = parser.parse_args(arguments)
    if given.what == "shapes":
        print(*shapes.add() or ["nothing is new"], sep="\n")
    elif given.what == "digests":
        print(*digests.add_missing() or ["nothing is new"], sep="\n")
    elif given.what == "missing":
        print(*sorted(wanted() - seen(_as_it_is)) or ["nothing is missing"], sep="\n")
    else:
        add_matches(range(given.first, given.first + given.seeds), given.longest)
    return 0


def add_matches(seeds: Iterable[int], longest: int) -> None:
    """Adds matches of these seeds: first those that show what is missing, then, until there are enough, those that
    show what no table of so many seats has shown, each time the one that shows most for its length."""
    pool = list(candidates(seeds, longest))
    print(f"{len(pool)} matches to choose from", flush=True)
    asked = wanted()
    for best, new in greedy(pool, seen(_as_it_is), asked.intersection):
        _add(best, new)
    enough = MATCHES + SPARE - sum(is_whole(facts(lines)) for _, lines in corpus.records())
    whole = [match for match in pool if is_whole(match.shows)]
    for best, _ in islice(greedy(whole, seen(_at_such_a_table), _at_such_a_table), max(0, enough)):
        _add(best, ())
    digests.add_missing()
    print(*sorted(f"missing: {fact}" for fact in asked - seen(_as_it_is)), sep="\n")


SPARE = 20
"""So many more than have to be there."""


def candidates(seeds: Iterable[int], longest: int) -> Iterator[Candidate]:
    """The matches of these seeds that are short enough."""
    for seed in seeds:
        lines = Match(seed).play(longest)
        if lines is not None:
            yield Candidate(lines, frozenset(facts(lines)))


def seen(look: Callable[[Iterable[str]], set[str]]) -> set[str]:
    """What the records of the corpus show, looked at in this way."""
    return set().union(*(look(facts(lines)) for _, lines in corpus.records()))


def _as_it_is(shows: Iterable[str]) -> set[str]:
    return set(shows)


def _at_such_a_table(shows: Iterable[str]) -> set[str]:
    """Every fact together with the number of seats."""
    seats = _seats(shows)
    return {f"{seats}: {fact}" for fact in shows}


def greedy(
    pool: list[Candidate], known: set[str], look: Callable[[Iterable[str]], set[str]]
) -> Iterator[tuple[Candidate, set[str]]]:
    """Again and again the match of the pool that shows most new for its length, and what; until none shows anything.

    What a match shows that is new gets fewer with each one that is taken, never more: so only those are looked at
    anew that might still be the best.
    """
    worth = [(-float("inf"), at) for at in range(len(pool))]
    while worth:
        _, at = heapq.heappop(worth)
        found = look(pool[at].shows) - known
        least = -len(found) / (len(pool[at].lines) + 60)  # a file costs something by itself
        if worth and least > worth[0][0]:
            heapq.heappush(worth, (least, at))
        elif not found:
            return
        else:
            known |= found
            yield pool[at], found


def _add(match: Candidate, new: Iterable[str]) -> None:
    """One match into the corpus. Raises ValueError unless it is exact."""
    report = verify_lines(match.lines)
    if report.verdict != EXACT:
        raise ValueError(report.line())
    known = [corpus.number(name) for name in corpus.names()]
    what = _slug(max(new, key=lambda fact: (len(fact), fact))) if new else _slug(_ending(match))
    name = f"{max([100, *known]) + 1}-{_seats(match.shows)}-seats-{what}"
    size = corpus.add(name, match.lines)
    print(f"{name}: {len(match.lines)} events, {size} bytes", flush=True)


def _seats(shows: Iterable[str]) -> int:
    return int(next(fact for fact in shows if re.fullmatch(r"\d+ seats", fact)).split()[0])


def _ending(match: Candidate) -> str:
    return next(fact for fact in sorted(match.shows) if " clock: " in fact)


def _slug(text: str) -> str:
    """A fact as a part of a name."""
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"^\d+ seats: ", "", text.lower()).replace("_", "-")).strip("-")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
