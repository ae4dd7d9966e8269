"""Store of servers' seasons and their final tables."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import and_, func, insert, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import post_columns, value_of
from db.sql.reader import Reader
from db.sql.tables import archive, changes, matches, outbox, results, seasons
from db.stores.endings import insert_all, lock_ladder, results_of_game
from db.stores.names import names_of
from model.career import Ceremony, LadderRow, Rating, Record, Season
from model.kinds import PostKind
from model.match import Outgoing, Result
from model.rating import PROVISIONAL, is_podium, is_win, ranks_of

LEAST = 2  # rated matches a season needs for a ceremony
FIGURES = ("user", "rank", "points", "spread", "matches", "wins", "podiums")  # columns of a row of the archive
CEREMONY = Outgoing(PostKind.CEREMONY)


class SeasonTables:
    """Queries about seasons, each one transaction."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def over(self, now: float) -> list[tuple[int, str, str]]:
        """Guild, game and key of the seasons that are over and not closed yet."""
        query = select(seasons.c.guild, seasons.c.game, seasons.c.season).where(
            ~seasons.c.closed, seasons.c.ends <= now
        )
        return [
            (row["guild"], row["game"], row["season"])
            for row in await self._reader.rows(query.order_by(seasons.c.ends))
        ]

    async def next_end(self) -> float | None:
        """The time at which the next season ends."""
        rows = await self._reader.rows(select(func.min(seasons.c.ends).label("ends")).where(~seasons.c.closed))
        return rows[0]["ends"]

    @transaction
    async def close(self, write: AsyncConnection, guild: int, game: str, key: str, now: float) -> bool:
        """Archive a season's final table and queue its ceremony, once; False if another process has.

        The ceremony is posted under the number of the season's last rated match. There is none for fewer than LEAST.
        """
        this = and_(seasons.c.guild == guild, seasons.c.game == game, seasons.c.season == key)
        await lock_ladder(write, game)
        closing = update(seasons).where(this, ~seasons.c.closed).values(closed=True)
        times = (await write.execute(closing.returning(seasons.c.begins, seasons.c.ends))).first()
        if times is None:
            return False
        within = (results.c.finished >= times.begins, results.c.finished < times.ends)
        query = results_of_game(game).where(results.c.guild == guild, results.c.rated, *within)
        played = [value_of(Result, row) for row in (await write.execute(query)).mappings().all()]
        if len({result.match for result in played}) < LEAST:
            return True
        after = select(changes.c.user, changes.c.points, changes.c.spread).where(
            changes.c.game == game,
            changes.c.scope == guild,
            changes.c.finished >= times.begins,
            changes.c.finished < times.ends,
        )
        rows = (await write.execute(after.order_by(changes.c.finished, changes.c.match))).all()
        last = {user: (points, spread) for user, points, spread in rows}
        place = {"guild": guild, "game": game, "season": key}
        await insert_all(write, archive, [place | row for row in _table(played, last)])
        await write.execute(update(seasons).where(this).values(match=played[-1].match))
        seq = (await write.execute(select(matches.c.seq).where(matches.c.id == played[-1].match))).scalar_one()
        await write.execute(insert(outbox), [post_columns(CEREMONY, seq, now, match=played[-1].match)])
        return True

    async def archives(self, guild: int, game: str) -> list[Season]:
        """The seasons of a game in a guild with a final table, the newest first."""
        query = select(seasons).where(seasons.c.guild == guild, seasons.c.game == game, seasons.c.match.is_not(None))
        rows = await self._reader.rows(query.order_by(seasons.c.begins.desc()))
        return [_season(row) for row in rows]

    async def archived(self, guild: int, game: str, season: Season) -> Ceremony:
        """The final table of a past season."""
        this = and_(archive.c.guild == guild, archive.c.game == game, archive.c.season == season.key)
        rows = await self._reader.rows(select(archive).where(this).order_by(archive.c.rank))
        names = await names_of(self._reader, [row["user"] for row in rows], guild)
        return Ceremony(guild, game, season, tuple(_ladder_row(row, names.get(row["user"], "")) for row in rows))

    async def ceremonies(self, match: int) -> list[Ceremony]:
        """The ceremonies posted under this match's number."""
        rows = await self._reader.rows(select(seasons).where(seasons.c.match == match).order_by(seasons.c.begins))
        return [await self.archived(row["guild"], row["game"], _season(row)) for row in rows]


def _table(played: Iterable[Result], last: dict[int, tuple[int, int]]) -> list[dict[str, int]]:
    """The rows of a season's table: everyone who played in it, by final rating; equal ratings share a rank.

    `last` has their points and spread.
    """
    counts: dict[int, list[int]] = {}
    for result in played:
        count = counts.setdefault(result.user, [0, 0, 0])
        count[0] += 1
        count[1] += is_win(result.kind, result.rank)
        count[2] += is_podium(result.kind, result.rank, result.field)
    ranked = ranks_of({user: last[user][0] for user in counts if user > 0})
    return [dict(zip(FIGURES, (user, rank, *last[user], *counts[user]), strict=True)) for user, rank in ranked.items()]


def _season(row: RowMapping) -> Season:
    return Season(row["season"], row["begins"], row["ends"])


def _ladder_row(row: RowMapping, name: str) -> LadderRow:
    """A row of a final table, which shows no climbs."""
    rating = Rating(row["points"], row["spread"], provisional=row["matches"] < PROVISIONAL)
    record = Record(row["matches"], row["wins"], row["podiums"])
    return LadderRow(row["rank"], row["user"], name, rating, record, climbed=0)
