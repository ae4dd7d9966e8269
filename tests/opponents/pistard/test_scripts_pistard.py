"""The scripts of Pistard differ in the die that they keep, and it matters."""

from random import Random

from bench.research.scripts_pistard import GAME, PLAYED, SCRIPTS, won
from engines.dice import SeededDice
from engines.table import Table
from opponents.pistard.fast.position import Position


def ridden(answers: int) -> Position:
    """A match of two after so many answers by lot."""
    dice, rng = SeededDice(b"scripts", 0), Random(1)
    position = PLAYED.load(GAME.setup(Table(2, {}, GAME.spec.rules), dice)[0])
    for _ in range(answers):
        seat = PLAYED.waiting(position)[0]
        PLAYED.play(position, seat, PLAYED.random_answer(position, seat, rng), dice)
    return position


def test_a_spender_plays_the_highest_die_and_a_hoarder_the_lowest() -> None:
    for answers in range(2, 12):
        position = ridden(answers)
        dice = {answer[0] for answer in PLAYED.answers(position, position.team.seats[position.queue[-1]])}
        assert [SCRIPTS[name](position)[0] for name in ("spender", "hoarder")] == [max(dice), min(dice)]


def test_who_keeps_the_high_dice_is_left_behind() -> None:
    assert sum(won(SCRIPTS["hoarder"], 2, number) for number in range(20)) <= 2
