"""Scripted riders of LEGSTRONG, each with one idea, for balancing: which fixed attack beats a sprinter who waits?

`python -m bench.research.scripts_legstrong --course flat` tries thirty attacks against the waiting sprinter;
`--candidate strong --rival leader.26.all` tries one script or level against another.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import TypeAlias

from bench.rivals import Share
from engines.dice import SeededDice
from engines.legstrong import CONFIG, TYPES, Choice, Legstrong, LegstrongView, Rider, choices, find
from engines.legstrong.config import DIE
from engines.table import Amount, Move, Path, Pick, Ready, Table, View
from opponents.greedy import play_greedy
from opponents.legstrong.fair import STEPS as FAIR
from opponents.levels import THINKING, play_easy
from opponents.random import play_random
from opponents.thinking import Budget

Script: TypeAlias = Callable[[View, Random], Path]
Step: TypeAlias = Callable[[LegstrongView, Path, Pick, Random], str]

GAME = Legstrong()
DISTANCES = (12, 16, 20, 26, 34)  # rows to the line at which a script attacks, or soon after
PACES = ("all", "even")  # of the first move: as far as it goes, or as far as every later one
MATCHES = 40
EVEN = max(rows for rows, above in enumerate(CONFIG.bid_risks) if 2 * above <= DIE)  # rows: a bid
OVER = 1  # rows beyond the last one that take a rider home


# --- what scripts have in common


def scripted(view: View, rng: Random, steps: Mapping[str, Step], bid: Callable[[Amount], int]) -> Path:
    """A whole answer: the script's own steps, and fair's where it has none."""
    assert isinstance(view, LegstrongView)
    path: Path = ()
    while not isinstance(ask := GAME.ask(view, path), Ready):
        assert ask is not None, "the viewer is asked"
        what = ask.about.partition(".")[0]
        if isinstance(ask, Amount):
            step = str(bid(ask))
        elif what in steps:
            step = steps[what](view, path, ask, rng)
        else:
            step = FAIR[what](view, path, ask, rng) if what in FAIR else "+".join(ask.options[: ask.least])
        path = (*path, step)
    return path


def _first(view: LegstrongView, path: Path, ask: Pick, rng: Random) -> str:
    return ask.options[0]


def _rouleur(view: LegstrongView, path: Path, ask: Pick, rng: Random) -> str:
    return next((option for option in ask.options if option.endswith("rouleur")), ask.options[0])


def _safe(view: LegstrongView, path: Path) -> list[Choice]:
    return [c for c in choices(view, path) if not c.risk]


def _even(view: LegstrongView, rider: Rider, ways: Sequence[Choice]) -> Choice:
    """As many rows as bring the rider home in the fewest moves that the energy is spread over; ahead only."""
    left = view.road.course.rows + OVER - rider.row
    home = [w for w in ways if w.row > view.road.course.rows]
    if home:
        return home[0]
    moves = -(-left // max(w.rows for w in ways))
    return next((w for w in ways if w.rows * moves >= left), ways[-1])


# --- the scripts


def waiting_sprinter(view: View, rng: Random) -> Path:
    """Shelters all the way, chases every escape, and bids what comes off as often as not."""
    return scripted(view, rng, {"attack": _first, "sprinter": _rouleur}, lambda ask: min(ask.most, EVEN))


def late_attack(kind: str, distance: int, pace: str) -> Script:
    """One rider attacks as soon as the line is so near, once a leg, and rides home; the others shelter and bid."""

    def attack(view: LegstrongView, path: Path, ask: Pick, rng: Random) -> str:
        near = view.road.course.rows - view.road.peloton <= distance
        mine = [option for option in ask.options if option.endswith(f".{kind}")]
        return mine[0] if near and not path and mine else ask.options[0]

    def rows(view: LegstrongView, path: Path, ask: Pick, rng: Random) -> str:
        ways, rider = _safe(view, path) or list(choices(view, path)), find(view.road, path[0])
        return (ways[-1] if pace == "all" else _even(view, rider, ways)).id

    def ride(view: LegstrongView, path: Path, ask: Pick, rng: Random) -> str:
        rider = find(view.road, ask.about.removeprefix("ride."))
        if rider.row <= view.road.peloton:
            return FAIR["ride"](view, path, ask, rng)
        return _even(view, rider, _safe(view, path)).id

    steps: dict[str, Step] = {"attack": attack, "rows": rows, "ride": ride, "sprinter": _rouleur}
    return lambda view, rng: scripted(view, rng, steps, lambda ask: min(ask.most, EVEN))


def level(name: str, seconds: float) -> Script:
    """A level that thinks, with so much time for an answer."""
    return lambda view, rng: THINKING[name](GAME, view, rng, Budget(seconds=seconds))


SCRIPTS: dict[str, Script] = {
    "champion": level("champion", 0.3),
    "strong": level("strong", 0.05),
    "easy": lambda view, rng: play_easy(GAME, view, rng),
    "fair": lambda view, rng: play_greedy(GAME, view, rng),
    "random": lambda view, rng: play_random(GAME, view, rng),
    "waiting": waiting_sprinter,
    **{
        f"{kind}.{distance}.{pace}": late_attack(kind, distance, pace)
        for kind, distance, pace in product(TYPES, DISTANCES, PACES)
    },
}
ATTACKS = [name for name in SCRIPTS if name.count(".") == 2]


def won(candidate: Script, rival: Script, table: Table, number: int) -> float:
    """The part of the first place that one seat takes from the others; it moves on while the luck stays."""
    deal, place = divmod(number, table.seats)
    key = deal.to_bytes(32, "big")
    state, _ = GAME.setup(table, SeededDice(key, 0))
    for move in range(1, GAME.spec.limit + 1):
        public = GAME.view(state, None)
        if public.over:
            break
        who = public.waiting[0]
        view, rng = GAME.view(state, who), Random(f"{number}.{move}")
        path = GAME.fallback(view) if who is None else (candidate if who == place else rival)(view, rng)
        GAME.apply(state, Move(who, path), SeededDice(key, move))
    best = [standing.seat for standing in GAME.view(state, None).standings if standing.rank == 1]
    return (place in best) / len(best)


def tried(candidate: str, rival: str, table: Table, numbers: range) -> Share:
    """The share of the matches of these numbers that the candidate wins, alone against rivals of one kind."""
    share = Share()
    for number in numbers:
        share = share.plus(won(SCRIPTS[candidate], SCRIPTS[rival], table, number))
    return share


def run(names: Sequence[str], rival: str, table: Table, numbers: range) -> Iterator[str]:
    """Each candidate's share, the best first.

    The best of many is partly lucky: try it again by other numbers before believing its share.
    """
    duels = {name: tried(name, rival, table, numbers) for name in names}
    for name in sorted(duels, key=lambda n: -duels[n].mean):
        yield f"{name} against {rival}: {duels[name]}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Try one script, or all thirty attacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candidate", choices=SCRIPTS, help="instead of all attacks")
    parser.add_argument("--rival", choices=SCRIPTS, default="waiting")
    parser.add_argument("--course", default="", help="one or more legs; else the classic tour")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--first", type=int, default=0, help="number of the first match: other luck")
    settings = parser.parse_args(arguments)
    options = {"doping": "off"}
    if settings.course:
        options |= {"tour": "custom", "course": settings.course}
    table = Table(2, options, GAME.spec.rules)
    numbers = range(settings.first, settings.first + settings.matches)
    for line in run([settings.candidate] if settings.candidate else ATTACKS, settings.rival, table, numbers):
        print(line, flush=True)


if __name__ == "__main__":
    main()
