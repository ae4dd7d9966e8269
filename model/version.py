"""The version of Gruppetto: that of `pyproject.toml` in a checkout, else that of the installed package."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

FILE = Path(__file__).parents[1] / "pyproject.toml"
STATED = re.compile(r'^version = "(.+)"$', re.MULTILINE)


def _version() -> str:
    if FILE.exists() and (stated := STATED.search(FILE.read_text(encoding="utf-8"))):
        return stated[1]
    return version("gruppetto")


VERSION = _version()
