"""The browser is found where it is, brought where it can be, and asked for in plain words where it cannot."""

import subprocess

import pytest

from tests.browser import chromium


@pytest.fixture
def ran() -> list[list[str]]:
    """The commands that were run."""
    return []


@pytest.fixture
def put(monkeypatch, tmp_path, ran):
    """Puts a program onto a machine that has no other."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)

    def put(name: str) -> None:
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)

    def run(command, **settings):
        ran.append(command)
        if "install" in command:
            put("chromium")

    monkeypatch.setattr(subprocess, "run", run)
    return put


def test_one_that_is_there_is_taken(put, ran, monkeypatch):
    put("google-chrome")
    assert chromium.bring().endswith("/google-chrome")
    put("chromium")
    assert chromium.bring().endswith("/chromium")
    monkeypatch.setenv("CHROMIUM", "/opt/chromium")
    assert chromium.bring() == "/opt/chromium"
    assert ran == []


def test_root_installs_one(put, ran, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 0)
    put("apt-get")
    assert chromium.bring().endswith("/chromium")
    assert [command[2] for command in ran] == ["update", "install"]


def test_others_are_told_what_is_missing(put, ran, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    put("apt-get")
    with pytest.raises(chromium.NoBrowser, match="Chromium"):
        chromium.bring()
    assert ran == []
