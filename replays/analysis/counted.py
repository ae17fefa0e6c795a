"""Where no deal is found that agrees with what was seen: deals by what can be counted alone.

Which cards nobody has seen is always known, the deck less the discard pile and one's own hand; and how many there are
in each hand and in the draw pile. They are dealt evenly, and the position is written down anew, as if each hand had
just been taken: what happened before is left out."""

from collections import Counter
from collections.abc import Callable

from app.rules.cards import DECK, FITTING, WILD_DRAW_FOUR, sort_cards
from app.rules.dealer import Pile
from app.rules.legal import hand_slots
from app.rules.state import State
from replays.analysis.knowledge import Knowledge


class Counted:
    """The position of a seat's knowledge written down anew: `state`. Raises ValueError for cards that are no deck."""

    def __init__(self, knowledge: Knowledge) -> None:
        state, seat = knowledge.state, knowledge.seat
        seen = [knowledge.cards.get(slot, "") for slot in range(state.end)]
        own = hand_slots(state.taken[seat], state.played[seat], seen)
        self._unseen = Counter(DECK)
        self._unseen.subtract([card for _, card in own])
        self._unseen.subtract(state.discard)
        first = [sum(state.counts[:other]) for other in range(state.seats + 1)]
        self._own = {first[seat] + place: card for place, (_, card) in enumerate(own)}
        slots = [slot for slot, _ in own]
        if state.drawn is None or state.turn is None:
            self._drawn = None
        elif state.turn == seat:
            self._drawn = first[seat] + slots.index(state.drawn)
        else:
            self._drawn = first[state.turn + 1] - 1
        self.state = _written_anew(state, first, self._drawn)
        if min(self._unseen.values()) < 0 or self._unseen.total() != self.state.end - len(own):
            raise ValueError("the cards are not those of a deck")

    def deal(self, chance: Callable[[], float]) -> list[str]:
        """Every card by slot."""
        rest = sorted(sort_cards(self._unseen.elements()), key=lambda card: chance())
        cards = self._own.copy()
        if self._drawn is not None and self._drawn not in cards:  # another's, who may play it
            fitting = FITTING[self.state.top or "", self.state.color] - {WILD_DRAW_FOUR}
            place = next((place for place, card in enumerate(rest) if card in fitting), 0)
            cards[self._drawn] = rest.pop(place)
        return [cards[slot] if slot in cards else rest.pop() for slot in range(self.state.end)]


def _written_anew(state: State, first: list[int], drawn: int | None) -> State:
    """Hand by hand in the first slots, the draw pile behind them. A Wild Draw Four that waits was played from the hand
    as it is."""
    held = first[-1]
    end = held + state.end - state.next
    waiting = state.draw_four
    return state.replace(
        piles=(Pile(0, ("",) * end),),
        next=held,
        end=end,
        taken=tuple(tuple(range(first[seat], first[seat + 1])) for seat in range(state.seats)),
        played=((),) * state.seats,
        turned=(),
        shown=(),
        drawn=drawn,
        draw_four=waiting and waiting._replace(taken=state.counts[waiting.by], played=0),
    )
