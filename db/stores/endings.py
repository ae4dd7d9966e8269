"""Ends of matches: results, badges and ratings, written in the transaction of the last move."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields, replace
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.mapping import columns_of, value_of
from db.sql.tables import badges, changes, ratings, results, seasons, sparring
from db.sql.upsert import put, put_all, put_new
from model.career import RatingChange, Season
from model.match import Finish, Result
from model.rating import Key, RatingState, advance, lost, scopes
from model.sparring import Bout, Form

STATE = tuple(field.name for field in fields(RatingState))
AT_ONCE = 5000  # rows per statement
LADDERS = 0x6C616464  # PostgreSQL's number of the locks of ladders
EARLY_LEAVERS = ""  # used as the game in the lock for everyone who leaves before their first move
PEOPLE = "people"  # and in the lock of those who are forgotten


async def record(write: AsyncConnection, match: int, finish: Finish, *, again: bool = True) -> None:
    """Store the results of a finished match; if it may have some (`again`), in place of those."""
    gone = await _delete_results(write, match) if again else []
    await insert_all(write, results, [columns_of(result) for result in finish.results])
    await insert_all(write, badges, [columns_of(badge) for badge in finish.badges])
    losses = await judge(write, {result.user for result in (*gone, *finish.results) if result.unstarted})
    played = [replace(result, rated=losses.get((match, result.user), result.rated)) for result in finish.results]
    rated = [result for result in played if result.rated]
    rerated = {result.game for result in gone} | await games_of(write, {other for other, _ in losses} - {match})
    for game in sorted(rerated | {result.game for result in rated}):
        await lock_ladder(write, game)
        if game in rerated or not await _rate(write, played):
            await rerate(write, game)
    if finish.season is not None and rated:
        await _open_season(write, rated[0], finish.season)
    if finish.bout is not None:
        await _adapt(write, finish.bout)


async def strike(write: AsyncConnection, match: int) -> None:
    """Undo what the end of a match brought, if it had ended."""
    gone = await _delete_results(write, match)
    losses = await judge(write, {result.user for result in gone if result.unstarted})
    for game in sorted({result.game for result in gone} | await games_of(write, {other for other, _ in losses})):
        await lock_ladder(write, game)
        await rerate(write, game)


async def judge(write: AsyncConnection, users: Collection[int]) -> dict[Key, bool]:
    """Decide which matches that these people left before their first move are rated as lost.

    Returns the changes, by match and person: whether it is rated now. The ratings themselves aren't touched.
    """
    if not users:
        return {}
    await lock_ladder(write, EARLY_LEAVERS)
    query = select(results).where(results.c.user.in_(users), results.c.unstarted)
    stored = [value_of(Result, row) for row in (await write.execute(query)).mappings()]
    right = lost(stored)
    changed = {(r.match, r.user): not r.rated for r in stored if r.rated != ((r.match, r.user) in right)}
    for (match, user), rated in changed.items():
        condition = and_(results.c.match == match, results.c.user == user)
        await write.execute(update(results).where(condition).values(rated=rated))
    return changed


async def games_of(write: AsyncConnection, about: Collection[int]) -> set[str]:
    """The games of these matches."""
    query = select(results.c.game).where(results.c.match.in_(about)).distinct()
    return set((await write.execute(query)).scalars()) if about else set()


async def rerate(write: AsyncConnection, game: str) -> None:
    """Recompute the ratings of a game from its results, in the order of their ends."""
    for table in (ratings, changes):
        await write.execute(delete(table).where(table.c.game == game))
    states, change_rows = rated_anew((await write.execute(results_of_game(game))).mappings().all())
    await insert_all(write, ratings, [state_row(game, key, state) for key, state in states.items()])
    await insert_all(write, changes, change_rows)


def rated_anew(rows: Iterable[RowMapping]) -> tuple[dict[Key, RatingState], list[dict[str, Any]]]:
    """The states that follow from the rows of a game's results, and the rows of `changes` on the way."""
    states: dict[Key, RatingState] = {}
    change_rows: list[dict[str, Any]] = []
    for _, group in groupby((value_of(Result, row) for row in rows), key=lambda row: row.match):
        played = list(group)
        new, made = advance(states, played)
        states |= new
        change_rows += [change_row(played[0], change) for change in made]
    return states, change_rows


def results_of_game(game: str) -> Select[*tuple[Any, ...]]:
    """All results of a game, in the order in which its matches ended."""
    query = select(results).where(results.c.game == game)
    return query.order_by(results.c.finished, results.c.match, results.c.seat)


async def _delete_results(write: AsyncConnection, match: int) -> list[Result]:
    """Delete the match's results with its badges; returns the results."""
    gone = await write.execute(delete(results).where(results.c.match == match).returning(results))
    deleted = [value_of(Result, row) for row in gone.mappings()]
    if deleted:
        await write.execute(delete(badges).where(badges.c.match == match))
    return deleted


async def hold_people(write: AsyncConnection) -> None:
    """Let no one be forgotten until the end of a transaction that writes about people read before it, or forgets."""
    await lock_ladder(write, PEOPLE)


async def lock_ladder(write: AsyncConnection, game: str) -> None:
    """Make ends of matches of one game wait for each other, as each builds on the ratings of the previous one."""
    if write.dialect.name == "postgresql":  # SQLite has one writer at a time
        await write.execute(select(func.pg_advisory_xact_lock(LADDERS, func.hashtext(game))))


def _is_later(result: Result) -> ColumnElement[bool]:
    """Whether a match recorded before this one ended after it, by the clocks of two processes."""
    same_moment = and_(results.c.finished == result.finished, results.c.match > result.match)
    later = or_(results.c.finished > result.finished, same_moment)
    return exists().where(results.c.game == result.game, results.c.finished >= result.finished, later)


async def _rate(write: AsyncConnection, played: Sequence[Result]) -> bool:
    """Update the ratings by one match; False, and nothing is written, if it isn't the newest of all."""
    first = played[0]
    users, game = [result.user for result in played], first.game
    mine = and_(ratings.c.game == game, ratings.c.scope.in_(scopes(first)), ratings.c.user.in_(users))
    moment = select(_is_later(first).label("is_later")).subquery()  # a row, even if none of them has a rating
    query = select(moment.c.is_later, ratings).outerjoin_from(moment, ratings, mine)
    rows = (await write.execute(query)).mappings().all()
    if rows[0]["is_later"]:
        return False
    states = {(row["scope"], row["user"]): value_of(RatingState, row) for row in rows if row["user"] is not None}
    new, made = advance(states, played)
    await put_all(write, ratings, [state_row(game, key, state) for key, state in new.items()])
    await insert_all(write, changes, [change_row(first, change) for change in made])
    return True


async def _adapt(write: AsyncConnection, bout: Bout) -> None:
    """Let Sparring adapt to its person; a match that ends once more after a repair counts once."""
    query = select(sparring).where(sparring.c.user == bout.user, sparring.c.game == bout.game).with_for_update()
    row = (await write.execute(query)).mappings().one_or_none()
    if row is None or row["match"] != bout.match:
        form = (Form(bout.cost) if row is None else Form(row["cost"], row["matches"])).after(bout.won)
        key = {"user": bout.user, "game": bout.game}
        await put(write, sparring, key, {**columns_of(form), "match": bout.match})


async def _open_season(write: AsyncConnection, result: Result, season: Season) -> None:
    key = {"guild": result.guild, "game": result.game, "season": season.key}
    await put_new(write, seasons, key, {"begins": season.begins, "ends": season.ends, "closed": False})


async def insert_all(write: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    for start in range(0, len(rows), AT_ONCE):
        await write.execute(insert(table), rows[start : start + AT_ONCE])


def state_row(game: str, key: Key, state: RatingState) -> dict[str, Any]:
    return {"game": game, "scope": key[0], "user": key[1], **columns_of(state)}


def change_row(result: Result, change: RatingChange) -> dict[str, Any]:
    return {"match": result.match, "game": result.game, "finished": result.finished, **columns_of(change)}
