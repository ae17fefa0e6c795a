"""Names that people gave themselves, in a page of any writing direction."""

from markupsafe import Markup


def isolated(name: str | None) -> Markup:
    """A name in `<bdi>`, escaped: whatever it holds, it turns nothing around it."""
    return Markup("<bdi>{}</bdi>").format(name or "")
