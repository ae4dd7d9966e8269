"""Pool of thinking processes: few, started and ended on demand.

Each is a program of its own, connected by two pipes. Processes of `multiprocessing` would each import the whole bot,
and survive if it is killed; these end when the pipe closes.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path as File
from subprocess import PIPE, Popen
from typing import IO, Any, TypeAlias, cast

import structlog
from prometheus_client import Counter, Gauge, Histogram
from structlog.typing import FilteringBoundLogger

from host.thinking.queue import ThoughtQueue
from opponents.thinking import Ranking
from opponents.worker import LENGTH, Answer, Given, Question, Task, packed
from platforms.programs import NEEDED, begin, cores, in_thread, memory_of

log: FilteringBoundLogger = structlog.get_logger()

FOLDER = File(__file__).parent.parent.parent
Process: TypeAlias = Popen[bytes]

PROGRAM = (sys.executable, "-m", "opponents")
TRIES = 2  # someone else may kill a process, then another thinks again
PATIENCE = 60.0  # seconds for a thought, which takes two of a core; after that Fair moves
LONG_PATIENCE = 600.0  # seconds for everything else, for which no match waits
UNUSED = 600.0  # seconds until an unused process ends

PROCESSES = Gauge("gruppetto_thinking_processes", "Processes that think for computer players")
MEMORY = Gauge("gruppetto_thinking_memory_bytes", "Memory that these processes take")
THOUGHTS = Counter("gruppetto_thoughts", "Answers that computer players have thought about", ("level", "outcome"))
SECONDS = Histogram(
    "gruppetto_thought_seconds",
    "Time until an answer has been thought about, with the wait for a process",
    ("level",),
    buckets=(0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 20.0, 60.0),
)


class ThoughtPool:
    """At most `size` processes; a task waits while all are busy."""

    def __init__(self, size: int | None = None, unused: float = UNUSED) -> None:
        self.size = size or max(1, cores() - 1)
        self._unused = unused
        self._queue = ThoughtQueue(self.size)
        self._busy: set[Process] = set()
        self._idle: list[Process] = []
        self._end: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self.is_closed = False
        PROCESSES.set_function(lambda: len(self.processes))  # asked for when someone reads the metrics
        MEMORY.set_function(self.memory)

    @property
    def processes(self) -> tuple[int, ...]:
        """Ids of the running processes."""
        return tuple(process.pid for process in (*self._busy, *self._idle))

    @property
    def is_free(self) -> bool:
        """Whether a thought can begin at once."""
        return self._queue.is_free and not self.is_closed

    def memory(self) -> int:
        """Bytes of memory that the processes take."""
        return sum(map(memory_of, self.processes))

    async def think(self, question: Question) -> Ranking | None:
        """The moves, best first; None if the pool is closed, or if no process can work them out."""
        with SECONDS.labels(question.level).time():
            ranking: Any = await self.do(question)
        THOUGHTS.labels(question.level, "none" if ranking is None else "answer").inc()
        return ranking

    async def do(self, task: Task) -> Given | None:
        """The result of a task, once it had its turn; None if the pool is closed, or if the task fails.

        A task should take a few seconds at most, as opponents of running matches wait behind it. The more questions
        wait, the less time each gets.
        """
        is_question = isinstance(task, Question)
        async with self._queue.turn(is_question=is_question) as seconds:
            if is_question:
                task = replace(task, seconds=min(task.seconds, seconds))
            for _ in range(TRIES):
                if self.is_closed:
                    return None
                try:
                    answer = await self._ask(task)
                except (OSError, EOFError, TimeoutError):  # an incomplete read is an EOFError
                    log.warning("a thought broke off", game=task.game, task=type(task).__name__)
                    continue
                if not isinstance(answer, str):
                    return answer
                log.error("a thought failed", game=task.game, task=type(task).__name__, fault=answer)
                return None
        return None

    async def _ask(self, task: Task) -> Answer:
        process = self._idle.pop() if self._idle else _started()
        self._busy.add(process)
        try:
            async with asyncio.timeout(PATIENCE if isinstance(task, Question) else LONG_PATIENCE):
                answer = await in_thread(lambda: _answered(process, task))
        except BaseException:
            self._busy.discard(process)
            await _ended(process)
            raise
        self._busy.discard(process)
        self._idle.append(process)
        self._end_later()
        return answer

    def _end_later(self) -> None:
        """End idle processes once none has been used for a while."""
        if self._end is not None:
            self._end.cancel()
        self._end = asyncio.get_running_loop().call_later(self._unused, self._end_idle)

    def _end_idle(self) -> None:
        idle, self._idle = self._idle, []
        for process in idle:
            task = asyncio.create_task(_ended(process))
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all processes; pending thoughts return None."""
        self.is_closed = True
        if self._end is not None:
            self._end.cancel()
        self._end_idle()
        for process in self._busy:
            process.kill()  # then its thought breaks off, and ends it
        await asyncio.gather(*self._ending)


def _started() -> Process:
    """Start a process that knows neither token nor database."""
    paths = (str(FOLDER), os.environ.get("PYTHONPATH"))  # the second may hold outside games
    environment = {name: os.environ[name] for name in NEEDED if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    return begin(PROGRAM, stands_back=True, cwd=FOLDER, env=environment, stdin=PIPE, stdout=PIPE)


def _answered(process: Process, task: Task) -> Answer:
    """What a process answers, after seconds."""
    source, sink = cast("IO[bytes]", process.stdout), cast("IO[bytes]", process.stdin)
    sink.write(packed(task))
    sink.flush()
    (length,) = LENGTH.unpack(_exactly(source, LENGTH.size))
    return pickle.loads(_exactly(source, length))


def _exactly(source: IO[bytes], count: int) -> bytes:
    """So many bytes; raises EOFError if the process has ended."""
    if len(data := source.read(count)) < count:
        raise EOFError
    return data


async def _ended(process: Process) -> None:
    process.kill()  # it may be amid a thought
    await in_thread(lambda: _closed(process))


def _closed(process: Process) -> None:
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what it hasn't read
                pipe.close()
