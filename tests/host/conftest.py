"""A fresh house for every test, and what it reports."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import LogCapture

from tests.host.evening import Evening


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    evening = await Evening.begin(tmp_path / "house.db")
    yield evening
    await evening.store.close()


@pytest.fixture
async def neighbour(tmp_path: Path, evening: Evening) -> AsyncIterator[Evening]:
    """A second process on the same database, under the same clock."""
    neighbour = await Evening.begin(tmp_path / "house.db", evening.now)
    yield neighbour
    await neighbour.store.close()


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the house logs, whatever the process has set up for logs."""
    capture = LogCapture()
    for module in ("clock", "matches", "post", "sleeper"):
        monkeypatch.setattr(f"host.{module}.log", structlog.wrap_logger(None, processors=[capture]))
    return capture.entries
