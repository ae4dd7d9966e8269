"""Programs that are forked off one that has imported everything: to import takes longer than most of what they do."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent


class Fork:
    """A process forked off: as much of a `subprocess.Popen` as tests need."""

    def __init__(self, forks: Forks, pid: int) -> None:
        self._forks, self.pid = forks, pid

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return self._forks.status(self.pid)
        return None

    def wait(self, seconds: float) -> int:
        """Its exit status, once it has ended; TimeoutError if it doesn't within these seconds."""
        end = time.monotonic() + seconds
        while (status := self.poll()) is None:
            if time.monotonic() > end:
                raise TimeoutError(f"process {self.pid} goes on")
            time.sleep(0.005)
        return status

    def send_signal(self, sign: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, sign)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


class Forks:
    """A program that serves forks (see `tests/forked.py`); its processes end with it."""

    def __init__(self, program: Path) -> None:
        command = [sys.executable, str(program)]
        self._program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._begun: list[int] = []
        self._ended: dict[int, int] = {}

    def begin(
        self,
        name: str,
        output: Path,
        folder: Path,
        settings: Mapping[str, str],
        *arguments: str,
        errors: Path | None = None,
    ) -> Fork:
        """Begin one in a folder, with this environment alone; what it says is added to one file or to two."""
        assert self._program.stdin is not None
        order = [name, str(output), str(errors or output), str(folder), settings, *arguments]
        print(json.dumps(order), file=self._program.stdin, flush=True)
        while not self._begun:
            self._listen()
        return Fork(self, self._begun.pop())

    def status(self, pid: int) -> int:
        """The exit status of a process that has ended."""
        while pid not in self._ended:
            self._listen()
        return self._ended[pid]

    def close(self) -> None:
        """End it with all its processes."""
        with self._program:  # shuts its input
            pass

    def _listen(self) -> None:
        assert self._program.stdout is not None
        line = self._program.stdout.readline()
        assert line, "The program that forks has ended"
        word, pid, *status = line.split()
        if word == "begun":
            self._begun.append(int(pid))
        else:
            self._ended[int(pid)] = int(status[0])


@contextmanager
def running_forks(program: Path) -> Iterator[Forks]:
    """A program that serves forks, until the end."""
    forks = Forks(program)
    try:
        yield forks
    finally:
        forks.close()


@cache
def shared_forks() -> Forks:
    """Bots and sandboxes for all tests of this process."""
    forks = Forks(TESTS / "forked.py")
    atexit.register(forks.close)
    return forks
