"""Marks for some cases of a test among others."""

from collections.abc import Iterable
from typing import Any

import pytest


def in_long(*cases: Any) -> Iterable[Any]:
    """The cases of a parametrized test that only `make long` runs."""
    return [pytest.param(case, marks=pytest.mark.long) for case in cases]
