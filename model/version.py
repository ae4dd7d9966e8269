"""Which version of Gruppetto this is, and what its package is called; pyproject.toml alone says it."""

from __future__ import annotations

import re
from pathlib import Path

APP = Path(__file__).parents[1]
IS_INSTALLED = not (APP / "pyproject.toml").exists()  # as a package: only a checkout and the image have that file
PROJECT = APP / ("contract.toml" if IS_INSTALLED else "pyproject.toml")  # a package has it by the other name


def _stated(what: str) -> str:
    (stated,) = re.findall(rf'^{what} = "(.+)"$', PROJECT.read_text(encoding="utf-8"), re.MULTILINE)
    return stated


VERSION, PACKAGE = _stated("version"), _stated("name")
