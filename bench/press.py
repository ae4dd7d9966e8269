"""How long a press waits for the bot, over real HTTP and WebSocket, and how much memory the bot takes."""

from __future__ import annotations

import asyncio
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

from cogs.ui.custom_id import base36
from tests.driver import DEFERRED_UPDATE, ROOT, Driver, Failed, Player, running_sandbox
from tests.e2e.match import Match, is_confirm, steps

NAMES = ("Ann", "Bob", "Carla", "Dmitri")
SECONDS = 30.0  # of play
PATIENCE = 60.0  # seconds until the bot must be online
SETTLED = 3.0  # seconds after which it is idle
FLOOD = 138  # presses a second of one person, while another one plays
FLOODED = 15.0  # seconds, and as many without a flood


def run() -> Iterator[str]:
    """Waits from a press in a panel to the first answer and to the panel's next face; the memory of the idle bot."""
    with tempfile.TemporaryDirectory() as folder, running_sandbox() as url, running_bot(Path(folder), url) as pid:
        memory, waits = asyncio.run(played(url, pid))
        quiet, loud, lost = asyncio.run(beside_a_flood(url))
    for name, seconds in zip(("first answer", "next face"), zip(*waits, strict=True), strict=True):
        cuts = quantiles([1000 * wait for wait in seconds], n=100)
        yield f"press to {name}: median {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms ({len(waits)} presses)"
    yield f"{len(NAMES)} matches at once, {len(waits) / SECONDS:.0f} presses a second"
    low, high = p99(quiet), p99(loud)
    yield f"beside {FLOOD} presses a second of somebody else: p99 {high:.0f} ms, quiet {low:.0f} ms: {high / low:.2g}"
    yield f"{lost} of {len(loud)} presses beside the flood were never answered"
    yield f"the idle bot takes {memory:.0f} MB of memory"


@contextmanager
def running_bot(folder: Path, url: str) -> Iterator[int]:
    """The bot at that sandbox, in a process whose id is given; it knows no other settings."""
    port = url.rstrip("/").rpartition(":")[2]
    settings = {"DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'bench.db'}", "SANDBOX_PORT": port}
    environment = {"PATH": os.environ["PATH"], **settings}
    with (
        (folder / "bot.log").open("wb") as log,
        subprocess.Popen([sys.executable, ROOT / "bot.py"], cwd=folder, env=environment, stdout=log, stderr=log) as bot,
    ):
        try:
            yield bot.pid
        finally:
            bot.terminate()


async def played(url: str, pid: int) -> tuple[float, list[tuple[float, float]]]:
    """Megabytes before the first match, and the waits of all presses in matches that go on at the same time."""
    async with await Driver.connect(url) as driver:
        await driver.ready(PATIENCE)
        await asyncio.sleep(SETTLED)
        memory = resident(pid)
        matches = [await Match.begin(driver, name, opponents=1) for name in NAMES]
        end = time.perf_counter() + SECONDS
        waits: list[tuple[float, float]] = []
        await asyncio.gather(*(presses(match, end, waits) for match in matches))
    return memory, waits


async def presses(match: Match, end: float, waits: list[tuple[float, float]]) -> None:
    """Add the waits of one player, who always presses the first button; a match that is over is followed by another."""
    while time.perf_counter() < end:
        player = await match.asked()
        if player is None:
            match = await Match.begin(match.driver, match.players[0].name, opponents=1)
            continue
        panel = match.panel(player)
        while panel is not None and (offered := steps(panel)):
            waits.append(await press(player, panel.id, offered[0]["custom_id"], match.driver))
            if is_confirm(offered[0]):
                break
            panel = match.driver.messages.get(panel.id)


async def beside_a_flood(url: str) -> tuple[list[float], list[float], int]:
    """The waits for the next face of one player, alone and beside a flood; how many presses came to nothing then."""
    async with await Driver.connect(url) as driver, await Driver.connect(url) as other:
        quiet: list[tuple[float, float]] = []
        loud: list[tuple[float, float]] = []
        await presses(await Match.begin(driver, NAMES[0], opponents=1), time.perf_counter() + FLOODED, quiet)
        match = await Match.begin(driver, NAMES[0], opponents=1)
        flooding = asyncio.create_task(flood(other, other.player(NAMES[1]), match.news[-1].id, match.number))
        lost, end = 0, time.perf_counter() + FLOODED
        while time.perf_counter() < end:
            try:
                await presses(match, end, loud)
            except (Failed, AssertionError):
                lost += 1
        flooding.cancel()
        await asyncio.gather(flooding, return_exceptions=True)
    return [wait for _, wait in quiet], [wait for _, wait in loud], lost


async def flood(driver: Driver, player: Player, message: str, match: int) -> None:
    """Open the panel of a match again and again, without waiting for an answer."""
    begun, sent = time.perf_counter(), set[asyncio.Task[object]]()
    for place in itertools.count(1):
        task = asyncio.create_task(
            driver.act(do="press", user=player.id, message_id=message, custom_id=f"h:move:{base36(match)}")
        )
        sent.add(task)
        task.add_done_callback(sent.discard)
        task.add_done_callback(lambda task: task.cancelled() or task.exception())  # most come to nothing
        await asyncio.sleep(max(0.0, begun + place / FLOOD - time.perf_counter()))


def p99(seconds: list[float]) -> float:
    """Milliseconds within which 99 of 100 were answered."""
    return quantiles([1000 * wait for wait in seconds], n=100)[98]


async def press(player: Player, message: str, custom_id: str, driver: Driver) -> tuple[float, float]:
    """Seconds until the bot's first answer, and until the message has changed."""
    begun = time.perf_counter()
    outcome = await driver.act(do="press", user=player.id, message_id=message, custom_id=custom_id)
    first = time.perf_counter() - begun
    if outcome.news["callback"] == DEFERRED_UPDATE:
        await driver.wait(lambda: outcome.touched)
    return first, time.perf_counter() - begun


def resident(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024
