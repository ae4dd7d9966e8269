"""docs/scale.md tells what the capacity model says, and names commands that there are."""

from __future__ import annotations

import re

import pytest

from bench.__main__ import LONG, PROGRAMS
from bench.load.model import A_STEP, KEPT, load, packed_a_year, servers_within
from cogs.traffic.request_rate import STEADY
from db.sql.engine import POOL
from host.doctor import connections
from tests.driver import ROOT

PAGE = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
PROSE = " ".join(PAGE.split())
GIGA = 1e9


def row(servers: int) -> list[float]:
    """What the table of what runs out first says of so many servers."""
    (found,) = re.findall(rf"^\| {servers:,} \| ([\d.]+ \|.*GB) \|$", PAGE, re.MULTILINE)
    return [float(re.sub(r"[^\d.]", "", cell)) for cell in found.split("|")]


@pytest.mark.parametrize("servers", [100, 10_000, 100_000])
def test_the_table_is_what_the_model_says(servers: int) -> None:
    said, what = row(servers), load(servers)
    model = [what.steps, what.requests, what.cores, what.size / GIGA, packed_a_year(servers) / GIGA]
    assert said == pytest.approx(model, rel=0.1)


def test_the_constants_are_those_of_the_model() -> None:
    assert f"| presses and commands | {A_STEP.presses} |" in PAGE
    assert f"| CPU of a worker | {1000 * A_STEP.worker:.0f} ms |" in PAGE
    assert f"| requests that Discord counts | {A_STEP.requests} |" in PAGE
    assert f"| database (SQLite) | {A_STEP.size} bytes |" in PAGE
    assert KEPT == 40
    assert f"from some {round(servers_within(), -2):,.0f} servers on" in PROSE
    assert f"more than the {STEADY:.0f}" in PROSE


@pytest.mark.parametrize(("workers", "said"), [(None, "1, without a number"), (4, "4"), (12, "12")])
def test_connections_are_counted_as_the_doctor_counts_them(workers: int | None, said: str) -> None:
    assert f"| {said} | {connections(POOL, workers)} | {connections(15, workers)} |" in PAGE
    assert f"`DATABASE_POOL={POOL}`" in PAGE


def test_the_commands_are_there() -> None:
    pages = PAGE + (ROOT / "docs" / "research" / "load.md").read_text(encoding="utf-8")
    assert set(re.findall(r"python -m bench (\w+)", pages)) <= PROGRAMS.keys() | LONG.keys()
