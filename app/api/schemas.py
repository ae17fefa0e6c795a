"""What is said of games: documented here field by field, made by the services as ready dictionaries.

The views of games are not dumped through these schemas, which would cost more than the move; a test holds both equal.
"""

from marshmallow import Schema, fields

from app.rules.clock import AGREED, DAYS_OFF, LONGEST_MS, QUIET_HOURS, VACATION
from app.rules.state import ACTING_PHASES
from app.services.table.tables import BOTS_ALONE, SPECTATORS
from app.store.tables import CANCELLED, FINISHED, PLAYING, WAITING

PAUSES = (QUIET_HOURS, DAYS_OFF, VACATION, AGREED)
WHEN_ALONE = "Where only bots are left: they finish the match, within a day, or end it at once"
VERSION = {"minimum": -1, "description": "The seq of the game's last event"}


def longest_wait_field() -> fields.Integer:
    """How long one decision of a table can take."""
    said = "The longest that one decision can take, with all time off that the table allows; null without a clock"
    return fields.Integer(required=True, allow_none=True, metadata={"description": said})


class CardSchema(Schema):
    """A card, and its place in the shuffled order."""

    slot = fields.Integer(required=True)
    card = fields.String(required=True, metadata={"examples": ["g7"]})


class ShownSchema(Schema):
    """A hand that a challenge showed to you, as it was then."""

    seat = fields.Integer(required=True)
    hand = fields.List(fields.Nested(CardSchema), required=True)


class YouSchema(Schema):
    """What only you see: your hand, and every legal move as a body ready to be posted."""

    seat = fields.Integer(required=True)
    hand = fields.List(fields.Nested(CardSchema), required=True)
    drawn = fields.Nested(CardSchema, required=True, allow_none=True)
    shown = fields.List(fields.Nested(ShownSchema), required=True)
    moves = fields.List(fields.Dict(keys=fields.String()), required=True)


class SeatSchema(Schema):
    """A seat as everybody sees it."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True)
    bot = fields.String(required=True, allow_none=True)
    cards = fields.Integer(required=True, metadata={"description": "How many, of the hand that is on"})
    score = fields.Integer(required=True)
    uno = fields.Boolean(required=True, metadata={"description": "UNO has been said for the last card"})
    resigned = fields.Boolean(required=True)
    bank_ms = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Its bank when it last stood still; null without one"}
    )
    paused_until = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "date-time", "description": "Until when its clock stands still; may be past"},
    )
    paused_for = fields.String(
        required=True, allow_none=True, metadata={"description": "Why", "examples": list(PAUSES)}
    )


class ChallengeSchema(Schema):
    """A Wild Draw Four that waits for its answer."""

    by = fields.Integer(required=True)
    on = fields.Integer(required=True)


class LastHandSchema(Schema):
    """The hand that ended last, which lies open: what was left in each hand, by seat."""

    hand = fields.Integer(required=True)
    winner = fields.Integer(required=True, allow_none=True)
    points = fields.Integer(required=True)
    scores = fields.List(fields.Integer(), required=True)
    hands = fields.List(
        fields.List(fields.String()),
        required=True,
        allow_none=True,
        metadata={"description": "null in a record from elsewhere that does not open it"},
    )


class OpenSchema(Schema):
    """Every card of the hand, where it lies; `hands` by seat, piles from the top down."""

    hands = fields.List(fields.List(fields.Nested(CardSchema)), required=True)
    draw_pile = fields.List(fields.Nested(CardSchema), required=True)
    discard = fields.List(fields.String(), required=True, metadata={"description": "What lies under `top`"})


class OptionsSchema(Schema):
    """How the match is played; without a field, its default."""

    hands = fields.Integer(metadata={"minimum": 1, "maximum": 255, "default": 1})
    target_score = fields.Integer(allow_none=True, metadata={"minimum": 1, "maximum": 100000})
    ties = fields.String(metadata={"enum": ["share", "play_on"], "default": "share"})
    two_player_reverse = fields.String(metadata={"enum": ["skip", "turn"], "default": "skip"})
    illegal_wild_draw_four = fields.String(metadata={"enum": ["challenge", "reject"], "default": "challenge"})
    last_card_effects = fields.Boolean(metadata={"default": True})
    missed_decisions = fields.Integer(metadata={"minimum": 1, "maximum": 100, "default": 3})


class ClockSchema(Schema):
    """How long decisions may take; `ms` and its kin not with `none`, `increment_ms` and `max_ms` with `bank` only."""

    kind = fields.String(required=True, metadata={"enum": ["none", "decision", "bank"]})
    ms = fields.Integer(metadata={"minimum": 1, "maximum": LONGEST_MS})
    increment_ms = fields.Integer(metadata={"minimum": 0, "maximum": LONGEST_MS})
    max_ms = fields.Integer(metadata={"minimum": 1, "maximum": LONGEST_MS})


class TimeOffSchema(Schema):
    """What a table allows: its players' quiet hours and days off, their vacations, and pauses (or another clock) that
    all agree on."""

    quiet_hours = fields.Boolean(required=True)
    vacations = fields.Boolean(required=True)
    pauses = fields.Boolean(required=True)


class BranchOfSchema(Schema):
    """What a branch goes on from, and where: a game or an imported replay; `seq` is the last event that both have."""

    game = fields.String(required=True, allow_none=True, metadata={"format": "uuid"})
    replay = fields.String(required=True, allow_none=True, metadata={"format": "uuid"})
    seq = fields.Integer(required=True)
    hand = fields.Integer(required=True)


class TableSchema(Schema):
    """What was agreed beside the rules."""

    host = fields.Integer(required=True, allow_none=True, metadata={"description": "The host's seat, if they have one"})
    host_name = fields.String(required=True)
    listed = fields.Boolean(required=True)
    spectators = fields.String(required=True, metadata={"enum": list(SPECTATORS)})
    bot_delay = fields.Integer(required=True, metadata={"description": "Milliseconds a bot waits before it moves"})
    takeover = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The bot that plays on for who leaves, and for who lets time run out too often"},
    )
    bots_alone = fields.String(required=True, metadata={"enum": list(BOTS_ALONE), "description": WHEN_ALONE})
    created = fields.String(required=True, metadata={"format": "date-time"})
    branch_of = fields.Nested(BranchOfSchema, required=True, allow_none=True)


class ProposedPauseSchema(Schema):
    """A pause of all clocks."""

    until = fields.String(required=True, metadata={"format": "date-time"})


class ProposalSchema(Schema):
    """What a match that is on is asked to agree on: a pause, the end of one, or another clock."""

    id = fields.String(required=True, metadata={"format": "uuid"})
    by = fields.Integer(required=True, metadata={"description": "The seat who proposes it"})
    pause = fields.Nested(ProposedPauseSchema, required=True, allow_none=True)
    resume = fields.Boolean(required=True)
    clock = fields.Nested(ClockSchema, required=True, allow_none=True)
    agreed = fields.List(fields.Integer(), required=True, metadata={"description": "The seats who have agreed"})
    waits_for = fields.List(fields.Integer(), required=True, metadata={"description": "The seats who have to"})
    expires = fields.String(required=True, metadata={"format": "date-time", "description": "May be past"})


class ViewSchema(Schema):
    """A game as one viewer may see it."""

    id = fields.String(required=True, metadata={"format": "uuid"})
    version = fields.Integer(required=True, metadata=VERSION)
    complete = fields.Boolean(required=True, metadata={"description": "false in the middle of a request"})
    options = fields.Nested(OptionsSchema, required=True)
    clock = fields.Nested(ClockSchema, required=True)
    time_off = fields.Nested(TimeOffSchema, required=True)
    longest_wait_ms = longest_wait_field()
    proposal = fields.Nested(ProposalSchema, required=True, allow_none=True)
    paused_until = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "date-time", "description": "Until when all clocks stand still; may be past"},
    )
    paused_for = fields.String(required=True, allow_none=True, metadata={"description": "Why they do"})
    deadline = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    phase = fields.String(
        required=True,
        metadata={
            "enum": ["waiting", *ACTING_PHASES, "hand_over", "match_over"],
        },
    )
    turn = fields.Integer(required=True, allow_none=True, metadata={"description": "The seat who must act"})
    direction = fields.Integer(required=True, metadata={"enum": [1, -1]})
    top = fields.String(required=True, allow_none=True)
    color = fields.String(required=True, allow_none=True)
    hand_number = fields.Integer(required=True)
    dealer = fields.Integer(required=True, allow_none=True)
    draw_count = fields.Integer(required=True)
    discard_count = fields.Integer(required=True)
    catchable = fields.List(fields.Integer(), required=True)
    challenge = fields.Nested(ChallengeSchema, required=True, allow_none=True)
    last_hand = fields.Nested(LastHandSchema, required=True, allow_none=True)
    places = fields.List(fields.Integer(allow_none=True), required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True, metadata={"description": "Why it ended"})
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    you = fields.Nested(YouSchema, metadata={"description": "For a caller with a seat, or `as` a seat"})
    open = fields.Nested(OpenSchema, metadata={"description": "With `as=all`, of a hand that is over"})
    table = fields.Nested(TableSchema, required=True)
    rematch = fields.String(
        metadata={"format": "uuid", "description": "Where its people go on, once there is such a table"}
    )


class EventSchema(Schema):
    """An event of the record, as it was hashed."""

    actor = fields.String(required=True)
    data = fields.Dict(keys=fields.String(), required=True)
    game = fields.String(required=True, metadata={"format": "uuid"})
    kind = fields.String(required=True)
    prev = fields.String(required=True, metadata={"description": "SHA-256 of the bytes of the event before"})
    request = fields.Integer(required=True)
    seq = fields.Integer(required=True)
    t = fields.Integer(required=True, metadata={"description": "UTC milliseconds"})
    v = fields.Integer(required=True)


class AnswerSchema(Schema):
    """What an accepted request did, and how the game looks to you right after it."""

    version = fields.Integer(required=True, metadata=VERSION)
    events = fields.List(fields.Nested(EventSchema), required=True)
    view = fields.Nested(ViewSchema, required=True)


class SeatLinkSchema(Schema):
    """How a guest comes back: shown this once."""

    link = fields.String(required=True, metadata={"description": "The path to open in a browser, once in each"})
    secret = fields.String(required=True, metadata={"description": "For `Authorization: Bearer`, at this game alone"})


class SeatedSchema(AnswerSchema):
    """As every answer, with what a guest comes back with."""

    seat_link = fields.Nested(SeatLinkSchema, metadata={"description": "For a guest, this once"})


class MadeSchema(SeatedSchema):
    """As every answer, with the invitation to the table."""

    invitation = fields.String(metadata={"description": "Opens the table to whom you send it, as `?invitation=`"})


class InvitationSchema(Schema):
    """An invitation to a table, shown this once. It carries no seat."""

    invitation = fields.String(required=True)


class EventsSchema(Schema):
    """Events behind the one that was named. There are more if the last one is not the game's `version`."""

    version = fields.Integer(required=True, metadata=VERSION)
    events = fields.List(fields.Nested(EventSchema), required=True)


class TakenSchema(Schema):
    """A seat that is taken."""

    seat = fields.Integer(required=True)
    name = fields.String(required=True)
    bot = fields.String(required=True, allow_none=True)
    account = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "uuid", "description": "For `/players/{account}`; null for a bot and a guest"},
    )


class SummarySchema(Schema):
    """A game as a list shows it."""

    id = fields.String(required=True, metadata={"format": "uuid"})
    version = fields.Integer(required=True, metadata=VERSION)
    status = fields.String(required=True, metadata={"enum": [WAITING, PLAYING, FINISHED, CANCELLED]})
    created = fields.String(required=True, metadata={"format": "date-time"})
    host = fields.String(required=True, metadata={"description": "Who made it"})
    options = fields.Nested(OptionsSchema, required=True)
    differs = fields.Nested(
        OptionsSchema, required=True, metadata={"description": "Those of the options that are not the default"}
    )
    clock = fields.Nested(ClockSchema, required=True)
    time_off = fields.Nested(TimeOffSchema, required=True)
    longest_wait_ms = longest_wait_field()
    spectators = fields.String(required=True, metadata={"enum": list(SPECTATORS)})
    seats = fields.Integer(required=True)
    taken = fields.List(fields.Nested(TakenSchema), required=True)
    free = fields.Integer(required=True, metadata={"description": "At how many seats you could sit down"})
    turn = fields.Integer(required=True, allow_none=True)
    deadline = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    your_seat = fields.Integer(required=True, allow_none=True)
    branch_of = fields.Nested(BranchOfSchema, required=True, allow_none=True)
    invited_by = fields.String(
        required=True, allow_none=True, metadata={"description": "Who has invited you, in the list of `invited`"}
    )


class PageSchema(Schema):
    """A page of a list; `next` is the cursor of the one behind it."""

    games = fields.List(fields.Nested(SummarySchema), required=True)
    next = fields.String(required=True, allow_none=True)


class OpeningSchema(Schema):
    """A card shown, with what proves it: its salt, and the path from its leaf to the root of its pile."""

    hand = fields.Integer(required=True)
    pile = fields.Integer(required=True)
    slot = fields.Integer(required=True)
    card = fields.String(required=True)
    salt = fields.String(required=True)
    path = fields.List(fields.String(), required=True)


class OpeningsSchema(Schema):
    """The openings of the cards that you may see at `version`."""

    version = fields.Integer(required=True, metadata=VERSION)
    openings = fields.List(fields.Nested(OpeningSchema), required=True)
