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
    """Say that no channel is visible: the default where nothing more is known."""
    return False


@dataclass(frozen=True, slots=True)
class Asker:
    """A person who asks for something: the server they ask in (None: a direct message) and the channels they see.

    In channels whose readers the bot can't work out, managers of the server keep their access: `keeps` is true.
    """

    user: int
    guild: int | None
    sees: Callable[[int], bool]
    keeps: Callable[[int], bool] = nowhere


class Borders:
    """Decides for each command, button, select, form and suggestion whether a person may know of the match."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def check(self, match_id: int, asker: Asker) -> None:
        """Raise Refused if the asker may not know of the match, exactly as for a number that no match has."""
        await self.check_known(match_id, await self._store.match(match_id), asker)

    async def check_known(self, match_id: int, match: Match | None, asker: Asker) -> None:
        """Like `check`, for a header that has been read already; None if no match has the number."""
        if match is not None and (_is_seated(match, asker.user) or _is_known(match, asker)):
            return
        await self._check_sat(match_id, match, asker.user)

    async def check_player(self, match_id: int, user: int) -> None:
        """Raise Refused unless the person has or had a seat in the match, exactly as for a number that no match has."""
        match = await self._store.match(match_id)
        if match is None or not _is_seated(match, user):
            await self._check_sat(match_id, match, user)

    async def _check_sat(self, match_id: int, match: Match | None, user: int) -> None:
        # looked up even for a number that no match has, so that the response time gives nothing away
        sat = await self._store.careers.sittings(match_id)
        if match is None or all(sitting.user != user for sitting in sat):
            raise Refused("house.unknown")

    async def check_invited(self, match_id: int, user: int) -> None:
        """Raise Refused, exactly as `check` does, unless this match has invited the person.

        A guest can reply to an invitation from anywhere. For the match itself the rules of `check` hold.
        """
        if await self._store.invitations.of(match_id, user) is None:
            raise Refused("house.unknown")

    async def check_repair(self, match_id: int, asker: Asker, *, owns: bool) -> None:
        """Raise Refused unless the asker manages the match's server or owns the bot, and so may repair the match.

        A manager repairs matches of the asker's server that they may know of, an owner any match.
        """
        match = await self._store.match(match_id)
        if match is None or not (owns or is_charge(match, asker)):
            raise Refused("house.unknown")

    async def check_near(self, match_id: int, asker: Asker) -> None:
        """Raise Refused unless the asker may know of the match and sees its channel, as newcomers must."""
        await self.check(match_id, asker)
        match = await self._store.match(match_id)
        if match is not None and match.is_homeless:
            raise Refused("solo.closed" if match.is_private else "seat.closed")
        if match is not None and not is_near(match, asker):
            raise Refused("seat.elsewhere", {"channel": match.channel})


def is_near(match: Match, asker: Asker) -> bool:
    """Whether the asker is in the match's server and sees its channel."""
    return _is_there(match, asker) and asker.sees(match.channel)


def is_charge(match: Match, asker: Asker) -> bool:
    """Whether a manager of the asker's server may look after this match: it belongs there, and they may know of it."""
    return _is_there(match, asker) and (_is_known(match, asker) or _is_seated(match, asker.user))


def _is_known(match: Match, asker: Asker) -> bool:
    return is_near(match, asker) or (_is_there(match, asker) and asker.keeps(match.channel))


def _is_there(match: Match, asker: Asker) -> bool:
    return match.guild is not None and match.guild == asker.guild


def _is_seated(match: Match, user: int) -> bool:
    return any(row.user == user for row in match.seats)
