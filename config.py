"""What the service is told from outside: one frozen value, read once from the environment.

There are no default secrets. A production start without its keys is refused with a message that names what
is missing; a local start (`make run`) keeps keys of its own in its instance folder, in a file that only its
owner reads.
"""

import json
import os
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

KIB = 1024
SEED_KEY_BYTES = 32  # AES-256
GROUP_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the group of P-256: private keys are numbers below it."""
SECRET_KEY_LENGTH = 32  # characters, at least
VAPID_KEY_LENGTH = 43  # characters: 32 bytes in base64url
YES_OR_NO = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}
ENCRYPTED = ("smtp+starttls", "smtps")
"""How a mail server is reached that a password may be told to."""
STREAMS_OF_ADDRESS = 300
LOCAL_STREAMS = 50
"""A thread each."""
HERE = "http://127.0.0.1:8000"
SENDER = "Kartfold <kartfold@localhost>"


class Unconfigured(Exception):
    """The environment does not say what is needed; the message is for whoever starts the service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Everything that may differ from one installation to the next; secrets are kept out of its repr."""

    database_url: str = field(repr=False)  # may carry a password
    secret_key: str = field(repr=False)
    """What CSRF tokens are made with. Changing it asks every page to be loaded anew, and signs nobody out."""
    seed_keys: Mapping[str, bytes] = field(repr=False)
    """Keys for the seeds of running games, by id; the first one encrypts, all of them decrypt."""
    secure_cookies: bool = True
    """Cookies travel over HTTPS only. A local start on plain HTTP turns it off."""
    trusted_proxies: int = 0
    """How many proxies in front of the service set X-Forwarded-For and its siblings."""
    rate_limits: bool = True
    rate_limit_storage: str = field(default="memory://", repr=False)
    """Where counts are kept: "memory://" counts for each process alone, a Redis address for all of them."""
    max_body: int = 64 * KIB
    """The longest request body that is read, in bytes."""
    password_memory: int = 64 * KIB
    """What argon2id uses for one password, in KiB (RFC 9106, second recommended option)."""
    password_passes: int = 3
    session_days: int = 30
    worker: bool = False
    """Whether the process that serves also runs what works behind (the sequencer, bots and clocks)."""
    streams: int = 0
    """How many streams of news this process holds at once. Each takes a thread, or where `flask streams` serves a
    greenlet; a sync worker of gunicorn has none to spare."""
    streams_of_address: int = STREAMS_OF_ADDRESS
    """How many of them may be open from one address, by all who share it; without rate limits as many as there are."""
    heartbeat: int = 15
    """After how many seconds without news a stream says that it is alive, and its right to the game is looked at."""
    metrics_token: str = field(default="", repr=False)
    """What whoever asks for `/metrics` comes with, as a bearer token."""
    metrics_open: bool = False
    """Whether anybody may ask for them, while there is no token: on this machine alone."""
    public_url: str = HERE
    """Where people find the service, without a slash at the end. Links in letters are made of it, never of what a
    request says that its host is."""
    smtp_url: str = field(default="", repr=False)  # may carry a password
    """The mail server: `smtp+starttls://user:password@host:587`, `smtps://user:password@host:465`, or
    `smtp://host:25` for one that is told no password. Without one, letters go into `letters`, if there is that."""
    mail_from: str = SENDER
    """Whom letters are from."""
    vapid_key: str = field(default="", repr=False)
    """The private key of P-256 that push services of browsers know the service by, 32 bytes in base64url. Without one
    no browser is told anything while no page is open. With another one all browsers have to be asked anew."""
    letters: Path | None = None
    """The folder where a local start without a mail server puts its letters. Without either they wait for days, and
    are given up."""


def load(environ: Mapping[str, str] = os.environ) -> Config:
    """The configuration that the environment gives.

    With KARTFOLD_INSTANCE (a folder) it is a local one: missing keys are made there, the database is SQLite
    in it. Without, it is a production start and DATABASE_URL, SECRET_KEY and SEED_KEYS must be set.

    Raises Unconfigured.
    """
    folder = environ.get("KARTFOLD_INSTANCE")
    values = local(Path(folder)) | dict(environ) if folder else dict(environ)
    smtp_url = _smtp_url(values)
    return Config(
        database_url=_needed(values, "DATABASE_URL", "the database's address, as SQLAlchemy writes it"),
        secret_key=_secret_key(values),
        seed_keys=_seed_keys(values),
        secure_cookies=_flag(values, "SECURE_COOKIES", True),
        trusted_proxies=_number(values, "TRUSTED_PROXIES", 0),
        rate_limits=_flag(values, "RATE_LIMITS", True),
        rate_limit_storage=values.get("RATE_LIMIT_STORAGE", "memory://"),
        max_body=_number(values, "MAX_BODY", 64 * KIB),
        session_days=_number(values, "SESSION_DAYS", 30),
        worker=_flag(values, "WORKER", False),
        streams=_number(values, "STREAMS", 0),
        streams_of_address=max(1, _number(values, "STREAMS_OF_ADDRESS", STREAMS_OF_ADDRESS)),
        heartbeat=max(1, _number(values, "STREAM_HEARTBEAT", 15)),
        metrics_token=_metrics_token(values),
        metrics_open=bool(folder),
        public_url=_public_url(values, needed=bool(smtp_url)),
        smtp_url=smtp_url,
        mail_from=_mail_from(values, needed=bool(smtp_url)),
        vapid_key=_vapid_key(values),
        letters=Path(folder).absolute() / "letters" if folder else None,
    )


def local(folder: Path) -> dict[str, str]:
    """The settings of a local start in this folder, which is made if it is missing, as its keys are."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    seeds = f"local:{secrets.token_hex(SEED_KEY_BYTES)}"
    kept = _kept(folder / "keys.json", {"SECRET_KEY": secrets.token_hex(32), "SEED_KEYS": seeds})
    kept |= _kept(folder / "push.json", {"VAPID_KEY": new_vapid_key()})
    database = (folder / "kartfold.sqlite3").absolute()
    here = {"SECURE_COOKIES": "no", "WORKER": "yes", "STREAMS": str(LOCAL_STREAMS)}
    return kept | {"DATABASE_URL": f"sqlite:///{database}"} | here


def _kept(path: Path, made: Mapping[str, str]) -> dict[str, str]:
    """What a file of keys says; these, if there is none yet."""
    if not path.exists():
        _write_keys(path, made)
    kept: dict[str, str] = json.loads(path.read_text())
    return kept


def _write_keys(path: Path, made: Mapping[str, str]) -> None:
    """Written aside and linked into place, so that two starts at once agree on one set of keys."""
    aside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(dict(made), file, indent=1)
    try:
        os.link(aside, path)
    except FileExistsError:
        pass
    finally:
        aside.unlink()


def _needed(values: Mapping[str, str], name: str, what: str) -> str:
    if not (value := values.get(name, "")):
        raise Unconfigured(f"{name} is not set: {what}. (`make run` needs none of this: it keeps its own.)")
    return value


def _secret_key(values: Mapping[str, str]) -> str:
    hint = 'at least 32 random characters (python -c "import secrets; print(secrets.token_hex(32))")'
    key = _needed(values, "SECRET_KEY", hint)
    if len(key) < SECRET_KEY_LENGTH:
        raise Unconfigured(f"SECRET_KEY is too short: {hint}")
    return key


def _seed_keys(values: Mapping[str, str]) -> dict[str, bytes]:
    """`id:hex,id:hex`, the first one in use; the older ones stay until no running game needs them."""
    hint = "one or more of `id:64 hex digits`, parted by commas, the first one encrypts"
    pairs = [pair.strip().partition(":") for pair in _needed(values, "SEED_KEYS", hint).split(",")]
    try:
        keys = {name: bytes.fromhex(digits) for name, _, digits in pairs}
    except ValueError:
        raise Unconfigured(f"SEED_KEYS is not understood: {hint}") from None
    if "" in keys or len(keys) != len(pairs) or any(len(key) != SEED_KEY_BYTES for key in keys.values()):
        raise Unconfigured(f"SEED_KEYS is not understood: {hint}")
    return keys


def _vapid_key(values: Mapping[str, str]) -> str:
    make = 'python -c "import config; print(config.new_vapid_key())"'
    hint = f"a private key of P-256, its 32 bytes in base64url ({make})"
    if not (key := values.get("VAPID_KEY", "")):
        return ""
    try:
        number = int.from_bytes(urlsafe_b64decode(key + "=" * (-len(key) % 4)))
    except ValueError:
        number = 0
    if not 0 < number < GROUP_ORDER or len(key.rstrip("=")) != VAPID_KEY_LENGTH:
        raise Unconfigured(f"VAPID_KEY is not understood: {hint}")
    return key


def new_vapid_key() -> str:
    """A key for VAPID_KEY, made by chance."""
    number = 1 + secrets.randbelow(GROUP_ORDER - 1)
    return urlsafe_b64encode(number.to_bytes(SEED_KEY_BYTES)).decode().rstrip("=")


def _metrics_token(values: Mapping[str, str]) -> str:
    token = values.get("METRICS_TOKEN", "")
    if token and (len(token) < SECRET_KEY_LENGTH or not token.isascii() or not token.isprintable()):
        raise Unconfigured(f"METRICS_TOKEN is too short: at least {SECRET_KEY_LENGTH} random characters")
    return token


def _public_url(values: Mapping[str, str], needed: bool) -> str:
    """A service that sends letters has to know where their links lead."""
    hint = "the address of the service, as people have it in their browsers: https://play.example.org"
    if needed:
        _needed(values, "PUBLIC_URL", hint)
    url = values.get("PUBLIC_URL", "") or HERE
    where = _split("PUBLIC_URL", url, hint)
    if (
        where.scheme not in ("http", "https")
        or where.path.strip("/")
        or where.query
        or where.fragment
        or where.username
    ):
        raise Unconfigured(f"PUBLIC_URL is not understood: {hint}")
    return url.rstrip("/")


def _smtp_url(values: Mapping[str, str]) -> str:
    hint = "smtp+starttls://user:password@host:587, smtps://user:password@host:465, or smtp://host:25"
    if not (url := values.get("SMTP_URL", "")):
        return ""
    where = _split("SMTP_URL", url, hint)
    if where.scheme not in ("smtp", *ENCRYPTED) or where.path.strip("/") or where.query or where.fragment:
        raise Unconfigured(f"SMTP_URL is not understood: {hint}")
    if where.username and where.scheme not in ENCRYPTED:
        raise Unconfigured(f"SMTP_URL would send its password where others can read it: {hint}")
    return url


def _mail_from(values: Mapping[str, str], needed: bool) -> str:
    hint = "whom letters are from, Kartfold <kartfold@example.org>"
    if needed:
        _needed(values, "MAIL_FROM", hint)
    sender = values.get("MAIL_FROM", "") or SENDER
    address = parseaddr(sender)[1]
    if "@" not in address.strip("@") or not sender.isprintable():
        raise Unconfigured(f"MAIL_FROM is not understood: {hint}")
    return sender


def _split(name: str, url: str, hint: str) -> SplitResult:
    try:
        where = urlsplit(url)
        if where.hostname and (where.port is None or where.port):
            return where
    except ValueError:
        pass
    raise Unconfigured(f"{name} is not understood: {hint}")


def _flag(values: Mapping[str, str], name: str, default: bool) -> bool:
    if not (value := values.get(name, "")):
        return default
    if value.lower() not in YES_OR_NO:
        raise Unconfigured(f"{name} is {value!r}: say yes or no")
    return YES_OR_NO[value.lower()]


def _number(values: Mapping[str, str], name: str, default: int) -> int:
    value = values.get(name, "") or str(default)
    if not (value.isascii() and value.isdigit()):
        raise Unconfigured(f"{name} is {value!r}: a whole number is needed")
    return int(value)
