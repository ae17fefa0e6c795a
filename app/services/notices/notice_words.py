"""What happened, in the words of notices: in letters, and in the feed. No card is named: what a notice says everybody
at the table may know."""

from collections.abc import Callable, Mapping
from typing import Any

from app.services.languages import Say, later
from app.services.letters.paper import Link, Page, shown
from app.store.notices import INVITED, OUT_OF_TURN, OVER, REMINDERS, TURN

CANCELLED, WAITS = "cancelled", "waits"
"""What else is told of a game: that its table was closed before the start, and in a digest that it waits."""
MOST_NAMES = 3
"""Of more people a letter names so many."""

ALL = "all"
"""Every kind at once, where kinds are switched off."""

KIND_WORDS = {
    TURN: later("It is your turn"),
    OUT_OF_TURN: later("You can catch somebody"),
    REMINDERS[50]: later("Half of your time is gone"),
    REMINDERS[80]: later("A fifth of your time is left"),
    REMINDERS[95]: later("A twentieth of your time is left"),
    OVER: later("A match is over"),
    INVITED: later("Somebody invites you"),
}
"""What one can be told of, in a few words: where it is chosen, and in browsers."""


def subject_of(gettext: Say, entry: Mapping[str, Any]) -> str:
    """What happened, in a few words."""
    names = _names(gettext, entry)
    match entry["kind"]:
        case "turn" | "waits":
            return gettext("Your turn: %(names)s", names=names)
        case "out_of_turn":
            return gettext("You can catch somebody: %(names)s", names=names)
        case "over":
            return gettext("Over: %(names)s", names=names)
        case "cancelled":
            return gettext("Closed before the start: %(names)s", names=names)
        case "invited":
            return gettext("You are invited: %(names)s", names=names)
    return gettext("Your time is running out: %(names)s", names=names)


def sentence_of(gettext: Say, entry: Mapping[str, Any]) -> str:
    """The same as a sentence."""
    names = _names(gettext, entry)
    match entry["kind"]:
        case "turn" | "waits":
            return gettext("It is your turn at the table with %(names)s.", names=names)
        case "out_of_turn":
            return gettext(
                "At the table with %(names)s somebody has one card left and has not said UNO: you can catch them before"
                " the next player begins a turn.",
                names=names,
            )
        case "over":
            return gettext("The match with %(names)s is over.", names=names)
        case "cancelled":
            return gettext("The table with %(names)s was closed before the match began.", names=names)
        case "invited":
            return gettext("%(name)s asks you to come to a table.", name=_called(gettext, str(entry["by"])))
    return gettext("It is still your turn at the table with %(names)s.", names=names)


def moment_of(gettext: Say, entry: Mapping[str, Any]) -> str | None:
    """When the time of a decision runs out, if it does."""
    when = entry.get("when")
    if when is None:
        return None
    if when["zone"] is None:
        return gettext("Your time runs out %(away)s: %(utc)s UTC.", away=when["away"], utc=when["utc"])
    return gettext(
        "Your time runs out %(away)s: %(local)s (%(zone)s), %(utc)s UTC.",
        away=when["away"],
        local=when["local"],
        zone=when["zone"],
        utc=when["utc"],
    )


def news(gettext: Say, about: Mapping[str, Any], link: Callable[[str], Link], secrets: tuple[str, ...]) -> Page:
    """The letter with what happened in one game, or in several."""
    entries = about["entries"]
    subject = subject_of(gettext, entries[0]) if len(entries) == 1 else gettext("News of your games")
    told = [part for entry in entries for part in _told(gettext, entry, link)]
    kinds = {entry["of"] for entry in entries}
    return _page(gettext, subject, told, kinds.pop() if len(kinds) == 1 else ALL, link, secrets)


def digest(gettext: Say, about: Mapping[str, Any], link: Callable[[str], Link], secrets: tuple[str, ...]) -> Page:
    """The letter with the games that wait, the most urgent first, and with those that have ended."""
    told: list[str | Link] = [gettext("These games wait for you:")]
    told += [part for entry in about["waiting"] for part in _told(gettext, entry, link)]
    if about["ended"]:
        told.append(gettext("These are over:"))
        told += [part for entry in about["ended"] for part in _told(gettext, entry, link)]
    return _page(gettext, gettext("Your games today"), told, ALL, link, secrets)


def _told(gettext: Say, entry: Mapping[str, Any], link: Callable[[str], Link]) -> list[str | Link]:
    """The link leads to the table, where one sees what there is to do: no link does it."""
    moment = moment_of(gettext, entry)
    return [sentence_of(gettext, entry), *([] if moment is None else [moment]), link(f"/games/{entry['game']}")]


def _page(
    gettext: Say,
    subject: str,
    told: list[str | Link],
    kind: str,
    link: Callable[[str], Link],
    secrets: tuple[str, ...],
) -> Page:
    stop = f"/letters/stop/{kind}/{secrets[0]}"
    way_out: list[str | Link] = [gettext("If you want no more letters like this one:"), link(stop)]
    return Page(
        subject, (*told, *way_out, gettext("What you are told, and where:"), link("/account/notifications")), stop
    )


def _called(gettext: Say, name: str) -> str:
    """Whoever has no name any more has deleted their account."""
    return shown(name) if name else gettext("Somebody who is gone")


def _names(gettext: Say, entry: Mapping[str, Any]) -> str:
    """The others at the table, as a list."""
    names = [_called(gettext, name) for name in entry["names"]]
    return ", ".join(names[:MOST_NAMES] + (["…"] if len(names) > MOST_NAMES else []))
