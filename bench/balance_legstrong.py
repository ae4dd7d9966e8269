"""How the numbers of the stage races balance: who wins legs between greedy opponents, and how long a tour takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import mean

from engines.dice import SeededDice
from engines.legstrong import READY, TYPES, Legstrong, State
from engines.table import Event, Move, Table
from opponents.greedy import play_greedy

GAME = Legstrong()
LEGS = 100  # of each kind
TOURS = 20
SEATS = (2, 4, 10)


@dataclass
class Course:
    """What happened in the legs of one course."""

    winners: Counter[str] = field(default_factory=Counter[str])  # by type
    sprints: int = 0  # legs that were won out of the peloton
    attacks: int = 0
    caught: int = 0  # riders of breaks who were absorbed
    turns: list[int] = field(default_factory=list[int])


def run() -> Iterator[str]:
    """For each ready stage winners, sprints, breaks and turns; then the length of a classic tour."""
    for key in READY:
        course = Course()
        for seed in range(LEGS):
            ride(course, key, seed)
        wins = ", ".join(f"{kind} {course.winners[kind] / LEGS:.0%}" for kind in TYPES)
        yield (
            f"{key}: won by {wins}; {course.sprints / LEGS:.0%} bunch sprints, {course.attacks / LEGS:.1f} attacks, "
            f"{course.caught / max(1, course.attacks):.0%} caught, {mean(course.turns):.1f} turns a leg"
        )
    for attacks in ("sealed", "clockwise"):
        for seats in SEATS:
            played = [tour(seats, attacks, seed) for seed in range(TOURS)]
            turns, decisions, handovers = (mean(column) for column in zip(*played, strict=True))
            yield (
                f"classic tour, {seats} players, {attacks}: {turns:.0f} turns, {decisions:.0f} decisions, "
                f"{handovers:.0f} hand-overs"
            )


def ride(course: Course, key: str, seed: int) -> None:
    """One leg between four greedy opponents."""
    table = Table(4, {"tour": "custom", "course": key}, 1)
    state, events, _, _ = play(table, seed)
    winner = state.results[0][0].rider
    course.winners[winner.split(".")[1]] += 1
    course.sprints += min(state.line).group == 1
    course.attacks += sum(event.kind == "rode" and event.data["how"] == "attack" for event in events)
    course.caught += sum(event.kind == "absorbed" for event in events)
    course.turns.append(state.road.turn)


def tour(seats: int, attacks: str, seed: int) -> tuple[int, int, int]:
    """Turns, decisions and hand-overs of one classic tour."""
    _, events, decisions, handovers = play(Table(seats, {"attacks": attacks}, 1), seed)
    return sum(event.kind == "turn" for event in events), decisions, handovers


def play(table: Table, seed: int) -> tuple[State, list[Event], int, int]:
    """A tour to its end, with all events, the decisions, and how often others are waited for than before.

    Where several answer at once they are waited for together.
    """
    key, rng = seed.to_bytes(32, "big"), Random(seed)
    state, events = GAME.setup(table, SeededDice(key, 0))
    decisions = handovers = 0
    last: tuple[int | None, ...] = ()
    while waiting := GAME.view(state, None).waiting:
        handovers += not set(waiting) <= set(last)
        last = waiting
        view = GAME.view(state, waiting[0])
        decisions += 1
        events += GAME.apply(state, Move(waiting[0], play_greedy(GAME, view, rng)), SeededDice(key, decisions))
    return state, events, decisions, handovers
