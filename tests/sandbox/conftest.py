"""Sandboxes with a bot in them, each in a process of its own, once for each module."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.driver import ROOT, running_sandbox

HERE = Path(__file__).parent


@contextmanager
def running_bot(program: str, url: str) -> Iterator[None]:
    """One of this folder's bots in a sandbox."""
    with subprocess.Popen([sys.executable, str(HERE / program), url], cwd=ROOT) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(10)


@pytest.fixture(scope="module")
def with_tree_bot() -> Iterator[str]:
    with running_sandbox() as url, running_bot("tree_bot.py", url):
        yield url


@pytest.fixture(scope="module")
def with_item_bot() -> Iterator[str]:
    with running_sandbox() as url, running_bot("item_bot.py", url):
        yield url
