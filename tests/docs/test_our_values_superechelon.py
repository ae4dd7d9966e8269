"""docs/our-values-superechelon.md says how much room breakaways have, and what the bench prints is about such tours."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.research.balance_superechelon import SEATS, Kind
from engines.superechelon import SPEC
from engines.superechelon.road import ROOMS

PAGE = (Path(__file__).parents[2] / "docs/our-values-superechelon.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the one table below this heading."""
    part = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_room_stands_in_the_table() -> None:
    told = [room.strip("`") for _, room, *_ in rows("What they are now")]
    assert sorted(told) == sorted(ROOMS)


def test_half_is_as_the_table_says() -> None:
    [numbers] = [value for _, room, value, *_ in rows("What they are now") if room == "`half`"]
    assert numbers == "; ".join(f"{ROOMS['half'](seats)} of {seats}" for seats in SPEC.seats if seats > 2)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("room", ROOMS)
def test_the_bench_counts_who_won_within_the_room_there_is(seats: int, room: str) -> None:
    share, sums = Kind(seats, room, "saver", "saver").played(4)
    assert share.matches == sums.tours == 4
    assert 1 <= sums.inside / sums.victories <= ROOMS[room](seats)
    assert 0 < sums.loot < sums.road == 4 * 200
    assert sum(sums.led) == pytest.approx(4)
