"""A hand of a text: its start, its cards if they are given, its laps, its end."""

import re
from collections.abc import Sequence
from dataclasses import replace

from app.rules.cards import DECK, is_card
from app.rules.scoring import LAST_HAND
from replays.notation.acts import read_act
from replays.notation.reader import MAX_MOVES, MAX_MOVES_A_HAND, Reader
from replays.notation.sheet import DRAWS, KEPT, OPEN, Act, Hand, HandOver, Reshuffle, Start, draws_that_go_on

_LAP = re.compile(r"([1-9][0-9]{0,8})\.")


def read_hand(reader: Reader, number: int) -> Hand:
    """The hand of this number; its `over` is None if the text ends in it."""
    at = reader.tokens.take().at
    if number > LAST_HAND:
        raise reader.tokens.bad(at, f"a match has {LAST_HAND} hands at most")
    reader.take(str(number), ":", "dealer")
    dealer = reader.seat()
    reader.take(",", "start")
    turned = _cards(reader, "a card", len(DECK))
    hand = Hand(Start(number, dealer, turned, reader.after() if number == 1 else None, at))
    if reader.stands("Deck"):
        _cards_of(reader, hand)
    _laps(reader, hand)
    if reader.take_if("Hand"):
        reader.take(str(number), "over", ":")
        hand.over = _hand_over(reader)
    return hand


def _cards(reader: Reader, what: str, at_most: int) -> tuple[str, ...]:
    cards = [reader.card(what)]
    while is_card(reader.tokens.next.text):
        if len(cards) == at_most:
            reader.bad(f"{at_most} cards at most")
        cards.append(reader.tokens.take().text)
    return tuple(cards)


def _cards_of(reader: Reader, hand: Hand) -> None:
    at = reader.tokens.take().at
    reader.take(":")
    hand.deck = _cards(reader, "the cards of the deck", len(DECK))
    if sorted(hand.deck) != sorted(DECK):
        raise reader.tokens.bad(at, _no_deck(hand.deck))
    while reader.stands("Reshuffle"):
        at = reader.tokens.take().at
        reader.count(at, len(hand.reshuffles), MAX_MOVES_A_HAND)
        reader.take(str(len(hand.reshuffles) + 1), ":")
        hand.reshuffles.append(Reshuffle(_cards(reader, "the cards of the reshuffle", len(DECK)), at))


def _laps(reader: Reader, hand: Hand) -> None:
    number = 0
    while found := _LAP.fullmatch(reader.tokens.next.text):
        number += 1
        if int(found[1]) != number:
            reader.bad(f"{number}.")
        reader.tokens.take()
        _turn(reader, hand)
        while reader.take_if("|"):
            _turn(reader, hand)


def _turn(reader: Reader, hand: Hand) -> None:
    turn = [read_act(reader, None)]
    owner = turn[0].seat
    while reader.take_if(","):
        turn.append(read_act(reader, owner))
        reader.count(turn[-1].at, len(hand.acts) + len(turn), MAX_MOVES_A_HAND)
    reader.moves += len(turn)
    reader.count(turn[0].at, len(hand.acts) + len(turn), MAX_MOVES_A_HAND)
    reader.count(turn[0].at, reader.moves, MAX_MOVES)
    hand.acts += _with_draws(turn)


def _hand_over(reader: Reader) -> HandOver:
    at = reader.tokens.next.at
    winner, points = None, 0
    if reader.take_if("nobody"):
        reader.take("wins")
    else:
        winner = reader.seat("nobody or a seat")
        reader.take("wins")
        points = reader.number("its points")
    reader.take(";")
    scores = reader.by_seat("its score")
    return HandOver(winner, points, tuple(scores.get(seat, 0) for seat in range(len(reader.seats))), at)


def _with_draws(turn: Sequence[Act]) -> list[Act]:
    """A turn in which each draw says what became of the card."""
    told = draws_that_go_on(turn)
    return [
        replace(act, draw=OPEN if place in told else KEPT) if act.verb == DRAWS and act.draw is None else act
        for place, act in enumerate(turn)
    ]


def _no_deck(cards: Sequence[str]) -> str:
    wrong = next(card for card in DECK if cards.count(card) != DECK.count(card)) if len(cards) == len(DECK) else None
    if wrong is None:
        return f"a deck has {len(DECK)} cards, these are {len(cards)}"
    return f"a deck has {DECK.count(wrong)} cards {wrong}, here are {cards.count(wrong)}"
