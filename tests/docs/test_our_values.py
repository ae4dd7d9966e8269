"""docs/our-values.md tells every number of the stage races, every change of one, and what the races showed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from bench.balance_legstrong import HELD_SEATS, MODES, SEATS
from engines.legstrong import CONFIG, CONFIGS, READY, TYPES, Config

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/our-values.md").read_text(encoding="utf-8")
SOURCE = (ROOT / "engines/legstrong/config.py").read_text(encoding="utf-8")


def table(first: str) -> list[list[str]]:
    """The rows of the table whose first heading is this."""
    lines = PAGE.split(f"\n| {first} |")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def numbers(config: Config) -> Iterator[tuple[str, Any]]:
    """Every number by its name, those by type or category one by one."""
    for field in fields(config):
        value = getattr(config, field.name)
        if isinstance(value, Mapping) and not all(isinstance(one, int) for one in value.values()):
            yield from ((f"{field.name}.{key}", one) for key, one in value.items())
        else:
            yield field.name, value


def leaves(config: Config) -> dict[str, str]:
    """Every number by its name, those by terrain one by one."""
    found: dict[str, str] = {}
    for name, value in numbers(config):
        if isinstance(value, Mapping):
            found |= {f"{name}.{key}": spelled(one) for key, one in value.items()}
        else:
            found[name] = spelled(value)
    return found


def spelled(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {one}" for key, one in value.items()) or "-"
    if isinstance(value, tuple) and isinstance(value[0], tuple):
        return "; ".join(" ".join(map(str, pair)) for pair in value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def percent(cell: str) -> int:
    return int(cell.removesuffix("%"))


def test_every_number_stands_in_the_table() -> None:
    assert [(name, value) for _, name, value, *_ in table("Clause")] == [
        (f"`{name}`", spelled(value)) for name, value in numbers(CONFIG)
    ]


def test_the_clause_of_each_is_that_beside_it_in_the_engine() -> None:
    for clauses, name, *_ in table("Clause"):
        field = name.strip("`").split(".")[0]
        beside = re.search(rf"^    {field}: .*?# (L.*)$", SOURCE, re.MULTILINE | re.DOTALL)
        assert beside and re.findall(r"L\d+a?", beside[1].splitlines()[0]) == clauses.split(", "), field


def test_every_change_is_told_and_nothing_else() -> None:
    changes: list[tuple[str, ...]] = []
    for rules in range(2, max(CONFIGS) + 1):
        old, new = leaves(CONFIGS[rules - 1]), leaves(CONFIGS[rules])
        names = sorted({*old, *new})
        changes += [(str(rules), f"`{name}`", old[name], new[name]) for name in names if old[name] != new[name]]
    assert [(rules, name, old, new) for rules, _, name, old, new, _ in table("Rules")] == changes


def test_the_races_were_ridden_on_every_ready_stage_and_in_every_size() -> None:
    assert [row[0] for row in table("leg")] == [*READY]
    for first in ("players", "number of players"):
        assert [(row[1], int(row[0])) for row in table(first)] == [(mode, seats) for mode in MODES for seats in SEATS]


def test_every_type_wins_legs_somewhere_and_nobody_out_of_the_first_row() -> None:
    rows = table("leg")
    for at in range(1, len(TYPES) + 1):
        assert max(percent(row[at]) for row in rows) >= 25
    assert all(percent(row[-1]) < 3 for row in rows)


def test_some_flat_legs_end_in_a_bunch_sprint() -> None:
    assert 10 <= percent(next(row for row in table("leg") if row[0] == "flat")[4]) <= 40


def test_what_it_says_of_large_fields_is_in_its_figures() -> None:
    course = {(row[1], int(row[0])): row for row in table("players")}
    yellow = {(row[1], int(row[0])): percent(row[6]) for row in table("number of players")}
    large = [(mode, seats) for mode in MODES for seats in range(6, 11)]
    assert all(60 < percent(course[one][6]) <= 80 for one in large)
    assert all(65 < percent(course[one][7]) <= 80 for one in large)
    assert all(percent(course[one][8]) >= 85 for one in large)
    assert (min(yellow[one] for one in large), max(yellow[one] for one in large)) == (58, 84)
    assert int(course["clockwise", 10][4]) > 5 * int(course["sealed", 2][4])
    assert max(int(course["sealed", seats][4]) for seats in SEATS) < 120


def test_no_token_passes_without_a_wish_and_nobody_waits_more_for_it() -> None:
    rows = table("with hold")
    assert [(row[1], int(row[0])) for row in rows] == [(mode, seats) for mode in MODES for seats in HELD_SEATS]
    for _, _, off, on, _, wishless in rows:
        assert (on, wishless) == (off, "0%")
