"""Privacy: export, delete or hide a person's data."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec

from db.sql.codec import decode_events
from db.store import Stale
from engines.table import Refused
from host.cups.cups import Cups
from host.lobby.lobby import Lobby, Person
from host.outbox.languages import Languages
from host.play.dormant import Dormancy
from host.play.loaded_match import Origin
from host.play.match_log import TRIES, MatchLog
from host.play.matches import Matches
from host.play.seen import may_hear
from host.table.votes import Votes
from model.kinds import ENDED, How, RowKind
from model.match import Match, Step

FORMAT = 1
SECRETS = ("address", "secret")  # columns that are a server's alone, even where a row is about a person
JSON = ("options", "path", "draws", "events", "habits", "holidays", "vote", "wishes")  # columns that hold JSON


class Privacy:
    """Exports and forgets people's data."""

    def __init__(
        self,
        match_log: MatchLog,
        matches: Matches,
        lobby: Lobby,
        votes: Votes,
        languages: Languages,
        *,
        dormancy: Dormancy,
        cups: Cups,
    ) -> None:
        self._cups = cups
        self._dormancy = dormancy
        self._store, self._match_log, self._matches = match_log.store, match_log, matches
        self._lobby, self._votes, self._seats, self._languages = lobby, votes, votes.seats, languages

    async def export_of(self, user: int) -> dict[str, Any]:
        """Everything stored about a person, ready for JSON.

        For a running match that is what they have done and heard, and what they see from their seat; nothing
        else.
        """
        await self._dormancy.wake_those_of(user)
        tables = await self._store.personal.of(user)
        disclosed: dict[int, bool] = {}
        about = {_match_of(name, row) for name, rows in tables.items() for row in rows if "seq" in row}
        for which in about - {None}:
            match = await self._store.match(which)
            disclosed[which] = match is not None and match.is_disclosed
        document = {
            name: [_plain(name, row, disclosed=disclosed.get(_match_of(name, row), True)) for row in rows]
            for name, rows in tables.items()
        }
        return {"format": FORMAT, "user": str(user), "stored": document, "running": await self._running(user)}

    async def _running(self, user: int) -> list[dict[str, Any]]:
        """The person's views of their running matches, and their plans there."""
        matches: list[dict[str, Any]] = []
        for match in await self._store.matches_of(user, ("running",)):
            with suppress(Refused):  # its save can't be read
                seen = await self._matches.see(match.id, user)
                if seen.seat is None:
                    continue
                view = msgspec.to_builtins(seen.view, str_keys=True)
                plans = {"plan": [list(answer.path) for answer in seen.own.plan], "orders": list(seen.own.orders)}
                matches.append({"match": match.id, "seat": seen.seat, "view": view, **plans})
        return matches

    async def forget(self, user: int) -> None:
        """Replace a person everywhere by a retired rider; what is forgotten already stays so.

        They leave their lobbies and give up the seats of their running matches. The results of the others stay as they
        are, even after a recount: the anonymous id in the person's place is the same in all matches, and nothing
        shows who they were.
        """
        anonymous_id = -1 - secrets.randbits(62)
        for match, phase in await self._store.personal.alive(user):
            for _ in range(TRIES):
                with suppress(Stale):
                    await self._leave(match, phase, user, anonymous_id)
                    break
        for match in await self._store.personal.asking(user):
            for _ in range(TRIES):
                with suppress(Stale, Refused):
                    await self._votes.withdraw(match, user)
                    break
        await self._cups.withdraw(user)
        await self._dormancy.wake_those_of(user)
        await self._store.personal.forget(user, anonymous_id)
        self._match_log.kept.clear()  # cached log rows that name them
        self._languages.forget(user)

    async def _leave(self, match_id: int, phase: str, user: int, anonymous_id: int) -> None:
        match = await self._store.match(match_id)
        if match is None or match.phase in ENDED:
            return
        with suppress(Refused):  # no one can play on a match whose save can't be read
            if match.phase == "running":
                await self._seats.anonymise(match_id, user, anonymous_id)
            elif match.phase == "lobby" and any(row.user == user for row in match.seats):
                await self._lobby.leave(match_id, Person(user, "", None))
            elif match.cup is None or any(row.user == user for row in match.seats):
                await self._call_off(match)

    async def _call_off(self, match: Match) -> None:
        """Call off a match that loses someone before the deal."""
        row = self._match_log.row(match, Origin(How.HOUSE), RowKind.CANCEL, [])
        await self._store.commit(Step(replace(match, phase="cancelled"), row))
        await self._store.hurry(match.id, self._match_log.now())
        self._match_log.wake()

    async def hide(self, user: int, *, hidden: bool) -> None:
        """Hide the person from other servers, or show them again; the leaderboards of their own servers keep them.

        Positions from their matches then make no puzzles.
        """
        await self._store.people.hide(user, hidden=hidden)
        if hidden:
            await self._store.puzzles.withdraw(user)

    async def hidden(self, user: int) -> bool:
        """Whether the person is hidden from other servers."""
        return await self._store.people.hidden(user)


def _match_of(table: str, row: dict[str, Any]) -> Any:
    """The id of the match that a stored row is about, if any."""
    return row["id"] if table == "matches" else row.get("match")


def _plain(table: str, row: dict[str, Any], *, disclosed: bool) -> dict[str, Any]:
    """A stored row as JSON, without what its person may not know: keys, secrets, draws and events only others heard.

    Until all of its match may be known, its place in the log is left out too, as it counts others' silent moves.
    """
    left_out = SECRETS if disclosed else (*SECRETS, "seq")
    plain = {name: value for name, value in row.items() if not isinstance(value, bytes) and name not in left_out}
    if table == "log":
        heard = [event for event in decode_events(row["events"]) if may_hear(event, row["by"])]
        plain["events"] = msgspec.to_builtins([(event.kind, event.data) for event in heard])
        if not disclosed:
            del plain["draws"]
    for name in JSON:
        if isinstance(plain.get(name), str) and plain[name]:
            plain[name] = msgspec.json.decode(plain[name])
    return plain
