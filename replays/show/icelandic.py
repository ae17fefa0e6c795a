"""All that is said of a game, in Icelandic.

Only cards and colours decline here: a card that is played stands in the accusative. People are always subjects, for
nobody can know how a name that somebody made up declines.
"""

from replays.show.language import Language, Template, cards, numbered, plays

_PLAYED = {
    "": "{name} setur út {card_accusative}",
    ".uno": "{name} setur út {card_accusative} og segir UNO",
}
_PLAYED_WITH_COLOR = {
    "": "{name} setur út {card_accusative} og velur {color_neuter}",
    ".uno": "{name} setur út {card_accusative}, velur {color_neuter} og segir UNO",
}
_EFFECTS = {
    "": ".",
    ".skip": ": {other} situr hjá.",
    ".draw_two": ": {other} dregur tvö spil og situr hjá.",
    ".clockwise": ": nú er aftur leikið réttsælis.",
    ".anticlockwise": ": nú er leikið rangsælis.",
}
_EFFECTS_WITH_COLOR = {
    ".answer": ": {other} samþykkir eða véfengir.",
    ".draw_four": ": {other} dregur fjögur spil og situr hjá.",
}
_TURNED = "Upp úr Hlutakassanum kemur {card}: {item}. "

_EVENTS: dict[str, Template] = {
    "game.created": {
        "one": "Nýtt borð er opnað: {count} sæti.",
        "other": "Nýtt borð er opnað: {count} sæti.",
    },
    "seat.taken": "{name} sest í sæti {seat}.",
    "seat.taken.unknown": "Sæti {seat} er tekið.",
    "seat.taken.entropy": "{name} sest í sæti {seat} og leggur sitt af mörkum til stokkunarinnar.",
    "seat.taken.bot": "{name}, sem er þjarkur, sest í sæti {seat}.",
    "seat.left": "Sæti {seat} er aftur laust.",
    "seat.taken_over": "{name} leikur ekki lengur og þjarkurinn {bot} heldur áfram í staðinn.",
    "game.started": {
        "one": "Viðureignin hefst: {count_masculine} leikmaður.",
        "other": "Viðureignin hefst: {count_masculine} leikmenn.",
    },
    "game.cancelled": "Hætt er við viðureignina.",
    "game.cancelled.never_started": "Langur tími leið, enginn hóf viðureignina og hætt er við hana.",
    "game.cancelled.everybody_left": "Allir eru farnir frá borðinu og hætt er við viðureignina.",
    "hand.started": "{name} gefur í umferð {hand}: sjö spil á mann.",
    "card.turned.start": "Fyrst í kastbunkann kemur {card} og {name} á fyrsta leik.",
    "card.turned.passed_over": "Upp kemur {card} sem gildir ekki: kastbunkinn hefst ekki á aðgerðaspili.",
    "card.turned.box": "Fyrst í kastbunkann kemur Jóker Hlutakassi: {name} velur litinn og á fyrsta leik.",
    "card.turned.mushroom": _TURNED + "{name} á aftur leik.",
    "card.turned.mushroom.last": _TURNED + "Aukaleiks er ekki þörf: þetta var síðasta spilið.",
    "card.turned.banana_peel": (
        _TURNED + "{name} lék en það er {other}, næst á undan í röðinni, sem rennur til og dregur tvö spil."
    ),
    "card.turned.green_shell": _TURNED + "{name} segir til um hver dregur eitt spil.",
    "card.turned.lightning": _TURNED + "Allir aðrir draga eitt spil og {name} á aftur leik.",
    "card.turned.lightning.last": _TURNED + "Allir aðrir draga eitt spil.",
    "card.turned.bob_omb": _TURNED + "{name} dregur tvö spil og velur litinn.",
    "color.chosen": "{name} velur {color_neuter}.",
    "target.chosen": "{name} miðar Grænu skelinni og skotmarkið er {other}.",
    **plays("card.played", _PLAYED, _EFFECTS),
    **plays("card.played.with_color", _PLAYED_WITH_COLOR, _EFFECTS_WITH_COLOR),
    "card.played.last": "{name} setur út síðasta spilið, {card_accusative}.",
    "card.played.last.draw_two": "{name} setur út síðasta spilið, {card_accusative}: {other} dregur tvö spil.",
    "card.played.with_color.last": "{name} setur út síðasta spilið, {card_accusative}, og velur {color_neuter}.",
    "card.played.with_color.last.draw_four": (
        "{name} setur út síðasta spilið, {card_accusative}: {other} dregur fjögur spil."
    ),
    "cards.drawn.turn": {"one": "{name} dregur {count} spil.", "other": "{name} dregur {count} spil."},
    "cards.drawn.draw_two": {"one": "{name} dregur {count} spil.", "other": "{name} dregur {count} spil."},
    "cards.drawn.draw_four": {"one": "{name} dregur {count} spil.", "other": "{name} dregur {count} spil."},
    "cards.drawn.challenge": {
        "one": "Véfengingin kostar sitt: {name} dregur {count} spil.",
        "other": "Véfengingin kostar sitt: {name} dregur {count} spil.",
    },
    "cards.drawn.banana_peel": {
        "one": "{name} rennur á Bananahýðinu og dregur {count} spil.",
        "other": "{name} rennur á Bananahýðinu og dregur {count} spil.",
    },
    "cards.drawn.green_shell": {
        "one": "Græna skelin hittir í mark: {name} dregur {count} spil.",
        "other": "Græna skelin hittir í mark: {name} dregur {count} spil.",
    },
    "cards.drawn.lightning": {
        "one": "Eldingunni slær niður: {name} dregur {count} spil.",
        "other": "Eldingunni slær niður: {name} dregur {count} spil.",
    },
    "cards.drawn.bob_omb": {
        "one": "Bob-omban springur: {name} dregur {count} spil.",
        "other": "Bob-omban springur: {name} dregur {count} spil.",
    },
    "cards.drawn.uno": {
        "one": "UNO var ekki sagt: {name} dregur {count} spil.",
        "other": "UNO var ekki sagt: {name} dregur {count} spil.",
    },
    "turn.passed": "{name} heldur spilinu og næsti leikmaður á leik.",
    "turn.passed.nothing": "{name} hefur ekkert að draga og næsti leikmaður á leik.",
    "pile.shuffled": {
        "one": "Kastbunkinn verður nýr stokkur: {count} spil.",
        "other": "Kastbunkinn er stokkaður og verður nýr stokkur: {count} spil.",
    },
    "draw_four.accepted": "{name} samþykkir Jóker Dragðu fjögur.",
    "draw_four.challenged.lawful": "{name} véfengir og {other} sýnir spilin: Jóker Dragðu fjögur var lögmætur.",
    "draw_four.challenged.unlawful": "{name} véfengir og {other} sýnir spilin: Jóker Dragðu fjögur var ólögmætur.",
    "uno.called": "{name} segir UNO.",
    "uno.caught": "{name} gómar mótherja: {other} hefur ekki sagt UNO.",
    "decision.timed_out.turn": "Tíminn rann út: {name} dregur og næsti leikmaður á leik.",
    "decision.timed_out.drawn": "Tíminn rann út: {name} heldur spilinu sem dregið var.",
    "decision.timed_out.color": "Tíminn rann út: {name} velur ekki lit og reglan ræður honum.",
    "decision.timed_out.target": "Tíminn rann út: {name} velur engan og Græna skelin fer á næsta leikmann.",
    "decision.timed_out.challenge": "Tíminn rann út: {name} telst samþykkja Jóker Dragðu fjögur.",
    "clock.paused": "{name} fær hlé: klukkan stendur kyrr til {until}.",
    "clock.paused.table": "Allar klukkur standa kyrrar til {until}.",
    "clock.resumed": "{name} er ekki lengur í hléi: klukkan gengur á ný.",
    "clock.resumed.table": "Klukkurnar ganga á ný.",
    "clock.changed.decision": "Samið er um aðra klukku: hver ákvörðun fær sinn tíma.",
    "clock.changed.bank": "Samið er um aðra klukku: allir fá fullan tímabanka.",
    "clock.changed.none": "Samið er um að leika áfram án klukku.",
    "seat.resigned.resigned": "{name} gefst upp og spilin eru lögð til hliðar.",
    "seat.resigned.timeout": "{name} hefur látið of margar ákvarðanir falla niður og er úr leik.",
    "seat.resigned.ruling": "Starfsmaður úrskurðar: {name} er úr leik.",
    "hand.ended": {
        "one": "{name} vinnur umferð {hand} og fær {count} stig.",
        "other": "{name} vinnur umferð {hand} og fær {count} stig.",
    },
    "hand.ended.nobody": "Umferð {hand} lýkur án sigurvegara.",
    "match.ended": {
        "one": "Viðureigninni er lokið: {names} vinnur.",
        "other": "Viðureigninni er lokið: {names} deila fyrsta sæti.",
    },
    "match.ended.last_player": "Allir aðrir eru úr leik: {names} vinnur viðureignina.",
    "match.ended.void": "Viðureignin er ógild: enginn hlýtur sæti.",
}  # fmt: skip

_NAMES: dict[str, Template] = {
    "seat": "Sæti {seat}",
    "seat.same_name": "{name} (sæti {seat})",
    "end_of_time": "endir tímans",
    "until.end_of_time": "enda tímans",
}

_POSITION: dict[str, Template] = {
    "moment.hand": "Umferð {hand}",
    "moment.hand.after": "Umferð {hand} eftir atburð {seq}",
    "moment.start": "Fyrir fyrstu umferð",
    "moment.start.after": "Fyrir fyrstu umferð, eftir atburð {seq}",
    "eyes.all": "öll spil sýnileg",
    "eyes.table": "eins og áhorfandi sér borðið",
    "eyes.seat": "eins og {name} sér borðið",
    "waits.start": "Beðið eftir byrjun, {taken} af {seats} sætum tekin",
    "waits.turn": "{name} á leik",
    "waits.drawn": "{name} hefur dregið spil og setur það út eða heldur því",
    "waits.color": "{name} á að velja lit",
    "waits.target": "{name} á að miða Grænni skel",
    "waits.challenge": "{name} samþykkir eða véfengir Jóker Dragðu fjögur sem {other} setti út",
    "waits.answer": "{name} á að svara",
    "waits.move": "Verið er að leika",
    "over.hand": "Umferðinni er lokið",
    "over.cancelled": "Viðureignin hófst aldrei",
    "over.void": "Viðureigninni lauk án sigurvegara",
    "over.won": {"one": "{names} vann viðureignina", "other": "{names} unnu viðureignina"},
    "piles.top": "Efst liggur {card}",
    "piles.color": "Gildandi litur er {color}",
    "piles.no_color": "Enginn litur gildir enn",
    "piles.direction": "Leikið er {direction}",
    "piles.draw": {"one": "{count_digits} spil í stokknum", "other": "{count_digits} spil í stokknum"},
    "piles.discard": {
        "one": "{count_digits} spil undir efsta spilinu",
        "other": "{count_digits} spil undir efsta spilinu",
    },
    "direction": "{direction}",
    "cards": {"one": "{count_digits} spil", "other": "{count_digits} spil"},
    "points": {"one": "{count_digits} stig", "other": "{count_digits} stig"},
    "seat.of": "Sæti {seat}, {name}",
    "seat.free": "laust",
    "mark.place": "{place}. sæti",
    "mark.uno": "sagði UNO",
    "mark.uno_missing": "hefur ekki sagt UNO",
    "mark.resigned": "gafst upp",
    "hand.of": "Spilin sem {name} hefur á hendi",
    "hand.shown": "Spilin sem {name} sýndi í véfengingu",
    "hand.times": {"one": "{card} ({count_digits} sinni)", "other": "{card} ({count_digits} sinnum)"},
    "hand.drawn": "Nýdregið: {card}",
}  # fmt: skip

_PAGE: dict[str, Template] = {
    "page.empty": "Autt borð",
    "page.hands": {"one": "{count_digits} umferð", "other": "{count_digits} umferðir"},
    "page.events": {"one": "{count_digits} atburður", "other": "{count_digits} atburðir"},
    "page.still_on": "Leiknum er ekki lokið.",
    "page.before": "Fyrir byrjun",
    "page.proof": "Leikur {game}. Þessi síða sýnir leikinn og sannar ekkert: það gerir skrá hans, {record}.",
    "page.player": "Leikmaður",
    "page.points": "Stig",
    "page.place": "Sæti",
    "page.table": "Borðið",
    "page.color": "Litur",
    "page.direction": "Spilaátt",
    "page.to_act": "Á leik",
    "page.time": "Tími",
    "page.play_the_game": "Sýna leikinn",
    "page.event": "Atburður",
    "page.move_about": "Fara um leikinn",
    "page.first": "Fyrst",
    "page.previous_hand": "Fyrri umferð",
    "page.previous": "Til baka",
    "page.play": "Spila",
    "page.play_or_pause": "Spila eða gera hlé",
    "page.next": "Áfram",
    "page.next_hand": "Næsta umferð",
    "page.last": "Síðast",
    "page.eyes": "Sjónarhorn",
    "page.step": "Skref",
    "page.step.event": "atburður",
    "page.step.turn": "leikur",
    "page.step.hand": "umferð",
    "page.speed": "Hraði",
    "page.what_happened": "Það sem gerðist",
    "page.no_script": "Með skriftum sýnir þessi síða leikinn sjálf. Án þeirra er þetta það sem gerðist.",
    "page.race": "Keppnin",
    "page.chart": "Keppnisrit",
    "page.keys": "Lyklar",
    "page.keys.step": "skref til baka, skref áfram",
    "page.keys.ends": "fyrst, síðast",
    "page.keys.hands": "fyrri umferð, næsta umferð",
    "page.keys.play": "spila eða gera hlé",
    "page.keys.eyes": "næsta sjónarhorn",
    "page.keys.help": "þessir lyklar",
    "page.close": "Loka",
}  # fmt: skip

_VIEWER: dict[str, Template] = {
    "viewer.waiting": "enginn enn",
    "viewer.drawn": "{name}, með nýdregið spil",
    "viewer.color": "{name}, sem velur lit",
    "viewer.target": "{name}, sem miðar Grænu skelinni",
    "viewer.challenge": "{name}, sem samþykkir eða véfengir Jóker Dragðu fjögur sem {other} setti út",
    "viewer.over": "enginn: leiknum er lokið",
    "viewer.eyes.table": "Séð frá borðinu: engin spil sjást",
    "viewer.eyes.all": "Allt sýnilegt: öll spil í umferð sem er lokið",
    "viewer.eyes.seat": "Eins og {name} sá borðið: það sem vitað var í þessu sæti þá",
    "viewer.look": "Sjá frá þessu sjónarhorni",
    "viewer.empty": "Sæti {seat}: enginn",
    "viewer.shown": "{name} fékk að sjá:",
    "viewer.note.turn": "á leik",
    "viewer.note.dealer": "gefur",
    "viewer.note.uno": "UNO!",
    "viewer.note.catchable": "má góma",
    "viewer.note.bot": "þjarkur",
    "viewer.note.resigned": "úr leik",
    "viewer.note.place": "{place_digits}. sæti",
    "viewer.to_draw": "{cards} í stokknum",
    "viewer.top": "{card}, ofan á {cards}",
    "viewer.nothing": "ekkert enn",
    "viewer.no_color": "enginn",
    "viewer.won": "Umferð {hand}: {name} fékk {points}.",
    "viewer.void": "Umferð {hand}: enginn vann.",
    "viewer.no_cards": "engin spil",
    "viewer.option.table": "borðið",
    "viewer.option.all": "allt",
    "viewer.event": "Atburður {seq} af {last}",
    "viewer.play": "Spila",
    "viewer.pause": "Gera hlé",
}  # fmt: skip

_RACE: dict[str, Template] = {
    "race.title": "Keppnisrit",
    "race.about": "spil á hverri hendi, leik fyrir leik; umferðina vinnur sá sem fyrstur á ekkert spil eftir",
    "race.picture": "Kartfold, keppnisrit: {names}",
    "race.none": "Engin umferð er hafin",
    "race.on": {
        "one": "Umferð {hand} stendur yfir, {count_digits} leikur hingað til",
        "other": "Umferð {hand} stendur yfir, {count_digits} leikir hingað til",
    },
    "race.nobody": {
        "one": "Umferð {hand} lýkur án sigurvegara eftir {count_digits} leik",
        "other": "Umferð {hand} lýkur án sigurvegara eftir {count_digits} leiki",
    },
    "race.won": {
        "one": "Umferð {hand}: {name} vinnur og fær {points}, {count_digits} leikur",
        "other": "Umferð {hand}: {name} vinnur og fær {points}, {count_digits} leikir",
    },
    "race.marked": "Merkt: {marks}",
    "race.unmarked": "Merkt: ekkert",
    "race.turn": "leikur",
    "race.turn.marked": "leikur {turn}: {mark}",
    "race.wins": "vinnur",
    "mark.race.item": "{item}",
    "mark.race.skip": "Stopp",
    "mark.race.reverse": "Snúningur",
    "mark.race.draw_two": "Dragðu tvö",
    "mark.race.draw_four": "Jóker Dragðu fjögur",
    "mark.race.uno": "segir UNO",
    "mark.race.caught": "er án UNO og næst",
    "mark.race.challenge_won": "véfengir með réttu",
    "mark.race.challenge_lost": "véfengir með röngu",
    "mark.race.timed_out": "tíminn rennur út",
    "mark.race.resigned": "gefst upp",
    "mark.race.won": "vinnur umferðina",
}  # fmt: skip

_COLORS = {"r": "rauður", "y": "gulur", "g": "grænn", "b": "blár"}
_ACCUSATIVE = {"r": "rauðan", "y": "gulan", "g": "grænan", "b": "bláan"}
_NEUTER = {"r": "rautt", "y": "gult", "g": "grænt", "b": "blátt"}
_WILDS = ("Jóker Dragðu fjögur", "Jóker Hlutakassi")


def _cards(masculine: dict[str, str], reverse: str) -> dict[str, str]:
    """A card is neuter, as `spil` is, in both cases the same; but `Snúningur` is masculine."""
    neuter = cards(_NEUTER, {"S": "Stopp", "D": "Dragðu tvö"}, _WILDS, "{color} {symbol}")
    return neuter | {f"{color}R": f"{word} {reverse}" for color, word in masculine.items()}


def _plural(number: int) -> str:
    return "one" if number % 10 == 1 and number % 100 != 11 else "other"


_NUMBERS = ("engin", "eitt", "tvö", "þrjú", "fjögur", "fimm", "sex", "sjö", "átta", "níu", "tíu")

ICELANDIC = Language(
    code="is",
    plural=_plural,
    templates=_EVENTS | _NAMES | _POSITION | _PAGE | _VIEWER | _RACE,
    words={
        "card": _cards(_COLORS, "Snúningur"),
        "card_accusative": _cards(_ACCUSATIVE, "Snúning"),
        "color": _COLORS,
        "color_neuter": _NEUTER,
        "item": {
            "mushroom": "Sveppur",
            "banana_peel": "Bananahýði",
            "green_shell": "Græn skel",
            "lightning": "Elding",
            "bob_omb": "Bob-omba",
        },
        "count": numbered(*_NUMBERS),
        "count_masculine": numbered(*_NUMBERS) | {0: "enginn", 1: "einn", 2: "tveir", 3: "þrír", 4: "fjórir"},
        "direction": {1: "réttsælis", -1: "rangsælis"},
    },
    joints=(", ", " og "),
    thousands=".",
)
