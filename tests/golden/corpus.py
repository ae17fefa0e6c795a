"""The files of the corpus."""

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path

import replays

FOLDER = Path(replays.__file__).parent / "golden"
SUFFIX = ".replay.jsonl.gz"


def names() -> list[str]:
    """The names of the records, in order."""
    return sorted((path.name.removesuffix(SUFFIX) for path in FOLDER.glob(f"*{SUFFIX}")), key=number)


def number(name: str) -> int:
    """The number with which the name of a record begins."""
    return int(name.partition("-")[0])


def lines(name: str) -> list[bytes]:
    """The lines of a record."""
    return unpacked(FOLDER / f"{name}{SUFFIX}")


def unpacked(path: Path) -> list[bytes]:
    """The lines in a compressed file."""
    return gzip.decompress(path.read_bytes()).splitlines()


def records() -> Iterator[tuple[str, list[bytes]]]:
    """Every record by name."""
    for name in names():
        yield name, lines(name)


def add(name: str, made: Sequence[bytes]) -> int:
    """Writes a new record and gives its size in bytes. Raises FileExistsError: nothing is ever written anew."""
    data = gzip.compress(b"".join(line + b"\n" for line in made), mtime=0)
    with (FOLDER / f"{name}{SUFFIX}").open("xb") as file:
        return file.write(data)
