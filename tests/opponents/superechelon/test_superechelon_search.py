"""The player of SuperEchelon that thinks, the easy one, and the values that they share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, cast

import pytest

from bench.fit.superechelon import fitted, written
from engines.dice import SeededDice
from engines.superechelon import State, SuperEchelonView, legs
from engines.superechelon.road import ROOMS
from engines.table import Move, Path, Ready, Table
from opponents.greedy import play_greedy
from opponents.play import Opponent
from opponents.random import play_random
from opponents.superechelon.chances import kind_of
from opponents.superechelon.easy import play_superechelon_easy
from opponents.superechelon.fitted import EARLIER, LAST, SHIFT
from opponents.superechelon.search import PLAYED, candidates, think_superechelon
from opponents.thinking import Budget
from tests.engines.superechelon.stage import GAME, figures, leg, play, view
from tests.marks import rows_in_long
from tests.opponents.strength import wins

LITTLE = Budget(rounds=2)
TABLES = [(2, "open"), (3, "open"), (3, "half"), (4, "half"), (5, "open"), (8, "half")]


def positions(table: Table, seed: int, every: int = 1) -> Iterator[SuperEchelonView]:
    """The views of seats to move, in a match at random."""
    rng, key = Random(seed), seed.to_bytes(8, "big")
    state, _ = GAME.setup(table, SeededDice(key, 0))
    number = 0
    while waiting := GAME.view(state, None).waiting:
        number += 1
        seen = GAME.view(state, waiting[0])
        if number % every == 0 or seen.stage == "loot":
            yield seen
        GAME.apply(state, Move(waiting[0], play_random(GAME, seen, rng)), SeededDice(key, number))


def thought(seen: SuperEchelonView, rounds: int, seed: int = 1) -> Path:
    """Its answer after so many tries."""
    return think_superechelon(seen, Random(seed), Budget(rounds=rounds))


def thinking(rounds: int) -> Opponent:
    """A thinker with so many tries an answer."""
    return lambda game, view, rng: think_superechelon(cast("SuperEchelonView", view), rng, Budget(rounds=rounds))


SEASONS = rows_in_long((*case, "9", 1, 40) for case in product(GAME.spec.seats, ("open", "half")))


@pytest.mark.parametrize(
    ("seats", "room", "tours", "every", "rounds"), [*((*table, "2", 3, 2) for table in TABLES), *SEASONS]
)
def test_every_answer_is_legal(seats: int, room: str, tours: str, every: int, rounds: int) -> None:
    rng = Random(seats)
    for seen in positions(Table(seats, {"tours": tours, "room": room}, GAME.spec.rules), seats, every):
        assert isinstance(GAME.ask(seen, thought(seen, rounds, rng.randrange(99))), Ready)
        assert isinstance(GAME.ask(seen, play_superechelon_easy(GAME, seen, rng)), Ready)


def test_its_play_varies() -> None:
    seen = next(positions(Table(2, {}, GAME.spec.rules), 7))
    assert len({thought(seen, 30, seed) for seed in range(12)}) > 1


def test_an_only_answer_takes_no_thought() -> None:
    state = leg("super", "gregario", road=["0:super 0:gregario", "1:super 1:gregario"], turn=3, number=8)
    assert think_superechelon(view(state), Random(1), Budget(rounds=-1, seconds=-1)) == ("super.1.00",)


OF_TWO: dict[str, Any] = {"leader": 1, "turn": 3}
OF_THREE: dict[str, Any] = {"due": 2, "turn": 3}  # the last card of a stage
WON = ["0:sprinter 0:sprinter", "1:debutant 1:gregario 1:gregario"]
AHEAD = ["0:sprinter 0:sprinter 1:super", "1:debutant 2:debutant 1:gregario"]
LOOT = leg("", "", "good", road=[AHEAD[0], "2:climber 2:gregario 2:debutant 1:debutant"], **OF_THREE)
play(LOOT, "good b.2")
PLAIN = {
    "it takes a stage with the last card": (
        leg("sprinter gregario debutant", "", road=["0:climber 0:sprinter", "1:super 1:super 1:specialist"], **OF_TWO),
        ("sprinter.1.00",),
    ),
    "it joins the winners": (leg("", "", "super", road=AHEAD, room="open", **OF_THREE), ("super.1.00", "b.1")),
    "its bad day strikes the best rival": (
        leg("", "", "bad", road=["0:sprinter 0:gregario 1:gregario", "2:specialist 1:debutant 2:super"], **OF_THREE),
        ("bad.1.00", "b.2", "sprinter.1.00"),
    ),
    "it keeps the best of the loot": (LOOT, ("climber.1.00+gregario.1.00+debutant.1.00",)),
}


@pytest.mark.parametrize("player", [play_greedy, thinking(300)], ids=["fair", "thinking"])
@pytest.mark.parametrize(("state", "path"), PLAIN.values(), ids=PLAIN)
def test_what_is_plain_is_seen(state: State, path: Path, player: Opponent) -> None:
    answer = player(GAME, view(state), Random(1))
    assert [figures(step.split("+")) or step for step in answer] == [figures(step.split("+")) or step for step in path]


@pytest.mark.parametrize(("player", "day"), [(play_greedy, "good"), (thinking(300), "bad")], ids=["fair", "thinking"])
def test_it_brings_costly_cards_home_in_a_stage_that_is_won(player: Opponent, day: str) -> None:
    state = leg(f"climber debutant {day}", "", road=WON, **OF_TWO)
    assert player(GAME, view(state), Random(1)) == ("climber.1.00",)


# --- strength


def test_it_beats_chance() -> None:
    assert wins("superechelon", 6, 3, thinking(60), tours="1") >= 5


def test_the_easy_one_beats_chance_less_often() -> None:
    assert 5 <= wins("superechelon", 12, 2, play_superechelon_easy, tours="1") <= 11


# --- what cards are worth


def test_every_table_has_its_values() -> None:
    for seats, room in product(GAME.spec.seats, ROOMS):
        kind = kind_of(seats, ROOMS[room](seats))
        assert len(LAST[kind]) == len(EARLIER[kind])
        assert len(SHIFT[kind]) == legs(seats)


def test_the_values_are_those_of_the_room_that_breakaways_have() -> None:
    kinds = [kind_of(seats, ROOMS[room](seats)) for seats, room in ((2, "half"), (3, "half"), (4, "open"), (4, "half"))]
    assert kinds == [(2, "open"), (3, "half"), (4, "open"), (4, "half")]


def test_a_fit_finds_the_sprinter_for_the_last_leg_and_is_written_as_python() -> None:
    found = fitted(4, "half", tours=40, again=2)
    sprinter, debutant = found.last[2], found.last[6]
    assert sprinter > debutant
    assert len(found.shift) == legs(4)
    assert sorted(found.shift) == list(found.shift)
    module: dict[str, dict[tuple[int, str], tuple[float, ...]]] = {}
    exec(written({(4, "half"): found}), module)
    assert module["LAST"][4, "half"][2] == pytest.approx(sprinter, abs=0.05)


def test_candidates_differ_in_more_than_copies() -> None:
    road = ["0:sprinter 0:gregario 1:gregario 1:gregario", "2:specialist 1:debutant"]
    state = leg("", "", "super super bad", road=road, due=2, turn=2)
    position = PLAYED.load(state)
    answers = candidates(position)
    assert len(answers) < len(PLAYED.answers(position, 2))
    assert set(answers) <= set(PLAYED.answers(position, 2))
