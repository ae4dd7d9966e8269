"""Private matches: one person against computers, in no server, begun with one press."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from db.kinds import UNFINISHED, RowKind
from db.rows import Match
from db.store import Stale, Store
from engines.table import IllegalMove
from host.play.matches import Matches
from host.table.lobby import PRIVATE, Lobby, MatchRequest, Person
from host.table.playable import players, table_for
from host.time.clocks import ENDLESS
from opponents import FORMER, OPPONENTS

__all__ = ["FORMER", "Solo"]


class Solo:
    """Opens private matches and begins them. No clock runs in them, and none of them is rated."""

    def __init__(self, store: Store, lobby: Lobby, matches: Matches) -> None:
        self._store, self._lobby, self._matches = store, lobby, matches

    async def open(self, request: MatchRequest, opponent: str, by: Person) -> Match:
        """A private match with computers of this kind on all places but the first; as few as can play, unless asked.

        It waits to be begun, for the person is to be told first what vouches for the dice; if nobody begins it, it
        does so by itself. One that is the same and in which they haven't answered yet is returned instead. IllegalMove
        if such a table can't be played.
        """
        if opponent not in OPPONENTS:
            raise IllegalMove("lobby.opponent")
        wanted = await asyncio.to_thread(self._settled, request)
        assert wanted.places is not None
        computers = [opponent] * (wanted.places - 1)
        if (same := await self._untouched(wanted, computers, by)) is not None:
            return same
        return await self._lobby.open(wanted, PRIVATE, by, computers)

    async def again(self, match_id: int, by: Person) -> Match:
        """The next match at the same table; like the first one it waits to be begun. There is one, however often."""
        try:
            return await self._store.rematch_of(match_id) or await self._lobby.rematch(match_id, by)
        except IllegalMove:  # pressed twice in one moment: the other press has opened it
            if (known := await self._store.rematch_of(match_id)) is None:
                raise
            return known

    async def begin(self, match: Match, by: Person) -> None:
        """Draw the start of a match that waits for that; nothing happens to one that has begun."""
        if match.phase == "lobby":
            try:
                await self._lobby.start(match.id, replace(by, interaction_id=None))  # that has opened it
            except (IllegalMove, Stale):  # it has begun by itself just now
                now = await self._store.match(match.id)
                if now is None or now.phase == "lobby":
                    raise
        await self._matches.deal(match.id)

    def _settled(self, request: MatchRequest) -> MatchRequest:
        """The request with every option spelled out, and the number of places; without a clock, and unrated."""
        game = self._matches.games[request.game]
        fit = players(game, request.options, game.spec.rules)
        places = fit[0] if request.places is None and fit else request.places
        table = table_for(game, request.options, game.spec.rules, places)
        return replace(request, options=table.options, places=table.seats, clock=ENDLESS, weekends=False, rated=False)

    async def _untouched(self, wanted: MatchRequest, computers: list[str], by: Person) -> Match | None:
        """The same match, if the person has one in which they haven't answered yet."""
        for match in await self._store.matches_of(by.user, UNFINISHED):
            if not match.is_private or (match.game, match.options) != (wanted.game, wanted.options):
                continue
            if match.paused is not None or [row.opponent for row in match.seats if row.user is None] != computers:
                continue
            rows = await self._store.log(match.id)
            if not any(row.kind == RowKind.MOVE and row.user == by.user for row in rows):
                return match
        return None
