"""Webhooks: addresses outside of Discord to which a server has public news of its matches sent."""

from __future__ import annotations

from dataclasses import dataclass, field

from model.kinds import NewsKind

MOST_FAILURES = 10  # deliveries in a row that fail: then a webhook is off


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook of a server. Its address and its secret are the server's, and stand in no log and no error."""

    id: int  # of the row
    guild: int  # the server
    channel: int  # in which it was ordered: news of the matches there are sent even if not everyone sees it
    author: int  # the manager who ordered it
    address: str = field(repr=False)  # where it leads
    secret: str = field(repr=False)  # with which deliveries are signed
    opened: float  # when
    confirmed: float  # when its author was last known to see that channel; 0.0: they don't
    failures: int  # deliveries in a row that have failed
    ready: float  # from when on the next may be sent: after a failure, or the end of the lease of the one under way

    @property
    def is_off(self) -> bool:
        """Whether nothing is sent to it any more."""
        return self.failures >= MOST_FAILURES


@dataclass(frozen=True, slots=True)
class News:
    """A piece of news that a webhook is owed; never content."""

    id: int
    webhook: int
    match: int
    seq: int  # the row of the log that it is about
    kind: NewsKind
    written: float  # when (unix seconds)
