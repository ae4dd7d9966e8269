"""Which language each person's Discord speaks, so that what is sent to them later is in it too."""

from __future__ import annotations

from db.store import Store


class Languages:
    """Remembers locales over restarts; asks and tells the database only what it doesn't know yet."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, str] = {}

    async def remember(self, user: int, locale: str) -> None:
        """The person has just used the bot in this language (a Discord locale like "de")."""
        if self._known.get(user) != locale:
            await self._store.people.set_locale(user, locale)
            self._known[user] = locale

    async def of(self, user: int) -> str | None:
        """The person's language, None if they have never used the bot."""
        if user not in self._known and (stored := await self._store.people.locale(user)) is not None:
            self._known[user] = stored
        return self._known.get(user)

    def forget(self, user: int) -> None:
        """The person's language isn't stored any more."""
        self._known.pop(user, None)
