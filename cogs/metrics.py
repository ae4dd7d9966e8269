"""Metrics for Prometheus: counters kept where things happen, gauges read on request.

Gauges are read each time, so that a bot that has lost its database doesn't report old values.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from math import isfinite

import structlog
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from structlog.typing import FilteringBoundLogger

from cogs.ui.client import Client
from host.figures import Figures
from host.vitals import unanswered

log: FilteringBoundLogger = structlog.get_logger()

ANSWERS_WITHIN = 5.0  # seconds for the database


async def metrics(bot: Client | None) -> bytes:
    """All metrics in Prometheus's format; None before a bot has started."""
    asked = CollectorRegistry(auto_describe=False)
    asked.register(Asked([*about_house(await _figures(bot)), *about_discord(bot)]))
    return generate_latest() + generate_latest(asked)


class Asked(Collector):
    """Collector of values that have just been read."""

    def __init__(self, metrics: list[Metric]) -> None:
        self._found = metrics

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics."""
        yield from self._found


async def _figures(bot: Client | None) -> Figures | None:
    if bot is None or bot.is_closed() or not hasattr(bot, "house"):
        return None
    try:
        async with asyncio.timeout(ANSWERS_WITHIN):
            return await bot.house.figures()
    except unanswered():
        log.warning("the database doesn't answer")
        return None


def about_house(figures: Figures | None) -> Iterator[Metric]:
    """Gauges of the host: queue lengths, and matches in play."""
    is_up = figures is not None and figures.is_writable
    yield _gauge("database_up", "Whether the database answers and takes writes", float(is_up))
    if figures is None:
        return
    yield _gauge("outbox_messages", "Messages that wait to be sent, those put off for a night too", figures.messages)
    yield _gauge(
        "outbox_oldest_seconds", "Age of the oldest message that may be sent now or has failed", figures.oldest_message
    )
    yield _gauge("deadlines_late", "Deadlines that are due and that no process has taken", figures.late_deadlines)
    yield _gauge("deadlines_late_seconds", "For how long the oldest of these has been due", figures.latest_deadline)
    if figures.free is not None:
        yield _gauge("disk_free_bytes", "Room that is left on the disk of the database's file", figures.free)
    if (backups := figures.backups) is not None:
        yield _gauge(
            "backup_age_seconds", "Age of the newest whole backup; without one, of the first match", backups.age
        )
        yield _gauge("backup_files", "Backups in the folder", backups.count)
        faults = GaugeMetricFamily("gruppetto_backup_fault", "Whether that has failed of late", labels=("what",))
        for what, is_fault in backups.faults.items():
            faults.add_metric((what,), float(is_fault))
        yield faults
    games = GaugeMetricFamily("gruppetto_matches", "Matches that aren't over", labels=("phase", "game"))
    for labels, number in figures.matches.items():
        games.add_metric(labels, number)
    yield games


def about_discord(bot: Client | None) -> Iterator[Metric]:
    """Gauges of Discord: this process's shards, the latency of each, and the number of servers."""
    up = GaugeMetricFamily("gruppetto_shard_up", "Whether a shard is connected", labels=("shard",))
    latency = GaugeMetricFamily(
        "gruppetto_shard_latency_seconds", "Time from a shard's heartbeat to its answer", labels=("shard",)
    )
    shards = {} if bot is None or bot.is_closed() else bot.shards
    for number, shard in shards.items():
        up.add_metric((str(number),), float(not shard.is_closed()))
        if isfinite(shard.latency):
            latency.add_metric((str(number),), shard.latency)
    yield up
    yield latency
    if bot is not None and (left := bot.starts.left) is not None:
        yield _gauge("identifies_left", "Sessions that Discord lets this token still begin today", left)
    yield _gauge("servers", "Servers that the shards of this process serve", 0 if bot is None else len(bot.guilds))


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(f"gruppetto_{name}", about, value=value)
