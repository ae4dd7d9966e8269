"""The runs of `python -m bench load`, and what they print."""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import quantiles

from bench.load.crowd import Book, Crowd, Gate
from bench.load.fleet import Fleet, load_average, running_fleet, seconds
from bench.load.kills import drill
from bench.load.model import A_STEP, Step
from bench.load.play import playing
from bench.press import cpu

OF_FULL = 0.8  # of what the machine holds: the load at which waits are measured
MINUTE, TEN_MINUTES = 60.0, 600.0  # seconds
EVERY = 20.0  # seconds from one kill to the next
WARM = 0.25  # of the seconds of a run, before anything is counted
INTERACTIONS = ("/interactions/", "/webhooks/")


@dataclass(frozen=True, slots=True)
class Spell:
    """What happened in some seconds."""

    seconds: float
    book: Book  # of the presses
    workers: float  # CPU of all workers, seconds
    by_worker: dict[int, float]  # the same, by worker
    database: float  # CPU of the database, seconds
    requests: Counter[str]  # to Discord, by kind
    steps: int  # log rows
    size: int  # bytes of the database

    @property
    def presses(self) -> int:
        """Those that were answered."""
        return len(self.book.face)

    @property
    def per_cpu(self) -> float:
        """Presses for a CPU-second of a worker."""
        return self.presses / self.workers

    @property
    def counted(self) -> int:
        """Requests that Discord counts."""
        return sum(count for route, count in self.requests.items() if not any(p in route for p in INTERACTIONS))


def main(arguments: list[str]) -> None:
    """Read the options, run, print."""
    parser = argparse.ArgumentParser(prog="python -m bench load")
    parser.add_argument("--matches", type=int, default=12, help="at the same time, of two people each")
    parser.add_argument("--seconds", type=float, help="of each spell that is measured (60), or of all kills (600)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--kill", action="store_true", help="kill a random worker again and again, for ten minutes")
    settings = parser.parse_args(arguments)
    if settings.kill:
        for workers in settings.workers:
            done = asyncio.run(drill(workers, settings.matches, settings.seconds or TEN_MINUTES, EVERY))
            print(f"load    {workers} workers: {done}", *done.wrong, sep="\n        ", flush=True)
        return
    spells: dict[int, Spell] = {}
    for workers in settings.workers:
        full, most = asyncio.run(measured(workers, settings.matches, settings.seconds or MINUTE))
        spells[workers] = full
        for line in lines(workers, full, most):
            print(f"load    {line}", flush=True)
    if {1, 2} <= spells.keys():
        ratio = spells[2].per_cpu / spells[1].per_cpu
        together = spells[2].presses / spells[2].seconds / (spells[1].presses / spells[1].seconds)
        print(f"load    two workers answer {ratio:.2f} times as many presses a CPU-second of a worker as one, and")
        print(f"load    {together:.2f} times as many a second, on cores that all processes of the run share")


def lines(workers: int, full: Spell, most: Spell) -> Iterator[str]:
    """What a run with so many workers has shown: at full speed, and at 80 % of it."""
    yield (
        f"{workers} worker{'s' * (workers > 1)}: {full.per_cpu:.1f} presses a CPU-second of a worker "
        f"({1000 * full.workers / full.presses:.1f} ms a press); {full.presses / full.seconds:.1f} presses a second; "
        f"load average {load_average():.1f}"
    )
    shares = ", ".join(f"{seconds / full.seconds:.2f}" for seconds in full.by_worker.values())
    yield f"  cores: workers {shares}; database {full.database / full.seconds:.2f}"
    first, face = waits(most.book.first), waits(most.book.face)
    rate = most.presses / most.seconds
    yield f"  at {rate:.1f} a second: first answer {first}; next face {face}; {most.book.lost} of {most.presses} lost"
    yield (
        f"  a step of a match: {full.presses / full.steps:.2f} presses, "
        f"{1000 * full.workers / full.steps:.1f} ms of worker, {1000 * full.database / full.steps:.1f} ms of database, "
        f"{full.counted / full.steps:.2f} requests that Discord counts, "
        f"{sum(full.requests.values()) / full.steps:.2f} in all, {full.size / full.steps:.0f} bytes"
    )
    yield foretold(full)


def foretold(full: Spell) -> str:
    """How far the run is off the model."""
    now = Step(full.presses / full.steps, full.workers / full.steps, full.counted / full.steps, full.size / full.steps)
    return "  off docs/scale.md: " + ", ".join(f"{what} {off:+.0%}" for what, off in now.against(A_STEP))


def waits(all_of_them: list[float]) -> str:
    """The middle of the waits (given in seconds), and what 99 of 100 keep within."""
    cuts = quantiles([1000 * s for s in all_of_them], n=100)
    return f"p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms"


async def measured(workers: int, matches: int, length: float) -> tuple[Spell, Spell]:
    """A spell at full speed, and one at 80 % of it."""
    with running_fleet(workers) as fleet:
        async with playing(fleet, matches, by_dm=0.0) as crowd:
            await asyncio.sleep(length * WARM)
            full = await spell(fleet, crowd, length)
            crowd.gate = Gate(OF_FULL * full.presses / full.seconds)
            await asyncio.sleep(length * WARM)
            most = await spell(fleet, crowd, length)
    return full, most


@dataclass(frozen=True, slots=True)
class Count:
    """What has happened so far."""

    at: float
    workers: float
    by_worker: dict[int, float]
    database: dict[int, float]
    requests: Counter[str]
    steps: int
    size: int


async def spell(fleet: Fleet, crowd: Crowd, length: float) -> Spell:
    """Count for some seconds."""
    before, crowd.book = await count(fleet, crowd), Book()
    await asyncio.sleep(length)
    book, after = crowd.book, await count(fleet, crowd)
    return Spell(
        after.at - before.at,
        book,
        after.workers - before.workers,
        {number: after.by_worker[number] - before.by_worker[number] for number in after.by_worker},
        sum(cpu - before.database.get(pid, 0.0) for pid, cpu in after.database.items()),
        after.requests - before.requests,
        after.steps - before.steps,
        after.size - before.size,
    )


async def count(fleet: Fleet, crowd: Crowd) -> Count:
    """Look at everything that is counted."""
    ((steps,),) = fleet.rows("SELECT count(*) FROM log")
    by_worker = {number: cpu(worker.pid) for number, worker in fleet.running.items()}
    requests = await crowd.requests()
    database = fleet.database_cpu()
    return Count(seconds(), fleet.worker_cpu(), by_worker, database, requests, steps, fleet.size())
