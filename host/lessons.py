"""Progress of people in the lessons."""

from __future__ import annotations

from db.store import Store


class Lessons:
    """Stores how far people have come, by game and chapter."""

    def __init__(self, store: Store) -> None:
        self._table = store.lessons

    async def steps(self, user: int, game: str) -> dict[str, int]:
        """The person's step (from 0) in each chapter of the game that they have begun."""
        return await self._table.steps(user, game)

    async def open(self, user: int, game: str, chapter: str) -> int:
        """The step at which the person resumes a chapter; the first if they have never opened it."""
        await self._table.begin(user, game, chapter)
        return (await self._table.steps(user, game)).get(chapter, 0)

    async def move(self, user: int, game: str, chapter: str, before: int, after: int) -> bool:
        """Move from one step to another; False, and no change, if the person isn't at the first any more."""
        return await self._table.move(user, game, chapter, before, after)

    async def anew(self, user: int, game: str, chapter: str) -> None:
        """Begin the chapter again."""
        await self._table.drop(user, game, chapter)
