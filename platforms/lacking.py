"""What can't be had on this system, for its owner to know."""

from __future__ import annotations

from collections.abc import Iterator

from platforms import files, loop, programs


def lacking(*, on_postgresql: bool) -> Iterator[str]:
    """A sentence for each thing, with what to do."""
    if not programs.LIMITS_MEMORY:
        yield "nothing limits the memory of computers that think: keep 1 GB free for each core."
    if not programs.MEASURES_MEMORY:
        yield "gruppetto_thinking_memory_bytes stays 0: see the system's own list how much the thinking processes take."
    if not programs.ENDS_HELPERS:
        yield "programs that BACKUP_COMMAND leaves running aren't ended: name one that waits for its helpers."
    if not files.KNOWS_USERS:
        yield "the bot can't keep other users from its files: let their folder be yours alone."
    if loop.FEW and on_postgresql:
        yield "the bot serves at most 500 connections at once with PostgreSQL here: run a larger one on Linux."
