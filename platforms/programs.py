"""Other programs: how many can run at once, how they begin, are waited for and end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from mmap import PAGESIZE
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

try:
    import resource
except ImportError:  # on Windows
    resource = None

T = TypeVar("T")

NICE = 10  # how far a program that stands back lets others go first
LIMITS_MEMORY = resource is not None and sys.platform == "linux"  # macOS knows the limit and doesn't keep it
ENDS_HELPERS = hasattr(os, "killpg")
STANDING_BACK = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # where there is no `os.nice`
OF_ITS_OWN = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # where `start_new_session` means nothing
NEEDED = ("PATH", "SYSTEMROOT")  # what Python needs of an environment; the second on Windows


def cores() -> int:
    """How many processors this process can use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def begin(words: Sequence[str], *, stands_back: bool = False, **options: Any) -> subprocess.Popen[bytes]:
    """Begin a program, which the terminal's Ctrl-C doesn't reach; `options` are those of `subprocess.Popen`."""
    flags = OF_ITS_OWN | (STANDING_BACK if stands_back else 0)
    return subprocess.Popen[bytes](words, start_new_session=True, creationflags=flags, **options)


def stand_back(memory: int) -> None:
    """Let others go first from now on, and take this many bytes of memory at most, as far as the system knows how."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    if resource is not None:
        with suppress(ValueError, OSError):  # some systems know the limit and refuse it
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """What a function returns that waits for a program.

    Event loops can wait for programs too, but not that of Windows which PostgreSQL needs. No one waits for the thread
    at the end: it may wait for a program that goes on.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(set_: Callable[[Any], None], value: object) -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(lambda: None if future.done() else set_(value))

    def run() -> None:
        try:
            result = work()
        except Exception as fault:
            settle(future.set_exception, fault)
        else:
            settle(future.set_result, result)

    Thread(target=run, daemon=True).start()
    return future


def end(program: subprocess.Popen[bytes]) -> None:
    """End a program at once, and the helpers that it has left running, where the system keeps them together."""
    if ENDS_HELPERS:
        with suppress(ProcessLookupError, PermissionError):  # the second is macOS's word for it
            os.killpg(program.pid, signal.SIGKILL)
    else:
        program.kill()


def memory_of(pid: int) -> int:
    """Bytes of memory that a process takes; 0 if it has ended, or if this system doesn't tell."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGESIZE
    except (OSError, IndexError):
        return 0


MEASURES_MEMORY = memory_of(os.getpid()) > 0
