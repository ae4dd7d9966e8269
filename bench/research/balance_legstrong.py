"""Balance of stage races without doping: who wins legs and tours, by sprint or attack, with which bids.

Two kinds of riders: `policy` gives the answers that Strong begins with, at once, so that hundreds of tours are quick to
ride; `strong` thinks: `python -m bench.research.balance_legstrong --riders strong --seconds 0.05 --tours 20`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise, product
from random import Random
from typing import Any, TypeAlias

from engines.legstrong import CONFIG, TYPES, Legstrong, LegstrongView
from engines.legstrong.attacks import Plan, Verdict, attack_plan
from engines.legstrong.course import terrain
from engines.legstrong.game import MOST_RIDERS
from engines.legstrong.outside import Rides
from engines.legstrong.questions import decided
from engines.legstrong.sprint import Finale, most_bid, sprint_bids
from engines.legstrong.state import INSIDE
from engines.table import Seat, Table, Viewer
from opponents.legstrong.fast.position import Position, Racer
from opponents.legstrong.fast.simulation import Decision, LegstrongSimulation
from opponents.legstrong.policy import Mind, decide
from opponents.legstrong.preparation import prepare
from opponents.legstrong.search import weigh_legstrong
from opponents.luck import Luck
from opponents.thinking import Budget

GAME, QUICK = Legstrong(), LegstrongSimulation()
TOURS = 40  # of each size between riders who don't think
THOUGHT = 1  # of each size between riders who do
SECONDS = 0.05
SEATS = tuple(Legstrong.spec.seats)
THOUGHT_SEATS = (2, 6)
EACH = (1, 2, 3)
APART = 0.02  # of the first place: answers that differ by more are a choice
MODES = ("sealed", "clockwise")  # how attacks are asked for

Riders: TypeAlias = Callable[[Position, Seat, Random], Decision]


@dataclass
class Found:
    """What happened in the tours of one size."""

    tours: int = 0
    weighed: int = 0  # questions with two answers or more that Strong thought about
    choices: int = 0  # of them those whose best and worst answers are APART
    turns: int = 0
    decisions: int = 0
    handovers: int = 0
    attacks: int = 0  # riders
    legs: Counter[str] = field(default_factory=Counter[str])  # by course
    sprints: Counter[str] = field(default_factory=Counter[str])  # by course: legs that were won out of the peloton
    bids: Counter[int] = field(default_factory=Counter[int])  # rows, in the sprints for the win
    favourites: int = 0  # who won the sprint
    winners: Counter[str] = field(default_factory=Counter[str])  # of legs, by type
    yellow: Counter[str] = field(default_factory=Counter[str])  # by type
    types: Counter[str] = field(default_factory=Counter[str])  # riders
    seats: dict[Seat, float] = field(default_factory=dict[Seat, float])  # matches won, a shared first place in parts


def run() -> Iterator[str]:
    """Every size between riders who don't think, then a few tours between Strong players."""
    yield from tables(policy, "policy", TOURS, SEATS, MODES)
    yield from tables(Strong(SECONDS), f"strong, {SECONDS} s", THOUGHT, THOUGHT_SEATS, MODES[:1])


def policy(p: Position, seat: Seat, rng: Random) -> Decision:
    """The answer that Strong begins with."""
    if p.riding:
        return decide(p, seat, Mind(least=rng.uniform(7.0, 11.0), depth=rng.randint(1, 3)))
    return prepare(GAME.view(QUICK.state(p), seat), rng)


@dataclass
class Strong:
    """Strong players, who see no more than any, and how often what they weigh is a choice; counted as in `Found`."""

    seconds: float
    weighed: int = 0
    choices: int = 0

    def __call__(self, p: Position, seat: Seat, rng: Random) -> Decision:
        ranking = weigh_legstrong(GAME.view(QUICK.state(p), seat), rng, Budget(seconds=self.seconds))
        hopes = [weighed.hope for weighed in ranking if weighed.hope is not None]
        if len(hopes) > 1:
            self.weighed += 1
            self.choices += max(hopes) - min(hopes) > APART
        return ranking[0].path


def tables(riders: Riders, name: str, tours: int, sizes: Iterable[int], modes: Iterable[str]) -> Iterator[str]:
    """How classic tours went in each size, and what won them."""
    yield f"{tours} classic tours of each size, {name}"
    tallies = {(size, mode): Found() for mode in modes for size in sizes}
    for (size, mode), counts in tallies.items():
        if isinstance(riders, Strong):
            riders = Strong(riders.seconds)
        for seed in range(tours):
            tour(counts, Table(size, {"attacks": mode, "doping": "off"}, GAME.spec.rules), riders, seed)
        if isinstance(riders, Strong):
            counts.weighed, counts.choices = riders.weighed, riders.choices
    heads = ("players", "asked", "turns", "decisions", "hand-overs", "attacks", "flat sprints", "other sprints")
    yield from _table(heads, ([str(size), mode, *_course(counts)] for (size, mode), counts in tallies.items()))
    heads = ("bidders", "asked", "sprints", *map(str, range(7)), "favourite wins")
    yield from _table(heads, ([str(size), mode, *_bids(counts)] for (size, mode), counts in tallies.items()))
    heads = (
        "number of players",
        "asked",
        *(f"{kind} {what}" for what in ("legs", "yellow", "riders") for kind in TYPES),
    )
    yield from _table(heads, ([str(size), mode, *_winners(counts)] for (size, mode), counts in tallies.items()))
    if isinstance(riders, Strong):
        heads = ("weighed by", "asked", "questions", "best and worst differ by more than 2 points")
        yield from _table(heads, ([str(size), mode, *_weighed(counts)] for (size, mode), counts in tallies.items()))
    heads = ("seats", "asked", "won by the first, second ...")
    yield from _table(heads, ([str(size), mode, _seats(counts, size)] for (size, mode), counts in tallies.items()))


def drafts(riders: Riders, tours: int, sizes: Iterable[int], each: Iterable[int]) -> Iterator[str]:
    """Tours with so many riders a player: sprints, what is drafted, and what each type is worth to the first seat.

    In the last columns that seat is made to take the type: its wins as a part of what an even share would be.
    """
    yield f"{tours} classic tours of each form"
    heads = ("form", "riders a player", "flat sprints", "other sprints", *(f"{k} drafted" for k in TYPES))
    yield from _heads((*heads, *(f"made to take a {kind}" for kind in TYPES)))
    for size, count in product(sizes, each):
        if size * count > MOST_RIDERS:
            continue
        table = Table(size, {"riders": str(count), "doping": "off"}, GAME.spec.rules)
        found = _many(table, riders, tours)
        row = [
            str(size),
            str(count),
            *list(_course(found))[4:],
            *(_share(found.types[k], found.types.total()) for k in TYPES),
        ]
        for kind in TYPES:
            made = _many(table, partial(_made, riders, kind), tours) if count < len(TYPES) else None
            row.append(f"{made.seats.get(0, 0.0) / made.tours * size:.2f}" if made else "-")
        yield f"| {' | '.join(row)} |"


def _many(table: Table, riders: Riders, tours: int) -> Found:
    found = Found()
    for seed in range(tours):
        tour(found, table, riders, seed)
    return found


def _made(riders: Riders, kind: str, p: Position, seat: Seat, rng: Random) -> Decision:
    """As these riders, but the first seat takes the type."""
    decision = riders(p, seat, rng)
    if p.riding or seat or QUICK.state(p).stage != "types":
        return decision
    assert not isinstance(decision, Rides | Plan | Verdict | Finale), "types are a path"
    first, *others = decision
    if others:
        return (kind, *(other for other in decision if other != kind))
    other = rng.choice([other for other in first.split("+") if other != kind])
    return ("+".join(sorted((kind, other), key=TYPES.index)),)


def _heads(heads: Sequence[str]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"


def _table(heads: Sequence[str], rows: Iterator[list[str]]) -> Iterator[str]:
    yield from _heads(heads)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _course(counts: Found) -> Iterator[str]:
    """Means of a tour, attacks a leg, shares of bunch sprints."""
    for number in (counts.turns, counts.decisions, counts.handovers):
        yield f"{number / counts.tours:.0f}"
    yield f"{counts.attacks / counts.legs.total():.1f}"
    flat, legs = counts.sprints["flat"], counts.legs["flat"]
    yield _share(flat, legs)
    yield _share(counts.sprints.total() - flat, counts.legs.total() - legs)


def _bids(counts: Found) -> Iterator[str]:
    yield str(counts.sprints.total())
    yield from (_share(counts.bids[rows], counts.bids.total()) for rows in range(7))
    yield _share(counts.favourites, counts.sprints.total())


def _winners(counts: Found) -> Iterator[str]:
    for counted in (counts.winners, counts.yellow, counts.types):
        yield from (_share(counted[kind], counted.total()) for kind in TYPES)


def _weighed(counts: Found) -> Iterator[str]:
    yield str(counts.weighed)
    yield _share(counts.choices, counts.weighed)


def _seats(counts: Found, size: int) -> str:
    return ", ".join(f"{counts.seats.get(seat, 0.0) / counts.tours:.1%}" for seat in range(size))


def _share(part: float, total: float) -> str:
    return f"{part / total:.0%}" if total else "-"


def tour(counts: Found, table: Table, riders: Riders, seed: int) -> None:
    """Ride a tour between riders of one kind and count what happens."""
    luck, rng = Luck(Random(f"{seed}.luck")), Random(f"{seed}.riders")
    state, _ = GAME.setup(table, luck)
    p, waited, favourite = QUICK.load(state), list[tuple[Viewer, ...]](), ""
    while waiting := tuple(QUICK.waiting(p)):
        waited.append(waiting)
        done, turn, who = len(p.state.results), p.turn, waiting[0]
        if who is None:
            decision: Decision = GAME.fallback(GAME.view(QUICK.state(p), None))
        else:
            decision = riders(p, who, rng)
            if p.stage == "attack":
                counts.attacks += _attackers(p, who, decision)
            elif p.stage == "sprint" and not p.line:
                favourite = favourite or _favourite(p)
                counts.bids.update(bid.rows for bid in _finale(p, who, decision).bids)
        QUICK.play(p, who, decision, luck)
        counts.turns += p.turn - turn if p.turn > turn else p.turn != turn
        for leg in range(done, len(p.state.results)):
            _count_leg(counts, p.state.courses[leg].key, p.state.results[leg][0].rider, favourite)
            favourite = ""
    counts.tours += 1
    counts.decisions += len(waited)
    counts.handovers += handovers(waited)
    counts.types.update(_type(score.rider) for score in p.state.scores)
    counts.yellow[_type(p.state.jerseys.yellow)] += 1
    best = [standing.seat for standing in GAME.view(QUICK.state(p), None).standings if standing.rank == 1]
    for seat in best:
        counts.seats[seat] = counts.seats.get(seat, 0.0) + 1 / len(best)


def _count_leg(counts: Found, course: str, winner: str, favourite: str) -> None:
    """`favourite` is "" unless the leg was won out of the peloton."""
    counts.legs[course] += 1
    counts.winners[_type(winner)] += 1
    counts.sprints[course] += bool(favourite)
    counts.favourites += favourite == winner


def _attackers(p: Position, seat: Seat, decision: Decision) -> int:
    return len(_decided(p, seat, decision, attack_plan).orders)


def _finale(p: Position, seat: Seat, decision: Decision) -> Finale:
    return _decided(p, seat, decision, sprint_bids)


def _decided(p: Position, seat: Seat, decision: Any, questions: Callable[[LegstrongView], Any]) -> Any:
    """What an answer comes to, which may be given as a path."""
    view = GAME.view(QUICK.state(p), seat)
    return decided(view, questions, decision) if type(decision) is tuple else decision


def _favourite(p: Position) -> str:
    """Who would win the bunch sprint if all bid what they can pay and all of it came off; "" with no one inside."""
    ground = terrain(p.course, p.before)

    def strength(racer: Racer) -> tuple[int, int]:
        rows = CONFIG.base[racer.type][ground] + CONFIG.sprint * racer.sprinter
        return rows + most_bid(racer.energy), racer.energy

    inside = [racer for racer in p.riders if racer.place == INSIDE]
    return max(inside, key=strength).id if inside else ""


def _type(rider: str) -> str:
    return rider.split(".")[1]


def handovers(waited: list[tuple[Viewer, ...]]) -> int:
    """How often a match begins to wait for another seat."""
    return 1 + sum(not set(after) <= set(before) for before, after in pairwise(waited))


def main(arguments: Sequence[str] | None = None) -> None:
    """The tables of tours of some sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--riders", choices=("policy", "strong"), default="policy")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="that Strong thinks about an answer")
    parser.add_argument("--tours", type=int, default=TOURS)
    parser.add_argument("--seats", type=int, nargs="+", default=SEATS)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--each", type=int, nargs="+", choices=EACH, help="riders a player: sprints and drafts alone")
    settings = parser.parse_args(arguments)
    riders = policy if settings.riders == "policy" else Strong(settings.seconds)
    if settings.each:
        lines = drafts(riders, settings.tours, settings.seats, settings.each)
    else:
        lines = tables(riders, settings.riders, settings.tours, settings.seats, settings.modes)
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
