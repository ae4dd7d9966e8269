"""Stewards: people who may repair a match, and the check."""

from __future__ import annotations

from dataclasses import dataclass

from engines.table import Event, Refused
from host.play.loaded_match import Origin
from model.kinds import How
from model.match import Match

REPAIRED = ("house.rewound", "house.excused", "house.dropped", "house.reposted", "house.downtime", "house.uptime")


@dataclass(frozen=True, slots=True)
class Steward:
    """A person who manages the server of a match or (`owns`) the bot, as they are called there, and their press."""

    user: int
    name: str
    interaction_id: int | None
    owns: bool = False

    @property
    def origin(self) -> Origin:
        """Origin of their log rows."""
        return Origin(How.MANAGER, self.user, self.interaction_id)

    def event(self, kind: str, **what: str | int) -> Event:
        """Event for everyone: an owner of the bot is called so, a manager by name, and is forgotten so."""
        who = {"by": "owner", "name": ""} if self.owns else {"by": "manager", "name": self.name}
        return Event(kind, None, {**who, **what})


def check_running(match: Match) -> None:
    """Refused unless the match is being played."""
    if match.phase != "running":
        raise Refused("repair.over" if match.phase in ("over", "cancelled") else "repair.lobby")
