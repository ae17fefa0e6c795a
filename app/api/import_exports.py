"""An import as a file, and its positions as pictures: in all the forms in which a game is handed out."""

from typing import Any
from uuid import UUID

from app.api.boundary import viewer
from app.api.context import services
from app.api.exports import DecksQuery, Given, Record, Source, offer
from app.api.fields import Strict
from app.api.imports import ImportBlueprint
from app.api.problems import Problem
from app.api.queries import MomentQuery
from app.services.play.views import view_of_recording
from app.services.replay.imports import RECORD
from replays.exports import Names
from replays.recording import Recording

import_exports = ImportBlueprint("import_exports", __name__, url_prefix="/replays", description="An import as a file")


def _record(replay: UUID, given: Given) -> Record:
    one = services().imports.open(str(replay))
    if one.meta.form != RECORD:
        raise Problem(404, "no_record", "This replay came as a notation, which is no record.")
    lines = one.recording.lines
    return Record([b"\n".join((*lines, b""))], len(lines) - 1, viewer(None))


def _replay(replay: UUID, given: Given) -> tuple[Recording, Names]:
    one = services().imports.open(str(replay))
    return one.recording, one.names


def _view(replay: UUID, given: Given) -> dict[str, Any]:
    one = services().imports.open(str(replay))
    return view_of_recording(one.recording, one.names, one.seq_at(given["at"]), given["eyes"])


offer(import_exports, Source("<uuid:replay>", _record, _replay, _view, Strict, DecksQuery, MomentQuery))
