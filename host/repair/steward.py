"""Whoever puts matches right, and what is checked before they may."""

from __future__ import annotations

from dataclasses import dataclass

from db.kinds import How
from db.rows import Match
from db.store import Store
from engines.table import Event, IllegalMove
from host.play.loaded_match import Origin

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
        """Whose doing their log rows are."""
        return Origin(How.MANAGER, self.user, self.interaction_id)

    def event(self, kind: str, **what: str | int) -> Event:
        """What everybody is told of it: an owner of the bot is called so, a manager by name, and is forgotten so."""
        who = {"by": "owner", "name": ""} if self.owns else {"by": "manager", "name": self.name}
        return Event(kind, None, {**who, **what})


async def has_sat(store: Store, match: Match, user: int) -> bool:
    """Whether this person plays in the match or ever had a seat in it."""
    if any(row.user == user for row in match.seats):
        return True
    return any(one.user == user for one in await store.careers.sittings(match.id))


def check_running(match: Match) -> None:
    """IllegalMove unless the match is being played."""
    if match.phase != "running":
        raise IllegalMove("repair.over" if match.phase in ("over", "cancelled") else "repair.lobby")


async def check_unconcerned(store: Store, match: Match, user: int) -> None:
    """IllegalMove for somebody who plays in the match, or has played, if other people do or have: it is theirs, too."""
    sat = {one.user for one in await store.careers.sittings(match.id)}
    people = sat | {row.user for row in match.seats if row.user is not None}
    if user in people and len(people) > 1:
        raise IllegalMove("repair.player")
