"""Progress in lessons."""

from __future__ import annotations

from db.store import Store


class Lessons:
    """The steps that people have come to, by game and chapter."""

    def __init__(self, store: Store) -> None:
        self._table = store.lessons

    async def steps(self, user: int, game: str) -> dict[str, int]:
        """Steps (from 0) of the person in each chapter of the game that they have begun."""
        return await self._table.steps(user, game)

    async def open(self, user: int, game: str, chapter: str) -> int:
        """Step at which the person goes on in a chapter; the first one if they have never opened it."""
        await self._table.begin(user, game, chapter)
        return (await self._table.steps(user, game)).get(chapter, 0)

    async def move(self, user: int, game: str, chapter: str, before: int, after: int) -> bool:
        """Go from one step to another; False if the person isn't at the first any more, and nothing has changed."""
        return await self._table.move(user, game, chapter, before, after)

    async def anew(self, user: int, game: str, chapter: str) -> None:
        """Begin the chapter once more."""
        await self._table.drop(user, game, chapter)
