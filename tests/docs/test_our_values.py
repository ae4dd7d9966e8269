"""docs/our-values.md tells every number of the stage races, and what the races showed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from bench.research.balance_hold import HELD_SEATS
from bench.research.balance_legstrong import MODES, SEATS
from engines.legstrong import CONFIG, TYPES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/our-values.md").read_text(encoding="utf-8")
SOURCE = (ROOT / "engines/legstrong/config.py").read_text(encoding="utf-8")


def table(first: str) -> list[list[str]]:
    """The rows of the table whose first heading is this."""
    lines = PAGE.split(f"\n| {first} |")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def numbers() -> Iterator[tuple[str, Any]]:
    """Every number by its name, those by type or category one by one."""
    for field in fields(CONFIG):
        value = getattr(CONFIG, field.name)
        if isinstance(value, Mapping) and not all(isinstance(number, int) for number in value.values()):
            yield from ((f"{field.name}.{key}", number) for key, number in value.items())
        else:
            yield field.name, value


def spelled(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {number}" for key, number in value.items()) or "-"
    if isinstance(value, tuple) and isinstance(value[0], tuple):
        return "; ".join(" ".join(map(str, pair)) for pair in value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def percent(cell: str) -> int:
    return int(cell.removesuffix("%"))


def test_every_number_stands_in_the_table() -> None:
    assert [(name, value) for _, name, value, *_ in table("Clause")] == [
        (f"`{name}`", spelled(value)) for name, value in numbers()
    ]


def test_the_clause_of_each_is_that_beside_it_in_the_engine() -> None:
    for clauses, name, *_ in table("Clause"):
        field = name.strip("`").split(".")[0]
        beside = re.search(rf"^    {field}: .*?# (L.*)$", SOURCE, re.MULTILINE | re.DOTALL)
        assert beside and re.findall(r"L\d+a?", beside[1].splitlines()[0]) == clauses.split(", "), field


def test_every_ruling_without_a_number_is_cited_where_it_is_played() -> None:
    played = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "engines/legstrong").glob("*.py"))
    for clauses, words in table("Ruling"):
        assert words
        for clause in clauses.split(", "):
            assert re.search(rf"\b{clause}\b", played), f"{clause} isn't cited in the engine"


MANY = ("10",)  # bidders for which the page admits that a third bid is a little rarer
SPRINTS = {"flat": (6, 20, 65), "elsewhere": (7, 5, 45)}


def test_the_races_were_ridden_in_every_size() -> None:
    for first in ("players", "bidders", "number of players"):
        assert [(row[1], int(row[0])) for row in table(first)] == [(mode, seats) for mode in MODES for seats in SEATS]


@pytest.mark.parametrize("where", SPRINTS)
def test_bunch_sprints_are_neither_rare_nor_the_rule(where: str) -> None:
    column, least, most = SPRINTS[where]
    for row in table("players"):
        assert least <= percent(row[column]) <= most, row


def test_a_bid_is_a_decision_and_the_favourite_may_lose() -> None:
    for row in table("bidders"):
        assert sum(percent(share) >= (14 if row[0] in MANY else 15) for share in row[3:10]) >= 3, row
        assert percent(row[10]) < 60, row


def test_no_type_wears_yellow_more_than_twice_as_often_as_its_riders_would() -> None:
    for row in table("number of players"):
        for at in range(len(TYPES)):
            assert percent(row[5 + at]) <= 2 * percent(row[8 + at]), row


def test_hardly_a_token_passes_without_a_wish_and_nobody_waits_more_for_it() -> None:
    rows = table("with hold")
    assert [(row[1], int(row[0])) for row in rows] == [(mode, seats) for mode in MODES for seats in HELD_SEATS]
    for _, _, off, on, _, wishless in rows:
        assert on == off and percent(wishless) <= 1
