"""Cost of a press, over real HTTP and WebSocket: time, CPU, statements, decoded states; and of a bot that is idle."""

from __future__ import annotations

import asyncio
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from bench.counted_bot import TASKS, Counters, Counts
from cogs.ui.custom_id import base36
from locales.compile import compile_texts
from tests.driver import DEFERRED_UPDATE, ROOT, Driver, Failed, Player, running_sandbox
from tests.e2e.match import Match, is_confirm, steps, take_first

NAMES = ("Ann", "Bob", "Carla", "Dmitri")
SECONDS = 30.0  # of play
PATIENCE = 60.0  # seconds until the bot must be online
SETTLED = 3.0  # seconds after which it is idle
FLOOD = 138  # presses a second of one person, while another one plays
STILL = 0.8  # seconds without a statement: everything is done then
FLOODED = 15.0  # seconds, and as many without a flood
CHAMPIONS, BESIDE = 4, 20.0  # that think for so many seconds, and as many without them


def run() -> Iterator[str]:
    """Waits from a press in a panel to the first answer and to the panel's next face; what the idle bot takes."""
    with tempfile.TemporaryDirectory() as folder:
        memory, started = idle(Path(folder))
    with tempfile.TemporaryDirectory() as folder, running_sandbox() as url, running_bot(Path(folder), url) as pid:
        waits, busy = asyncio.run(played(url, pid))
        alone, beside = asyncio.run(beside_thoughts(url, pid))
        quiet, loud, lost = asyncio.run(beside_a_flood(url))
    for name, seconds in zip(("first answer", "next face"), zip(*waits, strict=True), strict=True):
        cuts = quantiles([1000 * wait for wait in seconds], n=100)
        yield f"press to {name}: median {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms ({len(waits)} presses)"
    yield f"{len(NAMES)} matches at once, {len(waits) / SECONDS:.0f} presses a second"
    yield f"a press takes {1000 * busy / len(waits):.1f} ms of the bot's CPU"
    for what, figures in (("alone", alone), (f"beside {CHAMPIONS} champions that think", beside)):
        face, press_cpu = (
            quantiles([1000 * wait for wait in figures.waits], n=100),
            1000 * figures.cpu / len(figures.waits),
        )
        yield f"{what}: next face median {face[49]:.0f} ms, p99 {face[98]:.0f} ms, {press_cpu:.1f} ms of CPU a press"
    low, high = p99(quiet), p99(loud)
    yield f"beside {FLOOD} presses a second of another person: p99 {high:.0f} ms, quiet {low:.0f} ms: {high / low:.2g}"
    yield f"{lost} of {len(loud)} presses beside the flood were never answered"
    yield f"the idle bot takes {memory:.1f} MB of memory, its start {started:.2f} s of CPU"
    yield from counted()


def idle(folder: Path) -> tuple[float, float]:
    """Megabytes of a bot that no one plays with, and the CPU seconds of its start.

    It has what owners have: compiled packages, those of the bot alone, and compiled texts.
    """
    python, uv = folder / "bin" / "python", Path(sys.executable).with_name("uv")
    locked = ("--require-hashes", "--constraints", ROOT / "constraints.txt")
    needs = (*locked, "--requirements", ROOT / "pyproject.toml", "--extra", "postgres", "--extra", "cjk")
    subprocess.run([uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, folder], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", python, *needs], check=True)
    compile_texts()
    with running_sandbox() as url, running_bot(folder, url, python=str(python)) as pid:
        asyncio.run(begun(url))
        return resident(pid), cpu(pid)


async def begun(url: str) -> None:
    """Wait until the bot is online and has nothing more to do."""
    async with await Driver.connect(url) as driver:
        await driver.ready(PATIENCE)
        await asyncio.sleep(SETTLED)


@contextmanager
def running_bot(folder: Path, url: str, *program: str, python: str = sys.executable) -> Iterator[int]:
    """The bot at that sandbox, in a process whose id is given; it knows no other settings. `program` runs it."""
    port = url.rstrip("/").rpartition(":")[2]
    settings = {"DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'bench.db'}", "SANDBOX_PORT": port}
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **settings}
    bot_py = str(ROOT / "bot.py")
    # it makes the database: migrations run once in a bot's life, and what they take is no part of any later start
    subprocess.run([python, bot_py, "--check"], cwd=folder, env=environment, check=True, capture_output=True)
    order = [python, *(program or [bot_py])]
    with (
        (folder / "bot.log").open("wb") as log,
        subprocess.Popen(order, cwd=folder, env=environment, stdout=log, stderr=log) as bot,
    ):
        try:
            yield bot.pid
        finally:
            bot.terminate()


async def played(url: str, pid: int) -> tuple[list[tuple[float, float]], float]:
    """The waits of all presses in matches at the same time, and the bot's CPU seconds."""
    async with await Driver.connect(url) as driver:
        await driver.ready(PATIENCE)
        matches = [await Match.begin(driver, name, opponents=1) for name in NAMES]
        end, busy = time.perf_counter() + SECONDS, cpu(pid)
        waits: list[tuple[float, float]] = []
        await asyncio.gather(*(presses(match, end, waits) for match in matches))
    return waits, cpu(pid) - busy


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


@dataclass(frozen=True, slots=True)
class Spell:
    """Seconds from each press to the next face, and the CPU seconds that the bot took meanwhile."""

    waits: list[float]
    cpu: float


async def beside_thoughts(url: str, pid: int) -> tuple[Spell, Spell]:
    """Presses in three matches at once, alone and while champions think in four matches of a fourth person."""
    async with await Driver.connect(url) as driver:
        alone = await spell(driver, pid)
        thoughtful = [await Match.begin(driver, NAMES[-1], opponents=1, level="Champion") for _ in range(CHAMPIONS)]
        thinking = [asyncio.create_task(keep_thinking(match)) for match in thoughtful]
        beside = await spell(driver, pid)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
    return alone, beside


async def spell(driver: Driver, pid: int) -> Spell:
    """Three people play for a while, each against a fair opponent."""
    matches = [await Match.begin(driver, name, opponents=1) for name in NAMES[:-1]]
    end, before = time.perf_counter() + BESIDE, cpu(pid)
    waits: list[tuple[float, float]] = []
    await asyncio.gather(*(presses(match, end, waits) for match in matches))
    return Spell([wait for _, wait in waits], cpu(pid) - before)


async def keep_thinking(match: Match) -> None:
    """Answer at once whenever the champion has, and begin another match after the last answer."""
    while True:
        with suppress(Failed, AssertionError):  # the same person's panel may go on to another match
            await match.play()
            match = await Match.begin(match.driver, match.players[0].name, opponents=1, level="Champion")


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


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- statements


def counted() -> Iterator[str]:
    """Statements and decoded states of a whole match of two, whose players press one after the other."""
    with tempfile.TemporaryDirectory() as folder, running_sandbox() as url:
        counters = Counters(Path(folder) / "counters")
        with running_bot(Path(folder), url, "-m", "bench.counted_bot", str(Path(folder) / "counters")):
            confirms, end, match = asyncio.run(count_match(url, counters))
    everything = sum(match[task] for task in TASKS)
    yield f"statements of a Confirm: {min(confirms)} to {max(confirms)} ({len(confirms)} presses)"
    yield f"statements a log row, with panels, post and clock: {everything / match['rows']:.1f} ({match['rows']} rows)"
    yield f"decoded states a log row: {match['decoded'] / match['rows']:.2g}"
    yield f"statements at the match's end, with all that is posted: {sum(end[task] for task in TASKS)}"


async def count_match(url: str, counters: Counters) -> tuple[list[int], Counts, Counts]:
    """The statements of each Confirm but the last, what came of that one, and the counts of the whole match."""
    async with await Driver.connect(url) as driver:
        await driver.ready(PATIENCE)
        match = await Match.begin(driver, *NAMES[:2])
        first = await settled(counters)
        before, last, confirms = first, first, list[int]()
        while (player := await match.asked()) is not None:
            panel = match.panel(player)
            while panel is not None and (offered := match.steps(panel)):
                before = await settled(counters)
                panel = await take_first(player, panel, offered[0])
                last = await settled(counters)
                if is_confirm(offered[0]):
                    confirms.append(last["press"] - before["press"])
                    break
        return confirms[:-1], difference(last, before), difference(last, first)


async def settled(counters: Counters) -> Counts:
    """The counts, once they have stood still for a while: all that was pressed is written, sent and done."""
    counts, since = counters.read(), time.perf_counter()
    while time.perf_counter() - since < STILL:
        await asyncio.sleep(STILL / 10)
        if (now := counters.read()) != counts:
            counts, since = now, time.perf_counter()
    return counts


def difference(after: Counts, before: Counts) -> Counts:
    return {name: after[name] - before[name] for name in after}
