"""Worth of doping in stage races: wins and strikes by Energy Level, and by the lower cards in a sleeve."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from engines.dice import SeededDice
from engines.legstrong import SPEC, TYPES, Dose, Legstrong, LegstrongView, Sleeve, State, bonus, doses
from engines.legstrong.cards import doses_of
from engines.table import Move, Path, Seat, Table
from opponents.greedy import play_greedy

GAME = Legstrong()
SEATS = 4
TOURS = 300  # of each kind
Choose = Callable[[LegstrongView, str, Random], Dose]  # a level for a rider of the viewer


@dataclass
class Sum:
    """What became of the riders of one kind; energy is that of every leg, wins are shares of tours."""

    riders: int = 0
    wins: float = 0
    clean_wins: float = 0
    struck: int = 0
    energy: int = 0


def run() -> Iterator[str]:
    """Riders with levels at random; then one doped rider in a team, against the same tour with all of it clean."""
    yield f"classic tour, {SEATS} players, {TOURS} tours; every level at random:"
    for energy, sums in sorted(by_level().items(), reverse=True):
        share = sums.riders or 1
        yield (
            f"  bonus {energy:+d}: {sums.riders} riders, {sums.wins / share:.1%} won the tour, "
            f"{sums.struck / share:.1%} were struck"
        )
    yield f"one rider of a clean team on its strongest card, {TOURS} tours twice; the others play as they like:"
    for lower, sums in sorted(by_lower_cards().items()):
        share = sums.riders
        yield (
            f"  {lower} lower cards: {share} tours, {sums.energy / share:+.1f} energy a leg, won "
            f"{sums.wins / share:.1%} doped and {sums.clean_wins / share:.1%} clean, "
            f"struck {sums.struck / share:.1%}"
        )


def by_level() -> dict[int, Sum]:
    """Sums over all riders by the bonus of their first level."""
    sums: dict[int, Sum] = defaultdict(Sum)
    for seed in range(TOURS):
        state, _ = tour(seed, dict.fromkeys(range(SEATS), at_random))
        struck = {r.rider.id for r in state.struck}
        for level in state.levels:
            tally = sums[bonus(level.known[0])]
            tally.riders += 1
            tally.wins += level.rider == state.jerseys.yellow
            tally.struck += level.rider in struck
    return sums


def by_lower_cards() -> dict[int, Sum]:
    """Sums over single doped riders by the cards of their sleeves that make a test positive."""
    sums: dict[int, Sum] = defaultdict(Sum)
    for seed in range(TOURS):
        seat = seed % SEATS
        doped, sleeves = tour(seed, {seat: strongest_of(seed // SEATS % len(TYPES))})
        clean, _ = tour(seed, {seat: cleanest})
        sleeve = [s for s in sleeves if s.seat == seat][seed // SEATS % len(TYPES)]
        ways = doses_of(sleeve.cards)
        tally = sums[ways[0].positives]
        tally.riders += 1
        tally.energy += ways[0].bonus - ways[-1].bonus
        tally.wins += won(doped, seat)
        tally.clean_wins += won(clean, seat)
        tally.struck += any(r.rider.id == sleeve.rider for r in doped.struck)
    return sums


def at_random(view: LegstrongView, rider: str, rng: Random) -> Dose:
    """Any level of the sleeve."""
    return rng.choice(doses(view, rider))


def cleanest(view: LegstrongView, rider: str, rng: Random) -> Dose:
    """The level with which no test is positive."""
    return doses(view, rider)[-1]


def strongest_of(place: int) -> Choose:
    """The strongest card for the rider in that place of the team, the cleanest ones for the others."""

    def choose(view: LegstrongView, rider: str, rng: Random) -> Dose:
        return doses(view, rider)[0 if view.sleeves[place].rider == rider else -1]

    return choose


def won(state: State, seat: Seat) -> float:
    """The seat's share of the win."""
    winners = [s.seat for s in state.standings if s.rank == 1]
    return (seat in winners) / len(winners)


def tour(seed: int, levels: dict[Seat, Choose]) -> tuple[State, tuple[Sleeve, ...]]:
    """A classic tour to its end, and its sleeves.

    These seats choose their first levels so, the rest is played by greedy opponents.
    """
    key, rng = seed.to_bytes(32, "big"), Random(seed)
    state, _ = GAME.setup(Table(SEATS, {}, SPEC.rules), SeededDice(key, 0))
    decisions, sleeves = 0, state.sleeves
    while waiting := GAME.view(state, None).waiting:
        view, decisions = GAME.view(state, waiting[0]), decisions + 1
        sleeves = sleeves or state.sleeves
        choose = levels.get(waiting[0]) if waiting[0] is not None and view.stage == "el" else None
        path: Path = play_greedy(GAME, view, rng)
        if choose:
            path = tuple(choose(view, sleeve.rider, rng).card for sleeve in view.sleeves)
        GAME.apply(state, Move(waiting[0], path), SeededDice(key, decisions))
    return state, sleeves
