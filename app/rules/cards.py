"""The 112 cards (R1), their codes (R2), items (R3) and points (R36)."""

from collections.abc import Iterable

COLORS = "rygb"
"""The four colours, in the order that breaks ties between them (R39)."""

SKIP, REVERSE, DRAW_TWO = "S", "R", "D"
WILD_DRAW_FOUR, WILD_ITEM_BOX = "W4", "WB"
WILDS = (WILD_DRAW_FOUR, WILD_ITEM_BOX)

MUSHROOM, BANANA_PEEL, GREEN_SHELL, LIGHTNING, BOB_OMB = (
    "mushroom",
    "banana_peel",
    "green_shell",
    "lightning",
    "bob_omb",
)
_ITEM_OF_COLOR = {"r": MUSHROOM, "y": BANANA_PEEL, "g": GREEN_SHELL, "b": LIGHTNING}
_SYMBOLS = "0112233445566778899SSRRDD"

DECK: tuple[str, ...] = tuple(color + symbol for color in COLORS for symbol in _SYMBOLS) + ("W4",) * 4 + ("WB",) * 8
"""The whole deck in deck order, the order in which cards lie before a shuffle (R1)."""

RANK: dict[str, int] = {code: rank for rank, code in enumerate(dict.fromkeys(DECK))}
"""A code's place in deck order."""

CODES: tuple[str, ...] = tuple(RANK)
"""Every code once, in deck order."""


def is_card(code: object) -> bool:
    """Whether `code` is one of the 54 card codes of R2."""
    return isinstance(code, str) and code in RANK


def is_wild(code: str) -> bool:
    """Whether `code` is a Wild Draw Four or a Wild Item Box."""
    return code[0] == "W"


def item(code: str) -> str:
    """The item that `code` shows, as R3 says."""
    return _ITEM_OF_COLOR.get(code[0], BOB_OMB)


def _points(code: str) -> int:
    if is_wild(code):
        return 50
    return int(code[1]) if code[1].isdigit() else 20


POINTS: dict[str, int] = {code: _points(code) for code in CODES}
"""What a card left in a hand is worth to the winner (R36)."""


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """`cards` in deck order."""
    return tuple(sorted(cards, key=RANK.__getitem__))


def _fits(card: str, top: str, color: str | None) -> bool:
    if card in WILDS:
        return True
    return card[0] == color or (top not in WILDS and card[1] == top[1])


FITTING: dict[tuple[str, str | None], frozenset[str]] = {
    (top, color): frozenset(card for card in CODES if _fits(card, top, color))
    for top in CODES
    for color in (*COLORS, None)
}
"""(top card, colour in force) → the codes that R9 lets be played on it."""
