"""Stewards: people who may repair a match, and the check for it."""

from __future__ import annotations

from dataclasses import dataclass

from engines.table import Event, Refused
from host.play.loaded_match import Origin
from model.kinds import How
from model.match import Match

REPAIRED = ("house.rewound", "house.excused", "house.dropped", "house.reposted", "house.downtime", "house.uptime")


@dataclass(frozen=True, slots=True)
class Steward:
    """A person who manages the match's server or (`owns`) the bot: their name there, and their press."""

    user: int
    name: str
    interaction_id: int | None
    owns: bool = False

    @property
    def origin(self) -> Origin:
        """The origin of their log rows."""
        return Origin(How.MANAGER, self.user, self.interaction_id)

    def event(self, kind: str, **what: str | int) -> Event:
        """An event for everyone: it calls an owner just that and names a manager, whose name can be forgotten."""
        who = {"by": "owner", "name": ""} if self.owns else {"by": "manager", "name": self.name}
        return Event(kind, None, {**who, **what})


def check_running(match: Match) -> None:
    """Raise Refused unless the match is running."""
    if match.phase != "running":
        raise Refused("repair.over" if match.phase in ("over", "cancelled") else "repair.lobby")
