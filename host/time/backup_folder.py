"""Folder of backups: kept files, the newest whole file, copies to a second place."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import time
from calendar import timegm
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from db.upkeep.backup import REHEARSAL, BackupRefused, check_file

NEWEST = 7  # that are kept whatever their age
WEEKS = 4  # before these, of each of so many weeks the last one
WEEK = 7 * 86400.0
STALE = 86400.0  # seconds after which what a killed process has left is no backup under way any more
NAME = re.compile(r"gruppetto-(\d{8}T\d{6}Z)\.backup")
LEFT = re.compile(rf"{NAME.pattern}\.(?:part|copy)\S*|{REHEARSAL}\w+")
TIME = "%Y%m%dT%H%M%SZ"
FILE = "{file}"  # what stands for a backup in an order
SECRETS = ("DISCORD_TOKEN", "DATABASE_URL", "POSTGRES_PASSWORD", "PGPASSWORD")  # what no other program is given
TAKES_WITHIN = 3600.0  # seconds for an order
SPEAKS_WITHIN = 1.0  # seconds for what it has written to arrive when it has ended
LONGEST_REASON = 200  # characters

Key: TypeAlias = tuple[str, int, int]  # the name of a file, its size, and when it was changed


@dataclass(frozen=True, slots=True)
class Found:
    """Contents of a folder: how many backups, the `newest`, and what is wrong with it ("": nothing).

    `made` is when the newest that is whole was made (unix seconds), None if none is.
    """

    count: int
    newest: str
    fault: str
    made: float | None


class BackupFolder:
    """Looks for the newest backup that can be restored; a file that hasn't changed is read once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: dict[Key, tuple[float, str]] = {}  # when each was made, and what is wrong with it

    async def look(self) -> Found:
        """Contents of the folder now; files are read in a thread."""
        return await asyncio.to_thread(self._look)

    def _look(self) -> Found:
        try:
            names = sorted(filter(NAME.fullmatch, (file.name for file in self._path.iterdir())), reverse=True)
        except OSError:
            names = list[str]()
        before, self._read = self._read, {}
        newest, first = next(iter(names), ""), ""
        for name in names:
            made, fault = self._said(name, before)
            if not fault:
                return Found(len(names), newest, first, made)
            first = first or fault
        return Found(len(names), newest, first, None)

    def _said(self, name: str, before: dict[Key, tuple[float, str]]) -> tuple[float, str]:
        file = self._path / name
        try:
            about = file.stat()
        except OSError as error:
            return 0.0, f"The backup {name} can't be read ({error.strerror})."
        key = (name, about.st_size, about.st_mtime_ns)
        if key in before:
            said = before[key]
        else:
            try:
                said = check_file(file).made, ""
            except BackupRefused as refused:
                said = 0.0, str(refused)
        self._read[key] = said
        return said


class NotTaken(Exception):
    """Reason why an order didn't take a backup elsewhere."""


async def take_elsewhere(order: str, file: Path) -> None:
    """Run an owner's order with the file of a backup; raises NotTaken. No shell reads it, and it knows no secret."""
    words = shlex.split(order)
    command = [word.replace(FILE, str(file)) for word in words]
    environment = {name: value for name, value in os.environ.items() if name.upper() not in SECRETS}
    async with _listening() as (said, pipe):
        try:
            # a pipe of our own: asyncio waits for one of its own until the last helper of the program has closed it
            program = await asyncio.create_subprocess_exec(
                *(command if FILE in order else [*command, str(file)]),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=pipe,
                stderr=asyncio.subprocess.STDOUT,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise NotTaken(f"{words[0]}: {error.strerror}") from None
        finally:
            os.close(pipe)
        try:
            async with asyncio.timeout(TAKES_WITHIN):
                status = await program.wait()
        except TimeoutError:
            raise NotTaken(f"it took longer than {TAKES_WITHIN:.0f} s") from None
        finally:
            with suppress(ProcessLookupError):  # helpers that it has left behind are ended with it
                os.killpg(program.pid, signal.SIGKILL)
            await program.wait()
        if status:
            line = await said.last_line()
            raise NotTaken(f"exit status {status}" + (f", {line}" if line else ""))


class _Said(asyncio.Protocol):
    """The end of what a program writes."""

    def __init__(self) -> None:
        self._end = b""
        self._is_whole = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        self._end = (self._end + data)[-4 * LONGEST_REASON :]

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_whole.set()

    async def last_line(self) -> str:
        """Last line of the program; what a helper elsewhere may still write isn't waited for."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SPEAKS_WITHIN):
                await self._is_whole.wait()
        lines = self._end.decode(errors="replace").strip().splitlines()
        return "".join(filter(str.isprintable, lines[-1]))[:LONGEST_REASON] if lines else ""


@asynccontextmanager
async def _listening() -> AsyncGenerator[tuple[_Said, int]]:
    """Listener to a pipe: what is written to it, and the handle to write to, which is the caller's to close."""
    read, write = os.pipe()
    transport, said = await asyncio.get_running_loop().connect_read_pipe(_Said, os.fdopen(read, "rb"))
    try:
        yield said, write
    finally:
        transport.close()


def name_at(now: float) -> str:
    """The name of the backup that is made then (unix seconds)."""
    return f"gruppetto-{time.strftime(TIME, time.gmtime(now))}.backup"


def tidy(folder: Path, now: float) -> None:
    """Delete the backups that needn't be kept, and what was left of broken ones; other files stay."""
    names = [file.name for file in folder.iterdir()]
    for name in {*filter(NAME.fullmatch, names)} - kept(names):
        (folder / name).unlink(missing_ok=True)
    for name in filter(LEFT.fullmatch, names):
        left = folder / name
        if left.stat().st_mtime < now - STALE:
            shutil.rmtree(left) if left.is_dir() else left.unlink(missing_ok=True)


def kept(names: Iterable[str]) -> set[str]:
    """Those of the backups that stay: the newest, and before them the last of each week for some weeks."""
    dated = sorted((name for name in names if NAME.fullmatch(name)), reverse=True)
    weeks: dict[int, str] = {}
    for name in dated[NEWEST:]:
        weeks.setdefault(_week(name), name)
    return {*dated[:NEWEST], *list(weeks.values())[:WEEKS]}


def _week(name: str) -> int:
    """The number of the week in which a backup was made."""
    match = NAME.fullmatch(name)
    assert match is not None
    return int(timegm(time.strptime(match[1], TIME)) // WEEK)
