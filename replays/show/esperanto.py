"""All that is said of a game, in Esperanto.

A card that is played stands in the accusative; the names of cards that are commands (`Prenu du`) keep their form, and
so do people: they are subjects, or stand behind a preposition.
"""

from replays.show.language import Language, Template, cards, numbered, one_or_other, plays

_PLAYED = {
    "": "{name} ludas {card_accusative}",
    ".uno": "{name} ludas {card_accusative} kaj diras UNO",
}
_PLAYED_WITH_COLOR = {
    "": "{name} ludas {card_accusative} kaj elektas la {color_accusative} koloron",
    ".uno": "{name} ludas {card_accusative}, elektas la {color_accusative} koloron kaj diras UNO",
}
_EFFECTS = {
    "": ".",
    ".skip": ": {other} perdas la vicon.",
    ".draw_two": ": {other} prenas du kartojn kaj perdas la vicon.",
    ".clockwise": ": oni denove ludas dekstrume.",
    ".anticlockwise": ": oni nun ludas maldekstrume.",
}
_EFFECTS_WITH_COLOR = {
    ".answer": ": {other} akceptas aŭ kontestas.",
    ".draw_four": ": {other} prenas kvar kartojn kaj perdas la vicon.",
}
_TURNED = "La Ĵokero Objektskatolo malkovras {card_accusative}: {item}. "

_EVENTS: dict[str, Template] = {
    "game.created": {
        "one": "Kreiĝas tablo kun {count} sidloko.",
        "other": "Kreiĝas tablo kun {count} sidlokoj.",
    },
    "seat.taken": "{name} okupas sidlokon {seat}.",
    "seat.taken.unknown": "Sidloko {seat} estas okupata.",
    "seat.taken.entropy": "{name} okupas sidlokon {seat} kaj aldonas ion propran al la miksado.",
    "seat.taken.bot": "{name}, roboto, okupas sidlokon {seat}.",
    "seat.left": "Sidloko {seat} estas denove libera.",
    "seat.taken_over": "Roboto, {bot}, ludas plu anstataŭ {name}.",
    "game.started": {
        "one": "La matĉo komenciĝas kun {count} ludanto.",
        "other": "La matĉo komenciĝas kun {count} ludantoj.",
    },
    "game.cancelled": "La matĉo estas nuligita.",
    "game.cancelled.never_started": "Dum longa tempo neniu komencis la matĉon, kaj ĝi estas nuligita.",
    "game.cancelled.everybody_left": "Ĉiuj forlasis la tablon, kaj la matĉo estas nuligita.",
    "hand.started": "{name} disdonas la kartojn de raŭndo {hand}: po sep al ĉiu.",
    "card.turned.start": "La demetstako komenciĝas per {card}, kaj {name} ludas unua.",
    "card.turned.passed_over": "Malkovriĝas {card} kaj estas flankenmetita: neniu aga karto komencas la demetstakon.",
    "card.turned.box": "La demetstako komenciĝas per Ĵokero Objektskatolo: {name} elektas ĝian koloron kaj ludas unua.",
    "card.turned.mushroom": _TURNED + "{name} ludas ankoraŭ unu fojon.",
    "card.turned.mushroom.last": _TURNED + "Plia vico ne necesas: tio estis la lasta karto.",
    "card.turned.banana_peel": _TURNED + "{other}, kiu vicas antaŭ {name}, glitas kaj prenas du kartojn.",
    "card.turned.green_shell": _TURNED + "{name} diras, kiu prenu unu karton.",
    "card.turned.lightning": _TURNED + "Ĉiuj aliaj prenas po unu karton, kaj {name} ludas ankoraŭ unu fojon.",
    "card.turned.lightning.last": _TURNED + "Ĉiuj aliaj prenas po unu karton.",
    "card.turned.bob_omb": _TURNED + "{name} prenas du kartojn kaj elektas la koloron.",
    "color.chosen": "{name} elektas la {color_accusative} koloron.",
    "target.chosen": "{name} celas per la Verda karapaco al {other}.",
    **plays("card.played", _PLAYED, _EFFECTS),
    **plays("card.played.with_color", _PLAYED_WITH_COLOR, _EFFECTS_WITH_COLOR),
    "card.played.last": "{name} ludas la lastan karton, {card_accusative}.",
    "card.played.last.draw_two": "{name} ludas la lastan karton, {card_accusative}: {other} prenas du kartojn.",
    "card.played.with_color.last": (
        "{name} ludas la lastan karton, {card_accusative}, kaj elektas la {color_accusative} koloron."
    ),
    "card.played.with_color.last.draw_four": (
        "{name} ludas la lastan karton, {card_accusative}: {other} prenas kvar kartojn."
    ),
    "cards.drawn.turn": {"one": "{name} prenas karton.", "other": "{name} prenas {count} kartojn."},
    "cards.drawn.draw_two": {"one": "{name} prenas unu karton.", "other": "{name} prenas {count} kartojn."},
    "cards.drawn.draw_four": {"one": "{name} prenas unu karton.", "other": "{name} prenas {count} kartojn."},
    "cards.drawn.challenge": {
        "one": "Pro la kontesto {name} prenas unu karton.",
        "other": "Pro la kontesto {name} prenas {count} kartojn.",
    },
    "cards.drawn.banana_peel": {
        "one": "{name} glitas sur la Bananŝelo kaj prenas unu karton.",
        "other": "{name} glitas sur la Bananŝelo kaj prenas {count} kartojn.",
    },
    "cards.drawn.green_shell": {
        "one": "La Verda karapaco trafas: {name} prenas karton.",
        "other": "La Verda karapaco trafas: {name} prenas {count} kartojn.",
    },
    "cards.drawn.lightning": {
        "one": "La Fulmo trafas: {name} prenas karton.",
        "other": "La Fulmo trafas: {name} prenas {count} kartojn.",
    },
    "cards.drawn.bob_omb": {
        "one": "La Bob-ombo eksplodas: {name} prenas unu karton.",
        "other": "La Bob-ombo eksplodas: {name} prenas {count} kartojn.",
    },
    "cards.drawn.uno": {
        "one": "Pro la nedirita UNO {name} prenas unu karton.",
        "other": "Pro la nedirita UNO {name} prenas {count} kartojn.",
    },
    "turn.passed": "{name} konservas la karton, kaj la vico pasas plu.",
    "turn.passed.nothing": "{name} trovas nenion por preni, kaj la vico pasas plu.",
    "pile.shuffled": {
        "one": "Unu karto de la demetstako fariĝas la nova prenstako.",
        "other": "La demetstako, {count} kartoj, estas miksata kaj fariĝas la nova prenstako.",
    },
    "draw_four.accepted": "{name} akceptas la Ĵokeron Prenu kvar.",
    "draw_four.challenged.lawful": (
        "{name} kontestas kaj vidas la manon de {other}: la Ĵokero Prenu kvar estis regula."
    ),
    "draw_four.challenged.unlawful": (
        "{name} kontestas kaj vidas la manon de {other}: la Ĵokero Prenu kvar estis kontraŭregula."
    ),
    "uno.called": "{name} diras UNO.",
    "uno.caught": "{name} kaptas ludanton: {other} ne diris UNO.",
    "decision.timed_out.turn": "La tempo de {name} finiĝis: la vico pasas per preno de karto.",
    "decision.timed_out.drawn": "La tempo de {name} finiĝis: la prenita karto restas en la mano.",
    "decision.timed_out.color": "La tempo de {name} finiĝis: la koloron elektas la regulo.",
    "decision.timed_out.target": "La tempo de {name} finiĝis: la Verda karapaco iras al la sekva ludanto.",
    "decision.timed_out.challenge": "La tempo de {name} finiĝis: la Ĵokero Prenu kvar estas akceptita.",
    "clock.paused": "La horloĝo de {name} haltas ĝis {until}.",
    "clock.paused.table": "Ĉiuj horloĝoj haltas ĝis {until}.",
    "clock.resumed": "La horloĝo de {name} denove iras.",
    "clock.resumed.table": "La horloĝoj denove iras.",
    "clock.changed.decision": "La tablo interkonsentas pri alia horloĝo: ĉiu decido havas sian tempon.",
    "clock.changed.bank": "La tablo interkonsentas pri alia horloĝo: ĉiu havas plenan tempoprovizon.",
    "clock.changed.none": "La tablo interkonsentas ludi plu sen horloĝo.",
    "seat.resigned.resigned": "{name} rezignas, kaj la mano estas flankenmetita.",
    "seat.resigned.timeout": "{name} maltrafis tro da decidoj kaj eliras el la matĉo.",
    "seat.resigned.ruling": "Laŭ decido de oficialulo {name} eliras el la matĉo.",
    "hand.ended": {
        "one": "{name} gajnas raŭndon {hand} kaj ricevas {count} poenton.",
        "other": "{name} gajnas raŭndon {hand} kaj ricevas {count} poentojn.",
    },
    "hand.ended.nobody": "Raŭndo {hand} finiĝas sen gajninto.",
    "match.ended": {
        "one": "La matĉo finiĝis: {names} gajnas.",
        "other": "La matĉo finiĝis: {names} dividas la unuan lokon.",
    },
    "match.ended.last_player": "{names} restas la sola ludanto kaj gajnas la matĉon.",
    "match.ended.void": "La matĉo finiĝas nevalida: neniu ricevas lokon.",
}  # fmt: skip

_NAMES: dict[str, Template] = {
    "seat": "Sidloko {seat}",
    "seat.same_name": "{name} (sidloko {seat})",
    "end_of_time": "la fino de la tempo",
    "until.end_of_time": "la fino de la tempo",
}

_POSITION: dict[str, Template] = {
    "moment.hand": "Raŭndo {hand}",
    "moment.hand.after": "Raŭndo {hand} post evento {seq}",
    "moment.start": "Antaŭ la unua raŭndo",
    "moment.start.after": "Antaŭ la unua raŭndo, post evento {seq}",
    "eyes.all": "kun ĉiuj kartoj malkovritaj",
    "eyes.table": "kiel spektanto vidas ĝin",
    "eyes.seat": "kiel {name} vidas ĝin",
    "waits.start": "Atendante la komencon, {taken} el {seats} sidlokoj okupataj",
    "waits.turn": "Estas la vico de {name}",
    "waits.drawn": "{name} prenis karton, kaj ludas aŭ konservas ĝin",
    "waits.color": "{name} devas elekti koloron",
    "waits.target": "{name} devas celi per Verda karapaco",
    "waits.challenge": "{name} akceptas aŭ kontestas la Ĵokeron Prenu kvar de {other}",
    "waits.answer": "{name} devas respondi",
    "waits.move": "Ago estas farata",
    "over.hand": "La raŭndo finiĝis",
    "over.cancelled": "La matĉo neniam komenciĝis",
    "over.void": "La matĉo finiĝis sen gajninto",
    "over.won": {"one": "{names} gajnis la matĉon", "other": "{names} gajnis la matĉon"},
    "piles.top": "Supre kuŝas {card}",
    "piles.color": "Validas la {color} koloro",
    "piles.no_color": "Ankoraŭ neniu koloro validas",
    "piles.direction": "Oni ludas {direction}",
    "piles.draw": {"one": "{count_digits} karto por preni", "other": "{count_digits} kartoj por preni"},
    "piles.discard": {
        "one": "{count_digits} karto sub la supra",
        "other": "{count_digits} kartoj sub la supra",
    },
    "direction": "{direction}",
    "cards": {"one": "{count_digits} karto", "other": "{count_digits} kartoj"},
    "points": {"one": "{count_digits} poento", "other": "{count_digits} poentoj"},
    "seat.of": "Sidloko {seat}, {name}",
    "seat.free": "libera",
    "mark.place": "{place}a loko",
    "mark.uno": "diris UNO",
    "mark.uno_missing": "ne diris UNO",
    "mark.resigned": "rezignis",
    "hand.of": "Mano de {name}",
    "hand.shown": "Mano de {name}, montrita en kontesto",
    "hand.times": {"one": "{card} ({count_digits} fojon)", "other": "{card} ({count_digits} fojojn)"},
    "hand.drawn": "Ĵus prenita: {card}",
}  # fmt: skip

_PAGE: dict[str, Template] = {
    "page.empty": "Malplena tablo",
    "page.hands": {"one": "{count_digits} raŭndo", "other": "{count_digits} raŭndoj"},
    "page.events": {"one": "{count_digits} evento", "other": "{count_digits} eventoj"},
    "page.still_on": "La ludo ankoraŭ daŭras.",
    "page.before": "Antaŭ la komenco",
    "page.proof": "Ludo {game}. Ĉi tiu paĝo montras la ludon kaj pruvas nenion: pruvas ĝia protokolo, {record}.",
    "page.player": "Ludanto",
    "page.points": "Poentoj",
    "page.place": "Loko",
    "page.table": "La tablo",
    "page.color": "Koloro",
    "page.direction": "Direkto",
    "page.to_act": "Vico",
    "page.time": "Tempo",
    "page.play_the_game": "Montri la ludon",
    "page.event": "Evento",
    "page.move_about": "Moviĝi tra la ludo",
    "page.first": "Unua",
    "page.previous_hand": "Antaŭa raŭndo",
    "page.previous": "Antaŭa",
    "page.play": "Montri",
    "page.play_or_pause": "Montri aŭ paŭzi",
    "page.next": "Sekva",
    "page.next_hand": "Sekva raŭndo",
    "page.last": "Lasta",
    "page.eyes": "Okuloj",
    "page.step": "Paŝo",
    "page.step.event": "evento",
    "page.step.turn": "vico",
    "page.step.hand": "raŭndo",
    "page.speed": "Rapido",
    "page.what_happened": "Kio okazis",
    "page.no_script": "Kun skriptoj ĉi tiu paĝo mem montras la ludon. Sen ili, jen kio okazis.",
    "page.race": "La vetkuro",
    "page.chart": "Diagramo de la vetkuro",
    "page.keys": "Klavoj",
    "page.keys.step": "paŝo reen, paŝo antaŭen",
    "page.keys.ends": "unua, lasta",
    "page.keys.hands": "antaŭa raŭndo, sekva raŭndo",
    "page.keys.play": "montri aŭ paŭzi",
    "page.keys.eyes": "sekvaj okuloj",
    "page.keys.help": "ĉi tiuj klavoj",
    "page.close": "Fermi",
}  # fmt: skip

_VIEWER: dict[str, Template] = {
    "viewer.waiting": "ankoraŭ neniu",
    "viewer.drawn": "{name}, kun la ĵus prenita karto",
    "viewer.color": "{name}, kiu elektas koloron",
    "viewer.target": "{name}, kiu celas per la Verda karapaco",
    "viewer.challenge": "{name}, kiu akceptas aŭ kontestas la Ĵokeron Prenu kvar de {other}",
    "viewer.over": "neniu: la ludo finiĝis",
    "viewer.eyes.table": "Vidata de la tablo: nenies kartoj",
    "viewer.eyes.all": "Ĉio malkovrita: ĉiu karto de finita raŭndo",
    "viewer.eyes.seat": "Vidata de {name}: kion oni tiam sciis ĉe tiu sidloko",
    "viewer.look": "Rigardi per ĉi tiuj okuloj",
    "viewer.empty": "Sidloko {seat}: neniu",
    "viewer.shown": "Montrita al {name}:",
    "viewer.note.turn": "havas la vicon",
    "viewer.note.dealer": "disdonas",
    "viewer.note.uno": "UNO!",
    "viewer.note.catchable": "kaptebla",
    "viewer.note.bot": "roboto",
    "viewer.note.resigned": "ekster la ludo",
    "viewer.note.place": "{place_digits}a loko",
    "viewer.to_draw": "{cards} por preni",
    "viewer.top": "{card}, sur {cards}",
    "viewer.nothing": "ankoraŭ nenio",
    "viewer.no_color": "neniu",
    "viewer.won": "Raŭndo {hand}: gajnis {name}, {points}.",
    "viewer.void": "Raŭndo {hand}: neniu gajnis.",
    "viewer.no_cards": "neniuj kartoj",
    "viewer.option.table": "la tablo",
    "viewer.option.all": "ĉio",
    "viewer.event": "Evento {seq} el {last}",
    "viewer.play": "Montri",
    "viewer.pause": "Paŭzi",
}  # fmt: skip

_RACE: dict[str, Template] = {
    "race.title": "Diagramo de la vetkuro",
    "race.about": "kartoj en ĉiu mano, vicon post vico; la unua sen kartoj gajnas la raŭndon",
    "race.picture": "Kartfold, diagramo de la vetkuro: {names}",
    "race.none": "Neniu raŭndo komenciĝis",
    "race.on": {
        "one": "Raŭndo {hand} daŭras, ĝis nun {count_digits} vico",
        "other": "Raŭndo {hand} daŭras, ĝis nun {count_digits} vicoj",
    },
    "race.nobody": {
        "one": "Raŭndo {hand} finiĝas sen gajninto post {count_digits} vico",
        "other": "Raŭndo {hand} finiĝas sen gajninto post {count_digits} vicoj",
    },
    "race.won": {
        "one": "Raŭndo {hand}: gajnas {name}, {points} en {count_digits} vico",
        "other": "Raŭndo {hand}: gajnas {name}, {points} en {count_digits} vicoj",
    },
    "race.marked": "Markita: {marks}",
    "race.unmarked": "Markita: nenio",
    "race.turn": "vico",
    "race.turn.marked": "vico {turn}: {mark}",
    "race.wins": "gajnas",
    "mark.race.item": "{item}",
    "mark.race.skip": "Preterpaso",
    "mark.race.reverse": "Inversigo",
    "mark.race.draw_two": "Prenu du",
    "mark.race.draw_four": "Ĵokero Prenu kvar",
    "mark.race.uno": "diras UNO",
    "mark.race.caught": "kaptita sen UNO",
    "mark.race.challenge_won": "kontestas, kaj pravas",
    "mark.race.challenge_lost": "kontestas, kaj malpravas",
    "mark.race.timed_out": "la tempo finiĝas",
    "mark.race.resigned": "rezignas",
    "mark.race.won": "gajnas la raŭndon",
}  # fmt: skip

_COLORS = {"r": "ruĝa", "y": "flava", "g": "verda", "b": "blua"}
_ACCUSATIVE = {color: f"{word}n" for color, word in _COLORS.items()}

ESPERANTO = Language(
    code="eo",
    plural=one_or_other,
    templates=_EVENTS | _NAMES | _POSITION | _PAGE | _VIEWER | _RACE,
    words={
        "card": cards(
            _COLORS,
            {"S": "Preterpaso", "R": "Inversigo", "D": "Prenu du"},
            ("Ĵokero Prenu kvar", "Ĵokero Objektskatolo"),
            "{color} {symbol}",
        ),
        "card_accusative": cards(
            _ACCUSATIVE,
            {"S": "Preterpason", "R": "Inversigon", "D": "Prenu du"},
            ("Ĵokeron Prenu kvar", "Ĵokeron Objektskatolo"),
            "{color} {symbol}",
        ),
        "color": _COLORS,
        "color_accusative": _ACCUSATIVE,
        "item": {
            "mushroom": "Fungo",
            "banana_peel": "Bananŝelo",
            "green_shell": "Verda karapaco",
            "lightning": "Fulmo",
            "bob_omb": "Bob-ombo",
        },
        "count": numbered("nul", "unu", "du", "tri", "kvar", "kvin", "ses", "sep", "ok", "naŭ", "dek"),
        "direction": {1: "dekstrume", -1: "maldekstrume"},
    },
    joints=(", ", " kaj "),
    thousands="\u00a0",
)
