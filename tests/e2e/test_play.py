"""A game that is played while it is written: its match goes on by the new code, or another one begins."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.test_fifth_game import copied, in_python
from tests.driver import PATIENCE
from tests.e2e.programs import free_port
from tests.host.evening import ADA, BO, GAMES, Evening
from tests.play import again

KEY = "seventh_heaven"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the project with a game that has just been begun."""
    house = copied(tmp_path / "house")
    begun = in_python(house, "tests.new_game", KEY, "--with", "hands")
    assert begun.returncode == 0, begun.stderr
    return house


@pytest.fixture
def said(house: Path, tmp_path: Path) -> Iterator[Path]:
    """What the program writes while it plays the game."""
    said = tmp_path / "said"
    order = [sys.executable, "-m", "tests.play", KEY, "--port", str(free_port())]
    with said.open("wb") as log, subprocess.Popen(order, cwd=house, stdout=log, stderr=log) as playing:
        try:
            yield said
        finally:
            playing.terminate()


def wait_for(said: Path, text: str) -> None:
    """Wait until the program has written that."""
    until = time.monotonic() + PATIENCE
    while text not in said.read_text():
        assert time.monotonic() < until, said.read_text()
        time.sleep(0.1)


@pytest.mark.long
def test_a_change_is_played_on_or_said_not_to_fit(house: Path, said: Path) -> None:
    engine = house / "engines" / f"{KEY}.py"
    whole = engine.read_text()
    wait_for(said, "Seventh Heaven #1 is played by Ann, Bob")
    engine.write_text(whole.replace("BEST = 12", "BEST = 20"))
    wait_for(said, "The match goes on by the new code, after 0 moves.")
    engine.write_text(f"{whole}\ndef (")
    wait_for(said, "SyntaxError")
    engine.write_text(whole.replace("range(2, 5)", "range(3, 5)"))
    wait_for(said, "The match no longer fits at the beginning: IllegalMove, table.seats. Another match begins.")
    wait_for(said, "Seventh Heaven #2 is played by Ann, Bob, Carla")


async def test_a_match_that_is_over_is_over_by_the_same_code(sqlite_url: str) -> None:
    evening = await Evening.begin(sqlite_url)
    number = await evening.play(ADA, BO, game="tiny")
    await evening.play_on(number, random.Random(1))
    match = await evening.header(number)
    rows, saved = await evening.store.course(number, 1, match.seq)
    await evening.store.close()
    assert match.phase == "over"
    assert again(GAMES["tiny"], match, rows, saved).keys() == saved.keys()
