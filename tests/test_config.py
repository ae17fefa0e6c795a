"""The configuration: what is needed, what is refused, and the keys that a local start makes for itself."""

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import config
from config import Unconfigured

ROOT = Path(config.__file__).parent
SEED_KEY = "ab" * 32
PRODUCTION = {
    "DATABASE_URL": "postgresql+psycopg://kartfold:the-password@db/kartfold",
    "SECRET_KEY": "s" * 32,
    "SEED_KEYS": f"2026:{SEED_KEY}",
}


def test_production_is_what_the_environment_says():
    read = config.load(PRODUCTION | {"TRUSTED_PROXIES": "1", "RATE_LIMITS": "no", "WORKER": "Yes"})
    assert read.database_url == PRODUCTION["DATABASE_URL"]
    assert read.seed_keys == {"2026": bytes.fromhex(SEED_KEY)}
    assert (read.trusted_proxies, read.rate_limits, read.worker) == (1, False, True)
    assert read.secure_cookies is True
    assert read.max_body == 64 * 1024


@pytest.mark.parametrize("name", sorted(PRODUCTION))
@pytest.mark.parametrize("value", [None, ""])
def test_production_does_not_start_without_its_keys(name, value):
    given = {key: text for key, text in PRODUCTION.items() if key != name}
    with pytest.raises(Unconfigured, match=f"{name} is not set"):
        config.load(given if value is None else given | {name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "short"),
        ("SEED_KEYS", "nothing"),
        ("SEED_KEYS", "a:xyz"),
        ("SEED_KEYS", "a:abcd"),
        ("SEED_KEYS", f":{SEED_KEY}"),
        ("SEED_KEYS", f"a:{SEED_KEY},a:{SEED_KEY}"),
        ("SEED_KEYS", f"a:{SEED_KEY},"),
        ("RATE_LIMITS", "maybe"),
        ("MAX_BODY", "-1"),
        ("SESSION_DAYS", "a month"),
        ("STREAMS_OF_ADDRESS", "many"),
    ],
)
def test_a_setting_that_is_not_understood_is_named(name, value):
    with pytest.raises(Unconfigured, match=name):
        config.load(PRODUCTION | {name: value})


def test_the_first_seed_key_comes_first():
    read = config.load(PRODUCTION | {"SEED_KEYS": f"new:{'cd' * 32}, old:{SEED_KEY}"})
    assert list(read.seed_keys) == ["new", "old"]


def test_no_secret_is_in_what_is_printed_of_it():
    printed = repr(config.load(PRODUCTION))
    for secret in ("the-password", "s" * 32, SEED_KEY, repr(bytes.fromhex(SEED_KEY))):
        assert secret not in printed


def test_no_secret_is_in_a_complaint():
    for name in ("SECRET_KEY", "SEED_KEYS"):
        with pytest.raises(Unconfigured) as caught:
            config.load(PRODUCTION | {name: "the-secret"})
        assert "the-secret" not in str(caught.value)


def test_a_local_start_makes_its_keys_once(tmp_path):
    folder = tmp_path / "instance"
    first = config.load({"KARTFOLD_INSTANCE": str(folder)})
    second = config.load({"KARTFOLD_INSTANCE": str(folder)})
    assert first == second
    assert first.database_url == f"sqlite:///{folder}/kartfold.sqlite3"
    assert (first.secure_cookies, first.worker) == (False, True)
    assert len(first.secret_key) == 64
    assert [len(key) for key in first.seed_keys.values()] == [32]


def test_local_keys_are_their_owners_alone(tmp_path):
    config.load({"KARTFOLD_INSTANCE": str(tmp_path / "instance")})
    assert stat.S_IMODE((tmp_path / "instance").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "instance" / "keys.json").stat().st_mode) == 0o600
    assert sorted(path.name for path in (tmp_path / "instance").iterdir()) == ["keys.json", "push.json"]


def test_two_folders_have_two_sets_of_keys(tmp_path):
    one, other = (config.load({"KARTFOLD_INSTANCE": str(tmp_path / name)}) for name in "ab")
    assert one.secret_key != other.secret_key
    assert one.seed_keys != other.seed_keys


def test_starts_at_the_same_moment_agree_on_their_keys(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        read = list(pool.map(lambda _: config.load({"KARTFOLD_INSTANCE": str(tmp_path)}), range(32)))
    assert all(each == read[0] for each in read)


def test_the_environment_wins_over_the_local_folder(tmp_path):
    read = config.load({"KARTFOLD_INSTANCE": str(tmp_path), "DATABASE_URL": "sqlite:///elsewhere.db", "WORKER": "no"})
    assert (read.database_url, read.worker) == ("sqlite:///elsewhere.db", False)
    assert json.loads((tmp_path / "keys.json").read_text())["SECRET_KEY"] == read.secret_key


@pytest.mark.parametrize(
    ("command", "status"), [(["-c", "import wsgi"], 1), (["-m", "flask", "--app", "wsgi", "doctor"], 2)]
)
def test_an_unconfigured_service_does_not_start_and_says_why(command, status):
    bare = {name: text for name, text in os.environ.items() if name in ("PATH", "SYSTEMROOT")}
    started = subprocess.run([sys.executable, *command], env=bare, capture_output=True, text=True, cwd=ROOT)
    assert started.returncode == status
    assert "DATABASE_URL is not set" in started.stderr
    assert ("Traceback" in started.stderr) == (command[0] == "-c")  # people are told, and servers where it was


# ---------------------------------------------------------------- web push


def test_without_a_key_of_its_own_a_service_tells_no_browser_anything():
    assert config.load(PRODUCTION).vapid_key == ""
    key = config.new_vapid_key()
    assert config.load(PRODUCTION | {"VAPID_KEY": key}).vapid_key == key


@pytest.mark.parametrize("key", ["x", "A" * 43, "_" * 43, "é" * 43, "A" * 42 + "B="])
def test_what_is_no_key_of_the_curve_is_refused(key):
    with pytest.raises(Unconfigured, match="VAPID_KEY"):
        config.load(PRODUCTION | {"VAPID_KEY": key})


def test_an_instance_that_was_made_before_has_a_key_from_now_on(tmp_path):
    before = config.load({"KARTFOLD_INSTANCE": str(tmp_path)})
    (tmp_path / "push.json").unlink()
    after = config.load({"KARTFOLD_INSTANCE": str(tmp_path)})
    assert after.secret_key == before.secret_key
    assert after.vapid_key not in ("", before.vapid_key)
    assert config.load({"KARTFOLD_INSTANCE": str(tmp_path)}).vapid_key == after.vapid_key


# ---------------------------------------------------------------- letters

MAIL = {
    "SMTP_URL": "smtp+starttls://kart:the-password@mail.example.org",
    "PUBLIC_URL": "https://play.example.org/",
    "MAIL_FROM": "Kartfold <kartfold@example.org>",
}


def test_letters_go_by_the_mail_server_that_the_environment_names():
    read = config.load(PRODUCTION | MAIL)
    assert (read.smtp_url, read.mail_from) == (MAIL["SMTP_URL"], MAIL["MAIL_FROM"])
    assert read.public_url == "https://play.example.org"
    assert read.letters is None
    assert "the-password" not in repr(read)


def test_a_local_start_keeps_its_letters_in_its_folder(tmp_path):
    read = config.load({"KARTFOLD_INSTANCE": str(tmp_path)})
    assert (read.smtp_url, read.letters) == ("", tmp_path / "letters")
    assert read.public_url == "http://127.0.0.1:8000"


@pytest.mark.parametrize("name", ["PUBLIC_URL", "MAIL_FROM"])
def test_a_service_that_sends_letters_says_from_whom_and_where_their_links_lead(name):
    given = {key: text for key, text in (PRODUCTION | MAIL).items() if key != name}
    with pytest.raises(Unconfigured, match=f"{name} is not set"):
        config.load(given)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SMTP_URL", "mail.example.org"),
        ("SMTP_URL", "http://mail.example.org"),
        ("SMTP_URL", "smtp://"),
        ("SMTP_URL", "smtp://mail.example.org:0"),
        ("SMTP_URL", "smtp://mail.example.org:x"),
        ("SMTP_URL", "smtp://mail.example.org/inbox"),
        ("SMTP_URL", "smtp://kart:the-password@mail.example.org"),
        ("PUBLIC_URL", "play.example.org"),
        ("PUBLIC_URL", "ftp://play.example.org"),
        ("PUBLIC_URL", "https://play.example.org/kartfold"),
        ("PUBLIC_URL", "https://play.example.org?a=b"),
        ("PUBLIC_URL", "https://me@play.example.org"),
        ("MAIL_FROM", "Kartfold"),
        ("MAIL_FROM", "a@b.example\nBcc: c@d.example"),
    ],
)
def test_a_setting_of_letters_that_is_not_understood_is_named(name, value):
    with pytest.raises(Unconfigured, match=name) as refused:
        config.load(PRODUCTION | MAIL | {name: value})
    assert "the-password" not in str(refused.value)
