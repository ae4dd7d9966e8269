"""A host with cups in it."""

import pytest

from tests.host.cups.gathering import Gathering
from tests.host.evening import Evening


@pytest.fixture
def gathering(rope: None, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Gathering:
    """A gathering whose matches take a few moves: it is their ends that count for a cup."""
    monkeypatch.setattr("tests.host.rope.KNOTS", 12)
    return Gathering(evening)
