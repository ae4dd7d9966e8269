"""The rules of the stage races in pages with pictures of possible moments; all numbers come from the engine."""

from collections import Counter
from dataclasses import replace
from functools import cache, partial
from random import Random

from engines.dice import SeededDice
from engines.legstrong import (
    CONFIG,
    HOME,
    INSIDE,
    ON_ROAD,
    POSITIVE,
    SAVES,
    SPEC,
    TOURS,
    TYPES,
    Bottle,
    Control,
    Crossing,
    Finish,
    Jerseys,
    Legstrong,
    LegstrongView,
    Level,
    Rider,
    Road,
    Sample,
    Score,
    Sleeve,
    Struck,
    find,
    parse,
)
from engines.legstrong.attacks import decider
from engines.legstrong.cards import BONUS
from engines.legstrong.doping import CALLED
from engines.legstrong.results import added, jerseys, standings
from engines.table import Move, Path, Seat, Standing, Table, Viewer, settle
from render.legstrong.doping import signed
from render.legstrong.hand import hand
from render.legstrong.picture import board
from render.legstrong.preview import bid_chances, percent
from render.legstrong.text import alt, hand_alt
from render.words import RulesPage, Say, listed

PAGES = (
    "aim",
    "leg",
    "base",
    "turn",
    "token",
    "move",
    "attack",
    "chase",
    "peloton",
    "risk",
    "feed",
    "summit",
    "sprint",
    "finish",
    "sleeve",
    "danger",
    "control",
    "test",
    "own",
    "time",
)
GAME = Legstrong()
GRAND = {"tour": "grand", "attacks": "clockwise", "hold": "off", "teams": "1", "win": "rider"}
TABLE = settle(SPEC, Table(2, {**GRAND, "doping": "off"}, SPEC.rules))
DOPED = settle(SPEC, Table(2, {**GRAND, "doping": "on"}, SPEC.rules))
KEY = b"rules"
COURSES = parse(" ".join(TOURS["grand"]))
NOBODY = Jerseys("", "", "", -1)
BOTTLES = (Bottle("bottle.leader.12", "0.leader"), Bottle("bottle.rouleur.07", "0.rouleur"))


def riders(*rows: tuple[str, int]) -> tuple[Rider, ...]:
    """The riders of two teams at these rows of the fifth leg; riders not named are in the peloton at the last one."""
    row_of, peloton = dict(rows[:-1]), rows[-1][1]
    team_riders: list[Rider] = []
    for seat in (0, 1):
        for number, kind in enumerate(TYPES, 1):
            rider = Rider(f"{seat}.{kind}", seat, seat, kind, 10 * seat + number, kind == "leader", kind == "rouleur")
            row = row_of.get(rider.id, peloton)
            place = ON_ROAD if rider.id in row_of else INSIDE
            energy = 38 - 5 * number - 9 * (place == ON_ROAD) + 2 * seat
            team_riders.append(replace(rider, place=place, row=row, arrival=number, energy=energy, full=50))
    return tuple(team_riders)


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
        standings=tuple(Standing(s, 1, 0) for s in range(TABLE.seats)),
        over=False,
        sealed=False,
        table=TABLE,
        phase="break" if due else "attack",
        courses=COURSES,
        leg=5,
        token=1,
        held=0,
        wishes=("", ""),
        road=Road(COURSES[4], 5, peloton, on_road, (), 10),
        before=0,
        asked=(seat,),
        due=(due,) if due else (),
        declared=(0, 0),
        chase="",
        pursuits=(9, 7),
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
            Finish(rider, n, 20 * (n // 3) - 20 * (n == 1), CONFIG.green[n - 1], 4 * (rider == "0.climber"), True)
            for n, rider in enumerate(order, 1)
        )
        results.append(leg)
        scores = added(scores, leg)
    line = tuple(Crossing(9 + number // 3, number // 3, number, 0, rider) for number, rider in enumerate(PLACES[-1], 1))
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


LEVELS = ("card.spade.A", "card.heart.02", "card.diamond.08", "card.club.K", "card.club.09", "card.diamond.A")
SLEEVES = (
    ("card.spade.A", "card.heart.K", "card.diamond.05", "card.joker.1"),
    ("card.heart.02", "card.spade.04", "card.club.07", "card.heart.10"),
    ("card.spade.J", "card.diamond.03", "card.diamond.08", "card.spade.09"),
)


@cache
def choosing() -> LegstrongView:
    """The first player chooses Energy Levels."""
    base = moment(riders(("", 0)), 0, viewer=0)
    mine = [rider.id for rider in base.road.riders if rider.seat == 0]
    sleeves = tuple(Sleeve(rider, 0, cards) for rider, cards in zip(mine, SLEEVES, strict=True))
    return replace(
        base, table=DOPED, stage="el", phase="", leg=1, sealed=True, asked=(0, 1), waiting=(0, 1), sleeves=sleeves
    )


@cache
def called() -> LegstrongView:
    """After the third leg the first and the third are to be tested, each by the other player."""
    base = _classified()
    on_road = [rider.id for rider in base.road.riders]
    levels = tuple(Level(rider, card, (card,)) for rider, card in zip(on_road, LEVELS, strict=True))
    first, third = base.results[-1][0].rider, base.results[-1][2].rider
    card = {level.rider: level.card for level in levels}
    return replace(
        base,
        table=DOPED,
        stage="test",
        phase="tests",
        leg=3,
        asked=(1,),
        waiting=(1,),
        levels=levels,
        control=Control(3, 6, (), (Sample(first, 0, 1, card[first]), Sample(third, 1, 0, card[third]))),
    )


@cache
def controlled() -> LegstrongView:
    """The winner of that leg is positive, and the second player's climber is to be tested."""
    base = called()
    assert base.control
    winner, other = base.control.samples
    first = winner.rider
    samples = (replace(winner, place=2, result=POSITIVE, card="card.spade.09"), other)
    scores = tuple(score for score in base.scores if score.rider != first)
    out = Struck(find(base.road, first), next(score for score in base.scores if score.rider == first), 3)
    return replace(
        base,
        asked=(0,),
        waiting=(0,),
        control=Control(3, 6, (), samples),
        scores=scores,
        struck=(out,),
        jerseys=jerseys(scores),
        standings=standings(scores, "rider", 2),
    )


def _at_the_start() -> LegstrongView:
    """Before the first leg of a tour."""
    return GAME.view(GAME.setup(TABLE, SeededDice(KEY, 0))[0], None)


def _deciding(view: LegstrongView, token: Seat) -> LegstrongView:
    """The chase is decided by that holder of the token, or by the next player with a rider inside."""
    seat = decider(view.road, token, TABLE.seats)
    assert seat is not None
    return replace(view, stage="chase", phase="chase", token=token, viewer=seat, asked=(seat,), waiting=(seat,))


def _sprinting() -> LegstrongView:
    """The peloton has come to the line with everyone in it."""
    view = moment(riders(("", 66)), 66)
    state, number = GAME.imagine(view, Random(0)), 0
    while state.stage != "sprint":
        number += 1
        due: Viewer = GAME.view(state, None).waiting[0]
        GAME.apply(state, Move(due, GAME.fallback(GAME.view(state, due))), SeededDice(KEY, number))
    return GAME.view(state, None)


@cache
def boards() -> dict[str, tuple[LegstrongView, Path]]:
    """The boards that pages show."""
    return {
        "aim": (_at_the_start(), ()),
        "leg": (RISING, ()),
        "turn": (RISING, ()),
        "token": (_deciding(RISING, 1), ()),
        "move": (moment(ROAD, 19, "1.leader", 1), ()),
        "attack": (ATTACK, ("0.leader", "5")),
        "chase": (_deciding(ATTACK, 0), ()),
        "peloton": (RISING, ()),
        "risk": (FALLING, ("8.risk",)),
        "summit": (moment(ROAD, 19, "0.climber", 0), ("4",)),
        "sprint": (_sprinting(), ()),
        "finish": (_classified(), ()),
        "control": (called(), ()),
        "test": (controlled(), ()),
    }


@cache
def hands() -> dict[str, tuple[LegstrongView, Path]]:
    """The private pictures that pages show."""
    return {
        "sleeve": (choosing(), ()),
        "danger": (choosing(), (SLEEVES[0][0],)),
        "feed": (replace(RISING, viewer=0, bottles=BOTTLES), ()),
    }


@cache
def _picture(page: str) -> bytes:
    if page in boards():
        return board(*boards()[page])
    private = hand(*hands()[page])
    assert private is not None, f"{page} shows what a player has"
    return private


def _alt(page: str, say: Say) -> str:
    if page in hands():
        return hand_alt(*hands()[page], say) or ""
    return alt(*boards()[page], say) if page in boards() else ""


def numbers(say: Say) -> dict[str, str | int]:
    """Every number of the rules that may be replaced, by the name that the texts use."""
    values: dict[str, str | int] = {
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
        "bonuses": _bonuses(),
        "called": _called(),
        "saves": " / ".join(map(str, SAVES)),
        "sure": bid_chances(say)["sure"],
        "bidrisks": bid_chances(say)["risks"],
        "risks": " / ".join(say("percent", n=percent(above)) for above in CONFIG.risks),
    }
    tables = (
        ("energy", CONFIG.hex_energy),
        ("least", CONFIG.attack),
        ("ride", CONFIG.peloton),
        ("chase", CONFIG.chase),
    )
    for name, table in tables:
        values |= {f"{name}{letter}": value for letter, value in table.items()}
    for kind in TYPES:
        values |= {f"{kind}{letter}": rows for letter, rows in CONFIG.base[kind].items()}
        values |= {f"share{kind}{letter}": CONFIG.shares[kind].get(letter, 0) for letter in "GM"}
    for riders_of_team, (start, more) in CONFIG.pursuits.items():
        values |= {f"start{riders_of_team}": start, f"more{riders_of_team}": more}
    values |= {f"summit{number}": "-".join(map(str, points)) for number, points in CONFIG.summit.items()}
    return values


def _bonuses() -> str:
    """The cards with the same bonus in a line."""
    lines: dict[int, list[str]] = {}
    for face, energy in BONUS.items():
        lines.setdefault(energy, []).append(face)
    return "\n".join(f"{' '.join(faces):<6} {signed(energy):>3}" for energy, faces in lines.items())


def _called() -> str:
    """The event dice that call the same places in a line."""
    lines: dict[tuple[int, ...], list[int]] = {}
    for die, places in CALLED.items():
        lines.setdefault(places, []).append(die)
    return "\n".join(
        f"{'-'.join(map(str, sorted({dice[0], dice[-1]}))):<4} {' + '.join(f'{place}.' for place in places)}"
        for places, dice in lines.items()
    )


def rules(say: Say) -> list[RulesPage]:
    """The pages in the reader's language."""
    return [
        RulesPage(
            say(f"legstrong.rules.{page}.title"),
            say(f"legstrong.rules.{page}.text", **numbers(say)),
            partial(_picture, page) if page in boards() or page in hands() else None,
            _alt(page, say),
        )
        for page in PAGES
    ]
