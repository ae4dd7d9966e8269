"""The stage races without pictures: descriptions of the table and of one's riders, and a table of characters."""

from collections.abc import Iterator

from engines.legstrong import (
    HOME,
    INSIDE,
    KEEP,
    NEGATIVE,
    POSITIVE,
    SAVED,
    LegstrongView,
    Rider,
    drink_of,
    find,
    has_wishes,
    hex_of,
    level_of,
    terrain,
)
from engines.legstrong.results import gc_key, team_times
from engines.table import Path
from render.legstrong.classification import gap, gone, leading, order
from render.legstrong.control import held
from render.legstrong.doping import card_code, card_name, card_names, doses_text, heard, laid_names, level_text
from render.legstrong.hand import own
from render.legstrong.names import course_name, named, player, rider_name, road_words
from render.legstrong.picture import ON_THE_ROAD
from render.legstrong.preview import Planned, left_of, planned
from render.legstrong.profile import Group, groups
from render.legstrong.sleeves import asked_sleeves, candidates, has_strip, is_choosing
from render.words import MOST_ALT, Say, addressed, listed, shortened

CODES = {"leader": "L", "rouleur": "R", "climber": "C"}
ROLES = {"sprinter": "s", "descender": "d"}
RESULTS = {"": "?", SAVED: "=", NEGATIVE: "-", POSITIVE: "+"}
JERSEYS = {"yellow": "Y", "green": "G", "polka": "P"}


def alt(view: LegstrongView, path: Path, say: Say) -> str:
    """Where everyone is, or the classifications, in words; if that gets too long, without energy or the last."""
    plans = planned(view, path)
    for brief in (False, True):
        text = " ".join(_sentences(view, plans, say, brief=brief))
        if len(text) <= MOST_ALT:
            return text
    return shortened(text)


def _sentences(view: LegstrongView, plans: dict[str, Planned], say: Say, *, brief: bool) -> Iterator[str]:
    yield _leg(view, say)
    due = [seat for seat in view.waiting if seat is not None]
    who = say.together(say("legstrong.you") if seat == view.viewer else player(seat, say) for seat in due)
    if who:
        yield say("legstrong.alt.due", players=who)
    if view.stage in ON_THE_ROAD:
        if has_wishes(view.table):
            yield _token(view, say)
        yield from _road(view, plans, say, brief=brief)
        if not brief:
            yield _pursuits(view, say)
    elif view.results:
        yield from _classified(view, say, brief=brief)
    else:
        for rider in view.road.riders:
            level = f" ({text})" if (text := level_text(view, rider.id)) else ""
            yield say("legstrong.alt.rides", rider=rider_name(rider, say) + level, number=rider.seat + 1)


def _leg(view: LegstrongView, say: Say) -> str:
    if view.over:
        first = say.together(player(standing.seat, say) for standing in view.standings if standing.rank == 1)
        return say("legstrong.alt.over", winners=first)
    course = view.courses[view.leg - 1]
    return say(
        "legstrong.alt.leg",
        leg=view.leg,
        legs=len(view.courses),
        course=course_name(course.key, say),
        road=road_words(course.hexes, say),
        rows=course.rows,
        turn=view.road.turn if view.stage in ON_THE_ROAD else 0,
    )


def _token(view: LegstrongView, say: Say) -> str:
    """Who holds it, and whether it is to be kept (L13j)."""
    key = "legstrong.alt.token.keep" if view.wishes[view.token] == KEEP else "legstrong.alt.token"
    return addressed(key, view.token, view.viewer, say, player=player(view.token, say))


def _pursuits(view: LegstrongView, say: Say) -> str:
    """How many chases each player can still decide on (L13)."""
    left = (say("pair", what=player(seat, say), it=count) for seat, count in enumerate(view.pursuits))
    return say("legstrong.alt.pursuits", left=listed(left))


def _road(view: LegstrongView, plans: dict[str, Planned], say: Say, *, brief: bool) -> Iterator[str]:
    """From the front to the back."""
    home = [rider for rider in view.road.riders if rider.place == HOME]
    if home:
        yield say("legstrong.alt.home", riders=say.together(rider_name(rider, say) for rider in home))
    for group in groups(view.road):
        yield _group(view, group, say, brief=brief)
    for plan in plans.values():
        if plan.choice:
            name = rider_name(plan.rider, say)
            yield say("legstrong.alt.plan", rider=name, row=plan.choice.row, energy=left_of(view, plan))


def _group(view: LegstrongView, group: Group, say: Say, *, brief: bool) -> str:
    riders = listed(_described(view, rider, say, brief=brief) for rider in group.riders)
    course, row = view.road.course, min(group.row, view.road.course.rows)
    values = {"row": group.row, "hex": hex_of(row), "ground": say(f"legstrong.ground.{terrain(course, row)}")}
    if group.peloton:
        key = "legstrong.alt.peloton" if group.riders else "legstrong.alt.peloton.empty"
        return say(key, riders=riders, **values)
    ahead = group.row - view.road.peloton
    key = "legstrong.alt.ahead" if ahead > 0 else "legstrong.alt.behind"
    return say(key, riders=riders, n=abs(ahead), **values)


def _described(view: LegstrongView, rider: Rider, say: Say, *, brief: bool) -> str:
    name, level = rider_name(rider, say), level_text(view, rider.id)
    if brief:
        return name
    text = say("legstrong.alt.rider", rider=name, energy=rider.energy, crosses=rider.crosses)
    return f"{text}, {level}" if level else text


def _classified(view: LegstrongView, say: Say, *, brief: bool) -> Iterator[str]:
    """The last finish, general classification, jerseys."""
    last = view.results[-1]
    first = listed(named(view, finish.rider, say) for finish in last[:3])
    yield say("legstrong.alt.finish", leg=len(view.results), riders=first)
    yield from _controlled(view, say)
    scores = sorted(view.scores, key=gc_key)
    text = listed(
        f"{place}. {named(view, score.rider, say)} {gap(score.seconds - scores[0].seconds)}"
        for place, score in enumerate(scores[: 5 if brief else len(scores)], 1)
    )
    if text:
        yield say("legstrong.alt.gc", riders=text)
    for kind in ("green", "polka"):
        rider = getattr(view.jerseys, kind)
        if rider:
            yield say(f"legstrong.alt.{kind}", rider=named(view, rider, say))
    if view.jerseys.team >= 0:
        owner = view.jerseys.team % view.table.seats
        yield addressed("legstrong.alt.team", owner, view.viewer, say, player=player(owner, say))


def _controlled(view: LegstrongView, say: Say) -> Iterator[str]:
    """The control after that leg, and the riders struck out, each with their place."""
    control = held(view)
    if control is None:
        return
    yield say("legstrong.alt.control", die=control.die)
    for sample in control.samples:
        rider = f"{named(view, sample.rider, say)} ({card_code(sample.level)})"
        values = {"rider": rider, "place": sample.place, "player": player(sample.tester, say)}
        card = card_code(sample.card) if sample.card else ""
        if sample.result == SAVED:  # no one tests him
            yield say("legstrong.alt.sample.saved", **values)
        else:
            key = f"legstrong.alt.sample.{sample.result or 'open'}"
            yield addressed(key, sample.tester, view.viewer, say, card=card, **values)
    was = [score.rider for score in order(view)]
    for rider_id in gone(view):
        yield say("legstrong.alt.struck", rider=named(view, rider_id, say), place=1 + was.index(rider_id))


def hand_alt(view: LegstrongView, path: Path, say: Say) -> str | None:
    """The viewer's riders in words, with what is in their bottles; None where `hand` is."""
    plans, riders = planned(view, path), own(view)
    if view.viewer is None or not (riders or has_strip(view)):
        return None
    if is_choosing(view):
        return shortened(" ".join(_sleeves_told(view, path, say)))
    parts: list[str] = []
    if view.order:
        parts.append(say("legstrong.hand.order", cards=laid_names(view.order, say)))
    if view.signal:
        parts.append(heard(view, say))
    for rider in riders:
        plan = plans.get(rider.id, Planned(rider, None, 0, ()))
        bottles = [drink_of(bottle.id) for bottle in view.bottles if bottle.rider == rider.id]
        key = "legstrong.hand.bottles" if bottles else "legstrong.hand"
        values = {"rider": rider_name(rider, say), "energy": rider.energy, "crosses": rider.crosses}
        parts.append(say(key, **values, bottles=listed(bottles)))
        if left_of(view, plan) != rider.energy:
            parts.append(say("legstrong.hand.left", energy=left_of(view, plan)))
        for sleeve in view.sleeves:
            if sleeve.rider == rider.id:
                values = {"cards": card_names(sleeve.cards, say), "level": level_text(view, rider.id) or "–"}
                parts.append(say("legstrong.hand.sleeve", **values))
    return shortened(" ".join(parts))


def _sleeves_told(view: LegstrongView, path: Path, say: Say) -> Iterator[str]:
    """The sleeves that are chosen from, each card with what it would do, and what is chosen."""
    levels, _ = candidates(view, path)
    for sleeve in asked_sleeves(view):
        rider = named(view, sleeve.rider, say)
        yield say("legstrong.hand.choosing", rider=rider, doses=doses_text(view, sleeve.rider, say))
        if levels.get(sleeve.rider):
            yield say("legstrong.hand.level", card=card_name(levels[sleeve.rider], say))


# --- characters


def text_board(view: LegstrongView, path: Path, say: Say) -> str:
    """The leg with a line for each rider, from the front to the back; between legs the classifications."""
    plans = planned(view, path)
    riding = view.stage in ON_THE_ROAD
    lines = list(_letters(view, plans, say) if riding else _table(view, say))
    key = say("legstrong.text.key.road" if riding else "legstrong.text.key.gc")
    if view.levels:
        key += f" {say('legstrong.text.key.levels')}"
    if held(view):
        key += f" {say('legstrong.text.key.control')}"
    head = f"{_leg(view, say)} {_token(view, say)}" if riding and has_wishes(view.table) else _leg(view, say)
    if riding:
        head = f"{head} {_pursuits(view, say)}"
    return f"{head}\n```\n" + "\n".join(lines) + "\n```" + key


def _letters(view: LegstrongView, plans: dict[str, Planned], say: Say) -> Iterator[str]:
    """Hexes with the peloton's, then riders: number, type, row, gap, energy, crosses and bottles."""
    road, hexes = view.road, view.road.course.hexes
    yield hexes
    yield _climbs(view)
    place = hex_of(min(road.peloton, road.course.rows)) - 1
    yield f"{' ' * place}^"
    for rider in sorted(road.riders, key=_race_order):
        words = {HOME: "legstrong.text.home", INSIDE: "legstrong.text.inside"}
        where = say(words[rider.place]) if rider.place in words else f"{rider.row - road.peloton:+d}"
        mark = ">" if rider.id in plans or rider.id in view.due[:1] else "*" if rider.seat in view.waiting else " "
        line = f"{mark}{rider.number:>2}{CODES[rider.type]} {rider.row:>3} {where:>4} {rider.energy:>2}e"
        line += f" x{rider.crosses}" if rider.crosses else "   "
        line += f" b{rider.tiles}" if rider.tiles else "   "
        line = f"{line} {_level(view, rider.id)}" if view.levels else line
        plan = plans.get(rider.id)
        yield f"{line} ->{plan.choice.row}" if plan and plan.choice else line.rstrip()


def _level(view: LegstrongView, rider_id: str) -> str:
    """The rider's level in three characters, and their circles."""
    level = level_of(view.levels, rider_id)
    return f"{card_code(level.card):<3}{f' o{level.circles}' if level.circles else '   '}" if level else ""


def _race_order(rider: Rider) -> tuple[bool, int, bool, int]:
    inside = rider.place == INSIDE
    return rider.place != HOME, -rider.row, not inside, rider.number if inside else rider.arrival


def _climbs(view: LegstrongView) -> str:
    """Categories below the mountains, f below feed zones."""
    course = view.road.course
    feeds = {hex_of(row) for row in course.feeds}
    return "".join(
        str(category) if category else "f" if index in feeds else " "
        for index, category in enumerate(course.categories, 1)
    ).rstrip()


def _table(view: LegstrongView, say: Say) -> Iterator[str]:
    """The control and the general classification with points and jerseys; teams below it, then the legs."""
    yield from _samples(view, say)
    scores, out = order(view), gone(view)
    place = 0
    for score in scores:
        place += score.rider not in out
        rider = find(view.road, score.rider)
        worn = "".join(letter for kind, letter in JERSEYS.items() if getattr(view.jerseys, kind) == rider.id)
        role = "".join(letter for name, letter in ROLES.items() if getattr(rider, name)) or "-"
        behind = gap(score.seconds - leading(view).seconds)
        name = f"{rider.number:>2}{CODES[rider.type]}{role}"
        level = f" {_level(view, rider.id)}" if view.levels else ""
        number = "x" if score.rider in out else place
        yield f"{number:>2} {name}{level} {behind:>6} {score.green:>3} {score.polka:>2} {worn}".rstrip()
    times = team_times(view.scores) if view.results else {}
    ranked = sorted(times, key=lambda team: times[team])
    for rank, team in enumerate(ranked, 1):
        yield f"T{rank} {team + 1:>2} {gap(times[team][0] - times[ranked[0]][0])}"
    for number, course in enumerate(view.courses, 1):
        yield f"{'>' if number == view.leg and not view.over else ' '}{number} {course.hexes}"


def _samples(view: LegstrongView, say: Say) -> Iterator[str]:
    """The die of the control, and each rider who was called."""
    control = held(view)
    if control is None:
        return
    yield say("legstrong.text.die", die=control.die)
    for sample in control.samples:
        rider = find(view.road, sample.rider)
        place = f" {sample.place}" if sample.place else ""
        result = f"{RESULTS[sample.result]}{card_code(sample.card) if sample.card else ''}"
        level, tester = f"{card_code(sample.level):<3}", say("legstrong.text.tester", number=sample.tester + 1)
        yield f"{rider.number:>4}{CODES[rider.type]} {level} {tester}{place} {result}"
