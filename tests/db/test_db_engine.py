"""Connections that are given up, or closed by several."""

import asyncio

from sqlalchemy import event, make_url

from db.engine import make_engine
from db.trips import OneTripConnection


async def test_a_connection_that_was_told_to_stop_can_be_closed(sqlite_url: str) -> None:
    engine, opened = make_engine(make_url(sqlite_url)), list[OneTripConnection]()
    event.listen(engine.sync_engine, "connect", lambda connection, _: opened.append(connection.driver_connection))
    async with engine.begin():
        pass
    opened[0].stop()
    await opened[0].close()
    await engine.dispose()


async def test_a_connection_may_be_closed_by_several_at_once(sqlite_url: str) -> None:
    connection = await OneTripConnection(str(make_url(sqlite_url).database))
    await asyncio.gather(*(connection.close() for _ in range(3)))
    await connection.close()
