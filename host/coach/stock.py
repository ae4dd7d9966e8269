"""Stored puzzles that come with the bot: a file for each game, a line for each puzzle."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable
from functools import cache
from pathlib import Path as File

import msgspec

from db.sql.codec import decode, encode
from engines import GAMES
from engines.table import Path
from opponents.positions import Position
from opponents.puzzles import Cost, Puzzle

FOLDER = File(__file__).parent.parent.parent / "puzzles"
DIGITS = 4  # of shares of the first place


class _Line(msgspec.Struct):
    """A puzzle as written to its file."""

    game: str
    schema: int  # of the save
    seat: int
    grade: int
    best: Path
    hope: float
    costs: list[tuple[Path, float, float]]  # of other moves; those as good as the best cost nothing
    state: str  # a save (see `db.sql.codec`) in base64


def line(puzzle: Puzzle) -> str:
    """The puzzle as a line of JSON, without the break at its end."""
    position = puzzle.position
    assert position.seat is not None, "a puzzle asks a seat"
    spec = GAMES[position.game].spec
    costs = [(path, 0.0, 0.0) for path in puzzle.twins]
    costs += [(cost.path, round(cost.cost, DIGITS), round(cost.error, DIGITS)) for cost in puzzle.costs]
    state = b64encode(encode(spec, position.state)).decode()
    hope = round(puzzle.hope, DIGITS)
    kept = _Line(position.game, spec.schema, position.seat, puzzle.grade, puzzle.best, hope, costs, state)
    return msgspec.json.encode(kept).decode()


def read_line(text: str) -> Puzzle:
    """The puzzle that `line` wrote; raises BrokenSave for an unreadable state, msgspec.DecodeError for other text."""
    kept = msgspec.json.decode(text, type=_Line)
    state = decode(GAMES[kept.game], kept.schema, b64decode(kept.state))
    costs = tuple(Cost(*cost) for cost in kept.costs if cost[1])
    twins = tuple(path for path, cost, _ in kept.costs if not cost)
    return Puzzle(Position(kept.game, state, kept.seat), kept.best, kept.hope, costs, twins, grade=kept.grade)


@cache
def stock(key: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in a fixed order; none for a game without a file."""
    file = FOLDER / f"{key}.jsonl"
    return tuple(map(read_line, _lines(file))) if file.exists() else ()


def _lines(file: File) -> Iterable[str]:
    return file.read_text(encoding="utf-8").splitlines()
