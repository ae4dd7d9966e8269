"""The log while messages are looked through: the bot's own in full, and what would be written of it all."""

import io
import logging
from collections.abc import Iterator, MutableMapping
from typing import Any

import pytest
import structlog

from host.logs import QUIET, set_up_logs

LogLines = list[MutableMapping[str, Any]]


@pytest.fixture(autouse=True)
def written() -> Iterator[io.StringIO]:
    """The log of the libraries, where it says the most."""
    root, config = logging.getLogger(), structlog.get_config()
    handlers, levels = list(root.handlers), {name: logging.getLogger(name).level for name in ("", *QUIET)}
    set_up_logs("DEBUG", "json")
    structlog.configure(**config)
    text = io.StringIO()
    for handler in root.handlers:
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(text)
    yield text
    root.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture(autouse=True)
def log_lines(written: io.StringIO) -> Iterator[LogLines]:
    """What the bot logs, before anything is left out of it: no errors."""
    with structlog.testing.capture_logs() as lines:
        yield lines
    assert not [line for line in lines if line["log_level"] in ("error", "critical")]
