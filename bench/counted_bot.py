"""The bot, which counts what it asks its database and how often it decodes a state, and for which of its tasks."""

from __future__ import annotations

import asyncio
import mmap
import struct
import sys
import threading
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Engine, event

import bot
from db.sql.one_trip_cursor import OneTripConnection
from host.play import match_log

TASKS = ("press", "post", "clock", "other")  # what statements are for
COUNTED = (*TASKS, "decoded", "rows")  # states, log rows
NAMES = {"discord.py: on_interaction": "press", "CommandTree-invoker": "press", "clock": "clock"}  # of asyncio's tasks

Counts: TypeAlias = dict[str, int]
WAITING = ContextVar("waiting", default="other")  # what the task is for that waits for SQLite's thread


class Counters:
    """Numbers in a file, which one process counts and another one reads."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(8 * len(COUNTED)))
        with path.open("r+b") as file:
            self._numbers = mmap.mmap(file.fileno(), 0)
        self._adding = threading.Lock()

    def add(self, name: str) -> None:
        """Count one more."""
        offset = 8 * COUNTED.index(name)
        with self._adding:
            struct.pack_into("q", self._numbers, offset, struct.unpack_from("q", self._numbers, offset)[0] + 1)

    def read(self) -> Counts:
        """All of them, as they stand."""
        return dict(zip(COUNTED, struct.unpack_from(f"{len(COUNTED)}q", self._numbers), strict=True))


def task() -> str:
    """What the task that runs now is for; in a thread, the task that waits for it."""
    try:
        running = asyncio.current_task()
    except RuntimeError:
        return WAITING.get()
    name = "" if running is None else running.get_name()
    return "post" if name.startswith("post") else NAMES.get(name, "other")


def count_into(counters: Counters) -> None:
    """Count from now on in this process."""

    def statement(_connection: Any, _cursor: Any, sql: str, *_: Any) -> None:
        counters.add(task())
        if sql.startswith("INSERT INTO log "):
            counters.add("rows")

    decode, in_one_trip = match_log.decode, OneTripConnection.in_one_trip

    async def waited(self: OneTripConnection, work: Any) -> Any:
        WAITING.set(task())
        return await in_one_trip(self, work)

    def decoded(*arguments: Any) -> Any:
        counters.add("decoded")
        return decode(*arguments)

    event.listen(Engine, "before_cursor_execute", statement)
    match_log.decode = decoded
    OneTripConnection.in_one_trip = waited


if __name__ == "__main__":
    count_into(Counters(Path(sys.argv.pop())))
    sys.exit(bot.main())
