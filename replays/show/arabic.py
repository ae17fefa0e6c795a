"""All that is said of a game, in Arabic.

What people do is told by verbal nouns (`سحب`, `اختيار`), which fit whoever does it: a verb would have to know whether
a name is a man's or a woman's. A card is feminine, as `ورقة` is. Numbers stand in digits as they are on the cards,
but small counts of cards and points in letters.
"""

from collections.abc import Mapping

from replays.show.language import Language, Template, cards, numbered, plays

_PLAYED = {
    "": "ورقة من {name}: {card}",
    ".uno": "ورقة من {name}: {card}، مع قول UNO",
}
_PLAYED_WITH_COLOR = {
    "": "ورقة من {name}: {card}، واللون المختار {color_definite}",
    ".uno": "ورقة من {name}: {card}، واللون المختار {color_definite}، مع قول UNO",
}
_EFFECTS = {
    "": ".",
    ".skip": "، فيضيع الدور على {other}.",
    ".draw_two": "، وعلى {other} سحب ورقتين مع ضياع الدور.",
    ".clockwise": "، فيعود اللعب باتجاه عقارب الساعة.",
    ".anticlockwise": "، فيصبح اللعب عكس عقارب الساعة.",
}
_EFFECTS_WITH_COLOR = {
    ".answer": "، وعلى {other} القبول أو التحدي.",
    ".draw_four": "، وعلى {other} سحب أربع أوراق مع ضياع الدور.",
}
_TURNED = "كشف جوكر صندوق العناصر ورقة {card}: {item}. "

_SOME_CARDS = {
    "zero": "لا أوراق",
    "one": "ورقة واحدة",
    "two": "ورقتان",
    "few": "{count_digits} أوراق",
    "many": "{count_digits} ورقة",
    "other": "{count_digits} ورقة",
}
_DRAWN_CARDS = _SOME_CARDS | {"zero": "بلا سحب", "two": "سحب ورقتين", "few": "سحب {count} أوراق"} | {
    category: f"سحب {_SOME_CARDS[category]}" for category in ("one", "many", "other")
}  # fmt: skip
_SOME_POINTS = {
    "zero": "بلا نقاط",
    "one": "نقطة واحدة",
    "two": "نقطتان",
    "few": "{count_digits} نقاط",
    "many": "{count_digits} نقطة",
    "other": "{count_digits} نقطة",
}
_SOME_TURNS = {
    "zero": "بلا أدوار",
    "one": "دور واحد",
    "two": "دوران",
    "few": "{count_digits} أدوار",
    "many": "{count_digits} دورًا",
    "other": "{count_digits} دور",
}


def _counted(amounts: Mapping[str, str], before: str = "", after: str = "") -> dict[str, str]:
    """A template for each plural: the amount between what stands before and after it."""
    return {category: f"{before}{amount}{after}" for category, amount in amounts.items()}


_EVENTS: dict[str, Template] = {
    "game.created": {
        "zero": "طاولة جديدة بلا مقاعد.",
        "one": "طاولة جديدة فيها مقعد واحد.",
        "two": "طاولة جديدة فيها مقعدان.",
        "few": "طاولة جديدة فيها {count_masculine} مقاعد.",
        "many": "طاولة جديدة فيها {count_masculine} مقعدًا.",
        "other": "طاولة جديدة فيها {count_masculine} مقعد.",
    },
    "seat.taken": "{name} الآن في المقعد {seat}.",
    "seat.taken.unknown": "المقعد {seat} صار مشغولًا.",
    "seat.taken.entropy": "{name} الآن في المقعد {seat}، مع إضافة خاصة إلى خلط الأوراق.",
    "seat.taken.bot": "{name}، وهو لاعب آلي، الآن في المقعد {seat}.",
    "seat.left": "المقعد {seat} شاغر من جديد.",
    "seat.taken_over": "لاعب آلي، {bot}، يكمل اللعب بدلًا من {name}.",
    "game.started": {
        "zero": "تبدأ المباراة بلا لاعبين.",
        "one": "تبدأ المباراة بلاعب واحد.",
        "two": "تبدأ المباراة بلاعبَين اثنين.",
        "few": "تبدأ المباراة وفيها {count_masculine} لاعبين.",
        "many": "تبدأ المباراة وفيها {count_masculine} لاعبًا.",
        "other": "تبدأ المباراة وفيها {count_masculine} لاعب.",
    },
    "game.cancelled": "أُلغيت المباراة.",
    "game.cancelled.never_started": "لم يبدأ أحد المباراة منذ مدة طويلة، فأُلغيت.",
    "game.cancelled.everybody_left": "غادر الجميع الطاولة، فأُلغيت المباراة.",
    "hand.started": "توزيع الجولة {hand} على يد {name}: سبع أوراق لكل لاعب.",
    "card.turned.start": "تبدأ كومة الرمي بورقة {card}، ويبدأ اللعب من {name}.",
    "card.turned.passed_over": "كُشفت ورقة {card} وتُركت جانبًا: لا تبدأ كومة الرمي بورقة حركة.",
    "card.turned.box": "تبدأ كومة الرمي بورقة جوكر صندوق العناصر: على {name} اختيار لونها وبدء اللعب.",
    "card.turned.mushroom": _TURNED + "يعود الدور إلى {name}.",
    "card.turned.mushroom.last": _TURNED + "لا حاجة إلى دور آخر: كانت هذه الورقة الأخيرة.",
    "card.turned.banana_peel": _TURNED + "على {other}، قبل {name} في الترتيب، سحب ورقتين بعد الانزلاق.",
    "card.turned.green_shell": _TURNED + "على {name} تحديد من يسحب ورقة.",
    "card.turned.lightning": _TURNED + "على كل الآخرين سحب ورقة، ويعود الدور إلى {name}.",
    "card.turned.lightning.last": _TURNED + "على كل الآخرين سحب ورقة.",
    "card.turned.bob_omb": _TURNED + "على {name} سحب ورقتين واختيار اللون.",
    "color.chosen": "اختيار {name} هو اللون {color_definite}.",
    "target.chosen": "الصدفة الخضراء من {name} نحو {other}.",
    **plays("card.played", _PLAYED, _EFFECTS),
    **plays("card.played.with_color", _PLAYED_WITH_COLOR, _EFFECTS_WITH_COLOR),
    "card.played.last": "الورقة الأخيرة من {name}: {card}.",
    "card.played.last.draw_two": "الورقة الأخيرة من {name}: {card}، وعلى {other} سحب ورقتين.",
    "card.played.with_color.last": "الورقة الأخيرة من {name}: {card}، واللون المختار {color_definite}.",
    "card.played.with_color.last.draw_four": "الورقة الأخيرة من {name}: {card}، وعلى {other} سحب أربع أوراق.",
    "cards.drawn.turn": _counted(_DRAWN_CARDS, "{name}: ", "."),
    "cards.drawn.draw_two": _counted(_DRAWN_CARDS, "{name}: ", "."),
    "cards.drawn.draw_four": _counted(_DRAWN_CARDS, "{name}: ", "."),
    "cards.drawn.challenge": _counted(_DRAWN_CARDS, "ثمن التحدي على {name}: ", "."),
    "cards.drawn.banana_peel": _counted(_DRAWN_CARDS, "انزلاق {name} على قشرة الموز: ", "."),
    "cards.drawn.green_shell": _counted(_DRAWN_CARDS, "أصابت الصدفة الخضراء {name}: ", "."),
    "cards.drawn.lightning": _counted(_DRAWN_CARDS, "ضربت الصاعقة {name}: ", "."),
    "cards.drawn.bob_omb": _counted(_DRAWN_CARDS, "انفجرت بوب أومب عند {name}: ", "."),
    "cards.drawn.uno": _counted(_DRAWN_CARDS, "جزاء عدم قول UNO على {name}: ", "."),
    "turn.passed": "تبقى الورقة مع {name}، وينتقل الدور.",
    "turn.passed.nothing": "لا أوراق للسحب عند دور {name}، فينتقل الدور.",
    "pile.shuffled": _counted(
        _SOME_CARDS | {"few": "{count} أوراق"}, "خُلطت كومة الرمي، وفيها ", "، فصارت كومة السحب الجديدة."
    ),
    "draw_four.accepted": "{name}: قبول جوكر اسحب أربعًا.",
    "draw_four.challenged.lawful": "تحدٍّ من {name} ضد {other} مع رؤية الأوراق: كان جوكر اسحب أربعًا نظاميًا.",
    "draw_four.challenged.unlawful": "تحدٍّ من {name} ضد {other} مع رؤية الأوراق: لم يكن جوكر اسحب أربعًا نظاميًا.",
    "uno.called": "قول UNO من {name}.",
    "uno.caught": "ضبط من {name}: لا قول UNO من {other}.",
    "decision.timed_out.turn": "انتهى وقت {name}، فيمرّ الدور بسحب ورقة.",
    "decision.timed_out.drawn": "انتهى وقت {name}، فتبقى الورقة المسحوبة في اليد.",
    "decision.timed_out.color": "انتهى وقت {name}، فيُختار اللون حسب القاعدة.",
    "decision.timed_out.target": "انتهى وقت {name}، فتذهب الصدفة الخضراء إلى اللاعب التالي.",
    "decision.timed_out.challenge": "انتهى وقت {name}، فيُعدّ جوكر اسحب أربعًا مقبولًا.",
    "clock.paused": "ساعة {name} متوقفة حتى {until}.",
    "clock.paused.table": "كل الساعات متوقفة حتى {until}.",
    "clock.resumed": "ساعة {name} تعمل من جديد.",
    "clock.resumed.table": "الساعات تعمل من جديد.",
    "clock.changed.decision": "اتفاق على نظام وقت آخر: لكل قرار وقته.",
    "clock.changed.bank": "اتفاق على نظام وقت آخر: لكل لاعب رصيد وقت كامل.",
    "clock.changed.none": "اتفاق على مواصلة اللعب دون ساعة.",
    "seat.resigned.resigned": "انسحاب {name}، وتوضع أوراق اليد جانبًا.",
    "seat.resigned.timeout": "{name} خارج المباراة بعد قرارات فائتة كثيرة جدًا.",
    "seat.resigned.ruling": "{name} خارج المباراة بقرار من مسؤول.",
    "hand.ended": _counted(
        _SOME_POINTS | {"few": "{count} نقاط"}, "الفوز بالجولة {hand} من نصيب {name}: ", "."
    ),
    "hand.ended.nobody": "انتهت الجولة {hand} دون فائز.",
    "match.ended": dict.fromkeys(_SOME_CARDS, "انتهت المباراة: المركز الأول مشترك بين {names}.")
    | {"one": "انتهت المباراة: الفوز من نصيب {names}."},
    "match.ended.last_player": "الفوز بالمباراة من نصيب {names}، آخر من بقي في اللعب.",
    "match.ended.void": "انتهت المباراة لاغية: لا مركز لأحد.",
}  # fmt: skip

_NAMES: dict[str, Template] = {
    "seat": "المقعد {seat}",
    "seat.same_name": "{name} (المقعد {seat})",
    "end_of_time": "نهاية الزمن",
    "until.end_of_time": "نهاية الزمن",
}

_POSITION: dict[str, Template] = {
    "moment.hand": "الجولة {hand}",
    "moment.hand.after": "الجولة {hand} بعد الحدث {seq}",
    "moment.start": "قبل الجولة الأولى",
    "moment.start.after": "قبل الجولة الأولى، بعد الحدث {seq}",
    "eyes.all": "كل الأوراق مكشوفة",
    "eyes.table": "كما تبدو لمتفرّج",
    "eyes.seat": "كما تبدو من مقعد {name}",
    "waits.start": "بانتظار البداية، المقاعد المشغولة {taken} من {seats}",
    "waits.turn": "الدور عند {name}",
    "waits.drawn": "على {name} لعب الورقة المسحوبة أو الاحتفاظ بها",
    "waits.color": "على {name} اختيار لون",
    "waits.target": "على {name} توجيه صدفة خضراء",
    "waits.challenge": "على {name} قبول جوكر اسحب أربعًا من {other} أو تحدّيه",
    "waits.answer": "على {name} الردّ",
    "waits.move": "حركة قيد التنفيذ",
    "over.hand": "انتهت الجولة",
    "over.cancelled": "لم تبدأ المباراة قط",
    "over.void": "انتهت المباراة دون فائز",
    "over.won": dict.fromkeys(_SOME_CARDS, "الفوز بالمباراة من نصيب {names}"),
    "piles.top": "في الأعلى ورقة {card}",
    "piles.color": "اللون الساري هو {color_definite}",
    "piles.no_color": "لا لون ساريًا بعد",
    "piles.direction": "اللعب {direction}",
    "piles.draw": _counted(_SOME_CARDS, after=" للسحب"),
    "piles.discard": _counted(_SOME_CARDS, after=" تحت الورقة العليا"),
    "direction": "{direction}",
    "cards": _SOME_CARDS,
    "points": _SOME_POINTS,
    "seat.of": "المقعد {seat}، {name}",
    "seat.free": "شاغر",
    "mark.place": "المركز {place}",
    "mark.uno": "مع قول UNO",
    "mark.uno_missing": "بلا قول UNO",
    "mark.resigned": "انسحاب",
    "hand.of": "أوراق {name}",
    "hand.shown": "أوراق {name} كما كُشفت في تحدٍّ",
    "hand.times": {
        "zero": "{card} (ولا مرة)",
        "one": "{card} (مرة واحدة)",
        "two": "{card} (مرتان)",
        "few": "{card} ({count_digits} مرات)",
        "many": "{card} ({count_digits} مرة)",
        "other": "{card} ({count_digits} مرة)",
    },
    "hand.drawn": "سُحبت للتو: {card}",
}  # fmt: skip

_PAGE: dict[str, Template] = {
    "page.empty": "طاولة خالية",
    "page.hands": {
        "zero": "لا جولات",
        "one": "جولة واحدة",
        "two": "جولتان",
        "few": "{count_digits} جولات",
        "many": "{count_digits} جولة",
        "other": "{count_digits} جولة",
    },
    "page.events": {
        "zero": "لا أحداث",
        "one": "حدث واحد",
        "two": "حدثان",
        "few": "{count_digits} أحداث",
        "many": "{count_digits} حدثًا",
        "other": "{count_digits} حدث",
    },
    "page.still_on": "اللعب ما زال جاريًا.",
    "page.before": "قبل البداية",
    "page.proof": "اللعبة {game}. هذه الصفحة تعرض اللعبة ولا تُثبت شيئًا: الإثبات في سجلّها، {record}.",
    "page.player": "اللاعب",
    "page.points": "النقاط",
    "page.place": "المركز",
    "page.table": "الطاولة",
    "page.color": "اللون",
    "page.direction": "الاتجاه",
    "page.to_act": "الدور",
    "page.time": "الوقت",
    "page.play_the_game": "عرض اللعبة",
    "page.event": "الحدث",
    "page.move_about": "التنقّل في اللعبة",
    "page.first": "الأول",
    "page.previous_hand": "الجولة السابقة",
    "page.previous": "السابق",
    "page.play": "تشغيل",
    "page.play_or_pause": "تشغيل أو إيقاف مؤقت",
    "page.next": "التالي",
    "page.next_hand": "الجولة التالية",
    "page.last": "الأخير",
    "page.eyes": "المنظور",
    "page.step": "الخطوة",
    "page.step.event": "حدث",
    "page.step.turn": "دور",
    "page.step.hand": "جولة",
    "page.speed": "السرعة",
    "page.what_happened": "ما حدث",
    "page.no_script": "تعرض هذه الصفحة اللعبة بنفسها إذا كانت البرامج النصية مفعّلة. ومن دونها، إليك ما حدث.",
    "page.race": "السباق",
    "page.chart": "مخطط السباق",
    "page.keys": "المفاتيح",
    "page.keys.step": "خطوة إلى الوراء، خطوة إلى الأمام",
    "page.keys.ends": "الأول، الأخير",
    "page.keys.hands": "الجولة السابقة، الجولة التالية",
    "page.keys.play": "تشغيل أو إيقاف مؤقت",
    "page.keys.eyes": "المنظور التالي",
    "page.keys.help": "هذه المفاتيح",
    "page.close": "إغلاق",
}  # fmt: skip

_VIEWER: dict[str, Template] = {
    "viewer.waiting": "لا أحد بعد",
    "viewer.drawn": "{name}، مع الورقة المسحوبة للتو",
    "viewer.color": "{name}، لاختيار اللون",
    "viewer.target": "{name}، لتوجيه الصدفة الخضراء",
    "viewer.challenge": "{name}، لقبول جوكر اسحب أربعًا من {other} أو تحدّيه",
    "viewer.over": "لا أحد: انتهى اللعب",
    "viewer.eyes.table": "كما تبدو من الطاولة: لا أوراق لأحد",
    "viewer.eyes.all": "كل شيء مكشوف: كل ورقة في جولة منتهية",
    "viewer.eyes.seat": "كما تبدو من مقعد {name}: ما كان معلومًا هناك حينها",
    "viewer.look": "المشاهدة من هذا المنظور",
    "viewer.empty": "المقعد {seat}: لا أحد",
    "viewer.shown": "كُشفت أمام {name}:",
    "viewer.note.turn": "الدور هنا",
    "viewer.note.dealer": "التوزيع",
    "viewer.note.uno": "UNO!",
    "viewer.note.catchable": "يمكن الضبط",
    "viewer.note.bot": "لاعب آلي",
    "viewer.note.resigned": "خارج اللعب",
    "viewer.note.place": "المركز {place_digits}",
    "viewer.to_draw": "{cards} للسحب",
    "viewer.top": "{card}، فوق {cards}",
    "viewer.nothing": "لا شيء بعد",
    "viewer.no_color": "لا لون",
    "viewer.won": "الجولة {hand}: الفوز من نصيب {name}، {points}.",
    "viewer.void": "الجولة {hand}: لا فائز.",
    "viewer.no_cards": "لا أوراق",
    "viewer.option.table": "الطاولة",
    "viewer.option.all": "كل شيء",
    "viewer.event": "الحدث {seq} من {last}",
    "viewer.play": "تشغيل",
    "viewer.pause": "إيقاف مؤقت",
}  # fmt: skip

_RACE: dict[str, Template] = {
    "race.title": "مخطط السباق",
    "race.about": "الأوراق في كل يد، دورًا بعد دور؛ والفوز بالجولة لأول يد تخلو",
    "race.picture": "Kartfold، مخطط السباق: {names}",
    "race.none": "لم تبدأ أي جولة",
    "race.on": _counted(_SOME_TURNS, "الجولة {hand} جارية، حتى الآن "),
    "race.nobody": _counted(_SOME_TURNS, "انتهت الجولة {hand} دون فائز: "),
    "race.won": _counted(_SOME_TURNS, "الجولة {hand}: الفوز من نصيب {name}، {points}، "),
    "race.marked": "العلامات: {marks}",
    "race.unmarked": "العلامات: لا شيء",
    "race.turn": "الدور",
    "race.turn.marked": "الدور {turn}: {mark}",
    "race.wins": "الفوز",
    "mark.race.item": "{item}",
    "mark.race.skip": "التخطّي",
    "mark.race.reverse": "عكس الاتجاه",
    "mark.race.draw_two": "اسحب اثنتين",
    "mark.race.draw_four": "جوكر اسحب أربعًا",
    "mark.race.uno": "قول UNO",
    "mark.race.caught": "ضبط بلا UNO",
    "mark.race.challenge_won": "تحدٍّ في محلّه",
    "mark.race.challenge_lost": "تحدٍّ في غير محلّه",
    "mark.race.timed_out": "انتهاء الوقت",
    "mark.race.resigned": "انسحاب",
    "mark.race.won": "الفوز بالجولة",
}  # fmt: skip


def _plural(number: int) -> str:
    if number < 3:
        return ("zero", "one", "two")[number]
    rest = number % 100
    return "few" if 3 <= rest <= 10 else "many" if rest >= 11 else "other"


ARABIC = Language(
    code="ar",
    plural=_plural,
    templates=_EVENTS | _NAMES | _POSITION | _PAGE | _VIEWER | _RACE,
    words={
        "card": cards(
            {"r": "حمراء", "y": "صفراء", "g": "خضراء", "b": "زرقاء"},
            {"S": "تخطٍّ", "R": "عكس اتجاه", "D": "«اسحب اثنتين»"},
            ("جوكر اسحب أربعًا", "جوكر صندوق العناصر"),
            "{symbol} {color}",
        ),
        "color": {"r": "أحمر", "y": "أصفر", "g": "أخضر", "b": "أزرق"},
        "color_definite": {"r": "الأحمر", "y": "الأصفر", "g": "الأخضر", "b": "الأزرق"},
        "item": {
            "mushroom": "الفطر",
            "banana_peel": "قشرة الموز",
            "green_shell": "الصدفة الخضراء",
            "lightning": "الصاعقة",
            "bob_omb": "بوب أومب",
        },
        "count": numbered("ثلاث", "أربع", "خمس", "ست", "سبع", "ثماني", "تسع", "عشر", first=3),
        "count_masculine": numbered("ثلاثة", "أربعة", "خمسة", "ستة", "سبعة", "ثمانية", "تسعة", "عشرة", first=3),
        "direction": {1: "باتجاه عقارب الساعة", -1: "عكس عقارب الساعة"},
    },
    direction="rtl",
    joints=(" و", " و"),
    comma="، ",
)
