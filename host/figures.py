"""Metrics of the bot on request: queue lengths, open matches."""

from __future__ import annotations

from dataclasses import dataclass

from db.store import Store
from host.time.backups import BackupFigures, Backups
from host.time.worker import Now
from host.vitals import Vitals
from model.kinds import UNFINISHED, Phase


@dataclass(frozen=True, slots=True)
class Figures:
    """Queue lengths and ages; ages are in seconds, 0 for an empty queue."""

    messages: int  # waiting to be sent
    oldest_message: float  # age since it was written, if it is ready to be sent or a try has failed
    late_deadlines: int  # deadlines past their time
    latest_deadline: float  # lateness of the one overdue for longest
    matches: dict[tuple[Phase, str], int]  # unfinished matches, by phase and game
    backups: BackupFigures | None  # None where none are made
    is_writable: bool  # whether the database accepts writes
    free: int | None  # bytes on the disk of the database file; None without a file


async def figures(store: Store, now: Now, vitals: Vitals, backups: Backups | None) -> Figures:
    """Collect the figures with a few short queries; only the write check waits for writers."""
    time, checkup = now(), store.checkup
    messages, written = await checkup.queued(time)
    late, due = await checkup.late(time)
    return Figures(
        messages=messages,
        oldest_message=0.0 if written is None else max(0.0, time - written),
        late_deadlines=late,
        latest_deadline=0.0 if due is None else max(0.0, time - due),
        matches=await checkup.open_matches(UNFINISHED),
        backups=None if backups is None else await backups.figures(),
        is_writable=await vitals.unwritable() is None,
        free=await vitals.free(),
    )
