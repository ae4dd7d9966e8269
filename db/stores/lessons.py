"""Store of each person's step in lessons."""

from __future__ import annotations

from sqlalchemy import delete, select, update

from db.sql.engine import TimedEngine
from db.sql.reader import Reader
from db.sql.tables import lessons
from db.sql.upsert import put_new


class LessonTable:
    """Queries about lessons, each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def steps(self, user: int, game: str) -> dict[str, int]:
        """The person's step in each chapter of a game that they have begun."""
        query = select(lessons.c.chapter, lessons.c.step).where(lessons.c.user == user, lessons.c.game == game)
        return {row["chapter"]: row["step"] for row in await self._reader.rows(query)}

    async def begin(self, user: int, game: str, chapter: str) -> None:
        """Open a chapter for the person, at its first step unless they have begun it before."""
        key = {"user": user, "game": game, "chapter": chapter}
        await self._engine.run(lambda write: put_new(write, lessons, key, {"step": 0}))

    async def move(self, user: int, game: str, chapter: str, before: int, after: int) -> bool:
        """Move the person from one step to another; False if they aren't at the first any more."""
        mine = (lessons.c.user == user, lessons.c.game == game, lessons.c.chapter == chapter)
        return (
            await self._engine.execute(update(lessons).where(*mine, lessons.c.step == before).values(step=after)) == 1
        )

    async def drop(self, user: int, game: str, chapter: str) -> None:
        """Delete the person's step, so that they begin the chapter again."""
        mine = (lessons.c.user == user, lessons.c.game == game, lessons.c.chapter == chapter)
        await self._engine.execute(delete(lessons).where(*mine))
