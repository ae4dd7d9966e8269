"""Figures of a host on request: queue lengths, open matches."""

from __future__ import annotations

from dataclasses import dataclass

from db.store import Store
from host.time.backups import BackupFigures, Backups
from host.time.worker import Now
from host.vitals import Vitals
from model.kinds import UNFINISHED, Phase


@dataclass(frozen=True, slots=True)
class Figures:
    """Lengths of queues; ages are in seconds, 0 where nothing lies there."""

    messages: int  # that wait to be sent
    oldest_message: float  # age since it was written, if it may be sent now or a try has failed
    late_deadlines: int  # deadlines past their time
    latest_deadline: float  # age of the one that is due for longest
    matches: dict[tuple[Phase, str], int]  # that aren't over, by phase and game
    backups: BackupFigures | None  # None where none are made
    is_writable: bool  # whether the database takes writes
    free: int | None  # bytes that the disk of the database file has left; None where it has no file


async def figures(store: Store, now: Now, vitals: Vitals, backups: Backups | None) -> Figures:
    """Some short queries; only whether it can be written waits for writers."""
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
