"""The folder of backups: which files to keep, the newest whole one, copies elsewhere."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import time
from calendar import timegm
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT
from typing import IO, TypeAlias, cast

from db.upkeep.backup import REHEARSAL, BackupRefused, check_file
from platforms.console import words
from platforms.programs import begin, end, in_thread

NEWEST = 7  # that are kept whatever their age
WEEKS = 4  # weeks before these of which the last backup is kept
WEEK = 7 * 86400.0
STALE = 86400.0  # seconds after which an unfinished file was left by a killed process
NAME = re.compile(r"gruppetto-(\d{8}T\d{6}Z)\.backup")
BEFORE_UPGRADE = re.compile(r"before-upgrade-\w+-(\d{8}T\d{6}Z)\.backup")
UPGRADED = 5 * WEEK  # seconds for which the backup from before an upgrade stays: as long as any other
LEFT = re.compile(rf"{NAME.pattern}\.(?:part|copy)\S*|{REHEARSAL}\w+")
TIME = "%Y%m%dT%H%M%SZ"
FILE = "{file}"  # stands for the backup's path in a command
SECRETS = ("DISCORD_TOKEN", "DATABASE_URL", "POSTGRES_PASSWORD", "PGPASSWORD")  # kept from every other program
TAKES_WITHIN = 3600.0  # seconds for a command
SPEAKS_WITHIN = 1.0  # seconds for its output to arrive after it has ended
LONGEST_REASON = 200  # characters

Key: TypeAlias = tuple[str, int, int]  # a file's name, size and time of change


@dataclass(frozen=True, slots=True)
class Found:
    """The contents of the folder: the number of backups, the `newest`, and what is wrong ("": nothing).

    `made` is when the newest whole backup was made (unix seconds), None if there is none.
    """

    count: int
    newest: str
    fault: str
    made: float | None


class BackupFolder:
    """Looks for the newest backup that can be restored; unchanged files are read once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: dict[Key, tuple[float, str]] = {}  # when each was made, and what is wrong with it

    async def look(self) -> Found:
        """The contents of the folder now; files are read in a thread."""
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
    """The reason why a command didn't take a backup elsewhere."""


async def take_elsewhere(order: str, file: Path) -> None:
    """Run the owner's command on a backup; raises NotTaken. No shell parses it, and it gets no secrets."""
    first, *more = words(order)
    command = [word.replace(FILE, str(file)) for word in (first, *more, *(() if FILE in order else (FILE,)))]
    environment = {name: value for name, value in os.environ.items() if name.upper() not in SECRETS}
    try:
        program = begin(command, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, env=environment)
    except OSError as error:
        raise NotTaken(f"{first}: {error.strerror}") from None
    said = bytearray()
    output = cast("IO[bytes]", program.stdout)
    hearing = in_thread(lambda: _hear(output, said))
    try:
        try:
            async with asyncio.timeout(TAKES_WITHIN):
                status = await in_thread(program.wait)
        except TimeoutError:
            raise NotTaken(f"it took longer than {TAKES_WITHIN:.0f} s") from None
        finally:
            end(program)
            await in_thread(program.wait)
        if status:
            await asyncio.wait({hearing}, timeout=SPEAKS_WITHIN)  # a helper may keep its output open
            line = _last_line(bytes(said))
            raise NotTaken(f"exit status {status}" + (f", {line}" if line else ""))
    finally:
        hearing.cancel()


def _hear(output: IO[bytes], said: bytearray) -> None:
    """Keep the end of a program's output until it closes it."""
    with output:
        while data := os.read(output.fileno(), 4096):
            said += data
            del said[: -4 * LONGEST_REASON]


def _last_line(said: bytes) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    return "".join(filter(str.isprintable, lines[-1]))[:LONGEST_REASON] if lines else ""


def name_at(now: float) -> str:
    """The name of a backup made at that time (unix seconds)."""
    return f"gruppetto-{time.strftime(TIME, time.gmtime(now))}.backup"


def tidy(folder: Path, now: float) -> None:
    """Delete backups that needn't be kept, and remains of broken ones; other files stay."""
    names = [file.name for file in folder.iterdir()]
    upgraded = {
        match.string for match in map(BEFORE_UPGRADE.fullmatch, names) if match and _time(match) < now - UPGRADED
    }
    for name in ({*filter(NAME.fullmatch, names)} - kept(names)) | upgraded:
        (folder / name).unlink(missing_ok=True)
    for name in filter(LEFT.fullmatch, names):
        left = folder / name
        if left.stat().st_mtime < now - STALE:
            shutil.rmtree(left) if left.is_dir() else left.unlink(missing_ok=True)


def kept(names: Iterable[str]) -> set[str]:
    """The backups to keep: the newest, and before them the last of each week for some weeks."""
    dated = sorted((name for name in names if NAME.fullmatch(name)), reverse=True)
    weeks: dict[int, str] = {}
    for name in dated[NEWEST:]:
        weeks.setdefault(_week(name), name)
    return {*dated[:NEWEST], *list(weeks.values())[:WEEKS]}


def _week(name: str) -> int:
    """The number of the week in which a backup was made."""
    match = NAME.fullmatch(name)
    assert match is not None
    return int(_time(match) // WEEK)


def _time(name: re.Match[str]) -> float:
    return float(timegm(time.strptime(name[1], TIME)))
