"""People who play in a browser, each in one way: with a mouse, by keys, with a thumb, by typed words, without scripts.

What they do at a table is a move as the API has it; how it is done is theirs, and what they are offered is read off the
page.
"""

import json
import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, TimeoutError, expect

from tests.api.people import API

Move = dict[str, Any]

NEWS_MS = 4000
"""A page has asked for news, when so much time has passed."""
TRIES = 40
"""How often a page is given time for something that has happened already."""
_ISOLATES = re.compile("[\u2066-\u2069]")
CARD = re.compile(r"\b(?:[rygb][0-9SRD]|W4|WB)\b")

OFFERED = """(table) => {
  const all = (selector, read) => [...table.querySelectorAll(selector)].map(read);
  const said = table.querySelector("[data-uno]") ? [{ uno: true }, {}] : [{}];
  const cards = new Set(all("#hand .playable", (held) => held.dataset.card));
  const colors = (card) => all(`#hand [data-card="${card}"] .chooser [name=color]`, (one) => one.value);
  const wilds = (card) => [...new Set(colors(card))].map((color) => ({ card, color }));
  const plays = [...cards].flatMap((card) => (card === "W4" ? wilds(card) : [{ card }]));
  return [
    ...plays.flatMap((play) => said.map((uno) => ({ type: "play", ...play, ...uno }))),
    ...all("#do [name=type]", (one) => ({ type: one.value })),
    ...all("#choose-color [name=color]", (one) => ({ type: "choose_color", color: one.value })),
    ...all("#choose-target [name=target]", (one) => ({ type: "choose_target", target: Number(one.value) })),
    ...all("#catch [name=target]", (one) => ({ type: "catch_uno", target: Number(one.value) })),
  ];
}"""
"""The moves that the page of a table offers, without resigning, which is a question first."""

VERSION = "(shown) => Number(shown.dataset.version ?? shown.value)"
"""The version that a page shows: of a table, or in words."""


class Player:
    """Somebody with a browser. This one has a mouse."""

    scripts = True

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        if self.scripts:
            context.clock.install()
        self.page = context.new_page()
        self.game = ""

    # ------------------------------------------------------------ how they do things

    def press(self, what: Locator) -> None:
        """Presses a button, or follows a link."""
        what.click()

    def write(self, field: Locator, text: str) -> None:
        """Fills in a field."""
        field.fill(text)

    def pick(self, field: Locator, value: str) -> None:
        """Picks one of a list."""
        field.select_option(value)

    # ------------------------------------------------------------ on the way to the table

    def arrive(self) -> None:
        """Comes to the first page."""
        self.page.goto(self.address)

    def join(self, name: str) -> None:
        """Makes an account, from the first page and back to it."""
        self.press(self.page.locator(".navigation a[href='/sign-in']"))
        self.press(self.page.locator(".ways-on a[href='/sign-up']"))
        self.write(self.page.locator("#field-name"), name)
        self.write(self.page.locator("#field-password"), "correct horse battery")
        self.press(self.page.locator("main form[action='/sign-up'] button.large"))
        expect(self.page.locator(".own-name")).to_contain_text(name)
        self.press(self.page.locator(".wordmark"))

    def make_table(self, hands: int) -> str:
        """Makes a table for three, one of them a bot, that plays so many hands; gives the link to it."""
        self.press(self.page.locator(".ways a[href='/new']"))
        self.write(self.page.locator("#field-seats"), "3")
        self.write(self.page.locator("#field-bots_first"), "1")
        self.pick(self.page.locator("#field-bot_delay"), "0")
        self.write(self.page.locator("#field-hands"), str(hands))
        self.press(self.page.locator(".table-form button.large"))
        expect(self.page.locator("#table[data-waiting]")).to_be_attached()
        self._is_at_table()
        return self.page.locator("#invite-link").input_value()

    def sit(self, link: str, name: str) -> None:
        """Comes by the link, and sits down under a name."""
        self.page.goto(link)
        self.write(self.page.locator("#field-name"), name)
        self.press(self.page.locator("#sitting form[action*='/sit'] button.large"))
        expect(self.page.locator("#sitting")).to_have_count(0)
        self._is_at_table()

    def start(self) -> None:
        """Begins the match, of which the page says that it can begin."""
        self.look(self.view()["version"])
        self.press(self.page.locator("#starters [data-key=s]"))
        expect(self.page.locator("#hand")).to_be_attached()

    def _is_at_table(self) -> None:
        found = re.search(r"/games/([0-9a-f-]{36})", self.page.url)
        assert found is not None, self.page.url
        self.game = found[1]

    # ------------------------------------------------------------ what they see

    def view(self, **query: Any) -> dict[str, Any]:
        """What the API shows to this browser."""
        answer = self.context.request.get(f"{self.address}{API}/games/{self.game}", params=query)
        assert answer.status == 200, answer.text()
        view: dict[str, Any] = json.loads(answer.text())
        return view

    @property
    def table(self) -> Locator:
        """What of the page is the table."""
        return self.page.locator("#table")

    def version(self) -> int:
        """The version that the page shows."""
        shown: int = self.page.locator("#table, #command [name=version]").evaluate(VERSION)
        return shown

    def hand(self) -> list[str]:
        """The cards of the own hand, as the page shows them."""
        cards: list[str] = self.page.locator("#hand .held").evaluate_all("held => held.map((one) => one.dataset.card)")
        return cards

    def offered(self) -> list[Move]:
        """The moves that the page offers."""
        moves: list[Move] = self.table.evaluate(OFFERED)
        return moves

    def tells(self, move: Move) -> Move:
        """What a page tells of a move, as far as `offered` can read it."""
        return move

    def look(self, version: int) -> None:
        """Looks at the page until it shows this version, or a newer one."""
        for _ in range(TRIES):
            shown = self.version()
            if shown >= version:
                return
            self.wait_for_news(shown)
        raise AssertionError(f"version {version} does not come")

    def wait_for_news(self, shown: int) -> None:
        """Time passes, in which the page asks for news by itself."""
        self.context.clock.fast_forward(NEWS_MS)
        self.comes_on(shown)

    def comes_on(self, version: int, timeout: float = 500) -> bool:
        """Whether the page goes on from a version, within milliseconds."""
        newer = self.page.locator(
            f"#table:not([data-version='{version}']), #command [name=version]:not([value='{version}'])"
        )
        try:
            newer.wait_for(state="attached", timeout=timeout)
        except TimeoutError:
            return False
        return True

    # ------------------------------------------------------------ what they do at the table

    def do(self, move: Move) -> None:
        """Makes a move, and waits until the page shows what came of it."""
        shown = self.version()
        getattr(self, move["type"], self.act)(move)
        assert self.comes_on(shown, 10_000), move

    def act(self, move: Move) -> None:
        """A move that is a button, and nothing else."""
        self.press(self.page.locator(f"#do .button[value={move['type']}]"))

    def play(self, move: Move) -> None:
        """A card; of a Wild Draw Four the colour is chosen when it is taken up."""
        held = self.page.locator(f"#hand .playable[data-card={move['card']}]").first
        if "color" in move:
            self.press(held.locator("summary"))
            self.say_uno(held, move)
            self.press(held.locator(f".chooser [name=color][value={move['color']}]"))
        else:
            self.say_uno(self.table, move)
            self.press(held.locator("button.face"))

    def say_uno(self, within: Locator, move: Move) -> None:
        """Sets the switch, if there is one, so that UNO is said with this move or not."""
        switch = within.locator(".uno-switch:visible")
        if switch.count() and switch.locator("[data-uno]").is_checked() != ("uno" in move):
            self.press(switch)

    def choose_color(self, move: Move) -> None:
        """The colour in force."""
        self.press(self.page.locator(f"#choose-color [value={move['color']}]"))

    def choose_target(self, move: Move) -> None:
        """Whom the Green Shell hits."""
        self.press(self.page.locator(f"#choose-target [name=target][value='{move['target']}']"))

    def catch_uno(self, move: Move) -> None:
        """Who has not said UNO."""
        self.press(self.page.locator(f"#catch [name=target][value='{move['target']}']"))

    # ------------------------------------------------------------ at the end

    def come_to_the_end(self, version: int) -> None:
        """Looks until the match is over."""
        self.look(version)
        expect(self.page.locator("#table[data-over='1'] #result")).to_be_visible()

    def podium(self) -> list[tuple[int, str]]:
        """The places, and who has them, as the page tells it."""
        lines = self.page.locator("#result .podium li")
        places: list[str] = lines.evaluate_all("lines => lines.map((line) => line.dataset.at)")
        names = [_ISOLATES.sub("", name) for name in lines.locator("b").all_inner_texts()]
        return list(zip(map(int, places), names, strict=True))

    def rematch(self) -> str:
        """Asks for another match with the same people; gives the id of its table."""
        self.press(self.page.locator("#result form[action*='rematch'] button"))
        expect(self.page.locator("#table[data-waiting]")).to_be_attached()
        self._is_at_table()
        return self.game


class Watcher(Player):
    """With a mouse, on a page that shows what happens as motion, until they have had enough of it."""

    patience = 3

    def do(self, move: Move) -> None:
        """Makes a move."""
        super().do(move)
        self.patience -= 1
        if self.patience == 0:
            self.page.emulate_media(reduced_motion="reduce")


class Thumb(Player):
    """With a phone."""

    def press(self, what: Locator) -> None:
        """Presses a button, or follows a link."""
        what.tap()


class Scriptless(Player):
    """In a browser that runs no scripts: a page is asked for news by loading it anew."""

    scripts = False

    def wait_for_news(self, shown: int) -> None:
        """Loads the page anew."""
        self.page.reload()


class Typist(Player):
    """By keys alone."""

    def press(self, what: Locator) -> None:
        """Presses a button, or follows a link."""
        self.go_to(what)
        self.page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        """Fills in a field: what stood in it is selected by coming there."""
        self.go_to(field)
        self.page.keyboard.type(text)

    def pick(self, field: Locator, value: str) -> None:
        """Picks one of a list, from its first one down."""
        self.go_to(field)
        self.page.keyboard.press("Home")
        for _ in range(field.locator("option").count()):
            if field.input_value() != value:
                self.page.keyboard.press("ArrowDown")
        expect(field).to_have_value(value)

    def go_to(self, what: Locator) -> None:
        """Tab by Tab, from wherever one is."""
        expect(what).to_be_visible()
        for _ in range(250):
            if what.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {what} by Tab")

    def start(self) -> None:
        """Begins the match by the table's key."""
        self.look(self.view()["version"])
        self.page.keyboard.press("s")
        expect(self.page.locator("#hand")).to_be_attached()

    def act(self, move: Move) -> None:
        """A move that is a button, and nothing else."""
        keys = {"draw": "d", "pass": "p", "accept": "a", "challenge": "c", "call_uno": "u"}
        self.page.keyboard.press(keys[move["type"]])

    def play(self, move: Move) -> None:
        """A card by its place, or by Tab from the twenty-first on."""
        held = self.page.locator(f"#hand .playable[data-card={move['card']}]").first
        self.say_uno(self.table, move)
        place = int(held.get_attribute("data-place") or 0)
        if place <= 20:
            self.page.keyboard.press(("Shift+" if place > 10 else "") + f"Digit{place % 10}")
        else:
            self.go_to(held.locator("[data-pick]"))
        expect(held.locator("[data-pick]")).to_be_focused()
        self.page.keyboard.press("Enter")
        if "color" in move:
            expect(held.locator(".chooser")).to_be_visible()
            self.page.keyboard.press(move["color"])

    def say_uno(self, within: Locator, move: Move) -> None:
        """Sets all switches at once."""
        switch = within.locator("[data-uno]").first
        if switch.count() and switch.is_checked() != ("uno" in move):
            self.page.keyboard.press("u")

    def choose_color(self, move: Move) -> None:
        """The colour in force."""
        self.page.keyboard.press(move["color"])

    def choose_target(self, move: Move) -> None:
        """Whom the Green Shell hits, by the place in the list."""
        key = self.page.locator(f"#choose-target [value='{move['target']}']").get_attribute("data-key")
        self.page.keyboard.press(str(key))

    def catch_uno(self, move: Move) -> None:
        """Who has not said UNO."""
        self.page.keyboard.press("k")


class Talker(Typist):
    """By typed words. Tables are made and begun on their pages; all of play is in the text mode."""

    def start(self) -> None:
        """Begins the match by the table's key, and goes on in words."""
        super().start()
        self.go_on_in_words()

    def sit(self, link: str, name: str) -> None:
        """Comes by the link, and sits down; waits in words."""
        super().sit(link, name)
        self.go_on_in_words()

    def go_on_in_words(self) -> None:
        """From the table to the text mode, and there to the game, which is the first of one's own."""
        self.press(self.page.locator(".site-footer a[href='/text']"))
        expect(self.page.locator("#said #answer p")).to_have_count(1)
        self.type("open 1")
        expect(self.page.locator("#now")).to_be_attached()
        assert self.page.url.partition("?")[0].endswith(f"/text/games/{self.game}")

    def hand(self) -> list[str]:
        """The cards of the own hand, in their order."""
        lines = self.page.locator("#hand p").all_inner_texts()
        return [found[0] for line in lines for found in [CARD.findall(line)] if found]

    def ask(self, line: str) -> list[str]:
        """Types a line that asks something; gives the answer."""
        self.type(line)
        expect(self.page.locator("#line")).to_have_value("")
        return self.page.locator("#answer p").all_inner_texts()

    def type(self, line: str) -> None:
        """Types a line, where the cursor is."""
        expect(self.page.locator("#line")).to_be_focused()
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")

    def offered(self) -> list[Move]:
        """The moves that the page tells of, each as its line."""
        return [_read(line) for line in self.ask("moves")[1:]]

    def do(self, move: Move) -> None:
        """Types the line."""
        shown = self.version()
        self.type(move["line"])
        assert self.comes_on(shown, 10_000), move

    def come_to_the_end(self, version: int) -> None:
        """Looks until the match is over, and goes back to the table, where everything but play is."""
        self.look(version)
        self.press(self.page.locator(f"main a[href='/games/{self.game}']"))
        super().come_to_the_end(version)

    def tells(self, move: Move) -> Move:
        """As lines tell moves, whatever the words for them are."""
        return {name: value for name, value in move.items() if name != "type"}


def _read(line: str) -> Move:
    """A line as `moves` gives it. Cards, colours and numbers are the same in all languages, and so is UNO."""
    move: Move = {"line": line}
    for word in line.split()[1:]:
        if word == "uno":
            move["uno"] = True
        elif word.isdigit():
            move["target"] = int(word)
        else:
            move["card" if CARD.fullmatch(word) else "color"] = word
    return move
