"""What the racer reads off a view before it thinks: its cards, who is still in, and how near each is to going out."""

from typing import Any

from app.rules.view import View


class Sight:
    """A view, read once: the bot's cards, the rivals still in, in turn order from the next on, and their cards."""

    __slots__ = ("color", "hand", "known", "moves", "options", "rivals", "seats", "top")

    def __init__(self, view: View) -> None:
        you = view["you"]
        self.moves: list[dict[str, Any]] = you["moves"]
        self.hand: list[str] = [held["card"] for held in you["hand"]]
        self.top: str = view["top"]
        self.color: str | None = view["color"]
        self.seats: list[View] = view["seats"]
        self.options: dict[str, Any] = view.get("options") or {}
        self.rivals = _in_turn_order(self.seats, you["seat"], view["direction"])
        self.known = _colors_shown(you["shown"], self.rivals[0])

    @property
    def duel(self) -> bool:
        """Whether there is one rival only, so that a turn that is skipped comes back at once."""
        return len(self.rivals) == 1

    @property
    def reverse_skips(self) -> bool:
        """Whether a Reverse is a Skip here (R16); the options are known only where a service adds them to the view."""
        return self.duel and self.options.get("two_player_reverse") != "turn"

    @property
    def last_card_acts(self) -> bool:
        """Whether the last card takes effect before the hand is won (R33)."""
        return self.options.get("last_card_effects") is not False

    @property
    def hands_follow(self) -> bool:
        """Whether points decide, because the match is more than one hand (R35)."""
        return self.options.get("hands", 1) > 1 or self.options.get("target_score") is not None

    def cards(self) -> list[int]:
        """How many cards each rival has, in turn order."""
        return [self.seats[rival]["cards"] for rival in self.rivals]


def _in_turn_order(seats: list[View], me: int, direction: int) -> list[int]:
    """The others still in, from the next on. A seat empty at the start has neither player nor bot (R4)."""
    total = len(seats)
    others = [(me + step * direction) % total for step in range(1, total)]
    return [
        seat
        for seat in others
        if not seats[seat]["resigned"] and (seats[seat]["player"] is not None or seats[seat]["bot"] is not None)
    ]


def _colors_shown(shown: list[View], rival: int) -> str:
    """The colours, a letter a card, of the hand of `rival` as a challenge in this hand showed it last."""
    hands = [one["hand"] for one in shown if one["seat"] == rival]
    return "".join(held["card"][0] for held in hands[-1]) if hands else ""
