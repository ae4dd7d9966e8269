"""Marks for some cases of a test among others."""

import re
from collections.abc import Iterable
from typing import Any

import pytest

# A run that leaves long tests out doesn't even make them: there are thousands, and each process would.
LEFT_OUT = re.compile(r"\bnot (\(.*)?\blong\b")
_options = {"long": True}


def choose(expression: str) -> None:
    """Read pytest's `-m` before any test is made."""
    _options["long"] = not LEFT_OUT.search(expression)


def is_left_out(node: pytest.Collector, test: object) -> bool:
    """Whether a function is a long test in a run without those."""
    if _options["long"]:
        return False
    marks: Iterable[pytest.Mark] = getattr(test, "pytestmark", ())
    return node.get_closest_marker("long") is not None or any(mark.name == "long" for mark in marks)


def in_long(*cases: Any) -> Iterable[Any]:
    """The cases of a parametrized test that only `make long` runs; beside them there is one for every run."""
    return rows_in_long((case,) for case in cases)


def rows_in_long(cases: Iterable[tuple[Any, ...]]) -> Iterable[Any]:
    """The same of a test with several parameters: a tuple for each case."""
    return [pytest.param(*case, marks=pytest.mark.long) for case in cases] if _options["long"] else []


def few(games: Iterable[str]) -> list[Any]:
    """A game without and a game with hidden hands, for what is done alike for all; `make long` has the others."""
    here = ("pistard", "superechelon")
    return [*here, *in_long(*(game for game in games if game not in here))]


def of_table(name: str, *, smallest: bool) -> list[pytest.MarkDecorator]:
    """The marks of all cases about one table: asked in one process, and by `make quick` if it is the smallest."""
    return [pytest.mark.xdist_group(name), *([pytest.mark.small] if smallest else [])]
