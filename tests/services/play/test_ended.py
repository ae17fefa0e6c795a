"""A request that has read its game and finds, when it decides, that another process has ended it meanwhile."""

import pytest

from app.rules.decide import decide
from app.rules.moves import Resign, parse_move
from app.services.play.requests import Terms
from app.services.refusals import Stale
from app.store import Key
from app.store.store import Store
from replays.deal import MissingSeed, RevealedDealer
from tests.services.house import House


@pytest.fixture
def other(database_url):
    """Another process on the same database."""
    made = House(database_url)
    yield made
    made.engine.dispose()


@pytest.fixture
def meanwhile(monkeypatch):
    """Does something right before the next seed is read, when the game's position has been read already."""

    def do(deed):
        read = Store.secret

        def late(store, game):
            monkeypatch.setattr(Store, "secret", read)
            deed()
            return read(store, game)

        monkeypatch.setattr(Store, "secret", late)

    return do


def test_a_start_that_a_cancellation_overtakes_is_stale(house, other, meanwhile):
    game, (host, _) = house.table()
    terms = house.terms(game)
    meanwhile(lambda: other.games.cancel(game, host, terms))
    with pytest.raises(Stale) as stale:
        house.games.start(game, host, terms)
    assert stale.value.version == house.store.head(game).version
    assert house.kinds(game)[-1] == "game.cancelled"


def test_a_move_that_needs_a_hand_of_a_match_that_has_ended_is_stale(house, other, meanwhile, monkeypatch):
    game, (host, guest) = house.table(options={"hands": 2})
    move = parse_move(house.start(game, host).view["you"]["moves"][0])  # the first seat opens
    monkeypatch.setattr("app.services.play.games.decide", decide_and_deal)
    house.positions.forget()
    meanwhile(lambda: other.games.move(game, guest, Resign(), other.terms(game)))
    with pytest.raises(Stale):
        house.games.move(game, host, move, house.terms(game))
    assert house.kinds(game)[-1] == "match.ended"


def test_a_copy_of_a_move_behind_which_the_match_has_ended_is_given_its_answer(house, other, meanwhile, monkeypatch):
    game, (host, guest) = house.table(options={"hands": 2})
    move = parse_move(house.start(game, host).view["you"]["moves"][0])  # the first seat opens
    monkeypatch.setattr("app.services.play.games.decide", decide_and_deal)
    terms = Terms(house.terms(game).expected, Key("somebody", "key", "digest"))
    answers = []

    def play_and_resign():
        answers.append(other.games.move(game, host, move, terms))
        other.games.move(game, guest, Resign(), other.terms(game))

    house.positions.forget()
    meanwhile(play_and_resign)
    again = house.games.move(game, host, move, terms)
    assert (again.version, again.lines) == (answers[0].version, answers[0].lines)


def test_a_seed_that_is_lost_while_the_game_goes_on_is_no_stale_version(house, meanwhile):
    game, (host, _) = house.table()
    with house.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM secrets")
    with pytest.raises(MissingSeed):
        house.games.start(game, host, house.terms(game))


def decide_and_deal(state, seat, move, dealer, t):
    """As `decide`; without the secret seed as if the move ended the hand, so that the next one is dealt."""
    if isinstance(dealer, RevealedDealer):
        dealer.seed(state.hand + 1)
    return decide(state, seat, move, dealer, t)
