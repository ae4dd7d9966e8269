"""Whether a player has won a table of a cup, put to the vote of its players by a director who plays in it."""

from __future__ import annotations

from db.cup_rows import WholeCup
from db.rows import Match
from db.store import Store
from engines.table import IllegalMove, Seat
from host.cups.cups import Cups
from host.play.seen import is_person
from host.table.lobby import Person
from host.table.votes import Votes


class Awards:
    """Opens these votes; what they decide ends the match, and `host.cups.rounds` takes in the result."""

    def __init__(self, store: Store, cups: Cups, votes: Votes) -> None:
        self._store, self._cups, self._votes = store, cups, votes

    async def ask(self, number: int, table: int, winner: int, by: Person, *, manages: bool) -> Match:
        """Ask the players of a table of this round whether this person has won it; returns its match.

        The others decide: neither the person who asks nor the person who is to win, unless no one else is left. A
        person who sits in for an entrant has no vote. IllegalMove, as for a decision of their own, where no match is
        being played.
        """
        whole = await self._cups.whole(number)
        self._cups.check_director(whole.cup, by, manages=manages)
        found, place = self._cups.table_won(whole, table, winner)
        match = None if found.match is None or found.ranks is not None else await self._store.match(found.match)
        if match is None or match.phase != "running":
            raise IllegalMove("cup.concerned")
        wins, sitting = found.places.index(place), self._sitting(whole, match, found.places)
        if wins not in sitting:
            raise IllegalMove("cup.not.there", {"n": table})
        voters = tuple(seat for seat, user in sitting.items() if user != by.user)
        others = tuple(seat for seat in voters if seat != wins)
        return await self._votes.award(match.id, wins, by, others or voters)

    @staticmethod
    def _sitting(whole: WholeCup, match: Match, places: tuple[int, ...]) -> dict[Seat, int]:
        """The entrants who sit on their own seats."""
        found: dict[Seat, int] = {}
        for row, place in zip(match.seats, places, strict=True):
            holder = whole.holder(place)
            if holder is not None and row.user == holder.user and is_person(row):
                found[row.seat] = holder.user
        return found
