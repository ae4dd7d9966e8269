"""Cost of the option `hold` in a tour: how long players wait for one another with it and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean

from bench.research.balance_legstrong import MODES, handovers
from engines.dice import SeededDice
from engines.legstrong import Legstrong, LegstrongView, State
from engines.legstrong.attacks import decider
from engines.table import Event, Move, Path, Table, Viewer
from opponents.greedy import play_greedy

GAME = Legstrong()
HELD = 20  # tours
HELD_SEATS = (2, 4, 10)

Mover = Callable[[LegstrongView, Random], Path]
Watch = Callable[[State, list[Event]], None]


@dataclass
class Waited:
    """What the leader token asks of the players of a tour."""

    decisions: int = 0
    handovers: int = 0
    passed: int = 0  # tokens that went on to the left within a leg
    unasked: int = 0  # of them in a turn without a question
    unwished: int = 0  # of them without any wish of the owner who decides about it


def run() -> Iterator[str]:
    """Hand-overs without and with it, and the tokens that passed on unasked, as a table."""
    yield f"{HELD} classic tours each, hold off and on: hand-overs; of the tokens that passed on, no question, no wish"
    yield "| with hold | asked | hand-overs off | on | no question | no wish |"
    yield f"|{'---|' * 6}"
    for row in _tokens():
        yield f"| {' | '.join(row)} |"


def _tokens() -> Iterator[list[str]]:
    for mode in MODES:
        for seats in HELD_SEATS:
            off, on = ([waits(seats, mode, hold, seed) for seed in range(HELD)] for hold in ("off", "on"))
            handovers = [f"{mean(t.handovers for t in turns):.0f}" for turns in (off, on)]
            passed = sum(t.passed for t in on)
            asked = _share(sum(t.unasked for t in on), passed)
            yield [str(seats), mode, *handovers, asked, _share(sum(t.unwished for t in on), passed)]


def _share(part: int, total: int) -> str:
    return f"{part / max(1, total):.0%}"


def waits(seats: int, attacks: str, hold: str, seed: int) -> Waited:
    """The same tour with or without the option `hold`, in which greedy opponents pass the token on."""
    table = Table(seats, {"attacks": attacks, "doping": "off", "hold": hold}, GAME.spec.rules)
    counts, asked = Waited(), False

    def mover(view: LegstrongView, rng: Random) -> Path:
        nonlocal asked
        path = play_greedy(GAME, view, rng)
        asks = [GAME.ask(view, path[:i]) for i in range(len(path))]
        asked = asked or any(ask and ask.about == "hold" for ask in asks)
        return path

    def watch(state: State, events: list[Event]) -> None:
        nonlocal asked
        opened = any(event.kind == "opened" for event in events)
        for event in events:
            if event.kind == "token" and not opened:
                seat = decider(state.road, (int(str(event.data["seat"])) - 1) % seats, seats)
                counts.passed += 1
                counts.unasked += not asked
                counts.unwished += seat is not None and not state.wishes[seat]
            asked = asked and event.kind != "token"

    _, _, waited = play(table, seed, mover, watch)
    counts.decisions, counts.handovers = len(waited), handovers(waited)
    return counts


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
