"""Forms of a game: for one that is too long there is the record."""

import pytest

from app.services import exports
from app.services.refusals import NotAllowed
from replays.recording import Recording
from tests.records import random_match


@pytest.mark.parametrize("form", exports.REPLAYS)
def test_what_would_keep_a_worker_busy_is_refused(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = Recording(random_match(1).lines)
    names = [None] * len(recording.players)
    monkeypatch.setattr(exports, "LONGEST", len(recording.lines))
    assert exports.export(recording, names, form)
    monkeypatch.setattr(exports, "LONGEST", len(recording.lines) - 1)
    with pytest.raises(NotAllowed, match="too_long"):
        exports.export(recording, names, form)
