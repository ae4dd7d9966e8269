"""The whole host in one object: store, lobby, matches, clock, outbox."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from math import inf
from typing import Any

from db.store import Store
from engines.table import Game
from host.access import Borders
from host.browsers import Browsers
from host.calendars import Calendars
from host.careers.careers import Careers
from host.careers.endings import Endings
from host.coach.daily import Daily
from host.coach.making import PuzzleMaker, in_stock
from host.coach.puzzles import Puzzles
from host.coach.reasons import Reasons
from host.coach.reviews import Reviews
from host.cups.awards import Awards
from host.cups.cups import Cups
from host.cups.messages import CupMessages
from host.cups.rounds import Rounds
from host.delivery import Sender
from host.doctor import Doctor
from host.figures import Figures, figures
from host.follows import Follows
from host.lessons import Lessons
from host.lobby.forecast import Forecast
from host.lobby.invitations import Invitations
from host.lobby.legs import Legs
from host.lobby.lobby import Lobby
from host.lobby.open_tables import OpenTables
from host.lobby.presets import Presets
from host.lobby.seekers import Seekers
from host.lobby.solo import Solo
from host.lobby.standing_tables import StandingTables
from host.outbox.directs import Directs
from host.outbox.languages import Languages
from host.outbox.notifications import Notifications
from host.outbox.outbox import Outbox
from host.outside.carrier import Carrier
from host.outside.herald import Herald
from host.outside.news import NewsCarrier
from host.outside.webhooks import Webhooks
from host.play.autoplay import AutoPlayer
from host.play.dormant import Dormancy
from host.play.export import Exports
from host.play.lines import Lines
from host.play.match_log import MatchLog
from host.play.matches import Matches
from host.play.replay import Replays
from host.privacy import Privacy
from host.repair.downtime import Downtimes
from host.repair.repairs import Repairs
from host.repair.rewind import Rewinds
from host.scheduler import Scheduler
from host.servers import Servers
from host.sets.races import Races
from host.table.holidays import Holidays
from host.table.live import LivePlay
from host.table.pauses import Pauses
from host.table.seats import Seats
from host.table.shared_lines import SharedLines
from host.table.votes import Votes
from host.thinking.hints import Hints
from host.thinking.pool import ThoughtPool
from host.thinking.talk import TableTalk
from host.thinking.thoughts import Thoughts
from host.time.backups import BackupPlan, Backups
from host.time.heartbeat import Heartbeat
from host.time.worker import Idle, Now, Worker, just_wait
from host.time.worker_number import Identifies
from host.vitals import Vitals
from opponents import EASY, FAIR, LEVELS, RIDERS, SPARRING


class House:
    """Everything the cogs call; `start` starts the clock and the outbox, `stop` ends them and closes the store.

    `watch` is called after each commit of this process with the id of the match it changed.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        sender: Sender,
        *,
        watch: Callable[[int], None],
        now: Now = time.time,
        idle: Idle = just_wait,
        luck: Callable[[int], bytes] = secrets.token_bytes,
        rng: random.Random | None = None,
        pool: ThoughtPool | None = None,
        backups: BackupPlan | None = None,
        time_is_real: bool = False,
    ) -> None:
        if store.remake is None:
            raise LookupError("the store was opened without what plays packed matches again")
        self.games, self._now = games, now
        # the keys of the computer players, those without a level first, then the levels, the strongest first
        self.levels = LEVELS  # of the computer players that become stronger, the strongest first
        self.opponents = (*reversed(RIDERS), SPARRING, *LEVELS)
        self.fair, self.easiest = FAIR, EASY
        self._store = store
        self.identifies = Identifies(store)
        self.vitals = Vitals(store)
        self.directs = Directs(store, now)
        self.borders = Borders(store)
        self.browsers = Browsers(store, self.borders, now)
        self.lessons = Lessons(store)
        self.heartbeat = Heartbeat(store, now, notices=time_is_real)
        self.pool = pool or ThoughtPool()
        self.talk = TableTalk(store, self.pool, self._wake)
        self._match_log = MatchLog(
            store,
            games,
            self.heartbeat,
            now=now,
            wake=self._wake,
            cup_ended=partial(self._wake_one, "cups"),
            watch=watch,
            hear=self.talk.hear,
            rng=rng or random.Random(),
        )
        self._dormancy = Dormancy(store, games, now)
        self.autoplayer = AutoPlayer(self._match_log)
        self.hints = Hints(self._match_log, self.pool)
        self.thoughts = Thoughts(self._match_log, self.autoplayer, self.pool)
        self.matches = Matches(self._match_log, self.autoplayer, self.borders)
        self.lines = Lines(store, self.matches)
        self.calendars = Calendars(store, self.matches)
        self.pauses = Pauses(self._match_log)
        self.seats = Seats(self._match_log, self.autoplayer)
        self.votes = Votes(self._match_log, self.pauses, self.seats)
        self.live = LivePlay(self._match_log)
        self.lobby = Lobby(store, self.matches, now=now, luck=luck, wake=partial(self._wake, "open_tables"))
        self.open_tables = OpenTables(store, now, wake=partial(self._wake, "open_tables"))
        self.standing_tables = StandingTables(store, self.lobby, now=now, wake=partial(self._wake, "standing_tables"))
        self.invitations = Invitations(store, self.lobby, now=now, wake=self._wake)
        self.cups = Cups(store, games, now=now, luck=luck, wake=partial(self._wake, "cups"))
        self.awards = Awards(store, self.cups, self.votes)
        self.rounds = Rounds(self.cups, self._match_log, self.matches, self.seats)
        self.solo = Solo(store, self.lobby, self.matches)
        self.legs = Legs(self.matches)
        self.forecast = Forecast(games)
        self.presets = Presets(games, self.forecast)
        self.races = Races(self._match_log, self.presets, self.seats, luck=luck)
        self.seekers = Seekers(store, self.lobby, self.presets, now=now, wake=partial(self._wake_one, "seekers"))
        self.languages = Languages(store)
        self.servers = Servers(store, self.languages)
        self.notifications = Notifications(store, now)
        self.holidays = Holidays(self._match_log)
        self.follows = Follows(
            store,
            self.borders,
            self.browsers,
            self.notifications,
            now=now,
            wake=partial(self._wake, "follows"),
        )
        self.replays = Replays(self._match_log)
        self.exports = Exports(store, self.matches)
        self.seasons = self._match_log.seasons
        self.careers = Careers(store, games, self.seasons, now)
        self.endings = Endings(self._match_log, self.careers, now)
        self.privacy = Privacy(
            self._match_log,
            self.matches,
            self.lobby,
            self.votes,
            self.languages,
            dormancy=self._dormancy,
            cups=self.cups,
        )
        self.puzzles = Puzzles(store, games, now, in_stock)
        self.reasons = Reasons(self.pool)
        self.daily = Daily(store, self.puzzles, self.races.news, now, wake=partial(self._wake, "puzzles"))
        self.reviews = Reviews(self._match_log, self.pool, wake=partial(self._wake_one, "coach"))
        self.shared_lines = SharedLines(store, self.replays, self.reviews, now)
        self.maker = PuzzleMaker(self._match_log, self.reviews, self.pool)
        self.rewinds = Rewinds(self._match_log, self.autoplayer, self.matches.presence, self.votes)
        self.repairs = Repairs(self._match_log, self.matches.presence)
        self.downtimes = Downtimes(self._match_log)
        self.doctor = Doctor(store, games, now, backups)
        self.backups = (
            None if backups is None else Backups(store, backups, now, wake=partial(self._wake_one, "backups"))
        )
        self.scheduler = Scheduler(
            store,
            self.autoplayer,
            thoughts=self.thoughts,
            votes=self.votes,
            live=self.live,
            lobby=self.lobby,
            now=now,
            wake=self._wake,
            catch_up=self.heartbeat.catch_up,
        )
        self.webhooks = Webhooks(store, Carrier(), now)
        self.news = NewsCarrier(store, self.matches, self.webhooks, now, idle)
        store.webhooks.wake = self._wake_news
        # posts that belong to no match
        self.kinds = {
            **CupMessages(store.cups).kinds,
            **self.daily.kinds,
            **self.open_tables.kinds,
            **self.news.kinds,
            **self.follows.kinds,
        }
        self.outbox = Outbox(store, self.matches, self.notifications, self.kinds, sender, now=now, idle=idle)
        work: dict[str, Callable[[], Awaitable[float | None]]] = {
            "clock": self.scheduler.work,
            "post": self.outbox.work,
            "pulse": self.heartbeat.work,
            "seasons": self.seasons.work,
            "coach": self.reviews.work,
            "puzzles": self.daily.work,
            "open_tables": self.open_tables.work,
            "seekers": self.seekers.work,
            "standing_tables": self.standing_tables.work,
            "cups": self.rounds.work,
            "races": self.races.work,
            "maker": self.maker.work,
            "dormancy": self._dormancy.work,
            "holidays": self.holidays.work,
            "news": self.news.work,
            "follows": self.follows.work,
        }
        if self.backups is not None:
            work["backups"] = self.backups.work
        self._workers = {name: Worker(name, done, now, idle) for name, done in work.items()}

    async def start(self) -> None:
        """Start the clock and the outbox; work that fell due while no process ran comes first."""
        await self._store.forget_leases(self._now())
        await self.heartbeat.begin()
        await self.languages.renew()  # many posts go out before anyone presses
        for worker in self._workers.values():
            worker.start()

    async def stop(self) -> None:
        """Stop the clock and the outbox, and close the store."""
        self._wake_one("pulse")  # the last beat, so that the time until now counts
        await asyncio.gather(*(worker.stop() for worker in self._workers.values()))
        await self.thoughts.stop()
        await self.talk.stop()
        await self.pool.close()
        await self._store.close()

    def tell_outside(self, herald: Herald) -> None:
        """Send news of matches to webhooks from now on, and know which channels everyone sees."""
        self.news.herald = self.follows.herald = herald

    async def server_gone(self, guild: int) -> None:
        """Pause the matches of a server that has removed the bot; nothing else goes on there (`Servers.in_use`)."""
        await self.pauses.guild_gone(guild)
        await self.seekers.guild_gone(guild)
        await self.standing_tables.guild_gone(guild)
        await self.follows.guild_gone(guild)
        await self.webhooks.guild_gone(guild)

    async def figures(self) -> Figures:
        """Figures for the metrics; raises the database's error if it doesn't answer."""
        return await figures(self._store, self._now, self.vitals, self.backups)

    async def remembered(self, key: str) -> str | None:
        """The text that `remember` stored under this key, even before a restart; None if there is none."""
        return await self._store.meta(key)

    async def remember(self, key: str, value: str) -> None:
        """Store a text under a key."""
        await self._store.set_meta(key, value)

    def _wake(self, *names: str, due: float = -inf) -> None:
        """Wake the outbox, the workers, and the clock if something is `due` before it looks again or at any time."""
        self.outbox.wake()
        self._workers["clock"].wake(due)
        for name in ("post", *names):
            self._workers[name].wake()

    def _wake_news(self) -> None:
        self.news.wake()
        self._workers["news"].wake()

    def _wake_one(self, name: str) -> None:
        self._workers[name].wake()
