"""State and views of a stage race."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engines.legstrong.config import CONFIG
from engines.legstrong.course import Course
from engines.table import Seat, Standing, Table, View, Viewer, check_viewer

TYPES = ("leader", "rouleur", "climber")  # L1; also the order of L13h
INSIDE, ON_ROAD, HOME = "inside", "road", "home"


@dataclass(frozen=True, slots=True)
class Rider:
    """A rider and where they are in this leg; turns are numbers of this leg, 0 = none."""

    id: str  # "<team>.<type>"
    team: int  # from 0
    seat: Seat  # the owner's
    type: str  # one of TYPES
    number: int  # on the rider's back
    sprinter: bool  # role (L2)
    descender: bool  # role (L2)
    place: str = INSIDE  # or ON_ROAD, HOME
    row: int = 0  # in the peloton its row, at home the overshoot beyond the last row with it
    arrival: int = 0  # grows with every arrival: of two riders in a row the smaller one came first
    energy: int = 0  # without the bottles
    full: int = 0  # energy that the rider started this leg with: recovery ends there (L11)
    crosses: int = 0  # risks taken in this leg (L15)
    tiles: int = 0  # bottles that the rider holds: that is public, their values are not (L18)
    fed: int = 0  # feed zones reached
    climbed: int = 0  # summits reached
    rests: int = 0  # the turn that the rider sits out after a fall (L17)
    puncture: int = 0  # the turn of the last one
    dropped: int = 0  # the turn in which the rider was last put behind the peloton

    def at(self, place: str, row: int, arrival: int, energy: int) -> Rider:
        """The rider after a move: `replace` in half the time, since every step of a question tries out moves."""
        return Rider(
            *(self.id, self.team, self.seat, self.type, self.number, self.sprinter, self.descender),
            *(place, row, arrival, energy),
            *(self.full, self.crosses, self.tiles, self.fed, self.climbed, self.rests, self.puncture, self.dropped),
        )


@dataclass(frozen=True, slots=True)
class Ride:
    """One rider's move in this turn."""

    rider: str
    how: str  # "break", "attack", "behind" or "late"
    start: int  # row; an attacker's is the one before the peloton (L12a)
    end: int
    price: int


@dataclass(frozen=True, slots=True)
class Road:
    """The leg as everyone can see it: replaced, never changed, so that moves can be tried out on it."""

    course: Course
    turn: int  # of this leg, 0 before the first
    peloton: int  # its row; above the last row: home
    riders: tuple[Rider, ...]  # the riders who started in this leg, in the order of their teams
    rides: tuple[Ride, ...]  # of this turn, in order
    arrivals: int  # how many there were: the next one's number is one more


@dataclass(frozen=True, slots=True)
class Bottle:
    """A tile from a feed zone, "bottle.<type>.<number in the pile>", and the rider who holds it."""

    id: str
    rider: str


@dataclass(frozen=True, slots=True)
class Won:
    """A place at a summit of this leg (L19)."""

    rider: str
    summit: int  # its row
    place: int
    points: int
    seconds: int


@dataclass(frozen=True, slots=True, order=True)
class Crossing:
    """A rider over the line; crossings sort by rank (L20)."""

    turn: int
    group: int  # 0 ahead of the peloton, 1 in it, 2 behind it
    first: int  # minus the row reached; in the bunch sprint the place
    second: int  # arrival
    rider: str


@dataclass(frozen=True, slots=True)
class Finish:
    """A rider's result in one leg; `home` is False for a rider who was late (L22)."""

    rider: str
    place: int
    seconds: int  # behind the winner, bonuses of the win and of summits taken off (L19, L23)
    green: int  # points
    polka: int  # points
    home: bool


@dataclass(frozen=True, slots=True)
class Score:
    """A rider's sums over the legs that were ridden."""

    rider: str  # id
    team: int  # the rider's
    seat: Seat  # the owner's
    seconds: int  # sum
    wins: int  # legs
    places: int  # sum
    last: int  # place in the last leg
    green: int  # points
    polka: int  # points


@dataclass(frozen=True, slots=True)
class Jerseys:
    """Who leads the classifications: rider ids ("" before the first leg or without one) and a team (-1)."""

    yellow: str
    green: str
    polka: str
    team: int


NO_JERSEYS = Jerseys("", "", "", -1)


@dataclass(frozen=True, slots=True)
class Sleeve:
    """A rider's four cards, the strongest first and Jokers last (L25); card ids as in engines.legstrong.cards."""

    rider: str
    seat: Seat  # the owner's
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """What everyone knows of a rider's sleeve."""

    rider: str
    card: str  # the rider's Energy Level
    known: tuple[str, ...]  # cards of the sleeve that were shown, as they were: all its levels, a card drawn in a test
    circles: int = 0  # negative tests (L30)


@dataclass(frozen=True, slots=True)
class Lot:
    """A rider's event die where the control calls riders at random (L28)."""

    rider: str
    pip: int


@dataclass(frozen=True, slots=True)
class Sample:
    """A rider who was called to the control, and what became of it."""

    rider: str  # id
    seat: Seat  # the owner's
    tester: Seat  # who draws the card
    level: str  # the card that was the rider's Energy Level
    most: int = 0  # the saving roll succeeds up to this; 0: there is none (L30)
    die: int = 0  # of the saving roll; 0: not rolled
    place: int = 0  # of the card drawn, 1 to 4; 0: none yet
    blind: bool = False  # whether the place was drawn, not picked
    result: str = ""  # SAVED, NEGATIVE or POSITIVE; "": still to be tested
    card: str = ""  # what was drawn, where that is shown (L31a)


SAVED, NEGATIVE, POSITIVE = "saved", "negative", "positive"


@dataclass(frozen=True, slots=True)
class Control:
    """The control after a leg (L28)."""

    leg: int
    die: int
    lots: tuple[tuple[Lot, ...], ...]  # the rolls, round by round, where riders were called at random
    samples: tuple[Sample, ...]  # in the order of the tests


@dataclass(frozen=True, slots=True)
class Struck:
    """A disqualified rider as they were when their test was positive (L32)."""

    rider: Rider
    score: Score
    leg: int


@dataclass(slots=True)
class State:
    """A tour; `bottles`, `sleeves`, `order`, `signal` and `answers` are hidden, everything else is public."""

    table: Table  # as agreed
    stage: str  # a key of engines.legstrong.game.STAGES, or "over"; "" while the leg or the control runs on
    phase: str  # of the turn: see engines.legstrong.race
    courses: tuple[Course, ...]  # the legs of the tour
    leg: int  # from 1: being ridden, or opened next
    token: Seat  # L13: holder of the leader token
    held: int  # consecutive turns for which they have kept it
    wishes: tuple[str, ...]  # by seat, with the option `hold`: "keep" or "pass" on the token, "" not asked yet (L13j)
    road: Road  # the riders and the peloton
    before: int  # the peloton's row before its last move: the ground of the bunch sprint (L21)
    asked: tuple[Seat, ...]  # the seats that are asked: all at once where it is sealed, else the first
    due: tuple[str, ...]  # riders who still move in this phase, in order
    declared: tuple[int, ...]  # by seat: stays inside until the peloton is in that hex, 0 = free (L13g)
    chase: str  # in this turn: "" not decided, "yes" or "no"
    pursuits: tuple[int, ...]  # by seat: how many chases they can still decide on (L13)
    won: tuple[Won, ...]  # places at summits in this leg
    line: tuple[Crossing, ...]  # the riders home in this leg, as they crossed
    history: tuple[tuple[int, ...], ...]  # after every turn of this leg: row of the peloton, then of each rider
    results: tuple[tuple[Finish, ...], ...]  # of every leg that was ridden, by place
    scores: tuple[Score, ...]  # of the riders still in the tour, in the order of the riders
    jerseys: Jerseys  # after the last leg
    standings: tuple[Standing, ...]  # after the last leg
    cashed: tuple[str, ...]  # ids of the bottles that were drunk, sorted
    bottles: tuple[Bottle, ...]  # hidden from all but the owner, sorted by id
    levels: tuple[Level, ...]  # of all riders, struck ones included; () before they are shown, or without doping
    control: Control | None  # the last one
    struck: tuple[Struck, ...]  # in the order of their tests
    sleeves: tuple[Sleeve, ...]  # hidden from all but the owner; () after the tour, or without doping
    order: tuple[str, ...]  # hidden from all but the sleeve's owner: the cards as they lie in a test with `collusion`
    signal: str  # hidden from all but owner and tester: "signal.<rider>.<place or none>" in that test, else ""
    answers: dict[str, str]  # hidden: answers of a sealed stage by seat, "<stage>.<seat>/<step>/<step>"


@dataclass(frozen=True, slots=True)
class LegstrongView(View):
    """All of the state but others' bottles, sleeves and sealed answers; see `State` for the fields of the same name."""

    table: Table
    phase: str
    courses: tuple[Course, ...]
    leg: int
    token: Seat
    held: int
    wishes: tuple[str, ...]
    road: Road
    before: int
    asked: tuple[Seat, ...]
    due: tuple[str, ...]
    declared: tuple[int, ...]
    chase: str
    pursuits: tuple[int, ...]
    won: tuple[Won, ...]
    line: tuple[Crossing, ...]
    history: tuple[tuple[int, ...], ...]
    results: tuple[tuple[Finish, ...], ...]
    scores: tuple[Score, ...]
    jerseys: Jerseys
    cashed: tuple[str, ...]
    bottles: tuple[Bottle, ...]  # the viewer's riders' own
    levels: tuple[Level, ...]
    control: Control | None
    struck: tuple[Struck, ...]
    sleeves: tuple[Sleeve, ...]  # the viewer's riders' own
    order: tuple[str, ...]  # where the sleeve is the viewer's, else ()
    signal: str  # where the viewer sent it or is the tester, else ""
    answer: str  # the viewer's own sealed answer, "" if there is none


def find(road: Road, rider_id: str) -> Rider:
    """The rider of that id, who must be in the tour."""
    for rider in road.riders:
        if rider.id == rider_id:
            return rider
    raise KeyError(rider_id)


def keep_history(state: State) -> None:
    """Record where everyone is after a turn."""
    state.history = (*state.history, (state.road.peloton, *(rider.row for rider in state.road.riders)))


@lru_cache(maxsize=64)
def drink_of(bottle_id: str) -> int:
    """The energy in a bottle (L18)."""
    return CONFIG.pile[int(bottle_id.rpartition(".")[2]) - 1]


@lru_cache(maxsize=8)
def full_pile(kind: str) -> tuple[str, ...]:
    """The ids of all bottles of one base colour, that of a type of rider."""
    return tuple(f"bottle.{kind}.{number:02}" for number in range(1, len(CONFIG.pile) + 1))


def tested_now(control: Control | None) -> Sample | None:
    """The sample whose test is next or going on; None after the last one."""
    return next((sample for sample in control.samples if not sample.result), None) if control else None


def is_sealed(stage: str, table: Table) -> bool:
    """Whether the answers of a stage stay hidden until all are in (L1a, L2, L13, L21, L25, L32, L33a)."""
    return stage in ("types", "roles", "sprint", "el", "signal", "keep") or (
        stage == "attack" and table.options["attacks"] == "sealed"
    )


def look(state: State, viewer: Viewer) -> LegstrongView:
    """What this viewer may know; IllegalMove for a seat that doesn't exist."""
    check_viewer(viewer, state.table.seats)
    sealed = is_sealed(state.stage, state.table)
    waiting: tuple[Viewer, ...]
    if state.stage == "open":
        waiting = (None,)
    elif sealed:
        waiting = tuple([seat for seat in state.asked if str(seat) not in state.answers])
    else:
        waiting = state.asked[:1]
    sample = tested_now(state.control) if state.signal or state.order else None
    return LegstrongView(
        viewer=viewer,
        stage=state.stage,
        waiting=waiting,
        standings=state.standings,
        over=state.stage == "over",
        sealed=sealed,
        table=state.table,
        phase=state.phase,
        courses=state.courses,
        leg=state.leg,
        token=state.token,
        held=state.held,
        wishes=state.wishes,
        road=state.road,
        before=state.before,
        asked=state.asked,
        due=state.due,
        declared=state.declared,
        chase=state.chase,
        pursuits=state.pursuits,
        won=state.won,
        line=state.line,
        history=state.history,
        results=state.results,
        scores=state.scores,
        jerseys=state.jerseys,
        cashed=state.cashed,
        bottles=_bottles_of(state, viewer),
        levels=state.levels,
        control=state.control,
        struck=state.struck,
        sleeves=tuple([sleeve for sleeve in state.sleeves if sleeve.seat == viewer]),
        order=state.order if sample and viewer == sample.seat else (),
        signal=state.signal if sample and viewer in (sample.seat, sample.tester) else "",
        answer="" if viewer is None else state.answers.get(str(viewer), ""),
    )


def _bottles_of(state: State, viewer: Viewer) -> tuple[Bottle, ...]:
    if viewer is None or not state.bottles:
        return ()
    riders = {rider.id for rider in state.road.riders if rider.seat == viewer}
    return tuple([bottle for bottle in state.bottles if bottle.rider in riders])
