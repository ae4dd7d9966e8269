"""The soak of `python -m bench soak` in short: three days of a few matches, and what it would complain of."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.season.diary import Diary
from bench.season.soak import Sample, Soak, foretold, played

pytestmark = pytest.mark.quick


@pytest.mark.long
async def test_a_few_matches_are_alive_or_over_after_three_days() -> None:
    soak = await played(seed=3, matches=8, hours=72.0)
    assert soak.faults == {}
    assert len(soak.store.courses) == 8
    assert len(soak.samples) == 10
    assert soak.samples[0].rows < soak.samples[-1].rows


async def test_what_grows_is_told(tmp_path: Path, sqlite_url: str) -> None:
    store = await Diary.open(sqlite_url)
    soak = Soak(store, tmp_path / "none", seed=1, matches=1, hours=72.0)
    first = Sample(memory=100.0, handles=20, rows=100, size=1000)
    soak.samples = [replace(first, rows=100 * n, size=1000 * n) for n in range(1, 11)]
    assert foretold(soak.samples) == 10_000
    assert list(soak.wrong()) == []
    soak.samples[-1] = replace(first, memory=106.0, handles=22, rows=1000, size=13_000)
    assert list(soak.wrong()) == [
        "memory has grown by 6% after the first tenth",
        "there are 2 handles more than after the first tenth",
        "the database has 13000 bytes, and 10000 were foretold",
    ]
    await store.close()
