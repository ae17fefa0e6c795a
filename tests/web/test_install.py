"""To be installed: the manifest, its pictures, the worker, and what links get that are sent to somebody."""

import json
import struct
from urllib.parse import urlsplit

import pytest

from app.services.languages import LANGUAGES, RIGHT_TO_LEFT
from app.web.assets import FOLDER, version


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_the_page_names_its_manifest_and_its_worker(visitor):
    visitor.look("/")
    manifest = next(each for each in visitor.page.iter("link") if each.get("rel") == "manifest")
    assert visitor.client.get(manifest.get("href")).status_code == 200
    worker = next(each for each in visitor.page.iter("meta") if each.get("name") == "kartfold-worker")
    assert worker.get("content") == f"/sw.js?v={version()}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_says_what_an_installed_program_needs(visitor, language):
    answer = visitor.client.get(f"/manifest.webmanifest?lang={language}")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.data)
    assert manifest["name"] == manifest["short_name"] == "Kartfold"
    assert (manifest["lang"], manifest["dir"]) == (language, "rtl" if language in RIGHT_TO_LEFT else "ltr")
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }


def test_its_pictures_are_as_large_as_they_say_and_small_to_fetch(visitor):
    for icon in json.loads(visitor.client.get("/manifest.webmanifest").data)["icons"]:
        picture = visitor.client.get(icon["src"], buffered=True)
        assert picture.status_code == 200
        assert picture.mimetype == icon["type"]
        assert len(picture.data) < 20_000
        if icon["type"] == "image/png":
            assert "x".join(map(str, size_of(picture.data))) == icon["sizes"]


def test_its_shortcuts_lead_to_pages(visitor):
    for shortcut in json.loads(visitor.client.get("/manifest.webmanifest").data)["shortcuts"]:
        visitor.look(shortcut["url"])


def test_the_worker_is_asked_for_anew_each_time_and_serves_the_whole_site(visitor):
    answer = visitor.client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.data == (FOLDER / "js" / "sw.js").read_bytes()
    assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]


def test_the_page_for_no_network_names_nobody(member):
    ann = member("Ann")
    ann.look("/offline")
    assert "Ann" not in ann.answer.text
    assert "csrf" not in ann.answer.text


def test_a_link_that_is_sent_shows_a_picture(visitor):
    visitor.look("/")
    shown = {each.get("property"): each.get("content") for each in visitor.page.iter("meta") if each.get("property")}
    address = urlsplit(shown["og:image"])
    assert address.scheme in ("http", "https")
    assert address.netloc
    picture = visitor.client.get(address.path, buffered=True)
    assert size_of(picture.data) == (1200, 630)
    assert len(picture.data) < 60_000
