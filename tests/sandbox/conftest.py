"""Sandboxes: inside the test, with nobody or the bare wire as bot, and in processes of their own, with a small bot."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.driver import PATIENCE, ROOT, running_sandbox
from tests.sandbox.wire import Table, Wire, table_at

HERE = Path(__file__).parent


@contextmanager
def running_bot(program: str, url: str) -> Iterator[None]:
    """One of this folder's bots in a sandbox."""
    with subprocess.Popen([sys.executable, str(HERE / program), url], cwd=ROOT) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(scope="module")
def with_tree_bot() -> Iterator[str]:
    with running_sandbox() as url, running_bot("tree_bot.py", url):
        yield url


@pytest.fixture(scope="module")
def with_item_bot() -> Iterator[str]:
    with running_sandbox() as url, running_bot("item_bot.py", url):
        yield url


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with Wire() as wire:
        yield wire


@pytest.fixture
async def table(wire: Wire) -> AsyncIterator[Table]:
    async with table_at(wire) as table:
        yield table
