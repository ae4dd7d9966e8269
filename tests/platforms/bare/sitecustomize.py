"""Takes from this Python, before all else, what Windows doesn't have.

Programs that it begins inherit it by PYTHONPATH.
"""

import asyncio
import builtins
import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

for module in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[module] = None  # pyright: ignore[reportArgumentType] -- so that it can't be imported

subprocess.Popen.kill = subprocess.Popen.terminate  # there is no harder signal
for home, names in (
    (os, ("fork", "getuid", "geteuid", "killpg", "nice", "sched_getaffinity", "sysconf")),
    (signal, ("SIGKILL", "SIGCHLD", "SIGHUP", "SIGSTOP")),
):
    for name in names:
        delattr(home, name)

if sys.version_info >= (3, 13):
    os.process_cpu_count = os.cpu_count


def missing(*_: Any, **__: Any) -> NoReturn:
    """What a loop says of what it can't do."""
    raise NotImplementedError


for name in ("add_signal_handler", "subprocess_exec", "subprocess_shell", "connect_read_pipe", "connect_write_pipe"):
    setattr(asyncio.SelectorEventLoop, name, missing)

open_file, open_handle = io.open, os.open


def without_proc(file: Any, *arguments: Any, **options: Any) -> Any:
    """Open a file, of which there are none in /proc."""
    if str(file).startswith("/proc/"):
        raise FileNotFoundError(file)
    return open_file(file, *arguments, **options)


def without_folders(path: Any, *arguments: Any, **options: Any) -> int:
    """Open a file: folders can't be opened."""
    if Path(os.fsdecode(path)).is_dir():
        raise PermissionError(13, "Permission denied", path)
    return open_handle(path, *arguments, **options)


io.open = builtins.open = without_proc
os.open = without_folders
