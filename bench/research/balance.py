"""Balance of our own numbers: those of stage races and those of SuperEchelon."""

from __future__ import annotations

from collections.abc import Iterator

from bench.research import balance_legstrong, balance_superechelon


def run() -> Iterator[str]:
    """Each game's lines."""
    for part in (balance_legstrong, balance_superechelon):
        yield from part.run()
