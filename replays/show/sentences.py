"""What there is to say of each event: a key and its parameters, which a language puts into a sentence.

The parameters are what the record says (a card's code, a colour's letter, a number) and names. `languages` makes
sentences of them; a language needs its own templates and words, and nothing else.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.rules.cards import (
    BANANA_PEEL,
    DRAW_TWO,
    LIGHTNING,
    MUSHROOM,
    REVERSE,
    SKIP,
    WILD_DRAW_FOUR,
    WILD_ITEM_BOX,
    item,
)
from app.rules.events import (
    CardPlayed,
    CardsDrawn,
    CardTurned,
    ClockChanged,
    ClockPaused,
    ClockResumed,
    ColorChosen,
    DecisionTimedOut,
    DrawFourAccepted,
    DrawFourChallenged,
    Event,
    GameCancelled,
    GameCreated,
    GameStarted,
    HandEnded,
    HandStarted,
    MatchEnded,
    PileShuffled,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeatTakenOver,
    TargetChosen,
    TurnPassed,
    UnoCalled,
    UnoCaught,
)
from app.rules.evolve import following
from app.rules.state import Player, State
from replays.recording import Moment
from replays.show.words import bot_name

CLOSED_BY_TIME = frozenset({"never_started", "everybody_left"})
"""Why the service calls off a match that nobody has started."""


class Said(NamedTuple):
    """What to say: a key, as the templates of every language have them, and what to put in."""

    key: str
    parameters: dict[str, Any]


class Unnamed(NamedTuple):
    """Who has no name: every language calls them by the kind of bot, or by the number of the seat."""

    seat: int
    bot: str | None


def said(moment: Moment, names: Sequence[str | None]) -> Said:
    """What to say of an event. `names` by seat; for None a bot's kind, or the number of the seat."""
    return _SAID[type(moment.event)](moment.event, moment.state, _Who(names, moment.state.players))


class _Who(NamedTuple):
    """The names of the seats, asked for one by one."""

    names: Sequence[str | None]
    players: Sequence[Player | None]

    def __call__(self, seat: int) -> str | Unnamed:
        player = self.players[seat]
        return self.names[seat] or Unnamed(seat, player and player.bot)


# What is said of each kind: from the event, the state right after it, and the names


def _game_created(event: GameCreated, state: State, who: _Who) -> Said:
    return Said("game.created", {"count": event.seats})


def _seat_taken(event: SeatTaken, state: State, who: _Who) -> Said:
    name = who(event.seat)
    if name == Unnamed(event.seat, None):
        return Said("seat.taken.unknown", {"seat": event.seat})
    key = "seat.taken.bot" if event.bot is not None else "seat.taken.entropy" if event.entropy else "seat.taken"
    return Said(key, {"name": name, "seat": event.seat})


def _seat_left(event: SeatLeft, state: State, who: _Who) -> Said:
    return Said("seat.left", {"seat": event.seat})


def _seat_taken_over(event: SeatTakenOver, state: State, who: _Who) -> Said:
    return Said("seat.taken_over", {"name": who(event.seat), "bot": bot_name(event.bot)})


def _game_started(event: GameStarted, state: State, who: _Who) -> Said:
    return Said("game.started", {"count": sum(state.active)})


def _game_cancelled(event: GameCancelled, state: State, who: _Who) -> Said:
    return Said(f"game.cancelled.{event.reason}" if event.reason in CLOSED_BY_TIME else "game.cancelled", {})


def _hand_started(event: HandStarted, state: State, who: _Who) -> Said:
    return Said("hand.started", {"name": who(event.dealer), "hand": event.hand})


def _card_turned(event: CardTurned, state: State, who: _Who) -> Said:
    if not any(state.played):
        return _opened(event.card, state, who)
    assert state.turn is not None
    shown = item(event.card)
    parameters: dict[str, Any] = {"card": event.card, "item": shown}
    if shown == BANANA_PEEL:  # the turn has passed on already
        by = following(state, state.turn, -1)
        parameters["other"] = who(following(state, by, -1))
    else:
        by = state.turn
    last = ".last" if state.counts[by] == 0 and shown in (MUSHROOM, LIGHTNING) else ""
    return Said(f"card.turned.{shown}{last}", parameters | {"name": who(by)})


def _opened(card: str, state: State, who: _Who) -> Said:
    """The first cards of the discard pile (R6, R7)."""
    if state.turn is None:
        return Said("card.turned.passed_over", {"card": card})
    key = "card.turned.box" if card == WILD_ITEM_BOX else "card.turned.start"
    return Said(key, {"card": card, "name": who(state.turn)})


def _color_chosen(event: ColorChosen, state: State, who: _Who) -> Said:
    return Said("color.chosen", {"name": who(event.seat), "color": event.color})


def _target_chosen(event: TargetChosen, state: State, who: _Who) -> Said:
    return Said("target.chosen", {"name": who(event.seat), "other": who(event.target)})


def _card_played(event: CardPlayed, state: State, who: _Who) -> Said:
    left = state.counts[event.seat]
    how = ".last" if left == 0 else ".uno" if event.uno else ""
    said = {"name": who(event.seat), "card": event.card, "other": who(following(state, event.seat))}
    effect = _effect(event.card, state) if left > 0 or state.options.last_card_effects else ""
    if left == 0 and effect not in (".draw_two", ".draw_four"):
        effect = ""
    if event.card == WILD_DRAW_FOUR:
        return Said(f"card.played.with_color{how}{effect}", said | {"color": event.color})
    return Said(f"card.played{how}{effect}", said)


def _effect(card: str, state: State) -> str:
    """What a card does besides lying on top; what an item does is told by the card turned up."""
    if card == WILD_DRAW_FOUR:
        return ".answer" if state.phase == "challenge" else ".draw_four"
    if card[1] == DRAW_TWO:
        return ".draw_two"
    if card[1] == SKIP or (card[1] == REVERSE and _reverse_skips(state)):
        return ".skip"
    if card[1] == REVERSE:
        return ".clockwise" if state.direction == 1 else ".anticlockwise"
    return ""


def _reverse_skips(state: State) -> bool:
    return state.options.two_player_reverse == "skip" and sum(state.active) == 2


def _cards_drawn(event: CardsDrawn, state: State, who: _Who) -> Said:
    return Said(f"cards.drawn.{event.reason}", {"name": who(event.seat), "count": len(event.slots)})


def _turn_passed(event: TurnPassed, state: State, who: _Who) -> Said:
    nothing = ".nothing" if state.idle >> event.seat & 1 else ""
    return Said(f"turn.passed{nothing}", {"name": who(event.seat)})


def _pile_shuffled(event: PileShuffled, state: State, who: _Who) -> Said:
    return Said("pile.shuffled", {"count": event.cards})


def _draw_four_accepted(event: DrawFourAccepted, state: State, who: _Who) -> Said:
    return Said("draw_four.accepted", {"name": who(event.seat)})


def _draw_four_challenged(event: DrawFourChallenged, state: State, who: _Who) -> Said:
    key = "draw_four.challenged.lawful" if event.lawful else "draw_four.challenged.unlawful"
    return Said(key, {"name": who(event.seat), "other": who(event.against)})


def _uno_called(event: UnoCalled, state: State, who: _Who) -> Said:
    return Said("uno.called", {"name": who(event.seat)})


def _uno_caught(event: UnoCaught, state: State, who: _Who) -> Said:
    return Said("uno.caught", {"name": who(event.by), "other": who(event.seat)})


def _decision_timed_out(event: DecisionTimedOut, state: State, who: _Who) -> Said:
    return Said(f"decision.timed_out.{event.phase}", {"name": who(event.seat)})


def _clock_paused(event: ClockPaused, state: State, who: _Who) -> Said:
    if event.seat is None:
        return Said("clock.paused.table", {"until": event.until})
    return Said("clock.paused", {"name": who(event.seat), "until": event.until})


def _clock_resumed(event: ClockResumed, state: State, who: _Who) -> Said:
    return Said("clock.resumed.table", {}) if event.seat is None else Said("clock.resumed", {"name": who(event.seat)})


def _clock_changed(event: ClockChanged, state: State, who: _Who) -> Said:
    return Said(f"clock.changed.{state.clock.kind}", {})


def _seat_resigned(event: SeatResigned, state: State, who: _Who) -> Said:
    return Said(f"seat.resigned.{event.reason}", {"name": who(event.seat)})


def _hand_ended(event: HandEnded, state: State, who: _Who) -> Said:
    if event.winner is None:
        return Said("hand.ended.nobody", {"hand": event.hand})
    return Said("hand.ended", {"name": who(event.winner), "hand": event.hand, "count": event.points})


def _match_ended(event: MatchEnded, state: State, who: _Who) -> Said:
    first = [who(seat) for seat, place in enumerate(event.places) if place == 1]
    if not first:
        return Said("match.ended.void", {})
    key = "match.ended.last_player" if event.reason == "last_player" else "match.ended"
    return Said(key, {"names": first, "count": len(first)})


_SAID: dict[type[Event], Callable[[Any, State, _Who], Said]] = {
    GameCreated: _game_created,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SeatTakenOver: _seat_taken_over,
    GameStarted: _game_started,
    GameCancelled: _game_cancelled,
    HandStarted: _hand_started,
    CardTurned: _card_turned,
    ColorChosen: _color_chosen,
    TargetChosen: _target_chosen,
    CardPlayed: _card_played,
    CardsDrawn: _cards_drawn,
    TurnPassed: _turn_passed,
    PileShuffled: _pile_shuffled,
    DrawFourAccepted: _draw_four_accepted,
    DrawFourChallenged: _draw_four_challenged,
    UnoCalled: _uno_called,
    UnoCaught: _uno_caught,
    DecisionTimedOut: _decision_timed_out,
    ClockPaused: _clock_paused,
    ClockResumed: _clock_resumed,
    ClockChanged: _clock_changed,
    SeatResigned: _seat_resigned,
    HandEnded: _hand_ended,
    MatchEnded: _match_ended,
}
