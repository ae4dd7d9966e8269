"""A save of every schema of a game loads, and the match in it can be played to its end.

A save is named `<game>.rules<n>.schema<n>.save`, and `python -m tests.db.test_db_saves pistard` writes that of today.
Until version 1.0.0 it replaces the one of before; what a release has written stays, and a new schema adds another.
"""

import random
import sys
from pathlib import Path

import pytest

from db.sql.codec import decode, encode
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Table
from opponents import OPPONENTS

SAVES = Path(__file__).parent / "saves"
KEY = b"a saved match"
MOVES = 70  # after which the save is made, if the match lasts so long


@pytest.mark.parametrize("save", sorted(SAVES.glob("*.rules*.save")), ids=lambda path: path.name)
def test_a_saved_match_is_played_on(save: Path) -> None:
    key, _, schema, _ = save.name.split(".")
    game = GAMES[key]
    state = decode(game, int(schema.removeprefix("schema")), save.read_bytes())
    moves = 0
    while not (public := game.view(state, None)).over:
        view = game.view(state, public.waiting[0])
        moves += 1
        game.apply(state, Move(view.viewer, game.fallback(view)), SeededDice(KEY, MOVES + moves))
    assert 0 < moves < game.spec.limit


def test_every_schema_of_every_game_has_a_save() -> None:
    kept = {tuple(save.name.split(".")[:3:2]) for save in SAVES.glob("*.rules*.save")}
    assert kept >= {
        (key, f"schema{schema}") for key, game in GAMES.items() for schema in range(1, game.spec.schema + 1)
    }


def write(key: str) -> Path:
    """Save a match in full swing as the present version does: halfway through, or after MOVES answers."""
    game, rng = GAMES[key], random.Random(7)
    state, _ = game.setup(Table(game.spec.seats[-1], {}, game.spec.rules), SeededDice(KEY, 0))
    saves = [encode(game.spec, state)]
    while len(saves) <= 2 * MOVES and (waiting := game.view(state, None).waiting):
        view = game.view(state, waiting[0])
        path = OPPONENTS[rng.choice(("easy", "fair"))](game, view, rng)
        game.apply(state, Move(view.viewer, path), SeededDice(KEY, len(saves)))
        saves.append(encode(game.spec, state))
    save = SAVES / f"{key}.rules{game.spec.rules}.schema{game.spec.schema}.save"
    save.write_bytes(saves[len(saves) // 2])
    return save


if __name__ == "__main__":
    print(write(sys.argv[1]))
