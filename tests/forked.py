"""Forks off bots and sandboxes with everything imported.

Each line that it reads is a process to begin, as [program, files for output and errors, folder, environment,
*arguments]. It says "begun" and the process's number, and later "ended", the number and the exit status; all end with
its input.
"""

import atexit
import gc
import json
import os
import random
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

sys.path.insert(0, str(Path(__file__).parents[1]))

import db.sql.engine

# No one pulls the plug on a test, so nothing waits for the disk.
UNSYNCED = (*db.sql.engine.PRAGMAS, "synchronous=OFF")


def serve(programs: Mapping[str, Callable[[], int | None]]) -> None:
    """Begin what standard input orders, until it ends, and all with it."""
    running: set[int] = set()
    gc.collect()
    gc.freeze()  # or each fork would copy all of the memory when it first collects
    db.sql.engine.PRAGMAS = UNSYNCED

    def reap(*_: object) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                running.discard(ended[0])
                _say("ended", ended[0], os.waitstatus_to_exitcode(ended[1]))

    signal.signal(signal.SIGCHLD, reap)
    for line in sys.stdin:
        name, output, errors, folder, settings, *arguments = json.loads(line)
        process = os.fork()
        if not process:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _move(output, errors, folder, settings)
            sys.argv[1:] = arguments
            _run(programs[name])
        running.add(process)
        _say("begun", process)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for process in running:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    os._exit(0)


def _run(main: Callable[[], int | None]) -> NoReturn:
    """Run it and end as a program does, but without taking apart all that was imported, which takes half a second."""
    status: str | int | None = 1
    try:
        status = main()
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
    if isinstance(status, str):
        print(status, file=sys.stderr)
        status = 1
    threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status or 0)


def _say(*words: object) -> None:
    """In one write: a process that ends may interrupt another line."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def _move(output: str, errors: str, folder: str, settings: dict[str, str]) -> None:
    """Make this process one of its own."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for standard, file in ((1, output), (2, errors)):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND), standard)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(settings)
    random.seed()


if __name__ == "__main__":
    import bot
    import host.lobby.limits
    import sandbox.__main__

    # the same few people open one match after the other, and end few
    host.lobby.limits.NEWCOMERS = 100
    host.lobby.limits.DAILY = dict.fromkeys(host.lobby.limits.DAILY, 1000)
    serve({"bot": bot.main, "sandbox": sandbox.__main__.main})
