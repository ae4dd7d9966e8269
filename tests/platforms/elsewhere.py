"""What the bot does without Discord, as a program of its own: `test_elsewhere.py` runs it on a bare Python.

It says in JSON what came of it.
"""

import asyncio
import importlib
import json
import pkgutil
import signal
import sys
from pathlib import Path
from unittest.mock import patch

import db.upkeep.backup
from db.sql.url import read_url
from db.store import Store
from db.upkeep.backup import BackupRefused, back_up, restore
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Table
from host.logs import set_up_logs
from host.thinking.pool import ThoughtPool
from host.time.backup_folder import NotTaken, take_elsewhere
from opponents.worker import Question
from platforms.loop import run, stopped_by_signals

ROOMS = ("cogs", "db", "engines", "host", "lessons", "locales", "model", "opponents", "platforms", "render")
HERE = Path.cwd()


def imported() -> int:
    """How many modules there are, each of which is imported."""
    found = [
        module.name
        for room in (*ROOMS, "sandbox", "screen", "web")
        for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}.")
        if not module.name.startswith("db.migrations.") and not module.name.endswith("__main__")
    ]
    for name in found:
        importlib.import_module(name)
    return len(found)


async def kept() -> list[str]:
    """What is in the folder when a backup was made, another was refused meanwhile, and the first was restored."""
    old, new = (f"sqlite+aiosqlite:///{HERE / name}.db" for name in ("old", "new"))
    await (await Store.open(old)).close()
    written = db.upkeep.backup.written

    def meanwhile(*given: object) -> object:
        try:
            back_up(read_url(old), HERE / "second.backup", 0.0)
        except BackupRefused as refused:
            print(refused, file=sys.stderr)
        return written(*given)  # pyright: ignore[reportArgumentType]

    with patch("db.upkeep.backup.written", meanwhile):
        back_up(read_url(old), HERE / "first.backup", 0.0)
    restore(read_url(new), HERE / "first.backup")
    await (await Store.open(new)).close()
    return sorted(file.name for file in HERE.iterdir())


async def thought() -> tuple[int, int]:
    """How many moves a process knows, and the memory that it takes."""
    pistard, pool = GAMES["pistard"], ThoughtPool(size=1)
    state, _ = pistard.setup(Table(2, {}, pistard.spec.rules), SeededDice(b"start", 0))
    question = Question("pistard", "strong", pistard.view(state, 0), 1, seconds=0.02)
    moves, memory = await pool.think(question), pool.memory()
    await pool.close()
    return len(moves or ()), memory


async def taken() -> str:
    """Why an owner's command didn't take a backup."""
    try:
        await take_elsewhere(f"{sys.executable} -c 'import sys; sys.exit(sys.argv[1])'", Path("first.backup"))
    except NotTaken as fault:
        return str(fault)
    return ""


async def stopped() -> bool:
    """Whether a signal is heard by a loop that does nothing."""
    stop = stopped_by_signals()
    asyncio.get_running_loop().call_later(0.1, signal.raise_signal, signal.SIGTERM)
    return await stop.wait()


async def evening() -> dict[str, object]:
    """All of it."""
    return {"kept": await kept(), "thought": await thought(), "taken": await taken(), "stopped": await stopped()}


if __name__ == "__main__":
    set_up_logs("ERROR", "text")
    count = imported()
    said = {"imported": count, **run(evening(), on_postgresql=False)}
    print(json.dumps(said), flush=True)
