"""Access to a match: its players everywhere, others in its server where they see its channel.

Where the bot itself doesn't see the channel, it can't tell who does: such a match is its players' and the managers'.

Players are all people who have a seat or ever had one while it was played, also those who resigned or whose seat
someone else has taken: these may know what everyone there may. A match whose channel is gone, or that was opened
outside of servers, is its players' alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from db.store import Store
from engines.table import Refused
from model.match import Match


def nowhere(_channel: int) -> bool:
    """Predicate that is true of no channel."""
    return False


@dataclass(frozen=True, slots=True)
class Asker:
    """Asker: their server (None: a direct message), and whether they see the channel of an id there.

    Managers of the server keep charge of channels of which the bot can't tell who sees them: they `keep` these.
    """

    user: int
    guild: int | None
    sees: Callable[[int], bool]
    keeps: Callable[[int], bool] = nowhere


class Borders:
    """Decides for every command, button, select, form and suggestion."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def check(self, match_id: int, asker: Asker) -> None:
        """Raise the same for a match that the asker may not know of as for a number that no match has."""
        await self.check_known(match_id, await self._store.match(match_id), asker)

    async def check_known(self, match_id: int, match: Match | None, asker: Asker) -> None:
        """Check a header that has been read as `check` does; None if no match has the number."""
        if match is not None and (_is_seated(match, asker.user) or _is_known(match, asker)):
            return
        # also asked for a number that no match has, so that the time of the answer tells nothing
        sat = await self._store.careers.sittings(match_id)
        if match is None or all(sitting.user != asker.user for sitting in sat):
            raise Refused("house.unknown")

    async def check_invited(self, match_id: int, user: int) -> None:
        """Raise the same as `check` unless this person has been invited to the match, whose channel they may not see.

        They may answer that, wherever they are; the match itself they know of like anyone.
        """
        if await self._store.invitations.of(match_id, user) is None:
            raise Refused("house.unknown")

    async def check_repair(self, match_id: int, asker: Asker, *, owns: bool) -> None:
        """Raise Refused unless the asker, as a manager of their server or the bot's owner, may put this match right.

        Managers may in their own server, about matches of which they may know there; owners may everywhere.
        """
        match = await self._store.match(match_id)
        if match is None or not (owns or is_charge(match, asker)):
            raise Refused("house.unknown")

    async def check_near(self, match_id: int, asker: Asker) -> None:
        """Raise Refused unless the asker may know of the match and sees its channel, as newcomers must."""
        await self.check(match_id, asker)
        match = await self._store.match(match_id)
        if match is not None and match.is_private:
            raise Refused("solo.closed")
        if match is not None and not is_near(match, asker):
            raise Refused("seat.elsewhere", {"channel": match.channel})


def is_near(match: Match, asker: Asker) -> bool:
    """Whether the asker is in the match's server and sees its channel."""
    return _is_there(match, asker) and asker.sees(match.channel)


def is_charge(match: Match, asker: Asker) -> bool:
    """Whether a manager of the asker's server may look after this match: it is of that server, and they may know it."""
    return _is_there(match, asker) and (_is_known(match, asker) or _is_seated(match, asker.user))


def _is_known(match: Match, asker: Asker) -> bool:
    return is_near(match, asker) or (_is_there(match, asker) and asker.keeps(match.channel))


def _is_there(match: Match, asker: Asker) -> bool:
    return match.guild is not None and match.guild == asker.guild


def _is_seated(match: Match, user: int) -> bool:
    return any(row.user == user for row in match.seats)
