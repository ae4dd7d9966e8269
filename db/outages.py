"""The times in which nobody ran: told by the heartbeats of whoever runs, and left out of all clocks."""

from __future__ import annotations

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine import one_statement
from db.kinds import TIMED, Gathering
from db.reader import Reader
from db.tables import deadlines, meta, outages, outbox
from db.upsert import put, upsert

ALIVE = "alive"  # the key under which the time of the last beat is kept


class Outages:
    """Heartbeats, and what was missed between them."""

    def __init__(self, engine: AsyncEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader
        self._once = one_statement(engine)

    async def beat(self, now: float) -> None:
        """A heartbeat: a process runs now."""
        await upsert(self._once, meta, {"key": ALIVE}, {"value": str(now)})

    async def begin(self, now: float) -> None:
        """A process begins to run: what has passed since the last heartbeat was an outage.

        What clocks still bring is then due that much later, or later still where weekends are off: ask the clock. What
        lobbies are to do by themselves is put off as well.
        """
        said = select(meta.c.value).where(meta.c.key == ALIVE).with_for_update()
        async with self._engine.begin() as write:
            last = (await write.execute(said)).scalar_one_or_none()
            if last is not None and now > float(last):
                await self._add(write, float(last), now)
            await put(write, meta, {"key": ALIVE}, {"value": str(now)})

    async def leap(self, before: float, now: float, least: float) -> float:
        """A heartbeat by a clock that has gone on by more than `least` seconds since the one `before`, or back.

        If nobody else has beaten meanwhile, the time up to now was an outage. What was due by a clock that went back is
        due now. Returns how many seconds that is, 0 if the others have gone on as ever; negative: back.
        """
        said = select(meta.c.value).where(meta.c.key == ALIVE).with_for_update()
        async with self._engine.begin() as write:
            last = max(before, float((await write.execute(said)).scalar_one_or_none() or before))
            if now - last > least:
                await self._add(write, last, now)
            elif last - now > least:
                await self._turn_back(write, now, last + least)
            else:
                last = now
            await put(write, meta, {"key": ALIVE}, {"value": str(now)})
        return now - last

    @staticmethod
    async def _turn_back(write: AsyncConnection, now: float, until: float) -> None:
        """What was due by the clock as it was waits no second time; what is due a moment early looks again itself."""
        for table in (deadlines, outbox):
            due = {"due": now} if table is deadlines else {}
            was_due = table.c.ready.between(now, until)
            await write.execute(update(table).where(was_due).values({"ready": now, **due}))

    @staticmethod
    async def _add(write: AsyncConnection, since: float, until: float) -> None:
        gap = until - since
        later = {"due": deadlines.c.due + gap, "ready": deadlines.c.ready + gap}
        await write.execute(insert(outages).values(since=since, until=until))
        put_off = deadlines.c.kind.in_((*TIMED, *Gathering))
        await write.execute(update(deadlines).where(put_off, deadlines.c.due > since).values(later))

    async def past(self, after: float) -> tuple[tuple[float, float], ...]:
        """The times (since, until), in order, in which nobody ran, as far as they reach past `after`."""
        query = select(outages).where(outages.c.until > after).order_by(outages.c.since)
        return tuple((row["since"], row["until"]) for row in await self._reader.rows(query))
