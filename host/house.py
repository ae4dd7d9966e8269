"""The house: store, lobby, matches, clock and post put together."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from db.store import Store
from engines.table import Game
from host.clock import Clock
from host.export import Exports
from host.forecast import Forecast
from host.languages import Languages
from host.lobby import Lobby
from host.matches import Matches
from host.post import PostOffice, Sender
from host.sleeper import Idle, Now, Sleeper, just_wait
from opponents import OPPONENTS


class House:
    """Everything that the cogs call; `start` sets clock and post going, `stop` ends them and closes the store."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        sender: Sender,
        *,
        now: Now = time.time,
        idle: Idle = just_wait,
        luck: Callable[[int], bytes] = secrets.token_bytes,
        rng: random.Random | None = None,
    ) -> None:
        self.games, self._now = games, now
        self.opponents = tuple(OPPONENTS)  # their keys, the strongest first
        self.store = store
        self.matches = Matches(store, games, now=now, wake=self._wake, rng=rng or random.Random())
        self.lobby = Lobby(store, self.matches, now=now, luck=luck, wake=self._wake)
        self.forecast = Forecast(games)
        self.languages = Languages(store)
        self.exports = Exports(store, self.matches)
        self._clock = Sleeper("clock", Clock(store, self.matches, now).work, now, idle)
        self._post = Sleeper("post", PostOffice(store, self.matches, now, sender).work, now, idle)

    async def start(self) -> None:
        """Set clock and post going: what was due while nobody ran comes first."""
        await self.store.forget_leases(self._now())
        self._clock.start()
        self._post.start()

    async def stop(self) -> None:
        """End clock and post and close the store."""
        await self._clock.stop()
        await self._post.stop()
        await self.store.close()

    def _wake(self) -> None:
        self._clock.wake()
        self._post.wake()
