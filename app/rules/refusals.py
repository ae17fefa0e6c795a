"""Refused moves: a code, and the rule that was broken (RULES.md, "Moves, phases and refusals")."""

RULE_OF_CODE: dict[str, str | None] = {
    "unknown_move": None,
    "malformed_move": None,
    "game_not_started": None,
    "game_over": None,
    "not_seated": "R4",
    "wrong_phase": None,
    "cannot_call_uno": "R30",
    "nobody_to_catch": "R31",
    "not_your_turn": "R8",
    "card_not_in_hand": None,
    "only_drawn_card": "R11",
    "card_not_playable": "R9",
    "color_required": "R18",
    "color_not_allowed": None,
    "illegal_wild_draw_four": "R19",
    "bad_target": "R26",
    # Before a match, and beside its moves: words of our own.
    "game_started": "R4",
    "no_such_seat": "R4",
    "seat_taken": "R4",
    "seat_empty": "R4",
    "already_seated": "R4",
    "too_few_seats": "R4",
    "not_paused": None,
    "bad_pause": None,
    "same_clock": None,
}
"""Every code there is, with the rule it names by default."""


class Refused(Exception):
    """A move that is not made: nothing has changed.

    `code` is a key of `RULE_OF_CODE`, `rule` the number of the rule broken or None, `detail` a sentence that
    names no card nobody was shown.
    """

    def __init__(self, code: str, detail: str, rule: str | None = None) -> None:
        super().__init__(code, detail)
        self.code = code
        self.rule = rule if rule is not None else RULE_OF_CODE[code]
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"
