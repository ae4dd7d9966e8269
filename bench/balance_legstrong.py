"""How the numbers of stage races balance without doping: who wins legs between greedy opponents, how long tours are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from statistics import mean

from engines.dice import SeededDice
from engines.legstrong import READY, TYPES, Legstrong, LegstrongView, State
from engines.table import Event, Move, Path, Pick, Table, Viewer
from opponents.greedy import play_greedy

GAME = Legstrong()
LEGS = 500  # of each kind
FIRST = 100  # of each kind in which a rider attacks out of the first row
TOURS = 40
PLAYERS = 4  # in single legs
SEATS = (2, 4, 10)

Mover = Callable[[LegstrongView, Random], Path]


@dataclass
class Legs:
    """What happened in the legs of one course."""

    winners: Counter[str] = field(default_factory=Counter[str])  # by type
    sprints: int = 0  # legs that were won out of the peloton
    attacks: int = 0
    caught: int = 0  # riders ahead who were absorbed
    turns: list[int] = field(default_factory=list[int])


@dataclass(frozen=True)
class Tour:
    """What one classic tour took, and who was in yellow in the end."""

    turns: int
    decisions: int
    handovers: int
    flat: int  # legs
    sprints: int  # of them
    yellow: str  # type


def run() -> Iterator[str]:
    """Winners, sprints and breaks of each ready stage, then classic tours, each as a table."""
    yield f"{PLAYERS} players, sealed, {LEGS} legs of each kind; {FIRST} more with an attack out of the first row"
    heads = ("leg", *TYPES, "bunch sprint", "attacks", "caught", "turns", "won out of the first row")
    yield from _table(heads, _legs())
    yield f"{TOURS} classic tours each: mean turns, decisions and hand-overs, bunch sprints of flat legs, yellow jersey"
    heads = ("players", "attacks", "turns", "decisions", "hand-overs", "bunch sprint, flat", *TYPES)
    yield from _table(heads, _tours())


def _table(heads: tuple[str, ...], rows: Iterator[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _legs() -> Iterator[list[str]]:
    for key in READY:
        legs = Legs()
        for seed in range(LEGS):
            ride(legs, key, seed)
        first = sum(out_of_the_first_row(key, seed) for seed in range(FIRST))
        wins = [_share(legs.winners[kind], LEGS) for kind in TYPES]
        breaks = [f"{legs.attacks / LEGS:.1f}", _share(legs.caught, legs.attacks), f"{mean(legs.turns):.1f}"]
        yield [key, *wins, _share(legs.sprints, LEGS), *breaks, _share(first, FIRST)]


def _tours() -> Iterator[list[str]]:
    for attacks in ("sealed", "clockwise"):
        for seats in SEATS:
            tours = [tour(seats, attacks, seed) for seed in range(TOURS)]
            sums = [f"{mean(getattr(one, name) for one in tours):.0f}" for name in ("turns", "decisions", "handovers")]
            sprints = _share(sum(one.sprints for one in tours), sum(one.flat for one in tours))
            yellow = Counter(one.yellow for one in tours)
            yield [str(seats), attacks, *sums, sprints, *(_share(yellow[kind], TOURS) for kind in TYPES)]


def _share(part: int, whole: int) -> str:
    return f"{part / max(1, whole):.0%}"


def ride(legs: Legs, key: str, seed: int) -> None:
    """One leg between greedy opponents."""
    state, events, _ = play(single(key), seed)
    legs.winners[state.results[0][0].rider.split(".")[1]] += 1
    legs.sprints += len(sprints(events))
    legs.attacks += sum(event.kind == "rode" and event.data["how"] == "attack" for event in events)
    legs.caught += sum(event.kind == "absorbed" for event in events)
    legs.turns.append(state.road.turn)


def single(key: str) -> Table:
    """A tour of that leg alone."""
    return Table(PLAYERS, {"tour": "custom", "course": key, "doping": "off"}, GAME.spec.rules)


def out_of_the_first_row(key: str, seed: int) -> bool:
    """Whether a rider wins who attacks in the first turn, as far as he can, and isn't caught; each type in its turn."""
    rider = f"{seed % PLAYERS}.{TYPES[seed % len(TYPES)]}"

    def mover(view: LegstrongView, rng: Random) -> Path:
        if view.stage == "attack" and view.road.turn == 1 and str(view.viewer) == rider[0]:
            return far_away(view, rider)
        return play_greedy(GAME, view, rng)

    state, events, _ = play(single(key), seed, mover)
    caught = any(event.kind == "absorbed" and event.data["rider"] == rider for event in events)
    return state.results[0][0].rider == rider and not caught


def far_away(view: LegstrongView, rider: str) -> Path:
    """The rider's longest attack, alone, unless he has a puncture; the chase is for who has nobody ahead."""
    path: Path = ()
    while isinstance(ask := GAME.ask(view, path), Pick):
        step = rider if rider in ask.options else ask.options[0 if ask.about in ("attack", "attack.more") else -1]
        path = (*path, step)
    return path


def tour(seats: int, attacks: str, seed: int) -> Tour:
    """One classic tour between greedy opponents."""
    state, events, waited = play(Table(seats, {"attacks": attacks, "doping": "off"}, GAME.spec.rules), seed)
    flat = [number for number, course in enumerate(state.courses, 1) if course.key == "flat"]
    return Tour(
        turns=sum(event.kind == "turn" for event in events),
        decisions=len(waited),
        handovers=1 + sum(not set(after) <= set(before) for before, after in pairwise(waited)),
        flat=len(flat),
        sprints=len(sprints(events).intersection(flat)),
        yellow=state.jerseys.yellow.split(".")[1],
    )


def sprints(events: Iterable[Event]) -> set[int]:
    """The legs in which nobody came home before the bunch bid."""
    found: set[int] = set()
    leg, free = 0, True
    for event in events:
        if event.kind == "opened":
            leg, free = leg + 1, True
        elif event.kind == "home":
            free = False
        elif event.kind == "bid" and free:
            found.add(leg)
    return found


def play(table: Table, seed: int, mover: Mover | None = None) -> tuple[State, list[Event], list[tuple[Viewer, ...]]]:
    """A tour to its end, with all events, and who was waited for before each decision.

    Where several answer at once they are waited for together.
    """
    key, rng = seed.to_bytes(32, "big"), Random(seed)
    state, events = GAME.setup(table, SeededDice(key, 0))
    waited: list[tuple[Viewer, ...]] = []
    while waiting := GAME.view(state, None).waiting:
        waited.append(waiting)
        view = GAME.view(state, waiting[0])
        path = mover(view, rng) if mover else play_greedy(GAME, view, rng)
        events += GAME.apply(state, Move(waiting[0], path), SeededDice(key, len(waited)))
    return state, events, waited
