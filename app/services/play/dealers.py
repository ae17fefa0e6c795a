"""Who knows the cards of a real game: from its secret seed while it is on, from the seeds it has published after."""

from app.rules.state import State
from app.store.store import Store
from replays.deal import LAST, RevealedDealer, SeededDealer, entropy_of
from replays.fold import seeds_of

RealDealer = SeededDealer | RevealedDealer


def dealer_of(store: Store, game: str, state: State) -> RealDealer:
    """The dealer of a game, of which `state` is a position that knows its players."""
    secret = store.secret(game)
    if secret is not None:
        return SeededDealer(state.deal, secret, entropy_of(state), last_seed_of(game, state))
    return RevealedDealer(state.deal, published_seeds(store, game), entropy_of(state))


def last_seed_of(game: str, state: State) -> int:
    """The number of the seed that is a game's secret. A branch has the deal of another game, and of its seeds none
    behind that of the hand which it plays to its end."""
    return LAST if state.deal == game else state.options.hands


def published_seeds(store: Store, game: str) -> dict[int, str]:
    """The seeds of the hands that have ended, by hand."""
    return seeds_of([event.bytes for event in store.events_of_kind(game, "hand.ended")])
