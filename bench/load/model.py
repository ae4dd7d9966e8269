"""The capacity model of `docs/scale.md`: what a step of a match costs, and what so many servers come to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

DAY = 86400.0  # seconds
ALLOWED = 40.0  # requests a second that the workers make; see `cogs/traffic/request_rate.py`


@dataclass(frozen=True, slots=True)
class Step:
    """What a row of the log costs: presses, seconds of a worker, requests that Discord counts, bytes of database."""

    presses: float
    worker: float
    requests: float
    size: float

    def against(self, other: Step) -> Iterator[tuple[str, float]]:
        """How far this one is off the other, as shares of it."""
        yield "worker", self.worker / other.worker - 1
        yield "requests", self.requests / other.requests - 1


# `python -m bench load --matches 12 --seconds 40 --workers 1`; the size by `python -m bench soak --matches 150`
A_STEP = Step(presses=2.9, worker=0.055, requests=2.7, size=1240)

# What we take servers to be; no one has measured these.
MATCHES = 2.0  # running in a server
STEPS = 20.0  # of each a day
PEAK = 3.0  # times the mean, in the busiest hour
KEPT = 40.0  # days for which all of a match is there: some in play, and thirty after its end
PACKED = 15_000.0  # bytes of a match afterwards
MATCH_STEPS = 100.0  # of a match, from its opening to its end


@dataclass(frozen=True, slots=True)
class Load:
    """What some servers come to, a second in the busiest hour; bytes of the database after the first forty days."""

    steps: float
    requests: float
    cores: float
    size: float


def load(servers: float, step: Step = A_STEP) -> Load:
    """What so many servers come to."""
    a_day = servers * MATCHES * STEPS
    steps = PEAK * a_day / DAY
    return Load(steps, steps * step.requests, steps * step.worker, KEPT * a_day * step.size)


def packed_a_year(servers: float) -> float:
    """Bytes that the packed matches of a year take."""
    return 365 * servers * MATCHES * STEPS / MATCH_STEPS * PACKED


def servers_within(requests: float = ALLOWED, step: Step = A_STEP) -> float:
    """How many servers keep within so many requests a second in the busiest hour."""
    return requests / load(1.0, step).requests
