"""Which version of Gruppetto this is; pyproject.toml alone says it."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
IS_INSTALLED = not PROJECT.exists()  # as a package: only a checkout and the image have that file


def _stated() -> str:
    (stated,) = re.findall(r'^version = "(.+)"$', PROJECT.read_text(encoding="utf-8"), re.MULTILINE)
    return stated


VERSION = version("gruppetto") if IS_INSTALLED else _stated()
