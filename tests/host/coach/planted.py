"""Puzzles that are no puzzles: the first decisions of matches, with an answer taken for the best."""

from __future__ import annotations

from random import Random

from db.sql.codec import encode
from db.stores.puzzles import NewPuzzle
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Table, settle
from opponents.random import play_random
from tests.engines.facts import brief


def planted(game: str, grade: int, number: int = 1) -> NewPuzzle:
    """The first decision of a match of two, its first answer taken for the best and each further one a point worse."""
    engine = GAMES[game]
    table = settle(engine.spec, Table(2, brief(game), engine.spec.rules))
    state, _ = engine.setup(table, SeededDice(bytes([number] * 32), 0))
    seat = next(seat for seat in engine.view(state, None).waiting if seat is not None)
    view, rng = engine.view(state, seat), Random(number)
    best, *others = dict.fromkeys(play_random(engine, view, rng) for _ in range(40))
    costs = tuple((path, at / 100) for at, path in enumerate(others, 8))
    body = encode(engine.spec, engine.imagine(engine.view(state, seat), Random(number)))
    return NewPuzzle(f"{game}.{grade}.{number}", game, grade, seat, engine.spec.schema, body, best, 0.9, costs)


STOCK = tuple(planted(game, grade) for game in ("pistard", "schlangennest") for grade in (1, 2, 3))
