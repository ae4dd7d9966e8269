"""Puzzles that the bot finds by itself: in matches that were reviewed, and in play of its own."""

from __future__ import annotations

import asyncio
from functools import cache
from random import Random

import pytest

from db.stores.puzzles import StoredPuzzle
from engines import GAMES
from engines.table import Ready, View
from host.coach.making import HELD_BACK, OF_A_MATCH, REST, PuzzleMaker, in_stock
from host.coach.puzzles import Puzzles
from host.thinking.pool import ThoughtPool
from opponents import worker
from opponents.puzzles import (
    CHALLENGED,
    CONFIRMED,
    Candidate,
    Position,
    Sought,
    Weighing,
    before,
    decisions,
    imagined,
    legal_answers,
)
from opponents.worker import Challenge, Examine, Given, Grade, Hold, Refine, Seek, Task
from tests.host.coach.planted import STOCK
from tests.host.desk import hurry
from tests.host.evening import ADA, BO, CY, Evening

HARD = 2
FEW = 4  # puzzles of a game in stock: more than are planted


@cache
def decision(game: str) -> View:
    """The first of a match between computers."""
    return decisions(game, Random(1))[0]


class Judge(ThoughtPool):
    """A pool without processes, which finds a puzzle wherever it looks, as far as it isn't told otherwise."""

    def __init__(self) -> None:
        super().__init__(size=1)
        self.tasks: list[Task] = []
        self.finds, self.lead, self.reply, self.grade = True, 0.2, 0.2, HARD

    async def do(self, task: Task) -> Given | None:
        if self.is_closed:
            return None
        self.tasks.append(task)
        match task:
            case Examine(record, number, seed):
                return Sought(1, self._candidate(before(record, number, seed)))
            case Seek(game, _, seed):
                return Sought(1, self._candidate(imagined(game, decision(game), seed)))
            case Hold(candidate, known):
                return _weighed(candidate, known, self.lead, CONFIRMED)
            case Challenge(candidate, known):
                return _weighed(candidate, known, self.reply, CHALLENGED)
            case Grade():
                return self.grade
            case Refine(_, rough):
                return [*rough]
            case _:
                return await asyncio.to_thread(task.answer)

    def _candidate(self, position: Position) -> Candidate | None:
        best, *others = legal_answers(GAMES[position.game], position.view(), 10_000) or [()]
        return Candidate(position, best, tuple(others)) if self.finds and others else None

    def did(self, kind: type[Task]) -> int:
        """How many tasks of a kind it was given."""
        return sum(isinstance(task, kind) for task in self.tasks)


def _weighed(candidate: Candidate, known: Weighing, lead: float, worlds: int) -> Weighing:
    for _ in range(worlds // 2):  # two pieces
        known.hope.add((0.9,))
        for tally in known.leads:
            tally.add((lead,))
    assert len(known.leads) == len(candidate.others)
    return Weighing(known.worlds + worlds // 2, known.hope, known.leads)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Judge:
    hurry(monkeypatch)
    monkeypatch.setattr(worker, "explained", lambda record, moment, seed, budget: moment)  # no one finds an example
    return Judge()


@pytest.fixture
def maker(evening: Evening) -> PuzzleMaker:
    return evening.house.maker


async def reviewed(evening: Evening) -> int:
    """A match of two that is over and was looked at."""
    match = await evening.play(ADA, BO, game="schlangennest")
    await evening.play_on(match, Random(1))
    await evening.house.reviews.review(match, ADA)
    await evening.house.reviews.work()
    return match


async def kept(evening: Evening) -> list[StoredPuzzle]:
    tables = evening.store.puzzles
    found = [await tables.puzzle(number) for number in range(1, 1 + len(await tables.sources()))]
    return [puzzle for puzzle in found if puzzle is not None]


async def test_the_dearest_answers_of_a_match_become_puzzles_once(
    evening: Evening, maker: PuzzleMaker, pool: Judge
) -> None:
    assert await maker.work() is None and not pool.tasks
    match = await reviewed(evening)
    assert await maker.work() == evening.now()
    assert pool.did(Examine) == OF_A_MATCH and pool.did(Hold) == 2 * pool.did(Challenge) == 2 * OF_A_MATCH
    found = await kept(evening)
    assert len(found) == OF_A_MATCH
    for row in found:
        puzzle = row.puzzle
        assert puzzle.source.startswith(f"match.{match}.") and puzzle.ready == evening.now() + HELD_BACK
        assert (puzzle.game, puzzle.grade, puzzle.hope) == ("schlangennest", HARD, pytest.approx(0.9))
    await maker.work()
    assert pool.did(Examine) == OF_A_MATCH


async def test_nobody_sees_them_before_the_match_is_forgotten(evening: Evening, maker: PuzzleMaker) -> None:
    await reviewed(evening)
    await maker.work()
    puzzles = Puzzles(evening.store, GAMES, evening.now, lambda: STOCK)
    for _ in range(len(STOCK)):
        assert not (await puzzles.today()).stored.puzzle.source.startswith("match.")
        evening.now.later(HELD_BACK / (len(STOCK) + 1))
    evening.now.later(HELD_BACK)
    posed = await puzzles.today()
    assert posed.stored.puzzle.source.startswith("match.")
    assert isinstance(posed.game.ask(posed.view, posed.stored.puzzle.best), Ready)


@pytest.mark.parametrize("fault", ["finds", "lead", "reply", "grade"])
async def test_what_is_none_isn_t_kept(evening: Evening, maker: PuzzleMaker, pool: Judge, fault: str) -> None:
    setattr(pool, fault, 0)
    await reviewed(evening)
    await maker.work()
    assert pool.did(Examine) and not await kept(evening)
    assert await evening.store.reviews.unsought() is None


async def test_matches_of_people_who_hide_are_left_alone(evening: Evening, maker: PuzzleMaker, pool: Judge) -> None:
    await reviewed(evening)
    await evening.house.privacy.hide(BO, hidden=True)
    await maker.work()
    assert not pool.did(Examine) and await evening.store.reviews.unsought() is None


async def test_who_hides_later_takes_what_was_found_in_their_matches_along(
    evening: Evening, maker: PuzzleMaker, pool: Judge
) -> None:
    await reviewed(evening)
    await maker.work()
    shown, *_ = await kept(evening)
    await evening.store.puzzles.choose(7, evening.now() + HELD_BACK, shown.puzzle.game, shown.puzzle.grade)
    await evening.house.privacy.hide(CY, hidden=True)
    assert len(await kept(evening)) == OF_A_MATCH
    await evening.house.privacy.hide(BO, hidden=True)
    assert [puzzle.id for puzzle in await kept(evening)] == [shown.id], "what everybody has seen stays"


async def test_matches_that_began_in_the_middle_are_left_alone(
    evening: Evening, maker: PuzzleMaker, pool: Judge
) -> None:
    source, house = await reviewed(evening), evening.house
    await maker.work()
    pool.tasks.clear()
    answers = [row for row in await evening.log(source) if row.by == 0]
    match = await house.solo.open_at(*await house.reviews.position(source, answers[-2].seq, ADA), evening.person(ADA))
    await house.solo.begin(match, evening.person(ADA))
    await evening.seats.resign(match.id, ADA, evening.press())
    await house.reviews.review(match.id, ADA)
    await house.reviews.work()
    await maker.work()
    assert not pool.did(Examine) and await evening.store.reviews.unsought() is None


async def test_a_crash_in_the_middle_looks_again_and_keeps_none_twice(
    evening: Evening, maker: PuzzleMaker, pool: Judge
) -> None:
    match = await reviewed(evening)
    pool.is_closed = True
    await maker._in_match(match)  # as if an order to end came at that moment
    assert await evening.store.reviews.unsought() == match and not await kept(evening)
    pool.is_closed = False
    await maker._in_match(match)
    await maker._in_match(match)
    assert len(await kept(evening)) == OF_A_MATCH


async def test_new_ones_are_sought_in_play_once_there_are_few(
    evening: Evening, maker: PuzzleMaker, pool: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.coach.making.IN_STOCK", FEW)
    assert await maker.work() is None, "nobody has asked for one yet"
    await Puzzles(evening.store, GAMES, evening.now, lambda: STOCK).today()
    again = await maker.work()
    assert again == evening.now() + REST and pool.did(Seek) == 1
    await maker.work()
    assert pool.did(Seek) == 1, "it rests"
    for _ in range(len(GAMES) * FEW):
        evening.now.later(REST)
        await maker.work()
    unused = await evening.store.puzzles.unused()
    counts = {game: sum(unused.get((game, grade), 0) for grade in (1, 2, 3)) for game in GAMES}
    assert counts == dict.fromkeys(GAMES, FEW)
    enough = pool.did(Seek)
    evening.now.later(REST)
    await maker.work()
    assert pool.did(Seek) == enough


async def test_nothing_is_sought_while_the_house_closes(evening: Evening, maker: PuzzleMaker, pool: Judge) -> None:
    await reviewed(evening)
    pool.tasks.clear()
    pool.is_closed = True
    assert await maker.work() is None and not pool.tasks


def test_those_of_this_version_have_a_source_each() -> None:
    found = [*in_stock()]
    assert len({puzzle.source for puzzle in found}) == len(found) and {puzzle.ready for puzzle in found} == {0.0}
