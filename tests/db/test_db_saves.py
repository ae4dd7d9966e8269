"""The saves of released versions load, and the matches in them can be played to their ends."""

import re
from pathlib import Path

import pytest

from db.sql.codec import decode, encode
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Move, Ready
from tests.kept import folder
from tests.kept.saves import KEY

pytestmark = pytest.mark.quick

SAVES = sorted(save for version in folder.VERSIONS for save in (version / folder.SAVES).glob("*.save"))
NUMBERS = re.compile(r"\.rules(\d+)\.schema(\d+)\.save$")


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.relative_to(folder.KEPT).as_posix())
def test_a_saved_match_is_played_on(save: Path) -> None:
    game, numbers = GAMES[save.name.partition("-")[0]], NUMBERS.search(save.name)
    assert numbers is not None
    state = decode(game, int(numbers[2]), save.read_bytes())
    assert decode(game, game.spec.schema, encode(game.spec, state)) == state
    assert state.table.rules == int(numbers[1])
    public = game.view(state, None)
    assert public.over == (".end." in save.name)
    assert public.sealed or ".sealed." not in save.name
    moves = 0
    while not public.over:
        view = game.view(state, public.waiting[0])
        path = game.fallback(view)
        assert isinstance(game.ask(view, path), Ready)
        moves += 1
        game.apply(state, Move(view.viewer, path), SeededDice(KEY, moves))
        public = game.view(state, None)
    assert moves < game.spec.limit
    assert {standing.seat for standing in public.standings} == {*range(state.table.seats)}


def test_the_first_version_has_saved_every_moment_of_its_games() -> None:
    kept = {(save.name.partition("-")[0], save.name.split(".")[1]) for save in SAVES}
    secret = {("legstrong", "sealed"), ("pistard", "sealed")}
    assert kept >= secret | {(game, moment) for game in folder.FIRST_GAMES for moment in ("start", "middle", "end")}
