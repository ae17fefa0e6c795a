"""Views of records that are no games here."""

import pytest

from app.services.play.views import Eyes, view_of_recording
from app.services.refusals import NotAllowed, NotFound
from replays.recording import Recording
from tests.records import Recorder, random_match


@pytest.fixture(scope="module")
def match() -> Recorder:
    """A match of several hands."""
    return random_match(3)


def names(match: Recorder) -> list[str | None]:
    """What the players go by; bots by nothing."""
    return [
        None if player is None or player.bot else f"Player {seat}" for seat, player in enumerate(match.state.players)
    ]


def test_an_open_record_is_seen_with_any_eyes_at_any_moment(match: Recorder) -> None:
    recording = Recording(match.lines)
    for moment in recording.moments():
        if moment.seq % 7:
            continue
        views = {eyes: view_of_recording(recording, names(match), moment.seq, eyes) for eyes in (None, 0, 1, "all")}
        assert views[None].keys() >= {"id", "version", "complete", "options", "clock", "seats"}
        assert "you" not in views[None]
        assert views[1]["you"]["seat"] == 1
        for eyes, only in ((0, "you"), (1, "you"), ("all", "open")):
            assert {**views[eyes]} == {**views[None], only: views[eyes][only]}
        hands = views["all"]["open"]["hands"]
        assert [hands[seat] for seat in (0, 1)] == [views[seat]["you"]["hand"] for seat in (0, 1)]
        assert [len(hand) for hand in hands] == [one["cards"] for one in views[None]["seats"]]
        assert len(views["all"]["open"]["draw_pile"]) == views[None]["draw_count"]
        assert len(views["all"]["open"]["discard"]) == views[None]["discard_count"]


def test_players_go_by_the_names_given_and_bots_by_their_kind(match: Recorder) -> None:
    view = view_of_recording(Recording(match.lines), names(match), len(match.lines) - 1, None)
    for seat, player in zip(view["seats"], match.state.players, strict=True):
        expected = None if player is None else player.bot.capitalize() if player.bot else f"Player {seat['seat']}"
        assert seat["name"] == expected


@pytest.mark.parametrize("eyes", [0, "all"])
def test_a_hand_that_is_not_open_is_seen_as_a_spectator_only(match: Recorder, eyes: Eyes) -> None:
    ended = next(moment.seq for moment in Recording(match.lines).moments() if moment.kind == "hand.ended")
    closed = Recording(match.lines[: ended + 1], opened=())
    for seq in (ended - 1, ended):
        with pytest.raises(NotAllowed) as refusal:
            view_of_recording(closed, names(match), seq, eyes)
        assert refusal.value.code == "seed_missing"  # the hand is over: nothing will open it
    on = Recording(match.lines[:ended], opened=())
    with pytest.raises(NotAllowed) as refusal:
        view_of_recording(on, names(match), ended - 1, eyes)
    assert refusal.value.code == "hand_not_over"
    assert view_of_recording(closed, names(match), ended, None)["last_hand"]["hands"] is None
    opened = view_of_recording(Recording(match.lines[: ended + 1]), names(match), ended, None)
    assert len(opened["last_hand"]["hands"]) == match.state.seats
    assert view_of_recording(closed, names(match), 0, eyes)["phase"] == "waiting"


@pytest.mark.parametrize(("seq", "eyes"), [(-1, None), (10**9, None), (40, 10), (40, -1)])
def test_there_is_no_such_view(match: Recorder, seq: int, eyes: Eyes) -> None:
    with pytest.raises(NotFound):
        view_of_recording(Recording(match.lines), names(match), seq, eyes)
