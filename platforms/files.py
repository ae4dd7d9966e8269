"""Files: who can read them, and what a power cut leaves of them."""

from __future__ import annotations

import os
import stat

KNOWS_USERS = hasattr(os, "getuid")  # whether a file's mode says who can read it


def is_private(file: os.stat_result) -> bool:
    """Whether a file is kept from other users, or whether this system says that in another way."""
    return not KNOWS_USERS or not stat.S_IMODE(file.st_mode) & stat.S_IROTH


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Let the name of a new file survive a power cut, where a folder can be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:  # Windows sees to it by itself
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
