"""The programs under test: the real bot in a process of its own, beside a sandbox that outlives it."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, insert, text

from db.sql.engine import make_sync_engine
from db.sql.tables import people
from db.sql.url import read_url
from db.upkeep.migrate import migrate
from sandbox.world import World, players
from tests.driver import PATIENCE, ROOT
from tests.forks import Fork, Forks, shared_forks

FAULT = re.compile(r"^\S+Z \[(?:error|critical) *\] (.+?)(?:  .*)?$", re.MULTILINE)


class Bot:
    """`python bot.py` in a folder that holds its database and the log of all its runs.

    `settings` are the only settings that it knows: neither the environment nor a `.env` of the checkout reaches it.
    `program` may be another one that starts it in its own way.
    """

    def __init__(self, folder: Path, program: Path = ROOT / "bot.py", **settings: str | int) -> None:
        self.folder = folder
        self.database = folder / "gruppetto.db"
        self.settings: dict[str, str | int] = {"DATABASE_URL": f"sqlite+aiosqlite:///{self.database}"} | settings
        self.expected_faults: list[str] = []
        self._log = folder / "bot.log"
        self._order, self._cwd = [sys.executable, str(program)], folder
        self._process: subprocess.Popen[bytes] | Fork | None = None

    @property
    def runs(self) -> bool:
        """Whether it was started and not ended since."""
        return self._process is not None

    def meet(self) -> None:
        """Let it have met the sandbox's players before: it knows where to write to them, and they are called by DM."""
        self.database.write_bytes(acquainted())

    def start(self) -> None:
        """Start it; a driver tells when it is online."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._order, cwd=self._cwd, env=self._environment(), stdout=log, stderr=log
            )

    async def says(self, text: str, times: int = 1) -> None:
        """Wait until it has written a text that many times in all its runs."""
        async with asyncio.timeout(PATIENCE):
            while self.log.count(text) < times:  # noqa: ASYNC110 (a file doesn't tell when it grows)
                await asyncio.sleep(0.05)

    async def has_sent_all(self) -> None:
        """Wait until nothing is left to be sent."""
        async with asyncio.timeout(PATIENCE):
            while self.query("SELECT 1 FROM outbox"):  # noqa: ASYNC110 (a database doesn't tell when it changes)
                await asyncio.sleep(0.05)

    async def dies(self) -> int:
        """Wait until it has ended by itself, and return its exit status."""
        process = self._process
        assert process is not None, "It doesn't run"
        while (status := process.poll()) is None:  # noqa: ASYNC110 (a process doesn't tell when it ends)
            await asyncio.sleep(0.02)
        self._process = None
        return status

    def kill(self) -> None:
        """End it without a chance to say or save anything."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end; returns its exit status."""
        return self.end(signal.SIGTERM)

    def end(self, sign: signal.Signals) -> int:
        """Send it a signal; returns its exit status."""
        process, self._process = self._process, None
        assert process is not None, "It doesn't run"
        process.send_signal(sign)
        try:
            return process.wait(PATIENCE)
        finally:
            process.kill()

    def send(self, sign: signal.Signals) -> None:
        """Send it a signal that doesn't end it."""
        assert self._process is not None, "It doesn't run"
        self._process.send_signal(sign)

    def close(self) -> None:
        """End it if it still runs."""
        if self.runs:
            self.kill()

    def let_a_minute_pass(self) -> None:
        """What a killed process had taken in hand is free for the next one after a minute: bring that forward."""
        for table in ("outbox", "deadlines"):
            self.query(f"UPDATE {table} SET ready = ready - 60")

    def query(self, order: str) -> list[tuple[Any, ...]]:
        """What its database answers to a statement in SQL."""
        engine = create_engine(str(self.settings["DATABASE_URL"]).replace("+aiosqlite", ""))
        with engine.begin() as database:
            result = database.execute(text(order))
            rows = [tuple(row) for row in result] if result.returns_rows else []
        engine.dispose()
        return rows

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run it until it ends by itself."""
        return subprocess.run(
            [*self._order, *arguments],
            cwd=self._cwd,
            env=self._environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    @property
    def faults(self) -> list[str]:
        """The events of its log that are errors."""
        return FAULT.findall(self.log)

    @property
    def log(self) -> str:
        """What it has written, in all its runs."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    def _environment(self) -> dict[str, str]:
        known = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return known | {name: str(value) for name, value in self.settings.items()}


class ForkedBot(Bot):
    """A bot forked off a program that has imported everything."""

    def __init__(self, folder: Path, forks: Forks, **settings: str | int) -> None:
        super().__init__(folder, ROOT / "bot.py", **settings)
        self._forks = forks

    def start(self) -> None:
        self._process = self._forks.begin("bot", self._log, self.folder, self._environment())

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as folder:
            said, complained = Path(folder, "output"), Path(folder, "errors")
            settings = self._environment()
            fork = self._forks.begin("bot", said, self.folder, settings, *arguments, errors=complained)
            status = fork.wait(PATIENCE)
            return subprocess.CompletedProcess(arguments, status, said.read_text(), complained.read_text())


@cache
def acquainted() -> bytes:
    """A database in which nothing has happened but that direct messages were opened, as a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "gruppetto.db")
        acquaint(f"sqlite+aiosqlite:///{file}")
        return file.read_bytes()


def acquaint(url: str) -> None:
    """Make the tables of a database, and let its bots have met the sandbox's players, who are called by DM."""
    world = World()
    dms = [{"user": int(player.id), "dm": int(world.dm_of(player.id).id)} for player in players()]
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, migrate(read_url(url))).result()
    with make_sync_engine(read_url(url)).begin() as write:
        write.execute(insert(people), dms)


@contextmanager
def running_bot(folder: Path, sandbox: str, *, met: bool = False, **settings: str) -> Iterator[Bot]:
    """A bot at the sandbox of this address, which has `met` its players or not.

    Ended in the end, when its log must hold no fault but those expected.
    """
    bot = ForkedBot(folder, shared_forks(), SANDBOX_PORT=port_of(sandbox), **settings)
    if met:
        bot.meet()
    bot.start()
    try:
        yield bot
    finally:
        bot.close()
    assert bot.faults == bot.expected_faults, bot.log


def port_of(address: str) -> int:
    """The port in `http://127.0.0.1:8480/`."""
    return int(address.rstrip("/").rpartition(":")[2])


def free_port() -> int:
    """A port that no program listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
