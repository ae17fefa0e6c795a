"""All that is said of a game, in Albanian.

A card is feminine, as `letër` is, and a joker masculine; after `një` and `me` it stands in the accusative. Names keep
the form in which they are given: as subjects, after `nga`, or behind `lojtarit`, which takes the case instead of them.
"""

from replays.show.language import Language, Template, cards, numbered, one_or_other, plays

_PLAYED = {
    "": "{name} luan një {card_accusative}",
    ".uno": "{name} luan një {card_accusative} dhe thotë UNO",
}
_PLAYED_WITH_COLOR = {
    "": "{name} luan një {card_accusative} dhe zgjedh ngjyrën {color}",
    ".uno": "{name} luan një {card_accusative}, zgjedh ngjyrën {color} dhe thotë UNO",
}
_EFFECTS = {
    "": ".",
    ".skip": ": {other} humb radhën.",
    ".draw_two": ": {other} tërheq dy letra dhe humb radhën.",
    ".clockwise": ": loja kthehet në drejtim të akrepave të orës.",
    ".anticlockwise": ": tani loja shkon në drejtim të kundërt me akrepat e orës.",
}
_EFFECTS_WITH_COLOR = {
    ".answer": ": {other} pranon ose sfidon.",
    ".draw_four": ": {other} tërheq katër letra dhe humb radhën.",
}
_TURNED = "Xhokeri Kuti sendesh nxjerr një {card_accusative}: {item}. "

_EVENTS: dict[str, Template] = {
    "game.created": {
        "one": "Hapet një tavolinë me {count} vend.",
        "other": "Hapet një tavolinë me {count} vende.",
    },
    "seat.taken": "{name} ulet në vendin {seat}.",
    "seat.taken.unknown": "Vendi {seat} u zu.",
    "seat.taken.entropy": "{name} ulet në vendin {seat} dhe shton diçka të vetën në përzierje.",
    "seat.taken.bot": "{name}, një robot, ulet në vendin {seat}.",
    "seat.left": "Vendi {seat} është sërish i lirë.",
    "seat.taken_over": "Një robot, {bot}, e vazhdon lojën në vend të lojtarit {name}.",
    "game.started": {
        "one": "Ndeshja fillon me {count_masculine} lojtar.",
        "other": "Ndeshja fillon me {count_masculine} lojtarë.",
    },
    "game.cancelled": "Ndeshja u anulua.",
    "game.cancelled.never_started": "Për një kohë të gjatë askush nuk e nisi ndeshjen, ndaj ajo u anulua.",
    "game.cancelled.everybody_left": "Të gjithë u larguan nga tavolina, ndaj ndeshja u anulua.",
    "hand.started": "{name} shpërndan letrat e raundit {hand}: shtatë për secilin.",
    "card.turned.start": "Pirgu i hedhjes nis me një {card_accusative}, dhe loja fillon nga {name}.",
    "card.turned.passed_over": "Zbulohet një {card} dhe lihet mënjanë: pirgu i hedhjes nuk nis me letër veprimi.",
    "card.turned.box": "Pirgu i hedhjes nis me një Xhoker Kuti sendesh: {name} i zgjedh ngjyrën dhe fillon lojën.",
    "card.turned.mushroom": _TURNED + "{name} luan edhe një herë.",
    "card.turned.mushroom.last": _TURNED + "Nuk duhet radhë tjetër: ishte letra e fundit.",
    "card.turned.banana_peel": _TURNED + "{other}, që e ka radhën para lojtarit {name}, rrëshqet dhe tërheq dy letra.",
    "card.turned.green_shell": _TURNED + "{name} thotë se kush tërheq një letër.",
    "card.turned.lightning": _TURNED + "Të gjithë të tjerët tërheqin nga një letër, dhe {name} luan edhe një herë.",
    "card.turned.lightning.last": _TURNED + "Të gjithë të tjerët tërheqin nga një letër.",
    "card.turned.bob_omb": _TURNED + "{name} tërheq dy letra dhe zgjedh ngjyrën.",
    "color.chosen": "{name} zgjedh ngjyrën {color}.",
    "target.chosen": "{name} e drejton Guaskën e gjelbër nga {other}.",
    **plays("card.played", _PLAYED, _EFFECTS),
    **plays("card.played.with_color", _PLAYED_WITH_COLOR, _EFFECTS_WITH_COLOR),
    "card.played.last": "{name} luan letrën e fundit, një {card_accusative}.",
    "card.played.last.draw_two": "{name} luan letrën e fundit, një {card_accusative}: {other} tërheq dy letra.",
    "card.played.with_color.last": "{name} luan letrën e fundit, një {card_accusative}, dhe zgjedh ngjyrën {color}.",
    "card.played.with_color.last.draw_four": (
        "{name} luan letrën e fundit, një {card_accusative}: {other} tërheq katër letra."
    ),
    "cards.drawn.turn": {"one": "{name} tërheq një letër.", "other": "{name} tërheq {count} letra."},
    "cards.drawn.draw_two": {"one": "{name} tërheq një letër.", "other": "{name} tërheq {count} letra."},
    "cards.drawn.draw_four": {"one": "{name} tërheq një letër.", "other": "{name} tërheq {count} letra."},
    "cards.drawn.challenge": {
        "one": "Për shkak të sfidës, {name} tërheq një letër.",
        "other": "Për shkak të sfidës, {name} tërheq {count} letra.",
    },
    "cards.drawn.banana_peel": {
        "one": "{name} rrëshqet mbi Lëvozhgën e bananes dhe tërheq një letër.",
        "other": "{name} rrëshqet mbi Lëvozhgën e bananes dhe tërheq {count} letra.",
    },
    "cards.drawn.green_shell": {
        "one": "Guaska e gjelbër godet: {name} tërheq një letër.",
        "other": "Guaska e gjelbër godet: {name} tërheq {count} letra.",
    },
    "cards.drawn.lightning": {
        "one": "Bie Rrufeja: {name} tërheq një letër.",
        "other": "Bie Rrufeja: {name} tërheq {count} letra.",
    },
    "cards.drawn.bob_omb": {
        "one": "Bob-omba shpërthen: {name} tërheq një letër.",
        "other": "Bob-omba shpërthen: {name} tërheq {count} letra.",
    },
    "cards.drawn.uno": {
        "one": "Për UNO-n e pathënë, {name} tërheq një letër.",
        "other": "Për UNO-n e pathënë, {name} tërheq {count} letra.",
    },
    "turn.passed": "{name} e mban letrën, dhe radha kalon më tej.",
    "turn.passed.nothing": "{name} nuk gjen çfarë të tërheqë, dhe radha kalon më tej.",
    "pile.shuffled": {
        "one": "Një letër e pirgut të hedhjes bëhet pirgu i ri i tërheqjes.",
        "other": "Pirgu i hedhjes, {count} letra, përzihet dhe bëhet pirgu i ri i tërheqjes.",
    },
    "draw_four.accepted": "{name} e pranon Xhokerin Tërhiq katër.",
    "draw_four.challenged.lawful": (
        "{name} sfidon lojtarin {other} dhe ia sheh letrat: Xhokeri Tërhiq katër ishte i rregullt."
    ),
    "draw_four.challenged.unlawful": (
        "{name} sfidon lojtarin {other} dhe ia sheh letrat: Xhokeri Tërhiq katër nuk ishte i rregullt."
    ),
    "uno.called": "{name} thotë UNO.",
    "uno.caught": "{name} kap lojtarin {other}, që nuk ka thënë UNO.",
    "decision.timed_out.turn": "Koha mbaroi për lojtarin {name}: radha kalon me tërheqjen e një letre.",
    "decision.timed_out.drawn": "Koha mbaroi për lojtarin {name}: letra e tërhequr mbetet në dorë.",
    "decision.timed_out.color": "Koha mbaroi për lojtarin {name}: ngjyra zgjidhet sipas rregullit.",
    "decision.timed_out.target": "Koha mbaroi për lojtarin {name}: Guaska e gjelbër i shkon lojtarit tjetër.",
    "decision.timed_out.challenge": "Koha mbaroi për lojtarin {name}: Xhokeri Tërhiq katër pranohet.",
    "clock.paused": "Ora e lojtarit {name} ndalet deri në {until}.",
    "clock.paused.table": "Të gjitha orët ndalen deri në {until}.",
    "clock.resumed": "Ora e lojtarit {name} ecën përsëri.",
    "clock.resumed.table": "Orët ecin përsëri.",
    "clock.changed.decision": "Tavolina merret vesh për një orë tjetër: çdo vendim ka kohën e vet.",
    "clock.changed.bank": "Tavolina merret vesh për një orë tjetër: secili ka rezervë të plotë kohe.",
    "clock.changed.none": "Tavolina merret vesh të luhet më tej pa orë.",
    "seat.resigned.resigned": "{name} dorëzohet, dhe letrat në dorë lihen mënjanë.",
    "seat.resigned.timeout": "{name} ka lënë të humbin tepër vendime dhe del nga ndeshja.",
    "seat.resigned.ruling": "Me vendim të një zyrtari, {name} del nga ndeshja.",
    "hand.ended": {
        "one": "{name} fiton raundin {hand} dhe merr {count} pikë.",
        "other": "{name} fiton raundin {hand} dhe merr {count} pikë.",
    },
    "hand.ended.nobody": "Raundi {hand} mbaron pa fitues.",
    "match.ended": {
        "one": "Ndeshja mbaroi: fiton {names}.",
        "other": "Ndeshja mbaroi: {names} e ndajnë vendin e parë.",
    },
    "match.ended.last_player": "Në lojë mbetet vetëm {names} dhe fiton ndeshjen.",
    "match.ended.void": "Ndeshja mbaron e pavlefshme: askush nuk zë vend.",
}  # fmt: skip

_NAMES: dict[str, Template] = {
    "seat": "Vendi {seat}",
    "seat.same_name": "{name} (vendi {seat})",
    "end_of_time": "fundi i kohës",
    "until.end_of_time": "fund të kohës",
}

_POSITION: dict[str, Template] = {
    "moment.hand": "Raundi {hand}",
    "moment.hand.after": "Raundi {hand} pas ngjarjes {seq}",
    "moment.start": "Para raundit të parë",
    "moment.start.after": "Para raundit të parë, pas ngjarjes {seq}",
    "eyes.all": "me të gjitha letrat hapur",
    "eyes.table": "siç e sheh një spektator",
    "eyes.seat": "siç e sheh {name}",
    "waits.start": "Pritet fillimi, {taken} nga {seats} vende të zëna",
    "waits.turn": "{name} e ka radhën",
    "waits.drawn": "{name} ka tërhequr një letër dhe e luan ose e mban",
    "waits.color": "{name} duhet të zgjedhë një ngjyrë",
    "waits.target": "{name} duhet të drejtojë një Guaskë të gjelbër",
    "waits.challenge": "{name} e pranon ose e sfidon Xhokerin Tërhiq katër të lojtarit {other}",
    "waits.answer": "{name} duhet të përgjigjet",
    "waits.move": "Po kryhet një veprim",
    "over.hand": "Raundi mbaroi",
    "over.cancelled": "Ndeshja nuk filloi kurrë",
    "over.void": "Ndeshja mbaroi pa fitues",
    "over.won": {"one": "{names} e fitoi ndeshjen", "other": "{names} e fituan ndeshjen"},
    "piles.top": "Sipër është një {card}",
    "piles.color": "Ngjyra në fuqi është {color_noun}",
    "piles.no_color": "Ende nuk ka ngjyrë në fuqi",
    "piles.direction": "Loja shkon {direction}",
    "piles.draw": {"one": "{count_digits} letër për t’u tërhequr", "other": "{count_digits} letra për t’u tërhequr"},
    "piles.discard": {
        "one": "{count_digits} letër nën të sipërmen",
        "other": "{count_digits} letra nën të sipërmen",
    },
    "direction": "{direction}",
    "cards": {"one": "{count_digits} letër", "other": "{count_digits} letra"},
    "points": {"one": "{count_digits} pikë", "other": "{count_digits} pikë"},
    "seat.of": "Vendi {seat}, {name}",
    "seat.free": "i lirë",
    "mark.place": "vendi {place}",
    "mark.uno": "tha UNO",
    "mark.uno_missing": "nuk ka thënë UNO",
    "mark.resigned": "u dorëzua",
    "hand.of": "Letrat e lojtarit {name}",
    "hand.shown": "Letrat e lojtarit {name}, të treguara në një sfidë",
    "hand.times": {"one": "{card} ({count_digits} herë)", "other": "{card} ({count_digits} herë)"},
    "hand.drawn": "E sapotërhequr: {card}",
}  # fmt: skip

_PAGE: dict[str, Template] = {
    "page.empty": "Një tavolinë bosh",
    "page.hands": {"one": "{count_digits} raund", "other": "{count_digits} raunde"},
    "page.events": {"one": "{count_digits} ngjarje", "other": "{count_digits} ngjarje"},
    "page.still_on": "Loja ende vazhdon.",
    "page.before": "Para fillimit",
    "page.proof": "Loja {game}. Kjo faqe e tregon lojën dhe nuk provon asgjë: provë është regjistrimi i saj, {record}.",
    "page.player": "Lojtari",
    "page.points": "Pikët",
    "page.place": "Vendi",
    "page.table": "Tavolina",
    "page.color": "Ngjyra",
    "page.direction": "Drejtimi",
    "page.to_act": "Radha",
    "page.time": "Koha",
    "page.play_the_game": "Shfaqja e lojës",
    "page.event": "Ngjarja",
    "page.move_about": "Lëvizja nëpër lojë",
    "page.first": "E para",
    "page.previous_hand": "Raundi i mëparshëm",
    "page.previous": "E mëparshmja",
    "page.play": "Shfaq",
    "page.play_or_pause": "Shfaq ose ndal",
    "page.next": "Tjetra",
    "page.next_hand": "Raundi tjetër",
    "page.last": "E fundit",
    "page.eyes": "Sytë",
    "page.step": "Hapi",
    "page.step.event": "ngjarje",
    "page.step.turn": "radhë",
    "page.step.hand": "raund",
    "page.speed": "Shpejtësia",
    "page.what_happened": "Çfarë ndodhi",
    "page.no_script": "Me skripte, kjo faqe e shfaq lojën vetë. Pa to, ja çfarë ndodhi.",
    "page.race": "Gara",
    "page.chart": "Grafiku i garës",
    "page.keys": "Tastet",
    "page.keys.step": "një hap prapa, një hap para",
    "page.keys.ends": "fillimi, fundi",
    "page.keys.hands": "raundi i mëparshëm, raundi tjetër",
    "page.keys.play": "shfaq ose ndal",
    "page.keys.eyes": "sytë e radhës",
    "page.keys.help": "këto taste",
    "page.close": "Mbyll",
}  # fmt: skip

_VIEWER: dict[str, Template] = {
    "viewer.waiting": "ende askush",
    "viewer.drawn": "{name}, me letrën e sapotërhequr",
    "viewer.color": "{name}, që zgjedh ngjyrën",
    "viewer.target": "{name}, që drejton Guaskën e gjelbër",
    "viewer.challenge": "{name}, që pranon ose sfidon Xhokerin Tërhiq katër të lojtarit {other}",
    "viewer.over": "askush: loja mbaroi",
    "viewer.eyes.table": "Siç e sheh tavolina: letrat e askujt",
    "viewer.eyes.all": "Gjithçka hapur: çdo letër e një raundi të mbaruar",
    "viewer.eyes.seat": "Siç e sheh {name}: çfarë dihej atëherë në këtë vend",
    "viewer.look": "Shiko me këta sy",
    "viewer.empty": "Vendi {seat}: askush",
    "viewer.shown": "Treguar lojtarit {name}:",
    "viewer.note.turn": "e ka radhën",
    "viewer.note.dealer": "shpërndan",
    "viewer.note.uno": "UNO!",
    "viewer.note.catchable": "mund të kapet",
    "viewer.note.bot": "robot",
    "viewer.note.resigned": "jashtë loje",
    "viewer.note.place": "vendi {place_digits}",
    "viewer.to_draw": "{cards} për t’u tërhequr",
    "viewer.top": "{card}, mbi {cards}",
    "viewer.nothing": "ende asgjë",
    "viewer.no_color": "asnjë",
    "viewer.won": "Raundi {hand}: {name} fitoi {points}.",
    "viewer.void": "Raundi {hand}: askush nuk fitoi.",
    "viewer.no_cards": "pa letra",
    "viewer.option.table": "tavolina",
    "viewer.option.all": "gjithçka",
    "viewer.event": "Ngjarja {seq} nga {last}",
    "viewer.play": "Shfaq",
    "viewer.pause": "Ndal",
}  # fmt: skip

_RACE: dict[str, Template] = {
    "race.title": "Grafiku i garës",
    "race.about": "letrat në çdo dorë, radhë pas radhe; i pari pa asnjë e fiton raundin",
    "race.picture": "Kartfold, grafiku i garës: {names}",
    "race.none": "Asnjë raund nuk ka filluar",
    "race.on": {
        "one": "Raundi {hand} vazhdon, deri tani {count_digits} radhë",
        "other": "Raundi {hand} vazhdon, deri tani {count_digits} radhë",
    },
    "race.nobody": {
        "one": "Raundi {hand} mbaron pa fitues pas {count_digits} radhe",
        "other": "Raundi {hand} mbaron pa fitues pas {count_digits} radhësh",
    },
    "race.won": {
        "one": "Raundi {hand}: {name} fiton {points} në {count_digits} radhë",
        "other": "Raundi {hand}: {name} fiton {points} në {count_digits} radhë",
    },
    "race.marked": "Shënuar: {marks}",
    "race.unmarked": "Shënuar: asgjë",
    "race.turn": "radha",
    "race.turn.marked": "radha {turn}: {mark}",
    "race.wins": "fiton",
    "mark.race.item": "{item}",
    "mark.race.skip": "Kapërce",
    "mark.race.reverse": "Ndërro drejtimin",
    "mark.race.draw_two": "Tërhiq dy",
    "mark.race.draw_four": "Xhoker Tërhiq katër",
    "mark.race.uno": "thotë UNO",
    "mark.race.caught": "kapet pa UNO",
    "mark.race.challenge_won": "sfidon, dhe ka të drejtë",
    "mark.race.challenge_lost": "sfidon, dhe e ka gabim",
    "mark.race.timed_out": "i mbaron koha",
    "mark.race.resigned": "dorëzohet",
    "mark.race.won": "fiton raundin",
}  # fmt: skip

_SYMBOLS = {"S": "„Kapërce“", "R": "„Ndërro drejtimin“", "D": "„Tërhiq dy“"}
_WILDS = ("Xhoker Tërhiq katër", "Xhoker Kuti sendesh")
_COLORS = {"r": "e kuqe", "y": "e verdhë", "g": "e gjelbër", "b": "blu"}
_ACCUSATIVE = {"r": "të kuqe", "y": "të verdhë", "g": "të gjelbër", "b": "blu"}
_FEMININE = ("zero", "një", "dy", "tri", "katër", "pesë", "gjashtë", "shtatë", "tetë", "nëntë", "dhjetë")

ALBANIAN = Language(
    code="sq",
    plural=one_or_other,
    templates=_EVENTS | _NAMES | _POSITION | _PAGE | _VIEWER | _RACE,
    words={
        "card": cards(_COLORS, _SYMBOLS, _WILDS, "{symbol} {color}"),
        "card_accusative": cards(_ACCUSATIVE, _SYMBOLS, _WILDS, "{symbol} {color}"),
        "color": _COLORS,
        "color_noun": {"r": "e kuqja", "y": "e verdha", "g": "e gjelbra", "b": "bluja"},
        "item": {
            "mushroom": "Kërpudhë",
            "banana_peel": "Lëvozhgë bananeje",
            "green_shell": "Guaskë e gjelbër",
            "lightning": "Rrufe",
            "bob_omb": "Bob-ombë",
        },
        "count": numbered(*_FEMININE),
        "count_masculine": numbered(*_FEMININE) | {3: "tre"},
        "direction": {1: "në drejtim të akrepave të orës", -1: "në drejtim të kundërt me akrepat e orës"},
    },
    joints=(", ", " dhe "),
    thousands="\u00a0",
)
