"""Packed logs of matches that ended long ago; log and snapshots can be remade from them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sqlalchemy import and_, delete, exists, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import log_columns
from db.sql.reader import Reader
from db.sql.tables import dormant, dormant_people, log, matches, outbox, snapshots
from model.kinds import ENDED
from model.match import LogRow, Snapshot


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A match before it was packed: its log from the first row on, and its snapshots by row number."""

    rows: Sequence[LogRow]
    snapshots: dict[int, Snapshot] = field(default_factory=dict[int, Snapshot])


class DormantMatches:
    """Queries about matches that are packed, or could be; each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def ripe(self, before: float, limit: int, besides: Collection[int] = ()) -> list[int]:
        """Up to so many matches that ended before that time (unix seconds) and still have more than one snapshot."""
        earlier = exists().where(snapshots.c.match == matches.c.id, snapshots.c.seq < matches.c.seq)
        untold = exists().where(outbox.c.match == matches.c.id)
        over = and_(matches.c.phase.in_(ENDED), matches.c.changed < before, matches.c.id.not_in(besides))
        query = select(matches.c.id).where(over, earlier, ~untold).order_by(matches.c.changed, matches.c.id)
        return [row["id"] for row in await self._reader.rows(query.limit(limit))]

    async def body(self, match: int) -> bytes | None:
        """The packed form of a match; None if it isn't packed."""
        rows = await self._reader.rows(select(dormant.c.body).where(dormant.c.match == match))
        return rows[0]["body"] if rows else None

    async def of(self, user: int) -> list[int]:
        """The packed matches whose log names this person."""
        query = select(dormant_people.c.match).where(dormant_people.c.user == user).order_by(dormant_people.c.match)
        return [row["match"] for row in await self._reader.rows(query)]

    @transaction
    async def pack(self, write: AsyncConnection, match: int, seq: int, body: bytes, people: Collection[int]) -> bool:
        """Replace log and snapshots, except the last, by the packed form; False if the match isn't at `seq`."""
        query = select(matches.c.id).where(matches.c.id == match, matches.c.seq == seq).with_for_update()
        if (await write.execute(query)).one_or_none() is None:
            return False
        await write.execute(insert(dormant).values(match=match, body=body))
        if people:
            await write.execute(insert(dormant_people), [{"match": match, "user": user} for user in people])
        await write.execute(delete(log).where(log.c.match == match))
        await write.execute(delete(snapshots).where(snapshots.c.match == match, snapshots.c.seq < seq))
        return True

    @transaction
    async def wake(self, write: AsyncConnection, match: int, body: bytes, unpacked: Unpacked) -> None:
        """Restore log and snapshots, unless another process has done so."""
        was = await write.execute(
            delete(dormant).where(dormant.c.match == match, dormant.c.body == body).returning(dormant.c.match)
        )
        if not was.all():
            return
        await write.execute(delete(dormant_people).where(dormant_people.c.match == match))
        await write.execute(insert(log), [log_columns(match, row.seq, row) for row in unpacked.rows])
        last = select(snapshots.c.seq).where(snapshots.c.match == match)
        there = set((await write.execute(last)).scalars())
        missing = [
            {"match": match, "seq": snapshot.seq, "schema": snapshot.schema, "body": snapshot.body}
            for snapshot in unpacked.snapshots.values()
            if snapshot.seq not in there
        ]
        if missing:
            await write.execute(insert(snapshots), missing)
