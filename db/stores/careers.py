"""Store of careers: leaderboards, profiles, and their check."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, case, delete, exists, func, or_, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import columns_of, value_of
from db.sql.reader import Reader
from db.sql.tables import accuracies, badges, changes, matches, people, ratings, results, seats, sittings, sparring
from db.stores.endings import (
    AT_ONCE,
    EARLY_LEAVERS,
    STATE,
    games_of,
    insert_all,
    judge,
    lock_ladder,
    rated_anew,
    rerate,
    results_of_game,
    state_row,
)
from db.stores.names import names_of
from model.career import Gain, Rating, RatingChange, Record, Rival
from model.kinds import UNFINISHED, Phase, ResultKind
from model.match import Finish, Honour, Result, Sitting
from model.rating import PODIUM, RatingState
from model.sparring import Form

WITHOUT_RESULTS: tuple[Phase, ...] = (*UNFINISHED, "cancelled")


@dataclass(frozen=True, slots=True)
class Rated:
    """A person on a leaderboard as stored: their rating state, and their results in its period."""

    user: int
    state: RatingState
    record: Record


class CareerTables:
    """Queries about careers, each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def sittings(self, match: int) -> list[Sitting]:
        """The sittings of this match, in order."""
        query = select(sittings).where(sittings.c.match == match).order_by(sittings.c.seq, sittings.c.seat)
        return [Sitting(**row) for row in await self._reader.rows(query)]

    async def results_of_match(self, match: int) -> list[Result]:
        """The results of a match for its people."""
        query = select(results).where(results.c.match == match).order_by(results.c.seat, results.c.kind.desc())
        return [value_of(Result, row) for row in await self._reader.rows(query)]

    async def unstarted(self) -> list[Result]:
        """The results of people who left a match that was to count before their first move."""
        return [value_of(Result, row) for row in await self._reader.rows(select(results).where(results.c.unstarted))]

    async def results_of(self, user: int, guild: int | None = None, *, private: bool = False) -> list[Result]:
        """A person's results, oldest first: in one guild or all, with those of `private` matches if wanted."""
        query = select(results).where(results.c.user == user, *_visible_in(results, guild, private=private))
        return [
            value_of(Result, row)
            for row in await self._reader.rows(query.order_by(results.c.finished, results.c.match))
        ]

    async def solo(self, user: int) -> dict[int, tuple[str, ...]]:
        """The solo matches of a person, with the computers in each."""
        whose = select(results.c.match).where(results.c.user == user)
        alone = _solo().where(results.c.match.in_(whose)).subquery()
        query = select(alone.c.match, seats.c.opponent).join(seats, seats.c.match == alone.c.match)
        met: dict[int, tuple[str, ...]] = {}
        for row in await self._reader.rows(query.order_by(alone.c.match, seats.c.seat)):
            met[row["match"]] = (*met.get(row["match"], ()), *([row["opponent"]] if row["opponent"] else []))
        return met

    async def sparring(self, user: int, game: str) -> Form | None:
        """What Sparring gives away to a person; None before their first match with it."""
        query = select(sparring.c.cost, sparring.c.matches).where(sparring.c.user == user, sparring.c.game == game)
        rows = await self._reader.rows(query)
        return Form(rows[0]["cost"], rows[0]["matches"]) if rows else None

    async def first(self, user: int) -> int | None:
        """The first match that a person has played with others; None if there is none."""
        other = results.alias("other")
        in_company = exists().where(other.c.match == results.c.match, other.c.user != results.c.user)
        mine = and_(results.c.user == user, results.c.guild.is_not(None), in_company)
        query = select(results.c.match).where(mine).order_by(results.c.finished, results.c.match).limit(1)
        return await self._reader.value(query)

    async def wins_in(self, guild: int, game: str) -> list[Result]:
        """The results of all winners of a game in a guild, the newest match first, without wins over computers alone.

        Matches in which someone who began never moved are left out too.
        """
        condition = and_(results.c.guild == guild, results.c.game == game)
        won = and_(condition, results.c.rank == 1, results.c.kind != ResultKind.LEFT)
        alone, began = _solo().where(condition), results.alias("began")
        idle = and_(began.c.match == results.c.match, began.c.kind != ResultKind.JOINED, began.c.in_time == 0)
        query = select(results).where(won, results.c.match.not_in(alone), ~exists().where(idle))
        query = query.order_by(results.c.finished.desc(), results.c.match, results.c.seat)
        return [value_of(Result, row) for row in await self._reader.rows(query)]

    async def options(self, about: Collection[int]) -> dict[int, str]:
        """The options (JSON) of these matches."""
        query = select(matches.c.id, matches.c.options).where(matches.c.id.in_(about))
        return {row["id"]: row["options"] for row in await self._reader.rows(query)}

    # Leaderboards

    async def ranks(self, game: str, scope: int, since: float | None = None) -> list[Rated]:
        """Everyone with a rating on this leaderboard; with `since`, those who have played rated matches since then."""
        states = {row[0]: RatingState(*row[1:]) for row in await self._reader.tuples(_listed(game, scope))}
        if since is None:
            return [Rated(user, state, state.record) for user, state in states.items()]
        won = and_(results.c.kind != ResultKind.LEFT, results.c.rank == 1)
        placed = and_(results.c.kind != ResultKind.LEFT, results.c.rank <= PODIUM, results.c.rank < results.c.field)
        wins, podiums = (func.sum(case({deed: 1}, else_=0)) for deed in (won, or_(won, placed)))
        query = select(results.c.user, func.count(), wins, podiums).group_by(results.c.user)
        query = query.where(results.c.game == game, results.c.finished >= since, *_in(results, scope or None))
        played = {row[0]: row[1:] for row in await self._reader.tuples(query.where(results.c.rated))}
        return [Rated(user, state, Record(*played[user])) for user, state in states.items() if user in played]

    async def befores(self, game: str, scope: int, since: float) -> dict[int, int | None]:
        """The earlier states of those who have played since then (None: unrated); no other ratings have changed."""
        ladder = and_(changes.c.game == game, changes.c.scope == scope, changes.c.finished >= since)
        order = func.row_number().over(partition_by=changes.c.user, order_by=(changes.c.finished, changes.c.match))
        ordered = select(changes.c.user, changes.c.before, order.label("number")).where(ladder).subquery()
        query = select(ordered.c.user, ordered.c.before).where(ordered.c.number == 1)
        return {row[0]: row[1] for row in await self._reader.tuples(query)}

    # Profiles

    async def ratings_of(self, user: int, scope: int) -> dict[str, Rating]:
        """A person's ratings by game."""
        query = select(ratings).where(ratings.c.user == user, ratings.c.scope == scope)
        return {row["game"]: value_of(RatingState, row).rating for row in await self._reader.rows(query)}

    async def curve(self, user: int, scope: int) -> dict[str, list[tuple[float, int, int]]]:
        """The ends (unix seconds) of a person's matches by game, with points and spread after each."""
        query = select(changes).where(changes.c.user == user, changes.c.scope == scope)
        curves: dict[str, list[tuple[float, int, int]]] = {}
        for row in await self._reader.rows(query.order_by(changes.c.finished, changes.c.match)):
            curves.setdefault(row["game"], []).append((row["finished"], row["points"], row["spread"]))
        return curves

    async def accuracy(
        self, user: int, guild: int | None = None, *, private: bool = False
    ) -> dict[str, list[tuple[float, float]]]:
        """The ends (unix seconds) of a person's reviewed matches by game, with their accuracy in each."""
        theirs = and_(accuracies.c.match == results.c.match, accuracies.c.user == results.c.user)
        query = select(results.c.game, results.c.finished, accuracies.c.accuracy).join(accuracies, theirs)
        query = query.where(results.c.user == user, *_visible_in(results, guild, private=private))
        curves: dict[str, list[tuple[float, float]]] = {}
        for row in await self._reader.rows(query.order_by(results.c.finished, results.c.match)):
            curves.setdefault(row["game"], []).append((row["finished"], row["accuracy"]))
        return curves

    async def accuracies(self, guild: int, game: str) -> list[float]:
        """The accuracies of everyone in the reviewed matches of the game in this guild."""
        theirs = and_(accuracies.c.match == results.c.match, accuracies.c.user == results.c.user)
        query = select(accuracies.c.accuracy).join(results, theirs)
        query = query.where(results.c.guild == guild, results.c.game == game)
        return [row["accuracy"] for row in await self._reader.rows(query)]

    async def rivals(self, user: int, guild: int | None = None, *, private: bool = False) -> list[Rival]:
        """The opponents in finished matches, most frequent first; over all guilds without people who hide.

        Those met outside of guilds only if it is `private`.
        """
        mine, other = results.alias("mine"), results.alias("other")
        both = and_(other.c.match == mine.c.match, other.c.user != mine.c.user)
        ahead = func.sum(case({mine.c.rank < other.c.rank: 1}, else_=0)).label("ahead")
        behind = func.sum(case({mine.c.rank > other.c.rank: 1}, else_=0)).label("behind")
        count = func.count().label("matches")
        query = select(other.c.user, count, ahead, behind).join(other, both).where(mine.c.user == user)
        query = query.where(*_visible_in(mine, guild, private=private)).group_by(other.c.user)
        query = query.order_by(count.desc(), other.c.user)
        rows = await self._reader.rows(query.where(other.c.user > 0))  # without people who asked to be forgotten
        names = await names_of(self._reader, [row["user"] for row in rows], guild)
        return [
            Rival(row["user"], names[row["user"]], row["matches"], row["ahead"], row["behind"])
            for row in rows
            if row["user"] in names
        ]

    async def badges_of(self, user: int, guild: int | None = None, *, private: bool = False) -> list[Honour]:
        """A person's badges, the newest first; see `results_of`."""
        query = select(badges).where(badges.c.user == user, *_visible_in(badges, guild, private=private))
        rows = await self._reader.rows(query.order_by(badges.c.earned.desc(), badges.c.match.desc(), badges.c.badge))
        return [value_of(Honour, row) for row in rows]

    # Recounts

    async def ended(self) -> list[int]:
        """The ids of all finished matches, in the order in which they ended."""
        query = select(matches.c.id).where(matches.c.phase == "over").order_by(matches.c.changed, matches.c.id)
        return [row["id"] for row in await self._reader.rows(query)]

    async def games(self) -> list[str]:
        """The games that have ratings."""
        return [row["game"] for row in await self._reader.rows(select(ratings.c.game).distinct())]

    async def strays(self) -> list[int]:
        """Matches with results although they aren't over."""
        query = select(results.c.match).distinct().join(matches, matches.c.id == results.c.match)
        query = query.where(matches.c.phase.in_(WITHOUT_RESULTS)).order_by(results.c.match)
        return [row["match"] for row in await self._reader.rows(query)]

    async def badges_of_match(self, match: int) -> list[Honour]:
        """The badges earned in a match."""
        query = select(badges).where(badges.c.match == match).order_by(badges.c.user, badges.c.badge)
        return [value_of(Honour, row) for row in await self._reader.rows(query)]

    async def outcome(self, match: int, scope: int) -> tuple[list[Result], list[Gain]]:
        """The results of a match, and what it brought its people, with the change of their rating on this leaderboard.

        The best rating comes first, people without one last, in seat order.
        """
        theirs = and_(changes.c.match == match, changes.c.user == results.c.user, changes.c.scope == scope)
        columns = (changes.c.points.label("rating"), changes.c.spread, changes.c.before, badges.c.badge)
        query = (
            select(results, *columns, *_records(match))
            .outerjoin(changes, theirs)
            .outerjoin(badges, and_(badges.c.match == match, badges.c.user == results.c.user))
            .where(results.c.match == match)
            .order_by(changes.c.points.desc().nulls_last(), results.c.seat, results.c.user, badges.c.badge)
        )
        rows = await self._reader.rows(query)
        people = {row["user"]: row for row in rows}
        earned = {user: tuple(row["badge"] for row in rows if row["user"] == user and row["badge"]) for user in people}
        gained = [
            Gain(user, row["name"], _change(row, scope), earned[user], _is_best(row), bool(row["is_first_win"]))
            for user, row in people.items()
        ]
        played = [value_of(Result, row) for row in people.values()]
        return played, [gain for gain in gained if gain.change is not None or gain.badges]

    async def counts(self, guild: int | None, user: int | None = None) -> dict[str, int]:
        """The number of results for each game in a guild, or of a person everywhere."""
        whose = results.c.user == user if guild is None else results.c.guild == guild
        query = select(results.c.game, func.count().label("results")).where(whose).group_by(results.c.game)
        return {row["game"]: row["results"] for row in await self._reader.rows(query)}

    @transaction
    async def replace(
        self, write: AsyncConnection, finishes: Sequence[Finish], strays: Collection[int], games: Collection[str]
    ) -> None:
        """Replace the results of these matches, and recompute the ratings of the games."""
        gone = [*strays, *(result.match for finish in finishes for result in finish.results[:1])]
        early = {result.user for finish in finishes for result in finish.results if result.unstarted}
        early |= set((await write.execute(select(results.c.user).where(results.c.unstarted))).scalars())
        if early:
            await lock_ladder(write, EARLY_LEAVERS)
        for table in (badges, results):
            for start in range(0, len(gone), AT_ONCE):
                await write.execute(delete(table).where(table.c.match.in_(gone[start : start + AT_ONCE])))
        await insert_all(write, results, [columns_of(result) for finish in finishes for result in finish.results])
        await insert_all(write, badges, [columns_of(badge) for finish in finishes for badge in finish.badges])
        losses = await judge(write, early)
        for game in sorted({*games, *await games_of(write, {match for match, _ in losses})}):
            await lock_ladder(write, game)
            await rerate(write, game)

    async def wrong_ratings(self, game: str) -> list[str]:
        """The stored ratings of a game that don't follow from its results, one line each; as of one moment."""
        async with self._reader.moment() as read:
            states, change_rows = rated_anew((await read.execute(results_of_game(game))).mappings().all())
            wrong: list[str] = []
            expected = (
                (ratings, [state_row(game, key, state) for key, state in states.items()]),
                (changes, change_rows),
            )
            for table, rows in expected:
                stored = (await read.execute(select(table).where(table.c.game == game))).mappings().all()
                had, right = ({_spelled(table, row) for row in some} for some in (stored, rows))
                wrong += [f"{table.name}: {row} is stored" for row in sorted(had - right)]
                wrong += [f"{table.name}: {row} is missing" for row in sorted(right - had)]
            return wrong


def _listed(game: str, scope: int) -> Select[*tuple[Any, ...]]:
    """The people and states a leaderboard shows: no one who was forgotten, and globally no one who hides."""
    query = select(ratings.c.user, *(ratings.c[name] for name in STATE)).where(
        ratings.c.game == game, ratings.c.scope == scope, ratings.c.user > 0
    )
    hidden = select(people.c.user).where(people.c.hidden)
    return query if scope else query.where(ratings.c.user.not_in(hidden))


def _records(match: int) -> tuple[ColumnElement[Any], ...]:
    """Each person's best earlier rating on the leaderboard, and whether this is their first win."""
    mine, other = results.alias("mine"), changes.alias("other")
    better = select(func.max(other.c.points)).where(
        other.c.user == changes.c.user,
        other.c.game == changes.c.game,
        other.c.scope == changes.c.scope,
        other.c.match != match,
    )
    before = exists().where(
        mine.c.user == results.c.user,
        mine.c.game == results.c.game,
        mine.c.match != match,
        mine.c.rated,
        mine.c.kind != ResultKind.LEFT,
        mine.c.rank == 1,
    )
    won = and_(results.c.rank == 1, results.c.kind != ResultKind.LEFT, results.c.rated)
    return (
        better.correlate(changes).scalar_subquery().label("best_before"),
        and_(won, ~before.correlate(results)).label("is_first_win"),
    )


def _is_best(row: RowMapping) -> bool:
    """Whether no other match led to a rating that high; a first rating is no record."""
    return row["best_before"] is not None and row["rating"] is not None and row["rating"] > row["best_before"]


def _solo() -> Select[tuple[int]]:
    """Matches with only one person; forgotten people have rows like others."""
    return select(results.c.match).group_by(results.c.match).having(func.count() == 1)


def _in(table: Any, guild: int | None) -> tuple[Any, ...]:
    return () if guild is None else (table.c.guild == guild,)


def _visible_in(table: Any, guild: int | None, *, private: bool) -> tuple[Any, ...]:
    """The conditions for one guild, or all; private matches only for a person who may know of them."""
    return (table.c.guild.is_not(None),) if guild is None and not private else _in(table, guild)


def _spelled(table: Table, row: Any) -> str:
    """A row to compare, with floats rounded to what is the same on every machine."""
    values = {column.name: row[column.name] for column in table.c}
    return str({name: round(value, 9) if isinstance(value, float) else value for name, value in values.items()})


def _change(row: RowMapping, scope: int) -> RatingChange | None:
    if row["rating"] is None:
        return None
    return RatingChange(scope, row["user"], row["rating"], row["spread"], row["before"])
