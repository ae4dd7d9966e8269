"""How the numbers of stage races balance without doping: winners of legs between greedy opponents, length of tours.

Legs are ridden by four players; tours by every number of players, once as they are and once with the option `hold`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from statistics import mean

from engines.dice import SeededDice
from engines.legstrong import READY, TYPES, Legstrong, LegstrongView, State
from engines.legstrong.attacks import decider
from engines.table import Event, Move, Path, Pick, Table, Viewer
from opponents.greedy import play_greedy

GAME = Legstrong()
LEGS = 500  # of each kind
FIRST = 100  # of each kind in which a rider attacks out of the first row
TOURS = 50  # for each number of players
HELD = 20  # with the option `hold`
PLAYERS = 4  # in single legs
SEATS = Legstrong.spec.seats
HELD_SEATS = (2, 4, 10)
MODES = ("sealed", "clockwise")  # how attacks are asked for

Mover = Callable[[LegstrongView, Random], Path]
Watch = Callable[[State, list[Event]], None]


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
    legs: int
    flat: int  # legs
    attacks: int
    caught: int  # riders ahead who were absorbed
    sprints: int  # legs that were won out of the peloton
    flat_sprints: int
    winners: Counter[str]  # of legs, by type
    yellow: str  # type


@dataclass
class Waited:
    """What the leader token asks of the players of a tour."""

    decisions: int = 0
    handovers: int = 0
    passed: int = 0  # tokens that went on to the left within a leg
    unasked: int = 0  # of them in a turn in which nobody was asked for it
    unwished: int = 0  # of them without any wish of the owner who decides about it


def run() -> Iterator[str]:
    """Winners, sprints and breaks of each ready stage, then classic tours, each as a table."""
    yield f"{PLAYERS} players, sealed, {LEGS} legs of each kind; {FIRST} more with an attack out of the first row"
    heads = ("leg", *TYPES, "bunch sprint", "attacks", "caught", "turns", "won out of the first row")
    yield from _table(heads, _legs())
    yield f"{TOURS} classic tours each: how they went, then who won legs and tours"
    tours = {(seats, mode): [tour(seats, mode, seed) for seed in range(TOURS)] for mode in MODES for seats in SEATS}
    heads = ("players", "asked", "turns", "decisions", "hand-overs", "attacks", "caught", "bunch sprint", "flat")
    yield from _table(heads, ([str(seats), mode, *_course(found)] for (seats, mode), found in tours.items()))
    heads = ("number of players", "asked", *(f"{kind} {what}" for what in ("legs", "yellow") for kind in TYPES))
    yield from _table(heads, ([str(seats), mode, *_winners(found)] for (seats, mode), found in tours.items()))
    yield f"{HELD} classic tours each, hold off and on: hand-overs; of the tokens that passed on, no question, no wish"
    yield from _table(("with hold", "asked", "hand-overs off", "on", "no question", "no wish"), _tokens())


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


def _course(tours: list[Tour]) -> Iterator[str]:
    """How tours went: means of a tour, attacks a leg, shares."""
    for name in ("turns", "decisions", "handovers"):
        yield f"{mean(getattr(one, name) for one in tours):.0f}"
    attacks, legs = sum(one.attacks for one in tours), sum(one.legs for one in tours)
    yield f"{attacks / legs:.1f}"
    yield _share(sum(one.caught for one in tours), attacks)
    yield _share(sum(one.sprints for one in tours), legs)
    yield _share(sum(one.flat_sprints for one in tours), sum(one.flat for one in tours))


def _winners(tours: list[Tour]) -> Iterator[str]:
    """Which types won the legs, and which one wore yellow in the end."""
    legs = sum((one.winners for one in tours), Counter[str]())
    yellow = Counter(one.yellow for one in tours)
    yield from (_share(legs[kind], legs.total()) for kind in TYPES)
    yield from (_share(yellow[kind], len(tours)) for kind in TYPES)


def _tokens() -> Iterator[list[str]]:
    for mode in MODES:
        for seats in HELD_SEATS:
            off, on = ([waits(seats, mode, hold, seed) for seed in range(HELD)] for hold in ("off", "on"))
            handovers = [f"{mean(one.handovers for one in found):.0f}" for found in (off, on)]
            passed = sum(one.passed for one in on)
            asked = _share(sum(one.unasked for one in on), passed)
            yield [str(seats), mode, *handovers, asked, _share(sum(one.unwished for one in on), passed)]


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
    """Whether an all-out attack in the first turn wins, without being caught; each type in its turn."""
    rider = f"{seed % PLAYERS}.{TYPES[seed % len(TYPES)]}"

    def mover(view: LegstrongView, rng: Random) -> Path:
        if view.stage == "attack" and view.road.turn == 1 and str(view.viewer) == rider[0]:
            return far_away(view, rider)
        return play_greedy(GAME, view, rng)

    state, events, _ = play(single(key), seed, mover)
    caught = any(event.kind == "absorbed" and event.data["rider"] == rider for event in events)
    return state.results[0][0].rider == rider and not caught


def far_away(view: LegstrongView, rider: str) -> Path:
    """The rider's longest attack, alone, unless it has a puncture; owners with nobody ahead chase."""
    path: Path = ()
    while isinstance(ask := GAME.ask(view, path), Pick):
        step = rider if rider in ask.options else ask.options[0 if ask.about in ("attack", "attack.more") else -1]
        path = (*path, step)
    return path


def tour(seats: int, attacks: str, seed: int) -> Tour:
    """One classic tour between greedy opponents."""
    state, events, waited = play(Table(seats, {"attacks": attacks, "doping": "off"}, GAME.spec.rules), seed)
    flat = [number for number, course in enumerate(state.courses, 1) if course.key == "flat"]
    bunch = sprints(events)
    return Tour(
        turns=sum(event.kind == "turn" for event in events),
        decisions=len(waited),
        handovers=handovers(waited),
        legs=len(state.courses),
        flat=len(flat),
        attacks=sum(event.kind == "rode" and event.data["how"] == "attack" for event in events),
        caught=sum(event.kind == "absorbed" for event in events),
        sprints=len(bunch),
        flat_sprints=len(bunch.intersection(flat)),
        winners=Counter(leg[0].rider.split(".")[1] for leg in state.results),
        yellow=state.jerseys.yellow.split(".")[1],
    )


def handovers(waited: list[tuple[Viewer, ...]]) -> int:
    """How often a match waits for somebody for whom it didn't wait before."""
    return 1 + sum(not set(after) <= set(before) for before, after in pairwise(waited))


def waits(seats: int, attacks: str, hold: str, seed: int) -> Waited:
    """The same tour with or without the option `hold`, in which greedy opponents pass the token on."""
    table = Table(seats, {"attacks": attacks, "doping": "off", "hold": hold}, GAME.spec.rules)
    found, asked = Waited(), False

    def mover(view: LegstrongView, rng: Random) -> Path:
        nonlocal asked
        path = play_greedy(GAME, view, rng)
        asks = [GAME.ask(view, path[:at]) for at in range(len(path))]
        asked = asked or any(ask and ask.about == "hold" for ask in asks)
        return path

    def watch(state: State, events: list[Event]) -> None:
        nonlocal asked
        opened = any(event.kind == "opened" for event in events)
        for event in events:
            if event.kind == "token" and not opened:
                seat = decider(state.road, (int(str(event.data["seat"])) - 1) % seats, seats)
                found.passed += 1
                found.unasked += not asked
                found.unwished += seat is not None and not state.wishes[seat]
            asked = asked and event.kind != "token"

    _, _, waited = play(table, seed, mover, watch)
    found.decisions, found.handovers = len(waited), handovers(waited)
    return found


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


def play(
    table: Table, seed: int, mover: Mover | None = None, watch: Watch | None = None
) -> tuple[State, list[Event], list[tuple[Viewer, ...]]]:
    """A tour to its end, with all events, and the seats waited for before each decision.

    Seats that answer at once are waited for together.
    """
    key, rng = seed.to_bytes(32, "big"), Random(seed)
    state, events = GAME.setup(table, SeededDice(key, 0))
    waited: list[tuple[Viewer, ...]] = []
    while waiting := GAME.view(state, None).waiting:
        waited.append(waiting)
        view = GAME.view(state, waiting[0])
        path = mover(view, rng) if mover else play_greedy(GAME, view, rng)
        news = GAME.apply(state, Move(waiting[0], path), SeededDice(key, len(waited)))
        if watch:
            watch(state, news)
        events += news
    return state, events, waited
