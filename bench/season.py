"""Sixty days of slow play in a few minutes: many matches, people with habits, and a clock that leaps.

`python -m bench.season` plays them twice through the real host on a real database, with plans and forced answers and
without. It ends with 1 unless at every moment every match had somebody or something to move it on.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import itertools
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

from db.rows import Habits, LogRow, Match
from db.store import Stale, Store
from engines import GAMES
from engines.table import IllegalMove
from engines.table import Path as Answer
from host.calling import CALLS
from host.clock import Clock
from host.house import House
from host.lobby import Person, Room, Wish
from host.post import Letter, Place, PostOffice
from host.seen import Seen
from host.step import WILLING
from host.times import DAY, HOUR
from opponents.random import play_random

BEGIN = 1_798_416_000.0  # a Monday, midnight in UTC
DAYS = 60
MATCHES = 200
PEOPLE = 60
GUILD = 7
CALLED_AT_ONCE = 0.35  # how often a call is followed at once by who is awake
LOOKS_A_DAY = (1, 5)  # how often people look without being called
GUESSES = 0.2  # of their answers, which the others don't foresee
ZONES = ("Europe/Brussels", "America/New_York", "Asia/Tokyo", "Europe/Lisbon")
TABLES: dict[str, tuple[tuple[int, dict[str, str]], ...]] = {  # seats and options
    "pistard": ((2, {}), (3, {}), (4, {})),
    "superechelon": ((2, {}), (3, {"tours": "1"}), (4, {"tours": "1"})),
}


@dataclass
class Player:
    """A person with habits: when he sleeps, whether he plays at weekends, how he takes to being called."""

    user: int
    zone: str
    wakes: int  # hour of his day
    sleeps: int
    weekends: bool
    plans: bool
    vanishes: float = float("inf")
    closed: bool = False
    pings: Counter[int] = field(default_factory=Counter[int])  # by day

    def is_awake(self, now: float) -> bool:
        """Whether he may be found at his phone."""
        hours = {"Europe/Brussels": 1, "America/New_York": -5, "Asia/Tokyo": 9, "Europe/Lisbon": 0}[self.zone]
        local = now + hours * HOUR
        hour, weekday = int(local % DAY // HOUR), int(local // DAY + 3) % 7  # the first of January 1970 was a Thursday
        return now < self.vanishes and self.wakes <= hour < self.sleeps and (self.weekends or weekday < 5)


class Postman:
    """A sender that counts, and lets those who are called look."""

    def __init__(self, season: Season) -> None:
        self._season = season
        self._messages = itertools.count(1)

    async def deliver(self, letter: Letter) -> Place | None:
        """Note who was called."""
        if letter.post.to is not None and letter.post.kind in CALLS:
            self._season.called(letter.post.to, letter.match)
        return Place(letter.match.channel, next(self._messages))


class Season:
    """A house, its people and its calendar."""

    def __init__(self, seed: int, matches: int, days: int, *, fast: bool) -> None:
        self.rng = random.Random(seed)
        self.now, self.end, self.matches, self.fast = BEGIN, BEGIN + days * DAY, matches, fast
        self.calendar: list[tuple[float, int, int]] = []  # time, number, user
        self._numbers = itertools.count()
        self._presses = itertools.count(1)
        self.people = {user: self._person(user) for user in range(1, max(5, min(PEOPLE, 2 * matches)) + 1)}
        self.pings: dict[str, Counter[tuple[int, int]]] = {game: Counter() for game in TABLES}
        self.stuck: list[str] = []

    def _person(self, user: int) -> Player:
        rng = self.rng
        wakes = rng.randint(6, 10)
        return Player(
            user=user,
            zone=rng.choice(ZONES),
            wakes=wakes,
            sleeps=rng.randint(21, 24),
            weekends=rng.random() < 0.8,
            plans=self.fast and rng.random() < 0.5,
            vanishes=BEGIN + 10 * DAY if user == 1 else float("inf"),
            closed=user == 2,
        )

    def called(self, user: int, match: Match) -> None:
        """A call has arrived: some follow it soon, the others when they look next."""
        player = self.people[user]
        day = int((self.now - BEGIN) // DAY)
        self.pings[match.game][user, day] += 1
        if player.is_awake(self.now) and self.rng.random() < CALLED_AT_ONCE:
            self._note(self.now + self.rng.expovariate(1 / 1200.0), user)

    def _note(self, when: float, user: int) -> None:
        heapq.heappush(self.calendar, (when, next(self._numbers), user))

    async def play(self, url: str) -> None:
        """The whole season."""
        store = await Store.open(url)
        house = House(store, {key: GAMES[key] for key in TABLES}, Postman(self), now=lambda: self.now, rng=self.rng)
        self.store, self.house = store, house
        self.office = PostOffice(store, house.matches, house.calling, lambda: self.now, Postman(self))
        self.clock = Clock(store, house.owing, house.votes, lambda: self.now, lambda: None)
        for user, player in self.people.items():
            await house.languages.remember(user, "en-US")
            await house.calling.set_habits(user, Habits(zone=player.zone))
        await self._open_matches()
        for user in self.people:
            self._note(BEGIN + self.rng.random() * DAY, user)
        while (when := await self._next()) < self.end:
            self.now = max(self.now, when)
            await self._work()
            while self.calendar and self.calendar[0][0] <= self.now:
                _, _, user = heapq.heappop(self.calendar)
                await self._look(user)
                self._note(self.now + DAY / self.rng.randint(*LOOKS_A_DAY) * self.rng.uniform(0.5, 1.5), user)
        await self._work()

    async def _next(self) -> float:
        times = [self.calendar[0][0] if self.calendar else self.end]
        for due in (await self.store.next_due(), await self.store.next_post()):
            times += [] if due is None else [due]
        return min(times)

    async def _work(self) -> None:
        """Clock and post do what is due; then nobody may be stuck."""
        await self.clock.work()
        await self.office.work()

    async def _open_matches(self) -> None:
        games = list(TABLES)
        for number in range(self.matches):
            game = games[number % len(games)]
            seats, options = self.rng.choice(TABLES[game])
            users = self.rng.sample(sorted(self.people), seats)
            wish = Wish(game, options, seats, forced=self.fast)
            match = await self.house.lobby.open(wish, Room(GUILD, 77), self._presser(users[0]))
            for user in users[1:]:
                match = await self.house.lobby.join(match.id, self._presser(user))
            await self.house.lobby.start(match.id, self._presser(users[0]))
        await self._work()

    def _presser(self, user: int) -> Person:
        return Person(user, f"Rider {user}", next(self._presses))

    async def _look(self, user: int) -> None:
        """Who is awake answers whatever waits for him, and plans ahead if that is his way."""
        player = self.people[user]
        if not player.is_awake(self.now):
            return
        while waiting := await self.house.matches.asked(user):
            for seen in waiting:
                self.now += self.rng.uniform(10.0, 60.0)
                await self._answer(user, seen)
        if player.plans:
            for match in await self.house.matches.mine(user):
                await self._plan(user, match)

    async def _answer(self, user: int, seen: Seen) -> None:
        try:
            while seen.seat is not None and seen.seat in seen.view.waiting and seen.match.phase == "running":
                path = self._choice(seen)
                seen = await self.house.matches.play(seen.match.id, user, path, seen.fingerprint, next(self._presses))
        except (Stale, IllegalMove):
            return  # the house was faster, or somebody sits in

    def _choice(self, seen: Seen) -> Answer:
        if self.rng.random() < GUESSES:
            return play_random(seen.game, seen.view, self.rng)
        return seen.game.fallback(seen.view)

    async def _plan(self, user: int, match: Match) -> None:
        if match.phase != "running":
            return
        try:
            seen = await self.house.matches.planning(match.id, user)
            await self.house.matches.plan(match.id, user, seen.game.fallback(seen.view), seen.fingerprint)
        except IllegalMove:
            return  # nothing can be foretold

    async def check(self) -> Iterator[Match]:
        """All matches; whatever is stuck is noted."""
        matches = await self.store.matches_in(("lobby", "starting", "running", "over", "cancelled"))
        for match in matches:
            if match.phase == "running" and match.paused is None and not await self.store.deadlines(match.id):
                self.stuck.append(f"match {match.id} waits for nothing")
        return iter(matches)


def hand_overs(rows: list[LogRow]) -> int:
    """How often somebody else has to answer than before."""
    answered = [row.by for row in rows if row.kind == "move" and row.how in WILLING and row.user is not None]
    return sum(before != after for before, after in itertools.pairwise(answered))


async def run(seed: int, matches: int, days: int, *, fast: bool) -> dict[str, dict[str, float]]:
    """One season's figures by game; exits with 1 if a match got stuck."""
    season = Season(seed, matches, days, fast=fast)
    with tempfile.TemporaryDirectory() as folder:
        await season.play(f"sqlite+aiosqlite:///{Path(folder) / 'season.db'}")
        figures: dict[str, list[dict[str, float]]] = {game: [] for game in TABLES}
        for match in await season.check():
            rows = await season.store.log(match.id)
            waits = [after.at - before.at for before, after in itertools.pairwise(rows)]
            figures[match.game].append(
                {
                    "over": match.phase == "over",
                    "days": (rows[-1].at - rows[0].at) / DAY,
                    "hand-overs": hand_overs(rows),
                    "longest wait (h)": max(waits) / HOUR,
                    "plans": sum(row.how == "plan" for row in rows),
                    "forced": sum(row.how == "forced" for row in rows),
                    "late": sum(row.how == "late" for row in rows),
                }
            )
        await season.store.close()
    for line in season.stuck:
        print(line)
    if season.stuck:
        sys.exit(1)
    return {game: _summed(season, game, each) for game, each in figures.items() if each}


def _summed(season: Season, game: str, each: list[dict[str, float]]) -> dict[str, float]:
    days = season.pings[game]
    played = {key: mean(one[key] for one in each) for key in each[0]}
    played["longest wait (h)"] = max(one["longest wait (h)"] for one in each)
    played["pings a person and day"] = mean(days.values()) if days else 0.0
    return played


def main(arguments: list[str]) -> None:
    """Both seasons, and what plans and forced answers save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--seed", type=int, default=1)
    given: Any = parser.parse_args(arguments)
    results: dict[bool, dict[str, dict[str, float]]] = {}
    for fast in (False, True):
        began = time.monotonic()
        results[fast] = asyncio.run(run(given.seed, given.matches, given.days, fast=fast))
        head = "with plans and forced answers" if fast else "without"
        print(f"{head} ({time.monotonic() - began:.0f} s)")
        for game, figures in results[fast].items():
            print(f"  {game:13}", "  ".join(f"{key} {value:.2f}" for key, value in figures.items()), flush=True)
    for game in results[True]:
        before, after = (results[fast][game]["hand-overs"] for fast in (False, True))
        print(
            f"{game}: {before:.0f} hand-overs a match, {after:.0f} with plans and forced answers: {1 - after / before:.0%} saved"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
