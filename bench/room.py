"""Size of a match in the database, fresh and packed, and time of packing it."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from db.store import Store
from engines import GAMES
from host.delivery import Delivery
from host.house import House
from host.lobby.lobby import ChannelRef, MatchRequest, Person
from host.play.dormant import Dormancy, remaker
from model.match import Match
from model.terms import Terms
from opponents.random import play_random

SEATS = 4
PRESS = 2**60  # interactions have numbers of this size
BEGIN = 1_700_000_000.0


class Silence:
    """A sender that drops everything."""

    async def deliver(self, message: Delivery, /) -> None:
        """The message is gone."""


def run() -> Iterator[str]:
    """Kilobytes of one match of four people, by game."""
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            fresh, dormant, rows, seconds = asyncio.run(_measured(game, Path(folder) / "room.db"))
        yield (
            f"{game}, four people, {rows} rows: {fresh / 1000:.0f} kB fresh, {dormant / 1000:.1f} kB packed "
            f"in {seconds:.2f} s"
        )


async def _measured(game: str, file: Path) -> tuple[int, int, int, float]:
    """Bytes of a match that is over, fresh and packed; its rows; and seconds of packing it."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}", remake=remaker(GAMES))
    empty = used(file)
    match, moment = await played(store, game)
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("DELETE FROM outbox")
    fresh = used(file) - empty
    began = time.process_time()
    await Dormancy(store, GAMES, lambda: moment).pack(match.id)
    seconds = time.process_time() - began
    dormant = used(file) - empty
    await store.close()
    return fresh, dormant, match.seq, seconds


async def played(store: Store, game: str) -> tuple[Match, float]:
    """A match of four people who play at random, to its end, and when that was."""
    rng, moment = random.Random(game), BEGIN

    def now() -> float:
        return moment

    house = House(store, GAMES, Silence(), watch=lambda _: None, now=now, rng=rng)

    def number() -> int:
        return PRESS + rng.randrange(2**50)

    people = [Person(number(), f"Player {seat}", number()) for seat in range(SEATS)]
    match = await house.lobby.open(MatchRequest(game, {}, SEATS, Terms()), ChannelRef(1, 2), people[0])
    for person in people[1:]:
        match = await house.lobby.join(match.id, person)
    await house.lobby.start(match.id, replace(people[0], interaction_id=number()))
    await house.matches.deal(match.id)
    while (seen := await house.matches.see(match.id, None)).match.phase == "running":
        moment += 3600 * rng.random()
        await house.scheduler.work()
        waiting = [seat for seat in seen.view.waiting if seat is not None]
        user = seen.match.seats[rng.choice(waiting)].user if waiting else None
        if user is not None:
            table = await house.matches.see(match.id, user)
            path = play_random(table.game, table.view, rng)
            await house.matches.play(match.id, user, path, table.fingerprint, number())
    return seen.match, moment


def used(file: Path) -> int:
    """What is used of the pages of the database, indices and all."""
    with closing(sqlite3.connect(file)) as base:
        return int(base.execute("SELECT sum(pgsize - unused) FROM dbstat").fetchone()[0])
