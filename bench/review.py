"""Time and reliability of a review: `python -m bench review`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from statistics import fmean, median

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Table, settle
from opponents import AT_ONCE, EASY, FAIR
from opponents.review import Moment, Record, Row, coarse, effort, moments, refined

SECONDS, MORE = 70.0, 15.0  # of one core, of the 90 that a review may take: first for all moments, then for some
TABLES = (
    *(("pistard", 2), ("pistard", 4), ("superechelon", 2), ("superechelon", 6)),
    *(("schlangennest", 2), ("schlangennest", 4), ("legstrong", 2), ("legstrong", 10)),
)


def run() -> Iterator[str]:
    """A match of each game between Fair and Easy players, looked at twice with other luck."""
    yield "| game | seats | answers | seconds | ways on, median | error, median | worst | between two runs, median |"
    yield "|---|---|---|---|---|---|---|---|"
    for game, seats in TABLES:
        record = played(game, seats, seed=1)
        unit, took, runs = SECONDS / sum(effort(record)), list[float](), list[list[Moment]]()
        for seed in (1, 2):
            begun = time.process_time()
            runs.append(_looked_at(record, unit, seed))
            took.append(time.process_time() - begun)
        stands = [moment.stand for moment in runs[0] if moment.stand]
        errors = [max(stand.errors) for stand in stands]
        apart = [
            abs(share - again)
            for value, other in zip(*runs, strict=True)
            if value.stand and other.stand
            for share, again in zip(value.stand.shares, other.stand.shares, strict=True)
        ]
        cells = (
            *(game, str(seats), str(len(record.rows)), f"{fmean(took):.0f}"),
            f"{median(stand.tries for stand in stands):.0f}",
            *(f"{100 * number:.1f}" for number in (median(errors), max(errors), median(apart))),
        )
        yield f"| {' | '.join(cells)} |"


def _looked_at(record: Record, unit: float, seed: int) -> list[Moment]:
    looked = moments(record, range(len(record.rows) + 1), unit, seed)
    finer = {moment.number: moment for moment in refined(record, coarse(looked), MORE, seed)}
    return [finer.get(m.number, m) for m in looked]


def played(game: str, seats: int, seed: int) -> Record:
    """A match in which every other seat is Fair, and the others Easy."""
    engine, rng, key = GAMES[game], Random(seed), seed.to_bytes(32, "big")
    table = settle(engine.spec, Table(seats, {}, engine.spec.rules))
    dice = SeededDice(key, 0)
    state, _ = engine.setup(table, dice)
    setup, rows = tuple(dice.draws), list[Row]()
    while waiting := engine.view(state, None).waiting:
        who = waiting[0]
        view = engine.view(state, who)
        path = engine.fallback(view) if who is None else AT_ONCE[EASY if who % 2 else FAIR](engine, view, rng)
        dice = SeededDice(key, len(rows) + 1)
        engine.apply(state, Move(who, path), dice)
        rows.append(Row(who, path, tuple(dice.draws)))
    return Record(game, table, setup, tuple(rows))
