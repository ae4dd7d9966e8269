"""The fast way through stage races: matches in which some stay inside, and positions written by hand."""

from __future__ import annotations

from random import Random

import pytest

from engines.dice import SeededDice
from engines.legstrong import SPEC
from engines.legstrong.attacks import Plan
from engines.table import Table, Viewer
from opponents.legstrong.fast.position import Position
from opponents.legstrong.fast.simulation import Decision, LegstrongSimulation
from tests.engines.legstrong.position import GAME
from tests.marks import in_long
from tests.opponents.fast_way import Choose, begun, both_ways, covering

QUICK = LegstrongSimulation()
COURSES = ("hilly", "passes FFFF", "summit", "FFGMMDF/2 FFFGFF", "DDDDDGMMMMD/1")
BRAVE = (1.0, 0.3, 0.1)  # how many of the attacks drawn are ridden: at random no one would stay inside


def hesitant(brave: float) -> Choose:
    """An answer by lot, mostly one that stays inside where attacks are rare."""

    def choose(position: Position, who: Viewer, rng: Random) -> Decision:
        answer = QUICK.random_answer(position, who, rng)
        for _ in range(5):
            if not isinstance(answer, Plan) or not answer.orders or rng.random() < brave:
                break
            answer = QUICK.random_answer(position, who, rng)
        return answer

    return choose


@pytest.mark.parametrize("seed", [1, *in_long(*range(2, 22))])
def test_both_ways_through_a_match_with_few_attacks_are_the_same(seed: int) -> None:
    for number, table in enumerate(covering(GAME, Random(seed), {"tour": ("custom",), "course": COURSES})):
        choose = hesitant(BRAVE[number % len(BRAVE)])
        assert sum(1 for _ in both_ways(GAME, QUICK, begun(GAME, table, number), number, choose=choose, asked=0.03)) > 1


def test_a_drawn_answer_is_one_of_all_and_each_has_a_chance() -> None:
    rng, key = Random(5), b"key"
    state, _ = GAME.setup(
        Table(2, {"doping": "off", "tour": "custom", "course": "FFFF"}, SPEC.rules), SeededDice(key, 0)
    )
    position = QUICK.load(state)
    for number in range(1, 30):
        who = QUICK.waiting(position)[0]
        every = list(QUICK.answers(position, who))
        if len(every) <= 40:
            assert {QUICK.random_answer(position, who, rng) for _ in range(3000)} == set(every)
        QUICK.play(position, who, every[0], SeededDice(key, number))
        if not QUICK.waiting(position):
            break
