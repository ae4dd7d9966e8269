"""Connections: what is measured of them, and how those end that somebody has given up."""

import asyncio

from prometheus_client import REGISTRY
from sqlalchemy import event, make_url

from db.engine import make_engine
from db.trips import OneTripConnection


def writes() -> float:
    return REGISTRY.get_sample_value("gruppetto_database_seconds_count", {"kind": "write"}) or 0.0


async def test_a_transaction_that_is_thrown_away_unfinished_touches_no_metric(sqlite_url: str) -> None:
    engine, before = make_engine(make_url(sqlite_url)), writes()
    whole, dropped = engine.begin(), engine.begin()
    await whole.__aenter__()
    await whole.__aexit__(None, None, None)
    assert writes() == before + 1
    await dropped.__aenter__()
    await dropped.__aexit__(GeneratorExit, GeneratorExit(), None)
    assert writes() == before + 1
    await engine.dispose()


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
