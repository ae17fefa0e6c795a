"""What a lesson shows: its position as the reader sees it, what can be tried in it, and what follows by the rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.rules.dealer import Dealer
from app.rules.decide import decide
from app.rules.events import kind_of
from app.rules.evolve import evolve
from app.rules.legal import legal_moves
from app.rules.moves import Move, Play, move_data, parse_move
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import State
from app.rules.view import view
from app.web import language
from app.web.errors import said_of
from app.web.language import _
from app.web.reading.course import Step
from replays.position import placed
from replays.recording import Moment
from replays.show.languages import called, card_name, color_name, sentence

YOU = 0
NAMES = ("Ada", "Mio", "Lou")
"""Whoever learns is the first of them."""
_LEFT_OUT = ("resign", "call_uno")
"""Always possible, and not what a lesson is about."""


class Choice(NamedTuple):
    """What can be tried: its move, the words for it, and the card that shows it, if one does."""

    move: Mapping[str, Any]
    said: str
    card: str | None


class Outcome(NamedTuple):
    """What came of it: the sentences of what happened, or why it is refused and by which rule; the view after it;
    whether it was what the lesson is about."""

    sentences: Sequence[str]
    refused: str | None
    rule: str | None
    view: dict[str, Any]
    wanted: bool


class Lesson:
    """A step of the course, set up."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self._dealer, state = placed(step.position, Options())
        self.before: list[str] = []
        for seat, body in step.before:
            decision = decide(state, seat, parse_move(body), self._dealer)
            self.before += _sentences(state, decision, seat)
            state = decision.state
        self._state = state

    @property
    def view(self) -> dict[str, Any]:
        """The position as the reader sees it."""
        return _seen(self._state, self._dealer)

    @property
    def choices(self) -> list[Choice]:
        """What can be tried: the legal moves, and the cards that do not fit."""
        legal = [
            move for move in legal_moves(self._state, YOU, self._dealer) if move_data(move)["type"] not in _LEFT_OUT
        ]
        playable = {move.card for move in legal if isinstance(move, Play)}
        hand = [one["card"] for one in self.view["you"]["hand"]] if self._state.phase == "turn" else []
        rest = [Play(card) for card in dict.fromkeys(hand) if card not in playable]
        return [_choice(move) for move in (*legal, *rest)]

    def tried(self, choice: Choice) -> Outcome:
        """What comes of a choice."""
        move = parse_move(choice.move)
        try:
            decision = decide(self._state, YOU, move, self._dealer)
        except Refused as refused:
            return Outcome((), said_of(refused.code, refused.detail), refused.rule, self.view, False)
        wanted = any(all(choice.move.get(name) == value for name, value in one.items()) for one in self.step.wanted)
        return Outcome(_sentences(self._state, decision, YOU), None, None, _seen(decision.state, self._dealer), wanted)


def _seen(state: State, dealer: Dealer) -> dict[str, Any]:
    return view(state, dealer, YOU)


def _sentences(before: State, decision: Decision, seat: int) -> list[str]:
    """What is said of each event of a request."""
    names = called(before.players, NAMES[: before.seats], language.current())
    return [sentence(moment, names, language.current()) for moment in _moments(before, decision, seat)]


def _moments(before: State, decision: Decision, seat: int) -> Iterator[Moment]:
    """The position after each event of a request."""
    events = decision.events
    for at, event in enumerate(events):
        complete = at == len(events) - 1
        state = decision.state if complete else evolve(before, events[: at + 1], seat)
        yield Moment(at, 0, f"seat:{seat}", 0, kind_of(event), event, state, complete)


def _choice(move: Move) -> Choice:
    body = move_data(move)
    card = body.get("card")
    return Choice(body, _said(body), card)


def _said(body: Mapping[str, Any]) -> str:
    code = language.current()
    card = card_name(body["card"], code) if "card" in body else ""
    if "color" in body:
        return _("Play %(card)s, and choose %(color)s", card=card, color=color_name(body["color"], code))
    if body.get("uno"):
        return _("Play %(card)s, and say UNO", card=card)
    return {
        "play": lambda: _("Play %(card)s", card=card),
        "draw": lambda: _("Draw a card"),
        "pass": lambda: _("Keep the card"),
        "accept": lambda: _("Accept: draw four"),
        "challenge": lambda: _("Challenge"),
        "catch_uno": lambda: _("Catch %(name)s", name=NAMES[body.get("target", 1)]),
        "choose_color": lambda: _("Choose a colour"),
        "choose_target": lambda: _("Aim at %(name)s", name=NAMES[body.get("target", 1)]),
    }[body["type"]]()
