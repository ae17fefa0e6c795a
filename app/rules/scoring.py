"""Points of a hand (R36), the end of a match (R35) and its places (R37)."""

from app.rules.cards import POINTS
from app.rules.dealer import Dealer
from app.rules.legal import hand
from app.rules.state import Draft

LAST_HAND = 255
"""A match ends after this hand at the latest (R35)."""


def hand_points(state: Draft, winner: int, dealer: Dealer) -> int:
    """What the winner of a hand scores: all cards left in the other hands, those laid aside included (R36, R38)."""
    return sum(POINTS[card] for seat in range(state.seats) if seat != winner for card in hand(state, seat, dealer))


def match_end(state: Draft) -> str | None:
    """Why the match ends after the hand that is over, or None if another one is dealt. The first reason counts."""
    if sum(state.active) <= 1:
        return "last_player"
    last, target = state.hand >= LAST_HAND, state.options.target_score
    if state.options.ties == "play_on" and _tied(state) and not last:
        return None
    if target is not None and max(state.scores) >= target:
        return "target_score"
    return "hands" if last or (target is None and state.hand >= state.options.hands) else None


def _tied(state: Draft) -> bool:
    scores = sorted((score for score, active in zip(state.scores, state.active, strict=True) if active), reverse=True)
    return scores[0] == scores[1]


def places(state: Draft) -> tuple[int | None, ...]:
    """The place of each seat, 1 is best: by points, equal points share, who resigned behind all who did not (R37)."""
    ranks = [
        (state.active[seat], state.scores[seat]) if state.players[seat] is not None else None
        for seat in range(state.seats)
    ]
    return tuple(
        None if rank is None else 1 + sum(other is not None and other > rank for other in ranks) for rank in ranks
    )
