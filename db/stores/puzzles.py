"""Store of puzzles: stock, days, answers, and the servers that want them."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import columns_of, post_columns, value_of
from db.sql.reader import Reader
from db.sql.tables import outbox, puzzle_answers, puzzle_posts, puzzles, sittings
from db.sql.upsert import put_new
from engines.table import Path, Seat
from model.kinds import PostKind
from model.match import Outgoing


@dataclass(frozen=True, slots=True)
class NewPuzzle:
    """A position with a question, and the worth of all its answers."""

    source: str  # its origin; no two have the same
    game: str  # its key
    grade: int  # how hard it is
    seat: Seat  # with the question
    schema: int  # of the state
    state: bytes  # encoded like a snapshot
    best: Path  # the best answer
    hope: float  # its share of the first place
    costs: tuple[
        tuple[Path, float], ...
    ]  # of all other answers, the cheapest first: 0 is just as good, and at least one isn't
    ready: float = 0.0  # when it may first be shown

    @property
    def second(self) -> tuple[Path, float]:
        """The best wrong answer, with its cost."""
        return next(cost for cost in self.costs if cost[1] > 0.0)


@dataclass(frozen=True, slots=True)
class StoredPuzzle:
    """A stored puzzle: its number, and the `day` (since 1970, in UTC) of which it was or is the puzzle."""

    id: int
    day: int | None
    puzzle: NewPuzzle


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A person's answer to a puzzle."""

    puzzle: int  # its number
    user: int  # the person
    guild: int | None  # None: outside of servers
    path: Path  # the answer
    cost: float  # 0 if it was the best
    at: float  # unix seconds
    day: int | None  # whose puzzle it was then; None: of an earlier day
    game: str  # of the puzzle
    grade: int  # of the puzzle

    @property
    def is_right(self) -> bool:
        """Whether it was the best answer."""
        return self.cost == 0.0


@dataclass(frozen=True, slots=True)
class PuzzleChannel:
    """A server's channel (None: none) for the puzzle of the day, and the hour of its day from which to post.

    The last post there was on the `day` (counted from the year 1), or is under way.
    """

    guild: int
    channel: int | None
    hour: int
    day: int = 0


def from_match(match: int) -> str:
    """Prefix of the source of puzzles found in this match."""
    return f"match.{match}"


class PuzzleTables:
    """Queries about puzzles, each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    @transaction
    async def add(self, write: AsyncConnection, new: Collection[NewPuzzle]) -> None:
        """Add these puzzles; those with a known source stay as they are."""
        for puzzle in new:
            await put_new(write, puzzles, {"source": puzzle.source}, columns_of(puzzle, "source"))

    @transaction
    async def withdraw(self, write: AsyncConnection, user: int) -> None:
        """Delete puzzles that were found in a person's matches and have never been shown."""
        sat = select(sittings.c.match).where(sittings.c.user == user).distinct()
        for match in (await write.execute(sat)).scalars().all():
            theirs = and_(puzzles.c.source.startswith(f"{from_match(match)}."), puzzles.c.day.is_(None))
            await write.execute(delete(puzzles).where(theirs))

    async def sources(self) -> set[str]:
        """The sources of all puzzles."""
        return {row["source"] for row in await self._reader.rows(select(puzzles.c.source))}

    async def puzzle(self, number: int) -> StoredPuzzle | None:
        """The puzzle with this number."""
        return await self._one(puzzles.c.id == number)

    async def of_day(self, day: int) -> StoredPuzzle | None:
        """The puzzle of this day."""
        return await self._one(puzzles.c.day == day)

    async def choose(self, day: int, now: float, game: str, grade: int) -> StoredPuzzle | None:
        """Choose the puzzle of the day, unless there is one: a new one, as near to this game and grade as possible.

        If all have been shown, it is the one shown first; None if there are none.
        """
        fits = (puzzles.c.game != game, func.abs(puzzles.c.grade - grade), puzzles.c.id)
        order = (puzzles.c.day.is_not(None), puzzles.c.day, *fits)
        query = select(puzzles.c.id).where(puzzles.c.ready <= now).order_by(*order).limit(1)

        async def chosen(write: AsyncConnection) -> None:
            number = (await write.execute(query)).scalar_one_or_none()
            is_free = (await write.execute(select(puzzles.c.id).where(puzzles.c.day == day))).first() is None
            if number is not None and is_free:
                await write.execute(update(puzzles).where(puzzles.c.id == number).values(day=day))

        with suppress(IntegrityError):  # another process was faster
            await self._engine.run(chosen)
        return await self.of_day(day)

    async def unused(self) -> dict[tuple[str, int], int]:
        """The number of puzzles for each game and grade that have had no day."""
        query = select(puzzles.c.game, puzzles.c.grade, func.count()).where(puzzles.c.day.is_(None))
        rows = await self._reader.tuples(query.group_by(puzzles.c.game, puzzles.c.grade))
        return {(row[0], row[1]): row[2] for row in rows}

    async def older(self, user: int, before: int) -> StoredPuzzle | None:
        """The newest puzzle of a day before this one that the person hasn't answered."""
        mine = select(puzzle_answers.c.puzzle).where(puzzle_answers.c.user == user)
        return await self._one(and_(puzzles.c.day < before, puzzles.c.id.not_in(mine)))

    # Answers

    async def answer(self, answer: PuzzleAnswer) -> PuzzleAnswer:
        """Store a person's answer; returns their first answer, which counts."""
        key = {"puzzle": answer.puzzle, "user": answer.user}
        columns = columns_of(answer, *key, "game", "grade")
        await self._engine.run(lambda write: put_new(write, puzzle_answers, key, columns))
        kept = await self.answer_of(answer.puzzle, answer.user)
        assert kept is not None, "it has just been written"
        return kept

    async def answer_of(self, puzzle: int, user: int) -> PuzzleAnswer | None:
        """The person's answer to this puzzle."""
        mine = and_(puzzle_answers.c.puzzle == puzzle, puzzle_answers.c.user == user)
        return next(iter(await self._answers(mine)), None)

    async def answers_by(self, user: int) -> list[PuzzleAnswer]:
        """All answers of a person, the oldest first."""
        return await self._answers(puzzle_answers.c.user == user)

    async def answers_to(self, puzzle: int) -> list[PuzzleAnswer]:
        """All answers to a puzzle, the oldest first."""
        return await self._answers(puzzle_answers.c.puzzle == puzzle)

    async def right_days(self, users: Collection[int]) -> dict[int, list[int]]:
        """For each of these people the days whose puzzle they solved on the day, the newest first."""
        right = and_(puzzle_answers.c.user.in_(users), puzzle_answers.c.day.is_not(None), puzzle_answers.c.cost == 0)
        query = select(puzzle_answers.c.user, puzzle_answers.c.day).where(right).order_by(puzzle_answers.c.day.desc())
        days: dict[int, list[int]] = {user: [] for user in users}
        for row in await self._reader.rows(query):
            days[row["user"]].append(row["day"])
        return days

    # Servers

    async def place(self, guild: int) -> PuzzleChannel | None:
        """The channel and hour a server has set, if any."""
        rows = await self._reader.rows(select(puzzle_posts).where(puzzle_posts.c.guild == guild))
        return value_of(PuzzleChannel, rows[0]) if rows else None

    async def places(self) -> list[PuzzleChannel]:
        """The channels and hours of all servers that want the puzzle of the day."""
        query = select(puzzle_posts).where(puzzle_posts.c.channel.is_not(None)).order_by(puzzle_posts.c.guild)
        return [value_of(PuzzleChannel, row) for row in await self._reader.rows(query)]

    @transaction
    async def set_place(self, write: AsyncConnection, first: PuzzleChannel, **changes: int | None) -> None:
        """Store these fields of a server's setting; `first` is for a server without one."""
        condition = puzzle_posts.c.guild == first.guild
        await put_new(write, puzzle_posts, {"guild": first.guild}, {"channel": first.channel, "hour": first.hour})
        if changes:
            await write.execute(update(puzzle_posts).where(condition).values(changes))

    @transaction
    async def owe_post(self, write: AsyncConnection, place: PuzzleChannel, day: int, now: float) -> bool:
        """Queue the day's puzzle for a server, once; False if another process has."""
        condition = and_(puzzle_posts.c.guild == place.guild, puzzle_posts.c.day < day)
        if not (await write.execute(update(puzzle_posts).where(condition).values(day=day))).rowcount:
            return False
        post = post_columns(Outgoing(PostKind.PUZZLE), day, now, guild=place.guild)
        await write.execute(insert(outbox), [post])
        return True

    async def _one(self, where: ColumnElement[bool]) -> StoredPuzzle | None:
        rows = await self._reader.rows(select(puzzles).where(where).order_by(puzzles.c.day.desc()).limit(1))
        return next(map(_stored, rows), None)

    async def _answers(self, where: ColumnElement[bool]) -> list[PuzzleAnswer]:
        query = select(puzzle_answers, puzzles.c.game, puzzles.c.grade).join(
            puzzles, puzzles.c.id == puzzle_answers.c.puzzle
        )
        rows = await self._reader.rows(query.where(where).order_by(puzzle_answers.c.at, puzzle_answers.c.puzzle))
        return [value_of(PuzzleAnswer, row) for row in rows]


def _stored(row: RowMapping) -> StoredPuzzle:
    return value_of(StoredPuzzle, row, puzzle=value_of(NewPuzzle, row))
