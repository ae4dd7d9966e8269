"""The house: store, lobby, matches, clock and post put together."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from db.store import Store
from engines.table import Game
from host.access import Borders
from host.careers.ladders import Careers
from host.outbox.languages import Languages
from host.outbox.notifications import Calling
from host.outbox.outbox import PostOffice, Sender
from host.play.autoplay import Owing
from host.play.export import Exports
from host.play.match_log import Ledger
from host.play.matches import Matches
from host.play.replay import Replays
from host.privacy import Privacy
from host.scheduler import Clock
from host.table.forecast import Forecast
from host.table.lobby import Lobby
from host.table.pauses import Pausing
from host.table.seats import Leaving
from host.table.votes import Votes
from host.time.heartbeat import Pulse
from host.time.worker import Idle, Now, Sleeper, just_wait
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
        self.borders = Borders(store)
        self._ledger = Ledger(store, games, now=now, wake=self._wake, rng=rng or random.Random())
        self.owing = Owing(self._ledger)
        self.matches = Matches(self._ledger, self.owing)
        self.pausing = Pausing(self._ledger)
        self.leaving = Leaving(self._ledger, self.owing)
        self.votes = Votes(self._ledger, self.pausing, self.leaving)
        self.lobby = Lobby(store, self.matches, now=now, luck=luck, wake=self._wake)
        self.forecast = Forecast(games)
        self.languages = Languages(store)
        self.calling = Calling(store, now)
        self.replays = Replays(self._ledger)
        self.exports = Exports(store, self.matches)
        self.seasons = self._ledger.seasons
        self.careers = Careers(store, games, self.seasons, now)
        self.privacy = Privacy(self._ledger, self.matches, self.lobby, self.votes, self.languages)
        self._pulse = Pulse(store, now)
        clock = Clock(store, self.owing, self.votes, self.lobby, now=now, wake=self._wake)
        self._clock = Sleeper("clock", clock.work, now, idle)
        self._office = PostOffice(store, self.matches, self.calling, now, sender, idle=idle)
        self._post = Sleeper("post", self._office.work, now, idle)
        beat = Sleeper("pulse", self._pulse.work, now, idle)
        season = Sleeper("seasons", self.seasons.work, now, idle)
        self._sleepers = (self._clock, self._post, beat, season)

    async def start(self) -> None:
        """Set clock and post going: what was due while nobody ran comes first."""
        await self.store.forget_leases(self._now())
        self._ledger.outages = await self._pulse.begin()
        for sleeper in self._sleepers:
            sleeper.start()

    async def stop(self) -> None:
        """End clock and post and close the store."""
        for sleeper in self._sleepers:
            await sleeper.stop()
        await self.store.close()

    def _wake(self) -> None:
        self._clock.wake()
        self._post.wake()
        self._office.wake()
