"""Automatic backups: made, copied elsewhere, and test-restored."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import msgspec
import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Store
from db.upkeep.backup import BackupRefused
from engines.table import Refused
from host.time.backup_folder import TAKES_WITHIN, BackupFolder, Found, NotTaken, name_at, take_elsewhere, tidy
from host.time.worker import Now

log: FilteringBoundLogger = structlog.get_logger()

RECORD = "backup.record"  # the key of what is known of the last one
MAKING, CARING = (
    "backup.turn",
    "backup.care",
)  # keys: until when a process makes the next one, or copies and tests the last
HALF_AN_HOUR = 1800.0  # seconds to another try after one has failed or its process has died
DAY, MONTH = 86400.0, 30 * 86400.0  # to the next test after one that failed, or passed

What: TypeAlias = Literal["making", "file", "command", "trial"]
WHATS: tuple[What, ...] = get_args(What)


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """A plan of backups: their folder, and the seconds between them; 0: only on command.

    `command` is the owner's command that copies each backup elsewhere; "": none.
    """

    folder: Path
    every: float
    command: str = ""


class Record(msgspec.Struct, frozen=True):
    """The record of backups shared by all processes on a database; an error is a sentence, "" for none."""

    made: float = 0.0  # when the last one was made (unix seconds)
    host: str = ""  # the machine of the process that made it
    file: str = ""  # its name
    fault: str = ""  # of the last try to make one
    took: bool = False  # whether the owner's command copied it elsewhere
    command_fault: str = ""  # of the command's last run
    tried: float = 0.0  # when one was last test-restored (unix seconds)
    trial_fault: str = ""  # of that test

    @property
    def is_ours(self) -> bool:
        """Whether the file was written on this machine."""
        return self.host == socket.gethostname()


@dataclass(frozen=True, slots=True)
class BackupFigures:
    """The age of the newest whole backup in seconds, the number of backups, and what is wrong.

    Without a backup the age is that of the first match, or 0 if there is none of these either.
    """

    age: float
    count: int
    faults: dict[What, bool]


async def read_record(store: Store) -> Record:
    """Read the record of the last backup."""
    return _record(await store.meta(RECORD))


def _record(said: str | None) -> Record:
    return msgspec.json.decode(said, type=Record) if said else Record()


class Backups:
    """Makes backups, one for all processes on a database, and checks that they can be restored."""

    def __init__(self, store: Store, plan: BackupPlan, now: Now, wake: Callable[[], None]) -> None:
        self._store, self._plan, self._now, self._wake = store, plan, now, wake
        self._folder = BackupFolder(plan.folder)
        self._found: Found | None = None

    @property
    def runs(self) -> bool:
        """Whether backups are made automatically."""
        return self._plan.every > 0

    async def make(self) -> tuple[str, int]:
        """Make a backup on command; returns its name and size in bytes. Refused if that fails; the log says why."""
        name = name_at(self._now())
        try:
            size = await self._make(name)
        except (BackupRefused, OSError) as fault:
            log.error("no backup could be made", reason=str(fault))
            raise Refused("backup.failed") from None
        self._wake()
        return name, size

    async def work(self) -> float | None:
        """Make a backup if one is due, then copy and test it; returns when there is something to do next."""
        self._found = await self._folder.look()
        due = await self._make_in_time() if self.runs else None
        self._found = await self._folder.look()
        again = await self._care(await read_record(self._store))
        return min((time for time in (due, again) if time is not None), default=None)

    async def figures(self) -> BackupFigures | None:
        """Figures on request; None before the folder was read, and if no backups are planned."""
        if not self.runs or self._found is None:
            return None
        record, since = await read_record(self._store), self._found.made
        if since is None:
            since = await self._store.checkup.begun()
        faults = (record.fault, self._found.fault, record.command_fault, record.trial_fault)
        age = 0.0 if since is None else max(0.0, self._now() - since)
        return BackupFigures(age, self._found.count, dict(zip(WHATS, map(bool, faults), strict=True)))

    async def _make_in_time(self) -> float | None:
        now, turn = self._now(), await self._store.meta(MAKING)
        due = max(await self._next(), float(turn or 0.0))
        if due > now:
            return due
        if not await self._store.turns.take(MAKING, turn, str(now + HALF_AN_HOUR)):
            return None  # another process was faster
        try:
            await self._make(name_at(now))
        except (BackupRefused, OSError) as fault:
            log.error("no backup could be made", reason=str(fault))
            with suppress(Exception):  # whatever a driver raises: the database itself may have failed
                await self._note(fault=str(fault))
            return now + HALF_AN_HOUR
        log.info("a backup was made", seconds=round(self._now() - now, 1))
        return now + self._plan.every

    async def _next(self) -> float:
        made = (await read_record(self._store)).made
        return made + self._plan.every if made else 0.0

    async def _make(self, name: str) -> int:
        """Make a backup with this name and delete those no longer needed; returns its size in bytes."""
        now, folder = self._now(), self._plan.folder.absolute()
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        written = await self._store.back_up(folder / name, now)
        await self._note(made=now, host=socket.gethostname(), file=str(folder / name), fault="", took=False)
        await asyncio.to_thread(tidy, folder, now)
        return written.size

    async def _care(self, record: Record) -> float | None:
        """Copy the newest backup elsewhere and test-restore it, if it lies here and no other process does.

        Returns when to do so next: a test is made once a month, and a day after a failed one.
        """
        now = self._now()
        takes = bool(self._plan.command) and not record.took
        tries = now >= record.tried + (DAY if record.trial_fault else MONTH)
        if not (takes or tries) or not await asyncio.to_thread(Path(record.file).is_file):
            return None
        turn = await self._store.meta(CARING)
        if (until := float(turn or 0.0)) > now:
            return until
        if not await self._store.turns.take(CARING, turn, str(now + TAKES_WITHIN + HALF_AN_HOUR)):
            return None
        again = 0.0 if not takes or await self._take(record.file) else now + HALF_AN_HOUR
        if tries:
            await self._try(record.file)
        await self._store.set_meta(CARING, str(again))
        return again or None

    async def _take(self, file: str) -> bool:
        """Run the owner's command on a backup; returns whether it succeeded."""
        try:
            await take_elsewhere(self._plan.command, Path(file))
        except NotTaken as fault:
            log.error("BACKUP_COMMAND has failed", reason=str(fault))
            await self._note(command_fault=str(fault))
            return False
        await self._note(file, took=True, command_fault="")
        return True

    async def _try(self, file: str) -> None:
        now = self._now()
        try:
            await self._store.rehearse(Path(file))
        except BackupRefused as fault:
            log.error("a backup couldn't be restored on trial", reason=str(fault))
            await self._note(tried=now, trial_fault=str(fault))
        else:
            log.info("a backup was restored on trial and is whole", seconds=round(self._now() - now, 1))
            await self._note(tried=now, trial_fault="")

    async def _note(self, about: str = "", /, **facts: Any) -> None:
        """Record changes for all processes, but nothing `about` a file that is no longer the newest."""
        while True:
            seen = await self._store.meta(RECORD)
            record = _record(seen)
            if about not in ("", record.file):
                return
            text = msgspec.json.encode(msgspec.structs.replace(record, **facts)).decode()
            if await self._store.turns.take(RECORD, seen, text):
                return
