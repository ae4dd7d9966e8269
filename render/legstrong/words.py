"""The stage races in words: riders, legs, questions, labels and headlines."""

from engines.legstrong import CONFIG, Choice, LegstrongView, Rider, choices, find
from engines.legstrong.attacks import YES, pursuer, reach
from engines.legstrong.questions import ALL, DRINK, drinks
from engines.legstrong.riding import rivals_ahead
from engines.legstrong.state import INSIDE, ON_ROAD
from engines.table import Amount, Ask, IllegalMove, Path, Pick, Ready
from render.legstrong import doping
from render.legstrong.names import course_name, rider_sign, short_sign, sign_of, type_name
from render.legstrong.preview import (
    EVEN,
    GAME,
    Planned,
    Step,
    bottles_of,
    left_of,
    percent,
    planned,
    safe,
    steps,
    strength,
)
from render.words import DOT, Say, listed

NUMBERED = ("bottle", "ride", "rows", "bid")
MOST_LEVELS = 3  # that a whole answer tells in full: with two teams a player has six
MOST_WAYS = 2  # the same of lengths
OWN = 3  # riders whose strength in a bunch sprint is said
LISTED = 2  # lengths of a list while more is asked
ROLES = ("sprinter", "descender")


# --- questions


def question(view: LegstrongView, path: Path, say: Say) -> str:
    """What is asked after `path`, repeating the steps so far; at the end a risk with all that it may cost."""
    taken, ask = steps(view, path)
    if ask is None:
        return say("legstrong.question.none")
    if isinstance(ask, Ready):
        return " ".join(_whole(view, path, taken, say)) or say("legstrong.question.none")  # the host opens a leg
    before = [] if ask.about == "hold" else _so_far(view, path, taken, say)  # a wish has no part in the turn
    return " ".join([*before, _asked(view, path, ask, say)])


def _asked(view: LegstrongView, path: Path, ask: Ask, say: Say) -> str:
    about, _, subject = ask.about.partition(".")
    key = f"legstrong.question.{about}"
    if about in doping.QUESTIONS:
        return doping.asked(view, about, subject, say)
    if about == "sprint" and isinstance(ask, Pick):
        return say(key, **_example(view, ask), **_strengths(view, say))
    if about in NUMBERED:
        rider = find(view.road, subject)
        plan = planned(view, path).get(subject, Planned(rider, None, 0, ()))
        energy = rider.energy + (drinks(bottles_of(view, subject, ALL)) if about == "bid" else plan.drunk)
        limits = {"least": ask.least, "most": ask.most} if isinstance(ask, Amount) else {}
        asked = say(key, rider=rider_sign(rider, say), energy=energy, **limits)
        return " ".join((asked, *_notes(view, path, rider, say)))
    if about == "role":
        return say(key, rider=sign_of(view, subject, say))
    if about == "type":
        return say(key, n=int(subject))
    if about in ROLES and view.table.options["teams"] != "1":
        return say(f"{key}.team", number=int(subject) + 1)
    if about == "hold":
        return say(key, **_hold())
    if about == "chase":
        assert view.viewer is not None, "the host is never asked"
        return say(key, left=view.pursuits[view.viewer], **_reach(view))
    values = {"leg": view.leg, "legs": len(view.courses), "row": view.road.peloton}
    if ask.about == "attack" and _decides_now(view):
        away = ".away" if rivals_ahead(view.road) else ""
        return say(f"legstrong.question.attack.decide{away}", **values, left=view.pursuits[view.viewer or 0])
    return say(f"legstrong.question.{ask.about}" if about == "attack" else key, **values)


def _notes(view: LegstrongView, path: Path, rider: Rider, say: Say) -> list[str]:
    """What is said with the first length: where the peloton may be after this turn, and what a "?" means."""
    offers = choices(view, path)
    if not offers or any(step.choice for step in steps(view, path)[0]):
        return []
    bunch = [say("legstrong.question.bunch", **_reach(view))] if rider.row >= view.road.peloton else []
    return [*bunch, *([say("legstrong.question.risky")] if any(choice.risk for choice in offers) else [])]


def _reach(view: LegstrongView) -> dict[str, int]:
    """The rows that the peloton may come to in this turn, and how much further with a chase."""
    least, most = reach(view.road)
    return {"least": least, "most": most, "chase": reach(view.road, chase=True)[1] - most}


def _decides_now(view: LegstrongView) -> bool:
    """Whether the viewer decides about the chase in the same sealed answer (L13e)."""
    return view.sealed and view.viewer is not None and view.viewer == pursuer(view.road, view.token, view.pursuits)


def _example(view: LegstrongView, ask: Pick) -> dict[str, str | int]:
    """A pad of the bunch sprint, to be read once: a rider with the most rows that come off at least half the time."""
    rider = next(option for option in ask.options if "." in option)
    bid = GAME.ask(view, (rider,))
    assert isinstance(bid, Amount), "a rider who is able to bid"
    rows = max(n for n in range(bid.least, bid.most + 1) if CONFIG.bid_risks[n] <= EVEN)
    number = find(view.road, rider).number
    return {"pad": f"{number}+{rows}{'?' if CONFIG.bid_risks[rows] else ''}", "number": number, "n": rows}


def _strengths(view: LegstrongView, say: Say) -> dict[str, str]:
    """What riders in the bunch sprint come to without extra rows (L21): the viewer's, and the best of others."""
    inside = sorted((r for r in view.road.riders if r.place == INSIDE), key=lambda r: -strength(view, r))
    own, others = [r for r in inside if r.seat == view.viewer], [r for r in inside if r.seat != view.viewer]

    def listed_of(some: list[Rider]) -> str:
        return ", ".join(f"{short_sign(view, r.id)} {strength(view, r)}" for r in some) or "–"

    return {"own": listed_of(own[:OWN]), "others": listed_of(others[:1])}


def _hold() -> dict[str, int]:
    """What it costs to keep the token, and how many times in a row that may be done."""
    return {"price": CONFIG.hold, "most": CONFIG.holds}


def _so_far(view: LegstrongView, path: Path, taken: list[Step], say: Say) -> list[str]:
    """The steps so far, while more is asked: the role given last, and lists of the last lengths, levels and bids.

    With the question they have three lines on a phone.
    """
    sentences, ways, bids, levels = list[str](), list[str](), list[str](), list[str]()
    for index, step in enumerate(taken):
        following = taken[index + 1] if index + 1 < len(taken) else None
        if step.about in ("bottle", "keep") or (following and step.about in ROLES):
            continue  # a length, or the question, has the energy with it
        if step.about == "bid":
            bids.append(f"{short_sign(view, step.subject)} +{step.value}")
        elif step.about == "el":
            levels.append(doping.named(view, step, say))
        elif step.choice:
            ways.append(_in_list(view, path[: index + 1], step.subject, step.choice, say))
        else:
            sentences += _sentence(view, path[: index + 1], step, say, full=False)
    lists = [("… " * (len(each) > LISTED), say.together(each[-LISTED:])) for each in (ways, bids, levels) if each]
    return [*(f"{more}{listed}." for more, listed in lists), *sentences]


def _whole(view: LegstrongView, path: Path, taken: list[Step], say: Say) -> list[str]:
    """A whole answer: the last risk with all that it may cost; many lengths in one list, many levels by their cards."""
    sentences, ways = list[str](), list[str]()
    count = sum(step.choice is not None for step in taken)
    full = max((index for index, step in enumerate(taken) if step.choice and step.choice.risk), default=None)
    levels = sum(step.about == "el" for step in taken)
    for index, step in enumerate(taken):
        if step.about == "bottle":
            continue  # the length that follows has it
        if step.about == "el" and levels > MOST_LEVELS:
            sentences.append(f"{doping.named(view, step, say)}.")
        elif step.choice and count > MOST_WAYS and index != full:
            ways.append(_in_list(view, path[: index + 1], step.subject, step.choice, say, priced=True))
        else:
            sentences += _sentence(view, path[: index + 1], step, say, full=index == full)
    return [*([f"{say.together(ways)}."] if ways else []), *sentences]


def _sentence(view: LegstrongView, path: Path, step: Step, say: Say, *, full: bool) -> list[str]:
    """A step in a sentence, if it has any; a risk in brief unless `full`."""
    if step.choice and step.choice.risk and not full:
        sentence = _brief(find(view.road, step.subject), step.choice, say)
    else:
        sentence = _step(view, path, step, say)
    return [_drunk(view, path, step.subject) * bool(step.choice) + sentence] if sentence else []


def _drunk(view: LegstrongView, path: Path, rider: str) -> str:
    """What the rider drinks before the length that the path ends with; "" if nothing."""
    drunk = planned(view, path)[rider].drunk if rider in planned(view, path) else 0
    return f"🥤{drunk} " if drunk else ""


def _step(view: LegstrongView, path: Path, step: Step, say: Say) -> str:
    """What one step means; "" where the next one says it all."""
    about, value = step.about, step.value
    if about in doping.QUESTIONS:
        return doping.chosen(view, step, say)
    if step.choice:
        return _length(view, path, find(view.road, step.subject), step.choice, say)
    if about == "bid":
        rider = find(view.road, step.subject)
        rows = int(value)
        values = {"price": CONFIG.prices[rows], "chance": percent(CONFIG.bid_risks[rows])}
        key = "legstrong.chosen.bid.risk" if CONFIG.bid_risks[rows] else "legstrong.chosen.bid"
        return say(key, rider=rider_sign(rider, say), n=rows, **values)
    if about in ROLES:
        return say(f"legstrong.chosen.{about}", rider=sign_of(view, value, say))
    if about == "role":
        return say(f"legstrong.chosen.{value}", rider=sign_of(view, step.subject, say))
    if about in ("type", "types"):
        return say("legstrong.chosen.types", types=say.together(type_name(k, say) for k in value.split("+")))
    if about == "inside":
        return say("legstrong.chosen.inside", hex=int(value.removeprefix("hex.")))
    if about == "hold":
        return say(f"legstrong.chosen.hold.{value}", **_hold())
    if (about, value) == ("chase", YES) and not rivals_ahead(view.road):
        return say("legstrong.chosen.chase.ready")
    if about in ("chase", "late") or value in ("stay", "roll"):
        return say(f"legstrong.chosen.{about}.{value}")
    return ""


def _length(view: LegstrongView, path: Path, rider: Rider, choice: Choice, say: Say) -> str:
    """A length with its price; with a risk its chance, what is lost, and how far the rider gets without it."""
    name = rider_sign(rider, say)
    home = _home(view, choice)
    values = {"rider": name, "row": choice.row, "price": choice.price}
    if not choice.risk:
        kind = "gain" if choice.gain else "slip" if choice.slip else "price"
        return say(f"legstrong.chosen.ride.{kind}{home}", **values, gain=choice.gain)
    text = say(
        f"legstrong.chosen.ride.{choice.risk}{home}",
        **values,
        chance=percent(choice.above),
        base=choice.base_row,
        stake=choice.stake,
    )
    instead = max(safe(view, path), key=lambda c: c.rows, default=None)
    if instead is None:
        return text
    return f"{text} {say('legstrong.chosen.safe', row=instead.row, price=instead.price)}"


def _brief(rider: Rider, choice: Choice, say: Say) -> str:
    values = {"rider": rider_sign(rider, say), "row": choice.row, "price": choice.price, "stake": choice.stake}
    return say("legstrong.chosen.risk", **values, chance=percent(choice.above), base=choice.base_row)


def _in_list(view: LegstrongView, path: Path, subject: str, choice: Choice, say: Say, *, priced: bool = False) -> str:
    """A length among others, with its chance and, if `priced`, its energy: "⚪11 to row 39 (−15, 58%)"."""
    way = say(f"legstrong.chosen.to{_home(view, choice)}", rider=short_sign(view, subject), row=choice.row)
    energy = [doping.signed(choice.gain or -choice.price)] if priced else []
    more = [*energy, *([say("percent", n=percent(choice.above))] if choice.risk else [])]
    noted = f" ({', '.join(more)})" if more else ""
    return f"{_drunk(view, path, subject)}{way}{noted}"


def _home(view: LegstrongView, choice: Choice) -> str:
    """The end of a key's name where a length leads over the line."""
    return ".home" if choice.row > view.road.course.rows else ""


# --- labels


def label(view: LegstrongView, path: Path, option: str, say: Say) -> str:
    """An option as short as a phone's button needs it: what a press does."""
    ask = GAME.ask(view, path)
    if not isinstance(ask, Pick | Amount):
        raise IllegalMove("step.beyond", {"step": option})
    about, _, subject = ask.about.partition(".")
    if isinstance(ask, Amount):
        return _bid_label(view, path, subject, option, say)
    if about in doping.QUESTIONS:
        return doping.label(view, about, subject, option, say)
    if about in ("ride", "rows") and option not in ("inside", DRINK):
        choice = next(c for c in choices(view, path) if c.id == option)
        return _length_label(view, choice, say)
    if about == "bottle":
        return _bottle_label(view, subject, option, say)
    if option in {rider.id for rider in view.road.riders}:
        key = "legstrong.label.attack" if about == "attack" else "legstrong.label.rider"
        rider = find(view.road, option)
        return say(key, rider=rider_sign(rider, say), energy=rider.energy)
    if about in ("type", "types"):
        return type_name(option, say)
    name, _, number = option.partition(".")
    if number:  # "hex.4", "leg.2"
        return _numbered(view, name, int(number), say)
    return say(f"legstrong.label.{about}.{option}", price=CONFIG.hold)


def _numbered(view: LegstrongView, name: str, number: int, say: Say) -> str:
    if name == "hex":
        return say("legstrong.label.hex", hex=number)
    return say("legstrong.label.leg", leg=number, course=course_name(view.courses[number - 1].key, say))


def length_name(view: LegstrongView, choice: Choice, say: Say) -> str:
    """The row, what it costs, how likely it is, and the riders there: "Row 44, 5 energy, level with 12"."""
    over = choice.row - view.road.course.rows
    there = [rider.number for rider in view.road.riders if rider.place == ON_ROAD and rider.row == choice.row]
    is_plain = there and over <= 0 and not choice.risk and not choice.slip  # other lengths have more to say
    level = [say("legstrong.label.beside", numbers=say.together(str(n) for n in there))] if is_plain else []
    place = say("legstrong.label.home", over=over) if over > 0 else say("legstrong.label.row", row=choice.row)
    if choice.gain:
        return listed((place, say("legstrong.label.gain", gain=choice.gain), *level))
    price = say("legstrong.label.price", n=choice.price) if choice.price else say("legstrong.label.free")
    chance = [say("legstrong.label.chance", chance=percent(choice.above))] if choice.risk else []
    return listed((place, price, *chance, *level))


def _length_label(view: LegstrongView, choice: Choice, say: Say) -> str:
    """The same with what may go wrong, and with what makes it cheaper."""
    name = length_name(view, choice, say)
    if choice.risk:
        return DOT.join((name, say("legstrong.label.else", base=choice.base_row, stake=choice.stake)))
    return DOT.join((name, say("legstrong.label.slip"))) if choice.slip else name


def _bid_label(view: LegstrongView, path: Path, subject: str, rows: str, say: Say) -> str:
    """The extra rows, what they cost and what is left."""
    left = left_of(view, planned(view, (*path, rows))[subject])
    label = say("legstrong.label.bid", n=int(rows), price=CONFIG.prices[int(rows)], left=left)
    above = CONFIG.bid_risks[int(rows)]
    return DOT.join((label, say("legstrong.label.chance", chance=percent(above)))) if above else label


def _bottle_label(view: LegstrongView, rider: str, option: str, say: Say) -> str:
    drunk, held = drinks(bottles_of(view, rider, option)), bottles_of(view, rider, ALL)
    if option == ALL:
        return say("legstrong.label.drink.all", n=drunk, count=len(held))
    if len(held) == 1:
        return say("legstrong.label.drink", n=drunk)
    return say("legstrong.label.drink.one", n=drunk, place=held.index(option) + 1, count=len(held))


# --- where the match stands


def headline(view: LegstrongView, names: tuple[str, ...], say: Say) -> str:
    """The leg and who must do what; at the end the winner."""
    if view.over:
        first = [names[s.seat] for s in view.standings if s.rank == 1]
        return say("legstrong.headline.over", n=len(first), names=say.together(first))
    who = [names[seat] for seat in view.waiting if seat is not None]
    values = {"leg": view.leg, "legs": len(view.courses), "names": say.together(who), "n": max(len(who), 1)}
    course = course_name(view.courses[view.leg - 1].key, say)
    if view.stage == "ride":
        due = find(view.road, view.due[0])
        values["rider"] = rider_sign(due, say)
    elif view.stage in doping.QUESTIONS:
        values["rider"] = doping.tested_rider(view, say)
    return say(f"legstrong.headline.{view.stage}", **values, course=course, turn=view.road.turn)
