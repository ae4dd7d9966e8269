"""What people type, and what they read."""

from __future__ import annotations

import os
import shlex
import sys
from io import TextIOWrapper
from typing import TextIO

ESCAPE = "\\" if os.sep == "/" else ""  # Windows' paths are full of it


def words(line: str) -> list[str]:
    """The words of a command, with quotes around those that hold spaces; ValueError if one isn't closed."""
    parser = shlex.shlex(line, posix=True)
    parser.whitespace_split, parser.commenters, parser.escape = True, "", ESCAPE
    return list(parser)


def shows_colours(stream: TextIO) -> bool:
    """Whether colours can be written there; Windows' old consoles would show their codes."""
    return os.sep == "/" and stream.isatty()


def write_every_letter() -> None:
    """Let no letter that the console's encoding lacks stop what is said: it is written as its number."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
