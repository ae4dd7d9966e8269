"""Votes on the winner of a cup table, for directors who play in it."""

from __future__ import annotations

from db.store import Store
from engines.table import Refused, Seat
from host.cups.cups import Cups
from host.lobby.lobby import Person
from host.play.seen import is_person
from host.table.votes import Votes
from model.match import Match


class Awards:
    """Opens these votes. A decision ends the match, and `host.cups.rounds` takes in the result."""

    def __init__(self, store: Store, cups: Cups, votes: Votes) -> None:
        self._store, self._cups, self._votes = store, cups, votes

    async def ask(self, number: int, table: int, winner: int, by: Person, *, manages: bool) -> Match:
        """Ask the players of a table of this round whether this person has won it; returns its match.

        The players who still hold the seats they began on vote, except the asker and the proposed winner. Where the
        asker is the only other player, the proposed winner votes. Refused, as for a decision of their own,
        where no match is being played or no one else is left.
        """
        record = await self._cups.unfinished(number)
        self._cups.check_director(record.cup, by, manages=manages)
        target, place = self._cups.table_won(record, table, winner)
        await self._cups.check_known(record, target)
        match = None if target.match is None or target.ranks is not None else await self._store.match(target.match)
        if match is None or match.phase != "running":
            raise Refused("cup.concerned")
        wins, sitting = target.places.index(place), await self._sitting(match)
        if sitting.get(wins) != winner:
            raise Refused("cup.not.there", {"n": table})
        voters = tuple(seat for seat, user in sitting.items() if user not in (by.user, winner))
        if not voters and winner != by.user and by.user in sitting.values():
            voters = (wins,)
        if not voters:
            raise Refused("cup.concerned")
        return await self._votes.award(match.id, wins, by, voters)

    async def _sitting(self, match: Match) -> dict[Seat, int]:
        """The people who still hold the seats they began on."""
        sat = sorted(await self._store.careers.sittings(match.id), key=lambda sitting: sitting.seq, reverse=True)
        began = {sitting.seat: sitting.user for sitting in sat}
        return {
            row.seat: row.user
            for row in match.seats
            if row.user is not None and row.user == began.get(row.seat) and is_person(row)
        }
