"""The puzzle of the day: one for all, counted once, told tomorrow; streaks and a rating for those who answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from db.stores.puzzles import PuzzleAnswer
from engines import GAMES
from engines.table import Refused
from host.coach.puzzles import Puzzles, record_of, streak
from host.time.clocks import DAY
from tests.host.coach.planted import STOCK
from tests.host.evening import ADA, BO, CY, Evening, refused

pytestmark = pytest.mark.quick

HERE, ELSEWHERE = 7, 8  # servers
GAMES_PLAYED = 2


@pytest.fixture
def puzzles(evening: Evening) -> Puzzles:
    return Puzzles(evening.store, GAMES, evening.now, lambda: STOCK)


async def answered(puzzles: Puzzles, user: int, *, right: bool = True, guild: int | None = HERE) -> PuzzleAnswer:
    posed = await puzzles.today()
    puzzle = posed.stored.puzzle
    path = puzzle.best if right else puzzle.costs[2][0]
    return await puzzles.answer(posed, user, guild, path)


async def test_there_is_one_a_day_for_all_and_games_and_grades_take_turns(evening: Evening, puzzles: Puzzles) -> None:
    shown: list[tuple[str, int]] = []
    first = await puzzles.today()
    assert (await puzzles.today()).stored == first.stored
    other = Puzzles(evening.store, GAMES, evening.now, lambda: STOCK)
    assert (await other.today()).stored == first.stored, "another process shows the same"
    for _ in STOCK:
        puzzle = (await puzzles.today()).stored.puzzle
        shown.append((puzzle.game, puzzle.grade))
        evening.now.later(DAY)
    assert sorted(shown) == sorted((p.game, p.grade) for p in STOCK), "each once before one comes again"
    again = await puzzles.today()
    assert again.stored.id == first.stored.id


async def test_two_processes_choose_the_same(evening: Evening) -> None:
    both = [Puzzles(evening.store, GAMES, evening.now, lambda: STOCK) for _ in range(2)]
    first, second = await asyncio.gather(*(p.today() for p in both))
    assert first.stored == second.stored


async def test_without_any_there_is_a_word(evening: Evening) -> None:
    with refused("puzzle.none"):
        await Puzzles(evening.store, GAMES, evening.now).today()


async def test_it_shows_what_its_seat_sees(puzzles: Puzzles) -> None:
    posed = await puzzles.today()
    assert posed.view.viewer == posed.seat and posed.seat in posed.view.waiting
    assert posed.seats == 2 and posed.rules == posed.game.spec.rules


async def test_the_first_answer_counts(puzzles: Puzzles) -> None:
    first = await answered(puzzles, ADA, right=False)
    assert not first.is_right and first.cost == pytest.approx(0.10)
    assert await answered(puzzles, ADA, right=True) == first
    posed = await puzzles.today()
    assert await puzzles.answer_of(posed, ADA) == first and await puzzles.answer_of(posed, BO) is None
    assert (await puzzles.record(ADA)).answered == 1


async def test_what_is_no_answer_is_refused(puzzles: Puzzles) -> None:
    posed = await puzzles.today()
    with refused("puzzle.unknown"):
        await puzzles.answer(posed, ADA, None, ())
    with pytest.raises(Refused):
        await puzzles.answer(posed, ADA, None, ("nonsense",))
    assert await puzzles.answer_of(posed, ADA) is None


async def test_puzzles_to_come_are_nobody_s(evening: Evening, puzzles: Puzzles) -> None:
    posed = await puzzles.today()
    for number in range(1, len(STOCK) + 2):
        if number != posed.stored.id:
            with refused("puzzle.unknown"):
                await puzzles.posed(number)
    assert (await puzzles.posed(posed.stored.id)).stored == posed.stored
    assert puzzles.is_open(posed)
    evening.now.later(DAY)
    assert not puzzles.is_open(posed)
    yesterday = await puzzles.yesterday()
    assert yesterday is not None and yesterday.stored == posed.stored


async def test_what_was_missed_can_be_answered_later_but_is_no_part_of_a_streak(
    evening: Evening, puzzles: Puzzles
) -> None:
    with refused("puzzle.all"):
        await puzzles.older(ADA)
    await answered(puzzles, BO)
    missed = await puzzles.today()
    evening.now.later(DAY)
    await puzzles.today()
    older = await puzzles.older(ADA)
    assert older.stored == missed.stored
    await puzzles.answer(older, ADA, None, older.stored.puzzle.best)
    with refused("puzzle.all"):
        await puzzles.older(ADA)
    own = await puzzles.record(ADA)
    assert (own.answered, own.right, own.streak, own.longest) == (1, 1, 0, 0)
    assert (await puzzles.record(BO)).streak == 1


async def test_a_solution_tells_how_many_found_it_and_who_has_a_streak_here(evening: Evening, puzzles: Puzzles) -> None:
    await evening.house.languages.remember(ADA, "en", "Ada over all")
    for _ in range(3):
        await answered(puzzles, ADA)
        await answered(puzzles, BO, right=False)
        await answered(puzzles, CY, guild=ELSEWHERE)
        evening.now.later(DAY)
    yesterday = await puzzles.yesterday()
    assert yesterday is not None
    here = await puzzles.solution(yesterday, HERE)
    assert (here.answered, here.right) == (3, 2)
    assert here.streaks == [(ADA, "Ada over all", 3)]
    assert (await puzzles.solution(yesterday, None)).streaks == []
    assert here.missed is None, "one alone would be told apart"
    wrong, cost = yesterday.stored.puzzle.costs[2]
    await puzzles.answer(yesterday, 4, HERE, wrong)
    assert (await puzzles.solution(yesterday, HERE)).missed == (wrong, cost)
    await evening.house.privacy.hide(ADA, hidden=True)
    assert (await puzzles.solution(yesterday, HERE)).streaks == []


async def test_a_person_who_is_forgotten_is_in_no_list(evening: Evening, puzzles: Puzzles) -> None:
    for _ in range(2):
        await answered(puzzles, ADA)
        evening.now.later(DAY)
    await evening.house.privacy.forget(ADA)
    yesterday = await puzzles.yesterday()
    assert yesterday is not None
    solution = await puzzles.solution(yesterday, HERE)
    assert (solution.answered, solution.streaks) == (1, [])
    assert (await puzzles.record(ADA)).answered == 0


def answers_on(*told: tuple[int | None, bool, int]) -> list[PuzzleAnswer]:
    """Answers on these days, right or not, to puzzles of these grades."""
    return [
        PuzzleAnswer(at, ADA, None, (), 0.0 if right else 0.2, float(at), day, f"game {at % GAMES_PLAYED}", grade)
        for at, (day, right, grade) in enumerate(told)
    ]


@pytest.mark.parametrize(
    ("right", "now", "longest"),
    [([], 0, 0), ([10], 1, 1), ([9, 8], 2, 2), ([8, 7, 6], 0, 3), ([10, 9, 7, 6, 5], 2, 3)],
)
def test_a_streak_lasts_until_a_day_is_over_without_it(right: Sequence[int], now: int, longest: int) -> None:
    assert streak(right, 10) == now
    answers = answers_on(*((day, True, 2) for day in reversed(right)))
    record = record_of(answers, 10, GAMES_PLAYED)
    assert (record.streak, record.longest) == (now, longest)


def test_right_answers_raise_the_rating_and_hard_ones_more() -> None:
    def rating(*told: tuple[int | None, bool, int]) -> int:
        return record_of(answers_on(*told), 10, GAMES_PLAYED).rating.points

    assert rating((1, True, 1)) < rating((1, True, 2)) < rating((1, True, 3))
    assert rating((1, False, 1)) < rating((1, False, 3)) < rating((1, True, 1))
    assert record_of(answers_on((1, True, 1)), 10, GAMES_PLAYED).rating.provisional


@pytest.mark.parametrize(
    ("told", "badges"),
    [
        ([(1, False, 3)], ()),
        ([(1, True, 1)], ("first.find",)),
        ([(day, True, 1) for day in range(1, 8)], ("first.find", "seven.days")),
        ([(day, True, 1) for day in range(1, 31)], ("first.find", "seven.days", "thirty.days")),
        ([(None, True, 2)] * 100, ("first.find", "hundred")),
        ([(1, True, 3), (2, False, 3), (3, True, 3)], ("first.find",)),
        ([(1, True, 3), (2, True, 3)], ("first.find", "all.rounder")),
    ],
)
def test_badges_are_for_finds(told: list[tuple[int | None, bool, int]], badges: tuple[str, ...]) -> None:
    """B21 to B25."""
    assert record_of(answers_on(*told), 100, GAMES_PLAYED).badges == badges
