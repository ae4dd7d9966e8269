"""Strength of one computer player against others: matches with the seats swapped, and the intervals of the shares.

`python -m bench rivals` prints all tables, with the time that each thinks cut down;
`python -m bench.rivals pistard champion fair --seats 2 --matches 400` tries one pair, and
`python -m bench.rivals pistard sparring fair --series 20` lets Sparring adapt to the other one.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, islice
from math import inf, sqrt
from random import Random
from statistics import median
from typing import Any

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Game, Move, Path, Table, View, Viewer
from model.sparring import Form
from opponents import OPPONENTS, SPARRING, thinker_of
from opponents.levels import AT_ONCE, EASY, FAIR, STRONG
from opponents.random import play_random
from opponents.sparring import first_cost
from opponents.thinking import Budget

SOON = 8  # moves for each seat within which every seat must be to move after such an opening
OPENING = 4  # answers at random before the rivals take over, in every other match; they may be lost with these
SURE = 1.96  # standard deviations: 95 %
BATCH = 40  # matches between two looks at the interval
MOST = 400
TEN, SERIES, FEW = 10, 20, 12  # matches in which Sparring finds its way, matches of a series, and series


@dataclass(frozen=True, slots=True)
class Trial:
    """One candidate at a table with `rivals` of one kind; who sits where rotates over the same luck."""

    game: str
    candidate: str
    rival: str = "fair"
    seats: int = 2
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    seconds: float = 0.0  # of thinking an answer; 0: as long as the level does
    rival_seconds: float = 0.0  # the same for the rivals
    opening: int = OPENING
    cost: float = 0.0  # points of the chance to win that an answer of Sparring gives away

    def table(self) -> Table:
        """The table that it is played at."""
        return Table(self.seats, dict(self.options), GAMES[self.game].spec.rules)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of so many matches were won, a shared first place in parts."""

    won: float = 0.0
    matches: int = 0

    def plus(self, won: float) -> Share:
        """With one match more."""
        return Share(self.won + won, self.matches + 1)

    @property
    def mean(self) -> float:
        """The share."""
        return self.won / max(1, self.matches)

    def interval(self, deviations: float = SURE) -> tuple[float, float]:
        """Wilson's interval of so many standard deviations, by default of 95 %."""
        if not self.matches:
            return 0.0, 1.0
        weight = deviations**2 / self.matches
        middle = (self.mean + weight / 2) / (1 + weight)
        half = deviations / (1 + weight) * sqrt(self.mean * (1 - self.mean) / self.matches + weight / 4 / self.matches)
        return middle - half, middle + half

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{self.mean:.1%} ({low:.1%} to {high:.1%}) of {self.matches}"


@dataclass(frozen=True, slots=True)
class Aim:
    """A share that a candidate is to reach: from `least` to `most`, and surely no less than `sure`."""

    least: float
    sure: float
    most: float = 1.0

    def __str__(self) -> str:
        span = f"{self.least:.0%} to {self.most:.0%}" if self.most < 1 else f"{self.least:.0%}"
        return f"{span}, surely {self.sure:.0%}" if self.sure else span


def aims(two: Aim, four: Aim, strong: float) -> dict[tuple[str, int], Aim]:
    """The aims of a game against the fair player, by level and seats."""
    return {
        ("champion", 2): two,
        ("champion", 4): four,
        ("strong", 2): Aim(strong, 0.0),
        ("easy", 2): Aim(0.15, 0.0, 0.35),
    }


# seconds of thinking, so that the tables take hours and not days
BRIEF = {"champion": 0.3, "strong": 0.05, SPARRING: 0.02}
AIMS = {
    "pistard": aims(Aim(0.75, 0.70), Aim(0.50, 0.44), 0.65),
    "superechelon": aims(Aim(0.70, 0.65), Aim(0.45, 0.39), 0.60),
    "schlangennest": aims(Aim(0.97, 0.94), Aim(0.70, 0.63), 0.90),
    "legstrong": aims(Aim(0.85, 0.80), Aim(0.55, 0.48), 0.75),
}
CHANCE = "random"  # every option of every question is equally likely
PLAYERS = {**AT_ONCE, CHANCE: play_random}


def answer(
    game: Game[Any, Any], name: str, view: View, rng: Random, seconds: float = 0.0, *, cost: float = 0.0
) -> Path:
    """The answer of the player of this name; 0: it thinks as long as it does, however busy the machine is."""
    if name in PLAYERS:
        return PLAYERS[name](game, view, rng)
    thinker = thinker_of(name, cost)
    return thinker(game, view, rng, Budget(seconds=seconds or thinker.budget.seconds, waits=inf))


def won(trial: Trial, number: int) -> float:
    """The part of the first place that the candidate takes in the match of this number.

    As many matches as there are seats have the same luck and opening; in each the candidate sits elsewhere.
    """
    deal, place = divmod(number, trial.seats)
    game, opening = GAMES[trial.game], trial.opening if deal % 2 else 0
    begun = (_begun(trial, Random(deal if again == 0 else f"{deal}.{again}"), opening) for again in count())
    state, key = next((state, key) for state, key in begun if not opening or _is_open(game, state))
    for move in range(opening + 1, game.spec.limit + 1):
        public = game.view(state, None)
        if public.over:
            break
        who = public.waiting[0]
        view = game.view(state, who)
        if who is None:
            path = game.fallback(view)
        else:
            rng = Random(f"{deal}.{move}")
            if who == place:
                path = answer(game, trial.candidate, view, rng, trial.seconds, cost=trial.cost)
            else:
                path = answer(game, trial.rival, view, rng, trial.rival_seconds)
        game.apply(state, Move(who, path), SeededDice(key, move))
    best = [standing.seat for standing in game.view(state, None).standings if standing.rank == 1]
    return (place in best) / len(best)


def _begun(trial: Trial, luck: Random, opening: int) -> tuple[Any, bytes]:
    """A match after so many answers at random, and the key of its dice."""
    game, key = GAMES[trial.game], luck.randbytes(32)
    state, _ = game.setup(trial.table(), SeededDice(key, 0))
    for move in range(1, opening + 1):
        who = game.view(state, None).waiting[0]
        view = game.view(state, who)
        path = game.fallback(view) if who is None else play_random(game, view, luck)
        game.apply(state, Move(who, path), SeededDice(key, move))
    return state, key


def _is_open(game: Game[Any, Any], state: Any) -> bool:
    """Whether every seat is still asked something: at random a snake may have been closed, and its match lost."""
    state, asked = deepcopy(state), set[Viewer]()
    standings = game.view(state, None).standings
    for move in range(SOON * len(standings)):
        public = game.view(state, None)
        if public.over:
            break
        who = public.waiting[0]
        asked.add(who)
        game.apply(state, Move(who, game.fallback(game.view(state, who))), SeededDice(b"soon", move))
    return asked >= {s.seat for s in standings}


def shares(trial: Trial, most: int = MOST, jobs: int | None = None, first: int = 0) -> Iterator[Share]:
    """The share so far, after every batch of matches."""
    share, numbers = Share(), iter(range(first, first + most))
    with ProcessPoolExecutor(jobs or os.cpu_count()) as pool:
        while batch := list(islice(numbers, BATCH)):
            for part in pool.map(partial(won, trial), batch):
                share = share.plus(part)
            yield share


def tried(trial: Trial, aim: Aim, most: int = MOST, jobs: int | None = None) -> Share:
    """The share once it is known to be as good as the aim, or not to be, or after `most` matches."""
    share = Share()
    for share in shares(trial, most, jobs):
        low, high = share.interval()
        if (low >= aim.sure and aim.least <= share.mean <= aim.most) or high < aim.least or low > aim.most:
            break
    return share


def adapted(trial: Trial, number: int, matches: int = SERIES) -> tuple[list[float], list[float]]:
    """What the rival, as its person, wins from Sparring in a series of matches, and what an answer costs in each."""
    form = Form(first_cost(trial.game))
    wins, costs = list[float](), list[float]()
    for match in range(number * matches, (number + 1) * matches):
        wins.append(1 - won(replace(trial, cost=form.cost), match))
        costs.append(form.cost)
        form = form.after(wins[-1])
    return wins, costs


def sparred(trial: Trial, series: int, jobs: int | None = None) -> str:
    """What its person wins in the first ten matches and after them, and what an answer costs then (the median)."""
    first, later, costs = Share(), Share(), list[float]()
    with ProcessPoolExecutor(jobs or os.cpu_count()) as pool:
        for wins, given in pool.map(partial(adapted, trial), range(series)):
            for number, win in enumerate(wins):
                first, later = (first.plus(win), later) if number < TEN else (first, later.plus(win))
            costs += given[TEN:]
    return f"the first ten {first}, then {later}, cost {median(costs):.2f}"


def sparring() -> Iterator[str]:
    """For each game and level what its person wins from Sparring, in short matches of two."""
    for game in AIMS:
        for rival in (EASY, FAIR, STRONG):
            seconds, options = BRIEF[SPARRING], GAMES[game].spec.lengths[0]
            trial = Trial(game, SPARRING, rival, options=options, seconds=seconds, rival_seconds=seconds)
            yield f"{game}: {rival} wins {sparred(trial, FEW)}"


def run() -> Iterator[str]:
    """The table of each game: the share, its interval, and the aim."""
    for game, aims in AIMS.items():
        for (candidate, seats), aim in aims.items():
            trial = Trial(game, candidate, seats=seats, seconds=BRIEF.get(candidate, 0.0))
            yield f"{game}: {candidate} among {seats}: {tried(trial, aim)}, aim {aim}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Try one pair and print the share as it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("candidate", choices=[*OPPONENTS, CHANCE])
    parser.add_argument("rival", choices=[*OPPONENTS, CHANCE], nargs="?", default="fair")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=MOST)
    parser.add_argument("--seconds", type=float, default=0.0, help="of thinking; 0: as long as the level does")
    parser.add_argument("--rival-seconds", type=float, default=0.0)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--opening", type=int, default=OPENING, help="answers at random in every other match")
    parser.add_argument("--series", type=int, default=0, help=f"so many series of {SERIES}, in which Sparring adapts")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    settings = parser.parse_args(arguments)
    options = dict(option.split("=", 1) for option in settings.option)
    trial = Trial(
        settings.game,
        settings.candidate,
        settings.rival,
        settings.seats,
        options,
        settings.seconds,
        settings.rival_seconds,
        settings.opening,
    )
    if settings.series:
        print(sparred(trial, settings.series, settings.jobs))
        return
    for share in shares(trial, settings.matches, settings.jobs, settings.first):
        print(share, flush=True)


if __name__ == "__main__":
    main()
