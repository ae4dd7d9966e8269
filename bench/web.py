"""The table in a browser: CPU a watcher and move, the wait from a commit to the page, taps a decision."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from statistics import quantiles
from typing import Any, NamedTuple, TypeAlias

from engines.table import Path as Steps
from model.kinds import QuickConfirm
from model.match import Preferences
from opponents import FAIR, OPPONENTS
from tests.driver import ROOT
from tests.host.evening import ADA, BO, Evening
from tests.web.guest import Guest, Page, serving

CROWD, MOST = 200, 10  # the first of the people who watch, and in how many tabs each of them does
WATCHERS, MOVES = 50, 60  # moves of each match, and of each game
PAUSE = 0.1  # seconds between two moves
GAMES = ("pistard", "schlangennest", "superechelon", "legstrong")

Entry: TypeAlias = dict[str, Any]


class Tapped(NamedTuple):
    """Taps of a move: on places of the picture, and on Confirm; `by_places` if no words were tapped."""

    touches: int
    confirms: int
    by_places: bool


def run() -> Iterator[str]:
    """What a watcher costs, how soon a page shows a move, and how often a decision takes a tap."""
    yield from asyncio.run(_watched())
    for game in GAMES:
        yield asyncio.run(_tapped(game))


async def _watched() -> list[str]:
    """A match of Pistard with many watchers in another process, and the same match without them."""
    with tempfile.TemporaryDirectory() as folder:
        evening = await Evening.begin(f"sqlite+aiosqlite:///{folder}/house.db")
        async with serving(evening) as page:
            alone, _ = await _played(page, 0)
            beside, waits = await _played(page, WATCHERS)
        await evening.store.close()
    cuts = quantiles([1000 * wait for wait in waits], n=100)
    cost = 1000 * (beside - alone) / MOVES / WATCHERS
    return [
        f"a watcher takes {cost:.2f} ms of CPU a move, with {WATCHERS} that watch",
        f"from commit to page: median {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms ({len(waits)} tables)",
    ]


async def _played(page: Page, watchers: int) -> tuple[float, list[float]]:
    """CPU seconds of this process for some moves, and how long each watcher waited for each of them."""
    evening = page.evening
    match = await evening.ride(ADA, BO)
    async with AsyncExitStack() as guests:
        people = [
            await guests.enter_async_context(page.guest(user, match)) for user in range(CROWD, CROWD + watchers // MOST)
        ]
        browsers = [(f"{page.address}/{guest.base}events?match={match}", guest.headers) for guest in people]
        program = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.web", cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )  # fmt: skip
        assert program.stdin is not None and program.stdout is not None
        program.stdin.write(json.dumps(browsers).encode() + b"\n")
        await program.stdout.readline()  # all watch
        committed: list[float] = []

        def moved(match: int) -> None:
            committed.append(time.time())
            page.site.streams.moved(match)

        evening.house._match_log._watch = moved
        begun = time.process_time()
        for _ in range(MOVES):
            user, _ = await evening.due(match)
            await evening.answer(match, user)
            await asyncio.sleep(PAUSE)
        used = time.process_time() - begun
        program.stdin.write(b"\n")
        seen: list[float] = json.loads(await program.stdout.readline())
        await program.wait()
    return used, [at - max(then for then in committed if then <= at) for at in seen]


async def watch() -> None:
    """Watch so many times, and write when each table came: the other process of `_played`."""
    import aiohttp  # noqa: PLC0415

    browsers: list[tuple[str, dict[str, str]]] = json.loads(sys.stdin.readline()) * MOST
    seen: list[float] = []
    first: set[int] = set()
    shown = asyncio.Event()

    async def follow(session: aiohttp.ClientSession, place: int) -> None:
        url, headers = browsers[place]
        async with session.get(url, headers=headers) as stream:
            async for line in stream.content:
                if not line.startswith(b"data: "):
                    continue
                if place in first:
                    seen.append(time.time())
                first.add(place)
                if len(first) == len(browsers):
                    shown.set()

    timeout = aiohttp.ClientTimeout(total=None)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(timeout=timeout, connector=connector, read_bufsize=2**20) as session:
        following = [asyncio.create_task(follow(session, place)) for place in range(len(browsers))]
        if following:
            await shown.wait()
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    print(json.dumps(seen), flush=True)


async def _tapped(game: str) -> str:
    """How often a person with quick confirm taps for a decision of Fair, as far as the picture has places for it."""
    with tempfile.TemporaryDirectory() as folder:
        evening = await Evening.begin(f"sqlite+aiosqlite:///{folder}/house.db")
        for user in (ADA, BO):
            await evening.house.notifications.set_preferences(user, Preferences(quick=QuickConfirm.ALWAYS))
        moves: list[Tapped] = []
        async with serving(evening) as page:
            while len(moves) < MOVES:
                moves += await _match(page, game, MOVES - len(moves))
        await evening.store.close()
    placed = [move for move in moves if move.by_places]
    taps = sum(move.touches + move.confirms for move in placed)
    decisions = sum(move.touches for move in placed)
    return (
        f"{game}: {taps / decisions:.2f} taps a decision where it has a place, {taps / len(placed):.2f} a move "
        f"({len(placed)} of {len(moves)} moves by places alone)"
    )


async def _match(page: Page, game: str, most: int) -> list[Tapped]:
    """How each move of a match was tapped."""
    evening, rng = page.evening, random.Random(most)
    match = await evening.play(ADA, BO, game=game)
    moves: list[Tapped] = []
    async with page.guest(ADA, match) as ada, page.guest(BO, match) as bo:
        while len(moves) < most:
            seen = await page.matches.see(match, None)
            if seen.match.phase != "running":
                break
            waiting = [seat for seat in seen.view.waiting if seat is not None]
            if not waiting:  # a leg opens by itself
                break
            guest = (ada, bo)[waiting[0]]
            own = await page.matches.see(match, guest.user)
            moves.append(await _decided(guest, match, OPPONENTS[FAIR](own.game, own.view, rng)))
            await asyncio.sleep(0.3)  # ten requests a second
    return moves


async def _decided(guest: Guest, match: int, path: Steps) -> Tapped:
    """Tap along this path until it is played."""
    table = await guest.table(match)
    touches = confirms = words = 0
    before = table["fingerprint"]
    while table["fingerprint"] == before and table["kind"] != "none" and not table["led"]:
        if table["kind"] == "confirm":
            confirms += 1
            table = await guest.touch(match, table, table["path"], sure=True)
            continue
        way, has_place = _next(table, path)
        touches += has_place
        words += not has_place
        table = await guest.touch(match, table, way)
    return Tapped(touches, confirms, by_places=touches > 0 and words == 0)


def _next(table: Entry, path: Steps) -> tuple[list[str], bool]:
    """The answer that leads on along the path, and whether it has a place; several options count as one tap each."""
    for kind in ("touch", "words"):
        for entry in table[kind]:
            way = entry["path"]
            if table["kind"] != "several" and [*path[: len(way)]] == way:
                return way, kind == "touch"
    at = len(table["path"])
    return [*path[: at + 1]], False


if __name__ == "__main__":
    asyncio.run(watch())
