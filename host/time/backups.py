"""Backups that the house makes by itself while it runs, and how long they are kept."""

from __future__ import annotations

import asyncio
import re
import time
from calendar import timegm
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import structlog
from structlog.typing import FilteringBoundLogger

from db.backup import BackupRefused
from db.store import Store
from engines.table import IllegalMove
from host.time.worker import Now

log: FilteringBoundLogger = structlog.get_logger()

MADE, TURN = "backup", "backup.turn"  # keys: when the last one was made, until when somebody is making the next
NEWEST = 7  # that are kept whatever their age
WEEKS = 4  # before these, of each of so many weeks the last one
WEEK = 7 * 86400.0
HALF_AN_HOUR = 1800.0  # seconds until another try where one has failed or its maker has died
STALE = 86400.0  # seconds after which what a killed process has left is no backup under way any more
NAME = re.compile(r"gruppetto-(\d{8}T\d{6}Z)\.backup")
LEFT = re.compile(NAME.pattern + r"\.(?:part|copy)\S*")
TIME = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """Where backups are kept, and the seconds from one to the next; 0: none is made without an order."""

    folder: Path
    every: float


class Backups:
    """Makes one whenever it is time, one for all processes on a database."""

    def __init__(self, store: Store, plan: BackupPlan, now: Now) -> None:
        self._store, self._plan, self._now = store, plan, now

    @property
    def runs(self) -> bool:
        """Whether they are made by themselves."""
        return self._plan.every > 0

    async def make(self) -> tuple[str, int]:
        """Make one now, as ordered; returns name and size in bytes. IllegalMove if that fails; the log says so."""
        name = name_at(self._now())
        try:
            return name, await self._make(name)
        except (BackupRefused, OSError):
            log.error("no backup could be made: `python bot.py backup FILE` says why")
            raise IllegalMove("backup.failed") from None

    async def _make(self, name: str) -> int:
        """Make one of this name and throw away those that needn't be kept any more; returns its size in bytes."""
        now = self._now()
        await asyncio.to_thread(self._plan.folder.mkdir, parents=True, exist_ok=True)
        written = await self._store.back_up(self._plan.folder / name, now)
        await self._store.set_meta(MADE, str(now))
        await asyncio.to_thread(tidy, self._plan.folder, now)
        return written.size

    async def work(self) -> float | None:
        """Make a backup if it is time; returns when the next one is due."""
        now, turn = self._now(), await self._store.meta(TURN)
        due = max(await self._next(), float(turn or 0.0))
        if due > now:
            return due
        if not await self._store.turns.take(TURN, turn, str(now + HALF_AN_HOUR)):
            return None  # another process was faster
        try:
            await self._make(name_at(now))
        except (BackupRefused, OSError):
            log.error("no backup could be made: `python bot.py backup FILE` says why")
            return now + HALF_AN_HOUR
        log.info("a backup was made", seconds=round(self._now() - now, 1))
        return now + self._plan.every

    async def _next(self) -> float:
        made = await self._store.meta(MADE)
        return 0.0 if made is None else float(made) + self._plan.every


def name_at(now: float) -> str:
    """The name of the backup that is made then (unix seconds)."""
    return f"gruppetto-{time.strftime(TIME, time.gmtime(now))}.backup"


def tidy(folder: Path, now: float) -> None:
    """Delete the backups that needn't be kept, and what was left of broken ones; other files stay."""
    names = [file.name for file in folder.iterdir()]
    for name in {*filter(NAME.fullmatch, names)} - kept(names):
        (folder / name).unlink(missing_ok=True)
    for name in filter(LEFT.fullmatch, names):
        if (folder / name).stat().st_mtime < now - STALE:
            (folder / name).unlink(missing_ok=True)


def kept(names: Iterable[str]) -> set[str]:
    """Those of the backups that stay: the newest, and before them the last of each week for some weeks."""
    dated = sorted((name for name in names if NAME.fullmatch(name)), reverse=True)
    weeks: dict[int, str] = {}
    for name in dated[NEWEST:]:
        weeks.setdefault(_week(name), name)
    return {*dated[:NEWEST], *list(weeks.values())[:WEEKS]}


def _week(name: str) -> int:
    """The number of the week in which a backup was made."""
    found = NAME.fullmatch(name)
    assert found is not None
    return int(timegm(time.strptime(found[1], TIME)) // WEEK)
