"""The bot, which counts what it asks its database and how often it decodes a state, and for which of its tasks."""

from __future__ import annotations

import asyncio
import mmap
import os
import struct
import sys
from pathlib import Path
from typing import Any

COUNTED = ("press", "post", "clock", "other", "decoded", "rows")  # statements by task, decoded states, log rows
FILE = "COUNTERS"  # the environment variable that names the file
TASKS = {"discord.py: on_interaction": "press", "CommandTree-invoker": "press", "clock": "clock"}


class Counters:
    """Numbers in a file, which one process counts and others read."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(8 * len(COUNTED)))
        with path.open("r+b") as file:
            self._numbers = mmap.mmap(file.fileno(), 0)

    def add(self, name: str, number: int = 1) -> None:
        """Count one more."""
        at = 8 * COUNTED.index(name)
        struct.pack_into("q", self._numbers, at, struct.unpack_from("q", self._numbers, at)[0] + number)

    def read(self) -> dict[str, int]:
        """All of them, as they stand."""
        return dict(zip(COUNTED, struct.unpack_from(f"{len(COUNTED)}q", self._numbers), strict=True))


def task() -> str:
    """What the task that runs now is for."""
    running = asyncio.current_task()
    name = "" if running is None else running.get_name()
    return "post" if name.startswith("post") else TASKS.get(name, "other")


def count_into(counters: Counters) -> None:
    """Count from now on in this process."""
    from sqlalchemy import Engine, event  # noqa: PLC0415

    from host.play import match_log  # noqa: PLC0415

    def statement(_connection: Any, _cursor: Any, sql: str, _values: Any, _context: Any, _many: bool) -> None:
        counters.add(task())
        if sql.startswith("INSERT INTO log "):
            counters.add("rows")
        if "STATEMENTS" in os.environ:
            print(task(), sql.replace("\n", " ")[:150], file=sys.stderr, flush=True)

    decode = match_log.decode

    def counted(*given: Any) -> Any:
        counters.add("decoded")
        return decode(*given)

    event.listen(Engine, "before_cursor_execute", statement)
    match_log.decode = counted


if __name__ == "__main__":
    import bot

    count_into(Counters(Path(os.environ[FILE])))
    sys.exit(bot.main())
