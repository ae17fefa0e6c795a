"""The text mode: typed words do what the table does, and every line is answered in sentences."""

import html
import random
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.factory import TRANSLATIONS, WORKER
from app.services.languages import LANGUAGES, Languages
from app.web.text_mode.typed import COMMANDS
from tests.api.people import API
from tests.api.tables import said
from tests.web.tables import Match


class Typist:
    """A browser without scripts, at whatever page it is."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.path = "/text"
        self.page = self.client.get(self.path)

    def type(self, line: str) -> TestResponse:
        """Types a line, and goes where that leads."""
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', self.command))
        answer = self.client.post(self.path, data=fields | {"line": line})
        if answer.status_code == 303:
            self.path = answer.headers["Location"]
            answer = self.client.get(self.path)
        self.page = answer
        return answer

    def look(self) -> "Typist":
        """Loads the page again."""
        self.page = self.client.get(self.path)
        return self

    @property
    def command(self) -> str:
        """The form with the line."""
        return self.page.text.partition('id="command"')[2]

    def section(self, name: str) -> str:
        """What stands in a part of the page, as text."""
        found = re.search(rf'id="{name}"[^>]*>(.*?)</section>', self.page.text, re.DOTALL)
        return html.unescape(re.sub("<[^>]+>", " ", found[1])) if found else ""

    @property
    def game(self) -> str:
        """The id of the game that is open."""
        return self.path.partition("/games/")[2].partition("?")[0]

    def view(self) -> dict:
        """The game as this browser sees it, by the API."""
        return said(self.client.get(f"{API}/games/{self.game}"))


@pytest.fixture
def typist(app: Flask) -> Typist:
    return Typist(app)


@pytest.fixture
def playing(typist: Typist) -> Typist:
    """One at a game with a bot that has been begun, which moves when it is told to."""
    table = said(typist.client.post(f"{API}/games", json={"bots": ["racer"], "bot_delay": 0}), 201)
    typist.client.get(table["seat_link"]["link"])
    game = f"{API}/games/{table['view']['id']}"
    token = said(typist.client.get(f"{API}/session?game={table['view']['id']}"))["csrf_token"]
    started = {"expected_version": table["version"]}
    said(typist.client.post(f"{game}/start", json=started, headers={"X-CSRF-Token": token}))
    typist.path = f"/text/games/{table['view']['id']}"
    typist.look()
    if typist.view()["phase"] == "color":  # a Wild Item Box may lie on top to begin with
        typist.type("colour red")
    return typist


def test_a_game_is_begun_by_a_word(typist: Typist) -> None:
    assert typist.type("new").status_code == 200
    assert typist.view()["you"]["seat"] == 0
    assert "Your hand" in typist.section("hand")


def typed(move: dict) -> str:
    """A move as a line."""
    kind = move["type"]
    words = {"choose_color": "colour", "choose_target": "target", "call_uno": "uno", "catch_uno": "catch"}
    rest = [str(move[name]) for name in ("card", "color", "target") if name in move]
    return " ".join([words.get(kind, kind), *rest, *(["uno"] if move.get("uno") else [])])


def test_a_game_is_begun_and_played_to_its_end_by_words(playing: Typist) -> None:
    chance = random.Random(3)
    while (view := playing.view())["phase"] != "match_over":
        moves = [move for move in view["you"]["moves"] if move["type"] not in ("resign", "catch_uno")]
        if view["turn"] != view["you"]["seat"] or not moves:
            playing.app.extensions[WORKER].jobs.round()
            playing.look()
            continue
        playing.look()
        before = view["version"]
        assert playing.type(typed(chance.choice(moves))).status_code == 200
        assert playing.view()["version"] > before
        assert playing.section("happened").strip()
    assert "has won the match" in playing.section("now")


def test_the_hand_is_told_by_place_name_and_code(playing: Typist) -> None:
    playing.type("hand")
    hand = [one["card"] for one in playing.view()["you"]["hand"]]
    answer = playing.section("answer")
    for place, code in enumerate(hand, 1):
        assert re.search(rf"\b{place}: .*{code}\b", answer), (place, code, answer)


def test_every_word_that_asks_is_answered(playing: Typist) -> None:
    for command in COMMANDS:
        if not command.moves and command.word not in ("new", "leave", "next", "open"):
            answer = playing.type(f"{command.word} {command.behind}")
            assert answer.status_code == 200, command
            assert playing.section("answer").strip(), command
            for short in command.short:
                if not command.behind:
                    assert playing.type(short.upper()).status_code == 200, short


def test_the_last_rule_that_is_named_is_the_last_one(typist: Typist) -> None:
    typist.type("rule")
    last = int(re.findall(r"R(\d+)", typist.section("answer"))[-1])
    assert typist.type(f"rule {last}").status_code == 200
    assert typist.type(f"rule R{last + 1}").status_code == 422


ANYWHERE = {"games", "lobby", "help", "rule", "next", "new", "open", "leave"}


@pytest.mark.parametrize("word", [one.word for one in COMMANDS if one.word not in ANYWHERE])
def test_a_word_that_needs_a_table_says_so_where_there_is_none(typist: Typist, word: str) -> None:
    assert typist.type(word).status_code == 422
    assert "open one first" in typist.section("answer")


def test_what_is_no_word_is_told_and_changes_nothing(playing: Typist) -> None:
    before = playing.view()["version"]
    for line in (
        "fly",
        "",
        "play",
        "play z9",
        "play g7 purple",
        "colour",
        "target nobody",
        "target 99",
        "catch 99",
        f"catch {'9' * 5000}",
        f"play {'9' * 5000}",
        "open 99",
        "rule R99",
        "<b>x</b>",
    ):
        answer = playing.type(line)
        assert answer.status_code == 422, line
        assert playing.section("answer").strip(), line
        assert "<b>x</b>" not in answer.text
    assert playing.view()["version"] == before


def test_what_the_rules_refuse_is_told_in_words(playing: Typist) -> None:
    view = playing.view()
    held = {one["card"] for one in view["you"]["hand"]}
    missing = next(code for code in ("r0", "y0", "g0", "b0", "r1", "y1", "g1", "b1") if code not in held)
    assert playing.type(f"play {missing}").status_code == 422
    assert "You do not have this card" in playing.section("answer")
    playing.type("pass")
    assert "cannot be done at this point" in playing.section("answer")


def test_resigning_is_asked_for_twice(playing: Typist) -> None:
    playing.type("resign")
    assert playing.view()["phase"] != "match_over"
    assert "resign yes" in playing.section("answer")
    playing.type("resign no")
    assert playing.view()["phase"] != "match_over"
    playing.look()
    playing.type("resign yes")
    assert playing.view()["phase"] == "match_over"


def test_a_move_on_what_is_no_longer_so_is_not_made(playing: Typist) -> None:
    old = playing.page
    playing.type("draw")
    while playing.view()["turn"] != 0:
        playing.app.extensions[WORKER].jobs.round()
    version = playing.view()["version"]
    playing.page = old
    assert playing.type("draw").status_code == 409
    assert playing.view()["version"] == version
    assert "was not made" in playing.section("answer")
    assert "draws" in playing.section("happened")


def test_one_comes_from_list_to_game_and_back(playing: Typist) -> None:
    game = playing.game
    playing.type("leave")
    assert playing.path == "/text"
    playing.type("games")
    assert re.search(r"\b1: ", playing.section("answer"))
    playing.type("open 1")
    assert playing.game == game
    playing.type("next")
    assert "No other game" in playing.section("answer")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_means_one_thing_in_its_language(language: str) -> None:
    meant: dict[str, str] = {}
    for command in COMMANDS:
        own = Languages(TRANSLATIONS).gettext(language, command.word).casefold()
        assert len(own.split()) == 1, own
        for word in {command.word, own, *command.short}:
            assert meant.setdefault(word, command.word) == command.word, (language, word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_there_in_each_language_and_in_english(app: Flask, language: str) -> None:
    typist = Typist(app)
    typist.path = f"/text?lang={language}"
    typist.look().type("new")
    typist.type("help")
    words = re.findall(r"<code>(.*?)</code>", typist.page.text)
    assert len(words) == len(COMMANDS)
    assert typist.type("hand").status_code == 200
    for word in words:
        if word.split()[0] in ("rule", "hand", "top"):
            assert typist.type(html.unescape(word)).status_code == 200, word


EXAMPLES = {
    "en": {"play g7 uno", "colour blue", "resign yes", "rule R12"},
    "sq": {"luaj g7 uno", "ngjyra blu", "dorëzohu po", "rregulli R12"},
    "is": {"setja g7 uno", "litur blár", "uppgjöf já", "regla R12"},
    "eo": {"ludi g7 uno", "koloro blua", "rezigni jes", "regulo R12"},
    "ar": {"لعب g7 uno", "لون أزرق", "انسحاب نعم", "قاعدة R12"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_all_in_the_readers_words(app: Flask, language: str) -> None:
    typist = Typist(app)
    typist.path = f"/text?lang={language}"
    typist.look().type("help")
    assert EXAMPLES[language] <= {html.unescape(word) for word in re.findall(r"<code>(.*?)</code>", typist.page.text)}


@pytest.mark.parametrize(
    ("language", "line"),
    [("sq", "NDIHMA"), ("is", "hjálp"), ("is", "hjalp"), ("is", "HJALP"), ("is", "nytt"), ("ar", "مساعده")],
)
def test_a_word_is_known_in_large_letters_and_without_its_accents(app: Flask, language: str, line: str) -> None:
    typist = Typist(app)
    typist.path = f"/text?lang={language}"
    assert typist.look().type(line).status_code == 200


def test_resigning_is_meant_in_the_readers_words_without_accents_too(playing: Typist) -> None:
    playing.path += "?lang=is"
    playing.look().type("uppgjof ja")
    assert playing.view()["phase"] == "match_over"


def test_who_looks_on_sees_no_hand_and_makes_no_move(app: Flask, playing: Typist) -> None:
    stranger = Typist(app)
    stranger.path = playing.path
    assert stranger.look().section("hand") == ""
    stranger.type("hand")
    assert "You have no seat here" in stranger.section("answer")
    before = playing.view()["version"]
    assert stranger.type("draw").status_code == 422
    assert "You have no seat in this match" in stranger.section("answer")
    assert playing.view()["version"] == before


# ---------------------------------------------------------------- clocks


def pair(app: Flask, **settings: Any) -> tuple[Typist, Typist]:
    """Two people at a match with a clock, at their pages in words; the first has made the table."""
    match = Match(app, clock={"kind": "decision", "ms": 86_400_000}, **settings)
    found = []
    for guest in match.guests:
        typist = Typist(app)
        typist.client, typist.path = guest.client, f"/text{match.path}"
        found.append(typist.look())
    return found[0], found[1]


def test_the_clocks_are_told(app: Flask) -> None:
    ann, ben = pair(app)
    acting = ann if ann.view()["turn"] == 0 else ben
    assert "has to decide until" in acting.section("now"), "without being asked"
    acting.type("time")
    answer = acting.section("answer")
    assert "has to decide until" in answer
    assert "Nobody waits longer than 4 days" in answer
    assert "After 3 missed decisions in a row a player is out." in answer


def test_a_pause_is_agreed_on_by_words(app: Flask) -> None:
    ann, ben = pair(app)
    assert ann.type("pause 2").status_code == 200
    assert "proposes that all clocks stand still until" in ann.section("now")
    assert "Type agree" not in ann.section("now"), "who proposes has agreed"
    assert "Type agree, or decline." in ben.look().section("now")
    ben.type("agree")
    assert "proposes" not in ben.section("now")
    assert "The clock stands still until" in ben.section("now")
    ben.type("time")
    assert "The clock stands still until" in ben.section("answer")
    assert "agreed by everybody" in ben.section("answer")


def test_a_pause_is_declined_by_words(app: Flask) -> None:
    ann, ben = pair(app)
    ann.type("pause 1")
    ben.type("decline")
    assert "proposes" not in ann.look().section("now")
    assert ben.type("agree").status_code == 422
    assert "That is not proposed any more." in ben.section("answer")


@pytest.mark.parametrize("line", ["pause", "pause 0", "pause 14", "pause soon", "pause 1 2"])
def test_a_pause_needs_its_days(app: Flask, line: str) -> None:
    ann, _ben = pair(app)
    assert ann.type(line).status_code == 422
    assert "Say for how many days, from 1 to 13" in ann.section("answer")
    assert ann.view()["proposal"] is None


def test_who_comes_by_an_invitation_keeps_it(app: Flask) -> None:
    match = Match(app, listed=False, spectators="link")
    stranger = Typist(app)
    stranger.path = f"/text{match.path}"
    assert stranger.look().page.status_code == 404
    stranger.path += f"?invitation={match.invitation}"
    assert stranger.look().page.status_code == 200
    assert stranger.type("counts").status_code == 200
    assert f"/games/{match.id}?invitation={match.invitation}" in stranger.page.text
