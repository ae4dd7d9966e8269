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
    """Lengths of queues; ages are in seconds, 0 where nothing lies there.

    The age of a message counts from when it was written, if it may be sent now or a try has failed. `matches` are those
    that aren't over, by phase and game; `backups` is None where none are made. `is_writable` says whether the database
    takes writes, `free` how many bytes the disk of its file has left.
    """

    messages: int
    oldest_message: float
    late_deadlines: int
    latest_deadline: float
    matches: dict[tuple[Phase, str], int]
    backups: BackupFigures | None
    is_writable: bool
    free: int | None


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
