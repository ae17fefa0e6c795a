"""The page for when there is no network: the worker keeps it, so it names nobody."""

from app.web.pages import Pages
from app.web.render import bare_page

offline = Pages("offline", __name__)


@offline.get("/offline")
def show() -> str:
    """That there is no network, and how to go on."""
    return bare_page("offline.html")
