"""What the page for developers says of bots is there: every request that it names, and the program."""

import html
import re
from pathlib import Path

from flask import Flask

from app.api.openapi import PREFIX
from app.api.static import bot
from app.web.reading.developers import NEEDED


def test_every_request_that_a_bot_needs_is_one_of_the_api(app: Flask) -> None:
    paths = app.test_client().get(f"{PREFIX}/openapi.json").get_json()["paths"]
    for method, path, _ in NEEDED:
        operation = paths[f"{PREFIX}{path.partition('?')[0]}"][method.lower()]
        asked = {name.partition("=")[0] for name in path.partition("?")[2].split("&") if name}
        assert asked <= {one["name"] for one in operation.get("parameters", ()) if one.get("in") == "query"}


def test_the_page_names_them_and_leads_to_a_program(app: Flask) -> None:
    client = app.test_client()
    page = html.unescape(client.get("/developers").text)
    for method, path, _ in NEEDED:
        assert f'<code dir="ltr">{method} {path}</code>' in page
    (address,) = re.findall(r'href="([^"]*bot\.py)"', page)
    with client.get(address) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "text/x-python")
        assert answer.get_data(as_text=True) == Path(bot.__file__).read_text()
