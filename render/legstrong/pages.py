"""The rules of the stage races in a few pages, with pictures of made-up moments; all numbers come from the engine."""

from collections import Counter
from dataclasses import replace
from functools import cache

from engines.legstrong import (
    CONFIG,
    HOME,
    INSIDE,
    ON_ROAD,
    SPEC,
    TOURS,
    TYPES,
    Bottle,
    Crossing,
    Finish,
    Jerseys,
    LegstrongView,
    Rider,
    Road,
    Score,
    parse,
)
from engines.legstrong.results import added, jerseys, standings
from engines.table import Path, Seat, Standing, Table
from render.legstrong.hand import hand
from render.legstrong.picture import board
from render.legstrong.preview import percent
from render.words import RulesPage, Say, listed

PAGES = ("aim", "leg", "turn", "move", "attack", "peloton", "risk", "feed", "finish", "own")
TABLE = Table(2, {"tour": "grand", "attacks": "clockwise", "hold": "off", "teams": "1", "win": "rider"}, SPEC.rules)
COURSES = parse(" ".join(TOURS["grand"]))
NOBODY = Jerseys("", "", "", -1)
BOTTLES = (Bottle("bottle.leader.12", "0.leader"), Bottle("bottle.rouleur.07", "0.rouleur"))


def riders(*rows: tuple[str, int]) -> tuple[Rider, ...]:
    """The riders of two teams at these rows of the fifth leg; who isn't named is in the peloton at the last one."""
    given, peloton = dict(rows[:-1]), rows[-1][1]
    found: list[Rider] = []
    for seat in (0, 1):
        for at, kind in enumerate(TYPES, 1):
            rider = Rider(f"{seat}.{kind}", seat, seat, kind, 10 * seat + at, kind == "leader", kind == "rouleur")
            row = given.get(rider.id, peloton)
            place = ON_ROAD if rider.id in given else INSIDE
            energy = 38 - 5 * at - 9 * (place == ON_ROAD) + 2 * seat
            found.append(replace(rider, place=place, row=row, arrival=at, energy=energy, full=50))
    return tuple(found)


def moment(on_road: tuple[Rider, ...], peloton: int, due: str = "", viewer: Seat | None = None) -> LegstrongView:
    """A view of two players in the fifth turn of the fifth leg; `due` moves next, else it is time to attack."""
    bottles = BOTTLES if viewer == 0 else ()
    holders = {bottle.rider for bottle in BOTTLES}
    on_road = tuple(replace(rider, tiles=int(rider.id in holders)) for rider in on_road)
    seat = next((rider.seat for rider in on_road if rider.id == due), 0)
    scores = tuple(Score(rider.id, rider.team, rider.seat, 0, 0, 0, 0, 0, 0) for rider in on_road)
    return LegstrongView(
        viewer=viewer,
        stage="ride" if due else "attack",
        waiting=(seat,),
        standings=tuple(Standing(one, 1, 0) for one in range(TABLE.seats)),
        over=False,
        sealed=False,
        table=TABLE,
        phase="break" if due else "attack",
        courses=COURSES,
        leg=5,
        token=1,
        held=0,
        kept=False,
        road=Road(COURSES[4], 5, peloton, on_road, (), 10),
        before=0,
        asked=(seat,),
        due=(due,) if due else (),
        declared=(0, 0),
        chase="",
        won=(),
        line=(),
        history=(),
        results=(),
        scores=scores,
        jerseys=NOBODY,
        cashed=(),
        bottles=bottles,
        levels=(),
        control=None,
        struck=(),
        sleeves=(),
        order=(),
        signal="",
        answer="",
    )


ROAD = riders(("0.climber", 27), ("1.climber", 26), ("1.leader", 24), ("1.rouleur", 12), ("", 19))
RISING = moment(ROAD, 19)
# Climber 3 is at the top of a climb of category 2; from row 31 the road falls
FALLING = moment(riders(("0.climber", 33), ("1.climber", 26), ("", 24)), 24, "0.climber", 0)
# Leader 1 attacks on flat ground
ATTACK = moment(riders(("1.climber", 40), ("", 38)), 38, viewer=0)
PLACES = (
    ("1.leader", "0.rouleur", "0.leader", "1.rouleur", "0.climber", "1.climber"),
    ("0.climber", "1.climber", "0.leader", "1.leader", "0.rouleur", "1.rouleur"),
    ("0.climber", "0.leader", "1.climber", "1.leader", "0.rouleur", "1.rouleur"),
)


@cache
def _classified() -> LegstrongView:
    """Three legs have been ridden."""
    base = moment(riders(("", 0)), 0)
    results: list[tuple[Finish, ...]] = []
    scores = base.scores
    for order in PLACES:
        leg = tuple(
            Finish(rider, at, 20 * (at // 3) - 20 * (at == 1), CONFIG.green[at - 1], 4 * (rider == "0.climber"), True)
            for at, rider in enumerate(order, 1)
        )
        results.append(leg)
        scores = added(scores, leg)
    line = tuple(Crossing(9 + at // 3, at // 3, at, 0, rider) for at, rider in enumerate(PLACES[-1], 1))
    home = tuple(replace(rider, place=HOME, row=61) for rider in base.road.riders)
    return replace(
        base,
        stage="open",
        waiting=(None,),
        leg=4,
        road=replace(base.road, course=COURSES[2], riders=home),
        results=tuple(results),
        line=line,
        scores=scores,
        jerseys=jerseys(scores),
        standings=standings(scores, "rider", 2),
    )


@cache
def _picture(page: str) -> bytes | None:
    pictures: dict[str, tuple[LegstrongView, Path]] = {
        "leg": (RISING, ()),
        "move": (moment(ROAD, 19, "1.leader", 1), ()),
        "attack": (ATTACK, ("0.leader", "keep", "5")),
        "risk": (FALLING, ("8.risk",)),
        "finish": (_classified(), ()),
    }
    if page == "feed":
        return hand(replace(RISING, viewer=0, bottles=BOTTLES))
    return board(*pictures[page]) if page in pictures else None


@cache
def numbers() -> dict[str, str | int]:
    """Every number of the rules that may be replaced, by the name that the texts use."""
    found: dict[str, str | int] = {
        "hexrows": CONFIG.rows_a_hex,
        "room": CONFIG.room["F"],
        "roomup": CONFIG.room["M"],
        "prices": listed(CONFIG.prices[1:]),
        "descent": CONFIG.descent,
        "sprint": CONFIG.sprint,
        "sprinthexes": CONFIG.sprint_hexes,
        "recovery": CONFIG.recovery,
        "finale": CONFIG.finale,
        "finalehexes": CONFIG.finale_hexes,
        "hold": CONFIG.hold,
        "holds": CONFIG.holds,
        "exhaustion": CONFIG.exhaustion,
        "falls": CONFIG.descent_rows,
        "fallsdescender": CONFIG.descender_rows,
        "summitseconds": CONFIG.summit_seconds,
        "bid": CONFIG.bid,
        "limit": CONFIG.limit,
        "late": CONFIG.late,
        "turn": CONFIG.turn,
        "win": CONFIG.win,
        "green": "-".join(map(str, CONFIG.green)),
        "kept": CONFIG.kept,
        "bottles": listed(CONFIG.pile),
        "pips": listed(f"{count} × {pip}" for pip, count in sorted(Counter(CONFIG.pips).items())),
        "risks": " / ".join(f"{percent(above)} %" for above in CONFIG.risks),
    }
    tables = (
        ("energy", CONFIG.hex_energy),
        ("least", CONFIG.attack),
        ("ride", CONFIG.peloton),
        ("chase", CONFIG.chase),
    )
    for name, table in tables:
        found |= {f"{name}{letter}": value for letter, value in table.items()}
    for kind in TYPES:
        found |= {f"{kind}{letter}": rows for letter, rows in CONFIG.base[kind].items()}
        found |= {f"share{kind}{letter}": CONFIG.shares[kind].get(letter, 0) for letter in "GM"}
    found |= {f"summit{number}": "-".join(map(str, points)) for number, points in CONFIG.summit.items()}
    return found


def rules(say: Say) -> list[RulesPage]:
    """The pages in the reader's language."""
    return [
        RulesPage(
            say(f"legstrong.rules.{page}.title"), say(f"legstrong.rules.{page}.text", **numbers()), _picture(page)
        )
        for page in PAGES
    ]
