"""Puzzle of the day: choice, answers, ratings of solvers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.sql.codec import BrokenSave, decode
from db.store import Store
from db.stores.puzzles import NewPuzzle, PuzzleAnswer, StoredPuzzle
from engines.table import Game, Path, Ready, Refused, Seat, View
from host.time.clocks import DAY
from host.time.worker import Now
from model.career import PUZZLE_BADGES, PuzzleRecord, Rating
from model.rating import MU, PROVISIONAL, SIGMA, model, points, spread

__all__ = ["Posed", "PuzzleAnswer", "PuzzleRecord", "Puzzles", "Solution", "record_of", "streak"]

GRADES = (1, 2, 3)
STREAKS = 5  # people named for their streak beside a solution
LEAST_STREAK = 2  # days
LEAST_ALIKE = 2  # people with the same wrong answer: fewer would identify someone
# A puzzle counts as an opponent of this rating, well measured: a right answer is a win against it.
STRENGTHS: Mapping[int, float] = {1: MU - 4, 2: MU, 3: MU + 4}
KNOWN_WELL = 1.0  # sigma
WEEK, MONTH, HUNDRED = 7, 30, 100  # days in a row, and right answers, for a badge


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle as shown: the view of its seat, and the options of the table."""

    stored: StoredPuzzle
    game: Game[Any, Any]
    view: View
    seat: Seat
    seats: int
    options: Mapping[str, str]
    rules: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The numbers of people who answered a puzzle and who solved it, and streaks: user, name and days.

    `missed` is the most frequent wrong answer, with its cost; None if no two people gave the same.
    """

    answered: int
    right: int
    streaks: Sequence[tuple[int, str, int]]
    missed: tuple[Path, float] | None = None


class Puzzles:
    """Serves puzzles to people. A day begins at midnight UTC, and its puzzle is the same everywhere."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        now: Now,
        stock: Callable[[], Iterable[NewPuzzle]] = tuple,
    ) -> None:
        self._store, self._tables, self._games, self._now = store, store.puzzles, games, now
        self._stock, self._is_stocked = stock, False

    def day(self) -> int:
        """Today's number."""
        return int(self._now() // DAY)

    async def today(self) -> Posed:
        """The puzzle of the day; Refused if there is none."""
        return await self._of_day(self.day())

    async def posed(self, number: int) -> Posed:
        """A puzzle that is or was a puzzle of the day; Refused for any other."""
        stored = await self._tables.puzzle(number)
        if stored is None or stored.day is None or stored.day > self.day():
            raise Refused("puzzle.unknown")
        return self._pose(stored)

    async def told(self, number: int) -> Posed:
        """A puzzle whose solution is public; Refused for today's, and for one that had no day yet."""
        posed = await self.posed(number)
        if self.is_open(posed):
            raise Refused("puzzle.open")
        return posed

    async def yesterday(self) -> Posed | None:
        """Yesterday's puzzle; None if there was none."""
        stored = await self._tables.of_day(self.day() - 1)
        return stored and self._pose(stored)

    async def older(self, user: int) -> Posed:
        """The newest earlier puzzle that the person hasn't answered; Refused if there is none."""
        stored = await self._tables.older(user, self.day())
        if stored is None:
            raise Refused("puzzle.all")
        return self._pose(stored)

    def is_open(self, posed: Posed) -> bool:
        """Whether it is today's puzzle, whose solution is still secret."""
        return posed.stored.day == self.day()

    async def answer_of(self, posed: Posed, user: int) -> PuzzleAnswer | None:
        """The person's answer to it, if they gave one."""
        return await self._tables.answer_of(posed.stored.id, user)

    async def answer(self, posed: Posed, user: int, guild: int | None, path: Path) -> PuzzleAnswer:
        """Answer a puzzle; returns the person's first answer, which counts. Refused if it isn't legal."""
        if not isinstance(posed.game.ask(posed.view, path), Ready):
            raise Refused("puzzle.unknown")
        puzzle, day = posed.stored.puzzle, self.day()
        costs = dict(puzzle.costs)
        cost = 0.0 if path == puzzle.best else costs.get(path, puzzle.hope)
        answer = PuzzleAnswer(
            posed.stored.id,
            user,
            guild,
            path,
            cost,
            self._now(),
            day if self.is_open(posed) else None,
            puzzle.game,
            puzzle.grade,
        )
        return await self._tables.answer(answer)

    async def record(self, user: int) -> PuzzleRecord:
        """A person's record in puzzles."""
        return record_of(await self._tables.answers_by(user), self.day(), len(self._games))

    async def solution(self, posed: Posed, guild: int | None) -> Solution:
        """How many people solved it, and who in a server has a streak."""
        answers = await self._tables.answers_to(posed.stored.id)
        solvers = [answer.user for answer in answers if guild is not None and answer.guild == guild and answer.user > 0]
        days = await self._tables.right_days(solvers)
        streaks = {user: streak(right, self.day()) for user, right in days.items()}
        long = [user for user, length in streaks.items() if length >= LEAST_STREAK]
        names = await self._store.people.names(long, None)  # puzzles are the same in all servers
        listed = sorted(names, key=lambda user: (-streaks[user], user))[:STREAKS]
        right = sum(answer.is_right for answer in answers)
        return Solution(len(answers), right, [(user, names[user], streaks[user]) for user in listed], _missed(answers))

    async def _of_day(self, day: int) -> Posed:
        stored = await self._tables.of_day(day) or await self._choose(day)
        if stored is None:
            raise Refused("puzzle.none")
        return self._pose(stored)

    async def _choose(self, day: int) -> StoredPuzzle | None:
        """Choose the next puzzle: the games take turns, and within each game the grades."""
        await self._put_in_stock()
        games = [*self._games]
        turn, game = divmod(day, len(games))
        return await self._tables.choose(day, self._now(), games[game], GRADES[turn % len(GRADES)])

    async def _put_in_stock(self) -> None:
        """Add the puzzles that come with this version to those made here."""
        if not self._is_stocked:
            sources, stock = await self._tables.sources(), await asyncio.to_thread(list, self._stock())
            await self._tables.add([puzzle for puzzle in stock if puzzle.source not in sources])
            self._is_stocked = True

    def _pose(self, stored: StoredPuzzle) -> Posed:
        puzzle = stored.puzzle
        game = self._games.get(puzzle.game)
        if game is None:
            raise Refused("house.game")
        try:
            state = decode(game, puzzle.schema, puzzle.state)
        except BrokenSave:
            raise Refused("puzzle.unknown") from None
        table = state.table
        view = game.view(state, puzzle.seat)
        return Posed(stored, game, view, puzzle.seat, table.seats, table.options, table.rules)


def record_of(answers: Sequence[PuzzleAnswer], day: int, games: int) -> PuzzleRecord:
    """A person's record on this day, from their answers, oldest first, with that many games to solve."""
    mu, sigma = MU, SIGMA
    for answer in answers:
        mu, sigma = _rated(mu, sigma, answer.grade, is_right=answer.is_right)
    solved = [answer for answer in answers if answer.is_right]
    right = sorted((answer.day for answer in answers if answer.day is not None and answer.is_right), reverse=True)
    return PuzzleRecord(
        Rating(points(mu, sigma), spread(sigma), provisional=len(answers) < PROVISIONAL),
        len(answers),
        len(solved),
        streak(right, day),
        longest := max((length for length, _ in _runs(right)), default=0),
        tuple(_badges(solved, longest, games)),
    )


def _missed(answers: Sequence[PuzzleAnswer]) -> tuple[Path, float] | None:
    wrong = Counter((answer.path, answer.cost) for answer in answers if not answer.is_right)
    [(missed, times)] = wrong.most_common(1) or [(None, 0)]
    return missed if times >= LEAST_ALIKE else None


def _badges(right: Sequence[PuzzleAnswer], longest: int, games: int) -> Iterator[str]:
    """Clauses B21 to B25 of the badges."""
    hardest = {puzzle.game for puzzle in right if puzzle.grade == GRADES[-1]}
    earned = (bool(right), longest >= WEEK, longest >= MONTH, len(right) >= HUNDRED, len(hardest) >= games > 0)
    return (badge for badge, is_earned in zip(PUZZLE_BADGES, earned, strict=True) if is_earned)


def streak(right: Sequence[int], day: int) -> int:
    """How many days in a row are among these, up to today or yesterday; the days come newest first."""
    return next((length for length, last in _runs(right) if last >= day - 1), 0)


def _runs(days: Iterable[int]) -> list[tuple[int, int]]:
    """Length and last day of each run of consecutive days, the newest run first."""
    runs: list[tuple[int, int]] = []
    for day in days:
        if runs and runs[-1][1] - runs[-1][0] == day:
            runs[-1] = runs[-1][0] + 1, runs[-1][1]
        else:
            runs.append((1, day))
    return runs


def _rated(mu: float, sigma: float, grade: int, *, is_right: bool) -> tuple[float, float]:
    player, puzzle = model().create_rating([mu, sigma]), model().create_rating([STRENGTHS[grade], KNOWN_WELL])
    [[after], _] = model().rate([[player], [puzzle]], ranks=[1.0, 2.0] if is_right else [2.0, 1.0])
    return after.mu, after.sigma
