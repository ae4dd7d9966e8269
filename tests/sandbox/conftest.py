"""Sandboxes: inside the test, without a bot or with the bare wire as one, and in processes of their own."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.driver import PATIENCE, ROOT, running_sandbox
from tests.sandbox.wire import Table, Wire, table_at

TREE_BOT = Path(__file__).with_name("tree_bot.py")


@contextmanager
def running_bot(url: str) -> Iterator[None]:
    """The small bot of this folder in a sandbox."""
    with subprocess.Popen([sys.executable, str(TREE_BOT), url], cwd=ROOT) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(scope="module")
def with_tree_bot() -> Iterator[str]:
    with running_sandbox() as url, running_bot(url):
        yield url


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with Wire() as wire:
        yield wire


@pytest.fixture
async def table(wire: Wire) -> AsyncIterator[Table]:
    async with table_at(wire) as table:
        yield table
