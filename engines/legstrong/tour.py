"""The tour around its legs: teams, roles, the opening and the close of a leg (L1, L2, L22-L24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engines.legstrong.config import CONFIG
from engines.legstrong.course import Course, is_race
from engines.legstrong.doping import deal, is_decided, is_doped, owners, start_bonus
from engines.legstrong.outside import who
from engines.legstrong.questions import Questions, clockwise, follow, plain, put_to
from engines.legstrong.reasons import away_won, tour_won
from engines.legstrong.results import added, finish_summit, jerseys, jerseys_event, results, standings, unfinished
from engines.legstrong.sealed import seal
from engines.legstrong.state import HOME, TYPES, LegstrongView, Rider, Road, Score, State, find
from engines.table import Ask, Dice, Event, Move, Path, Pick, Seat, Table

FULL, FIVE = 3, 5  # L1: riders of a full team; with five seats each has two riders, with more one
MOST_OF_A_TYPE = 5  # L1
ROLES = ("sprinter", "descender")  # L2
MOST = "most"  # riders: as many as there is room for
SPRINTERS, DESCENDERS = ("rouleur", "leader", "climber"), ("climber", "leader")  # who is given a role: our own
LEAST_ENERGY = 1  # L24: at the start of a leg


# --- teams: who rides (L1, L1a)


def teams_of(table: Table) -> int:
    """How many teams ride."""
    return table.seats * int(table.options["teams"])


def riders_of(table: Table) -> int:
    """How many riders a team has: as many as there is room for (L1), or as many as were agreed."""
    agreed = table.options.get("riders", MOST)  # a match of before has none
    if agreed != MOST:
        return int(agreed)
    return FULL if table.seats < FIVE else 2 if table.seats == FIVE else 1


def enter(state: State) -> list[Event]:
    """Full teams, or a question for the types."""
    if riders_of(state.table) == FULL:
        return _sign(state, [TYPES] * teams_of(state.table))
    state.stage, state.asked = "types", clockwise(state.table.seats, state.token)
    return []


def wished_types(view: LegstrongView) -> Questions[tuple[str, ...]]:
    """Two different types, or an order of wishes for the draft (L1a); for both teams of an owner."""
    if riders_of(view.table) == 2:
        chosen = yield Pick("types", TYPES, 2, 2)
        return tuple(chosen.split("+"))
    left: list[str] = [*TYPES]
    wishes: list[str] = []
    while left:
        wishes.append((yield Pick(f"type.{len(wishes) + 1}", tuple(left))))
        left.remove(wishes[-1])
    return tuple(wishes)


def ask_types(view: LegstrongView, path: Path) -> Ask | None:
    """For everyone at once."""
    return put_to(view, wished_types, path)


def do_types(state: State, move: Move, dice: Dice) -> list[Event]:
    """Seal the wishes; when all are in, the teams are known."""
    events, wishes = seal(state, move, wished_types)
    if wishes is None:
        return events
    seats, teams = state.table.seats, teams_of(state.table)
    if riders_of(state.table) == 2:
        return events + _sign(state, [wishes[team % seats] for team in range(teams)])
    served: dict[int, tuple[str, ...]] = {}
    taken: Counter[str] = Counter()
    for step in range(1, teams + 1):  # L1a: from the right of the token holder, anticlockwise
        seat = (state.token - step) % seats
        kind = next(kind for kind in wishes[seat] if taken[kind] < MOST_OF_A_TYPE)
        taken[kind] += 1
        served[seat + seats * ((step - 1) // seats)] = (kind,)
    return events + _sign(state, [served[team] for team in range(teams)])


def _sign(state: State, teams: Sequence[Sequence[str]]) -> list[Event]:
    """The riders of every team, in the order of TYPES; then their roles are asked for."""
    seats = state.table.seats
    riders = tuple(
        Rider(f"{team}.{kind}", team, team % seats, kind, 10 * team + number, sprinter=False, descender=False)
        for team, kinds in enumerate(teams)
        for number, kind in enumerate((kind for kind in TYPES if kind in kinds), 1)
    )
    state.road = replace(state.road, riders=riders)
    state.scores = tuple(Score(rider.id, rider.team, rider.seat, 0, 0, 0, 0, 0, 0) for rider in riders)
    events = [
        Event("team", None, {"seat": team % seats, "team": team, "riders": [r.id for r in riders if r.team == team]})
        for team in range(len(teams))
    ]
    if is_race(state.table):
        return [*events, *_given_roles(state)]
    state.stage, state.asked = "roles", clockwise(seats, state.token)
    return events


def _given_roles(state: State) -> list[Event]:
    """The specialists of a single race: those who are good at it, so that there is no question before the start."""
    events: list[Event] = []
    for team in range(teams_of(state.table)):
        riders = {rider.type: rider.id for rider in state.road.riders if rider.team == team}
        sprinter = next((riders[kind] for kind in SPRINTERS if kind in riders), "")
        descender = next((riders[kind] for kind in DESCENDERS if riders.get(kind, sprinter) != sprinter), "")
        if len(riders) == 1 and "climber" in riders:
            sprinter, descender = "", riders["climber"]
        events += [
            _named(state, rider, role) for rider, role in zip((sprinter, descender), ROLES, strict=True) if rider
        ]
    state.stage, state.asked, state.phase = "open", (), ""
    return events


def _named(state: State, rider_id: str, role: str) -> Event:
    """Give a rider a role (L2)."""
    rider = find(state.road, rider_id)
    rider = replace(rider, sprinter=role == ROLES[0], descender=role == ROLES[1])
    state.road = replace(
        state.road, riders=tuple(rider if other.id == rider_id else other for other in state.road.riders)
    )
    return Event("role", None, {**who(rider), "role": role})


# --- roles: sprinter and descender (L2)


def named_roles(view: LegstrongView) -> Questions[tuple[tuple[str, str], ...]]:
    """For each of the viewer's teams a sprinter and another rider as descender; a single rider is one of the two."""
    named: list[tuple[str, str]] = []
    for team in range(teams_of(view.table)):
        riders = tuple(rider.id for rider in view.road.riders if rider.team == team and rider.seat == view.viewer)
        if len(riders) == 1:
            named.append((riders[0], (yield Pick(f"role.{riders[0]}", ROLES))))
        elif riders:
            sprinter = yield Pick(f"sprinter.{team}", riders)
            descender = yield Pick(f"descender.{team}", tuple(rider for rider in riders if rider != sprinter))
            named += [(sprinter, ROLES[0]), (descender, ROLES[1])]
    return tuple(named)


def ask_roles(view: LegstrongView, path: Path) -> Ask | None:
    """For everyone at once."""
    return put_to(view, named_roles, path)


def do_roles(state: State, move: Move, dice: Dice) -> list[Event]:
    """Seal the names; when all are in they hold for the whole tour."""
    events, roles = seal(state, move, named_roles)
    if roles is None:
        return events
    events += [_named(state, rider, role) for named in roles.values() for rider, role in named]
    if is_doped(state.table):
        return events + deal(state, dice)
    return events + await_opening(state, dice)


# --- legs


def await_opening(state: State, dice: Dice) -> list[Event]:
    """The next leg is opened by the host."""
    state.stage, state.asked, state.phase = "open", (), ""
    return []


def ask_open(view: LegstrongView, path: Path) -> Ask | None:
    """The host opens the leg when its day has come."""
    if view.viewer is not None:
        return None
    return plain(follow(view, _opening, path).question)


def _opening(view: LegstrongView) -> Questions[str]:
    return (yield Pick("open", (f"leg.{view.leg}",)))


def do_open(state: State, move: Move, dice: Dice) -> list[Event]:
    """Riders left start in the peloton, with the leg's energy, some of what was left and their bonus (L4, L24, L26)."""
    course = state.courses[state.leg - 1]
    left = {score.rider for score in state.scores}
    riders = tuple(
        _fresh(rider, course, state.leg, start_bonus(state, rider.id))
        for rider in state.road.riders
        if rider.id in left
    )
    state.road = Road(course, 0, 0, riders, (), 0)
    state.declared = (0,) * state.table.seats
    state.pursuits = more_pursuits(state)
    state.won, state.line, state.history = (), (), ()
    state.held, state.before = 0, 0
    state.stage, state.phase = "", "turn"
    data = {"leg": state.leg, "course": course.key, "hexes": course.hexes}
    energy = {"riders": [rider.id for rider in riders], "energy": [rider.energy for rider in riders]}
    return [Event("opened", None, {**data, **energy}), Event("token", None, {"seat": state.token})]


def more_pursuits(state: State) -> tuple[int, ...]:
    """The pursuits that everyone has as a leg is opened: what is left goes on, and there are more each leg (L13)."""
    start, more = CONFIG.pursuits[riders_of(state.table)]
    added = (start if state.leg == 1 else more) * int(state.table.options["teams"])
    return tuple(left + added for left in state.pursuits)


def _fresh(rider: Rider, course: Course, leg: int, bonus: int) -> Rider:
    energy = max(LEAST_ENERGY, course.energy + (min(CONFIG.kept, rider.energy) if leg > 1 else 0) + bonus)
    return Rider(
        *(rider.id, rider.team, rider.seat, rider.type, rider.number, rider.sprinter, rider.descender),
        energy=energy,
        full=energy,
    )


def close_leg(state: State, dice: Dice) -> list[Event]:
    """Results, sums and jerseys; then the control, or the next leg (L18, L22, L23)."""
    line = sorted(state.line)
    late = unfinished([rider for rider in state.road.riders if rider.place != HOME], state.leg, dice)
    order = [*(crossing.rider for crossing in line), *late]
    summit = finish_summit(state.road.course, order)
    state.won = (*state.won, *summit)
    finishes = results(line, late, state.won)
    state.results = (*state.results, finishes)
    state.scores = added(state.scores, finishes)
    state.jerseys = jerseys(state.scores)
    state.standings = standings(state.scores, state.table.options["win"], state.table.seats)
    state.bottles, state.cashed = (), ()
    state.road = replace(state.road, riders=tuple(replace(rider, tiles=0) for rider in state.road.riders))
    category = {s.row: s.category for s in state.road.course.summits}
    events = [
        Event(
            "summit",
            None,
            {
                **who(find(state.road, won.rider)),
                **{"row": won.summit, "category": category[won.summit], "place": won.place},
                **{"points": won.points, "seconds": won.seconds},
            },
        )
        for won in summit
    ]
    times = [finish.seconds for finish in finishes]
    events += [
        *away_won(state, line),
        Event("finish", None, {"leg": state.leg, "riders": order, "seconds": times}),
        jerseys_event(state.leg, state.jerseys),
    ]
    state.phase = "control" if is_doped(state.table) else "next"
    return events


def next_leg(state: State, dice: Dice) -> list[Event]:
    """The next leg, begun by the player to the left of the last holder (L13j); or the end."""
    if is_decided(state):
        state.stage, state.phase, state.asked, state.sleeves = "over", "", (), ()
        winners = [standing.seat for standing in state.standings if standing.rank == 1]
        return [tour_won(state, winners)]
    state.leg, state.token = state.leg + 1, left_of(state)
    return await_opening(state, dice)


def left_of(state: State) -> Seat:
    """The next owner with riders to the left of the token holder."""
    there = owners(state)
    return next(seat for seat in clockwise(state.table.seats, state.token + 1) if seat in there)
