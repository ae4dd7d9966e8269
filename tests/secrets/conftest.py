"""What the house logs while its letters are looked through."""

from collections.abc import Iterator, MutableMapping
from typing import Any

import pytest
import structlog

LogLines = list[MutableMapping[str, Any]]


@pytest.fixture(autouse=True)
def log_lines() -> Iterator[LogLines]:
    """What the house logs: no errors."""
    with structlog.testing.capture_logs() as lines:
        yield lines
    assert not [line for line in lines if line["log_level"] in ("error", "critical")]
