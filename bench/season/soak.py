"""`python -m bench soak`: three days of many matches under a clock that leaps; memory and handles don't grow."""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.press import resident
from bench.season.diary import Course, Diary
from bench.season.play import BEGIN, Season
from bench.season.run import MEMORY
from host.time.clocks import DAY, HOUR
from platforms.memory import share_one_arena

HOURS, MATCHES = 72.0, 2000
TENTHS = 10
OPENED = 0.1  # of the time: all matches are open when the first tenth is over
GROWTH = 0.05  # of memory, and of handles, after the first tenth
OFF = 0.2  # by which the size may be off what was foretold


@dataclass(frozen=True, slots=True)
class Sample:
    """How much there is at a moment: megabytes of memory, open handles, rows of the log, bytes of the database."""

    memory: float
    handles: int
    rows: int
    size: int

    def __str__(self) -> str:
        return f"{self.memory:.0f} MB, {self.handles} handles, {self.rows} rows, database {self.size / 2**20:.1f} MB"


class Uncounted(Counter[Any]):
    """A counter that stays empty."""

    def __setitem__(self, key: Any, count: int) -> None:
        """Count nothing."""


@dataclass
class ShortCourse(Course):
    """A course without the counts, which would grow with the season and which no one reads here."""

    hows: Counter[str] = field(default_factory=Uncounted)
    pings: Counter[tuple[int, int]] = field(default_factory=Uncounted)
    calls: Counter[tuple[int, int]] = field(default_factory=Uncounted)
    panels: Counter[int] = field(default_factory=Uncounted)


class ShortDiary(Diary):
    """A diary of short courses."""

    kept = ShortCourse


class Soak(Season):
    """A season that looks at itself at the end of each tenth."""

    def __init__(self, store: Diary, file: Path, seed: int, matches: int, hours: float) -> None:
        super().__init__(store, seed, fast=True, matches=matches, days=hours * HOUR / DAY, opened=OPENED)
        self.samples: list[Sample] = []
        self._file = file
        for tenth in range(1, TENTHS):
            self._schedule(BEGIN + hours * HOUR * tenth / TENTHS, self.sample)

    async def sample(self) -> None:
        """Look at the bot."""
        self.samples.append(looked_at(self._file))
        print(f"soak    {(self.now - BEGIN) / HOUR:5.1f} h: {self.samples[-1]}", flush=True)

    def wrong(self) -> Iterator[str]:
        """What isn't as it should be, a sentence each."""
        yield from self.faults.values()
        first, last = self.samples[0], self.samples[-1]
        if last.memory > first.memory * (1 + GROWTH):
            yield f"memory has grown by {last.memory / first.memory - 1:.0%} after the first tenth"
        if last.handles > first.handles * (1 + GROWTH):
            yield f"there are {last.handles - first.handles} handles more than after the first tenth"
        if abs(last.size / foretold(self.samples) - 1) > OFF:
            yield f"the database has {last.size} bytes, and {foretold(self.samples):.0f} were foretold"


def looked_at(file: Path) -> Sample:
    """This process, and its database."""
    pid = os.getpid()
    with closing(sqlite3.connect(file)) as database:
        ((rows,),) = database.execute("SELECT count(*) FROM log")
        ((size,),) = database.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    handles = len(list(Path(f"/proc/{pid}/fd").iterdir()))  # SQLite keeps the first connection's for those to come
    return Sample(resident(pid), handles, rows, size)


def foretold(samples: Sequence[Sample]) -> float:
    """The bytes of the database in the end, by what a row has taken in the second and third tenths."""
    first, third, *_, last = samples[0], samples[2], samples[-1]
    return first.size + (third.size - first.size) / (third.rows - first.rows) * (last.rows - first.rows)


def main(arguments: list[str]) -> None:
    """Read the options, play, print; ends with status 1 if something was wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench soak")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--hours", type=float, default=HOURS)
    parser.add_argument("--seed", type=int, default=1)
    settings = parser.parse_args(arguments)
    share_one_arena()
    began = time.process_time()
    soak = asyncio.run(played(settings.seed, settings.matches, settings.hours))
    ended = sum(course.ended is not None for course in soak.store.courses.values())
    opened, seconds = len(soak.store.courses), time.process_time() - began
    first, last = soak.samples[0], soak.samples[-1]
    grown, off = last.memory / first.memory - 1, last.size / foretold(soak.samples) - 1
    print(f"soak    {ended} of {opened} matches have ended; {seconds:.0f} s of CPU")
    print(f"soak    since the first tenth memory {grown:+.1%} and handles {last.handles - first.handles:+d}")
    print(f"soak    the database is {off:+.1%} off what the second and third tenths foretold")
    if wrong := list(soak.wrong()):
        sys.exit("\n".join(wrong))


async def played(seed: int, matches: int, hours: float) -> Soak:
    """Play it on a database of its own."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        file = Path(folder, "soak.db")
        store = await ShortDiary.open(f"sqlite+aiosqlite:///{file}")
        soak = Soak(store, file, seed, matches, hours)
        await soak.play()
        await soak.sample()
        await store.close()
    return soak
