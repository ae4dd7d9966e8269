"""Conflicts of interest: people who play in a match or a cup don't decide in it, nor the other way round.

The one rule behind the commands by which managers rewind, give time back and call off, and behind the corrections
that directors and managers make in cups. Each result of a cup changes the pairings, so all of its matches concern all
of its players. If the rule stops a person, they can ask another manager, the bot's owner, or the players, by vote.
"""

from __future__ import annotations

from collections.abc import Iterable

from db.store import Store
from engines.table import Refused
from model.cup import WholeCup
from model.kinds import VERDICTS, How, RowKind
from model.match import LogRow, Match

REPAIRS = (RowKind.REWIND, RowKind.EXCUSE)  # rows that record a manager's decision in a running match
ENDS = (RowKind.END, RowKind.CANCEL)  # rows by which a manager calls a match off


async def has_sat(store: Store, match: Match, user: int) -> bool:
    """Whether this person plays in the match or ever had a seat in it."""
    return user in await _people_at(store, match)


async def is_concerned(store: Store, match: Match, user: int) -> bool:
    """Whether this person plays or has played in the match or its cup, with others in it."""
    people = await _people_at(store, match)
    if match.cup is not None and (record := await store.cups.whole(match.cup)) is not None:
        people |= await _people_in(store, record)
    return user in people and len(people) > 1


async def check_match(store: Store, match: Match, user: int) -> None:
    """Raise Refused if `is_concerned` holds for this person."""
    if await is_concerned(store, match, user):
        raise Refused("repair.player")


async def is_of_cup(store: Store, record: WholeCup, user: int) -> bool:
    """Whether this person is on a cup's list or has played in it, even briefly on another's seat."""
    return user in await _people_in(store, record)


async def check_cup(store: Store, record: WholeCup, user: int) -> None:
    """Raise Refused if `is_of_cup` holds for this person."""
    if await is_of_cup(store, record, user):
        raise Refused("cup.concerned")


def has_judged(rows: Iterable[LogRow], user: int | None) -> bool:
    """Whether this person has repaired the match of these rows."""
    return any(row.how == How.MANAGER and row.kind in REPAIRS and row.user == user for row in rows)


async def check_joins(store: Store, cup: int, user: int) -> None:
    """Raise Refused if this person has decided about others in this cup or in one of its matches."""
    rows = await store.cups.log(cup)
    if any(row.kind in VERDICTS and row.by == user != row.user for row in rows):
        raise Refused("cup.judged")
    if await store.cups.is_steward(cup, user, (*REPAIRS, *ENDS)):
        raise Refused("cup.judged")


async def _people_at(store: Store, match: Match) -> set[int]:
    """Everyone who has or had a seat in a match."""
    sat = {sitting.user for sitting in await store.careers.sittings(match.id)}
    return sat | {row.user for row in match.seats if row.user is not None}


async def _people_in(store: Store, record: WholeCup) -> set[int]:
    """Everyone on the list of a cup, and everyone who has or had a seat in one of its matches."""
    return {entrant.user for entrant in record.entrants} | await store.cups.sat(record.cup.id)
