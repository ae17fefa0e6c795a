"""Names that people gave themselves, in a page of any writing direction."""

from markupsafe import Markup

from app.web.language import _


def isolated(name: str | None) -> Markup:
    """A name in `<bdi>`, escaped: whatever it holds, it turns nothing around it. Who has gone has an empty one."""
    if name == "":
        return Markup("<i>{}</i>").format(_("Deleted player"))
    return Markup("<bdi>{}</bdi>").format(name or "")
