"""Marks for some cases of a test among others."""

from collections.abc import Iterable
from typing import Any

import pytest


def in_long(*cases: Any) -> Iterable[Any]:
    """The cases of a parametrized test that only `make long` runs."""
    return [pytest.param(case, marks=pytest.mark.long) for case in cases]


def of_table(name: str, *, smallest: bool) -> list[pytest.MarkDecorator]:
    """The marks of all cases about one table: asked in one process, and by `make quick` if it is the smallest."""
    return [pytest.mark.xdist_group(name), *([pytest.mark.small] if smallest else [])]
