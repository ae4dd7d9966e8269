"""Speed of games played at random through the public interface, beside python-chess's random moves."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import chess

from bench.measure import in_slices, quartiles, ratios
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Amount, Game, Move, Path, Pick, Table, View, require

SEATS = 4  # or as many as a game has
OPTIONS: dict[str, dict[str, str]] = {
    "superechelon": {"tours": "1"},
    "legstrong": {"doping": "off"},
}  # else the defaults
TABLES: dict[str, Table] = {
    key: Table(min(SEATS, game.spec.seats[-1]), OPTIONS.get(key, {}), game.spec.rules) for key, game in GAMES.items()
}
SLICES = 40
SLICE = 0.1  # seconds of CPU time
SPLIT = 5000  # decisions whose parts are timed
LONGEST = 400  # plies, then a new game of chess is begun


def run() -> Iterator[str]:
    """For each game the ratio of decisions to plies, both figures, and the parts of a decision."""
    games = {key: decisions(key) for key in TABLES}
    speeds = in_slices({**games, "chess": plies()}, SLICES, SLICE)
    for key, table in TABLES.items():
        yield f"{key}: decisions / random plies of python-chess: {quartiles(ratios(speeds[key], speeds['chess']))}"
        yield f"{key}: decisions a second: {quartiles(speeds[key])}; plies a second: {quartiles(speeds['chess'])}"
        yield f"{key}: a decision is {split(key)}; {table.seats} seats, {_spelled(table.options)}"


def _spelled(options: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items()) or "default options"


def decisions(key: str) -> Iterator[None]:
    """Random matches without end, a decision at a time: both views, one ask a step, `apply` with its own check."""
    game, rng = GAMES[key], random.Random(0)
    for seed in count():
        dice = seed.to_bytes(32, "big")
        state, _ = game.setup(TABLES[key], SeededDice(dice, 0))
        for number in count(1):
            public = game.view(state, None)
            if public.over:
                break
            seat = public.waiting[0]
            path = answer(game, game.view(state, seat), rng)
            game.apply(state, Move(seat, path), SeededDice(dice, number))
            yield


def answer(game: Game[Any, Any], view: View, rng: random.Random) -> Path:
    """A random path, as quickly as it can be found."""
    path: Path = ()
    while isinstance(ask := game.ask(view, path), Pick | Amount):
        if isinstance(ask, Amount):
            path = (*path, str(rng.randint(ask.least, ask.most)))
        elif ask.most == 1:
            path = (*path, rng.choice(ask.options))
        else:
            chosen = sorted(rng.sample(range(len(ask.options)), ask.most))
            path = (*path, "+".join(ask.options[i] for i in chosen))
    return path


def plies() -> Iterator[None]:
    """Random games of chess without end, a ply at a time."""
    rng = random.Random(0)
    while True:
        board = chess.Board()
        for _ in range(LONGEST):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            yield


def split(key: str) -> str:
    """Shares of a decision: views, questions, the check in `apply` and what else it does, the dice among it."""
    parts: Counter[str] = Counter()
    for _ in islice(timed(key, parts), SPLIT):
        pass
    parts["do"] -= parts["check"]
    total = sum(parts.values())
    return ", ".join(f"{name} {parts[name] / total:.0%}" for name in ("view", "ask", "check", "do"))


def timed(key: str, parts: Counter[str]) -> Iterator[None]:
    """`decisions` with a clock between its parts; the check is made twice, and "do" holds the second one."""
    game, rng, clock = GAMES[key], random.Random(0), time.perf_counter
    for seed in count():
        dice = seed.to_bytes(32, "big")
        state, _ = game.setup(TABLES[key], SeededDice(dice, 0))
        for number in count(1):
            begun = clock()
            public = game.view(state, None)
            if public.over:
                break
            seat = public.waiting[0]
            view = game.view(state, seat)
            seen = clock()
            path = answer(game, view, rng)
            asked, move = clock(), Move(seat, path)
            require(game, state, move)
            checked = clock()
            game.apply(state, move, SeededDice(dice, number))
            parts.update({"view": seen - begun, "ask": asked - seen, "check": checked - asked, "do": clock() - checked})
            yield
