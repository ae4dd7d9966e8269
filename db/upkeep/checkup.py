"""Read-only checks of a database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, case, func, or_, select, text

from db.sql.advice import DatabaseClosed, advice, database_faults
from db.sql.conditions import is_owed
from db.sql.engine import PRAGMAS, is_there, make_sync_engine
from db.sql.reader import Reader
from db.sql.tables import deadlines, matches, outbox
from db.upkeep.revisions import revisions, stored_revisions
from model.kinds import PauseReason, Phase
from platforms.files import is_private

MOST_FAULTS = 3
SERVER = text("""
    SELECT pg_database_size(current_database()), extract(epoch FROM clock_timestamp()),
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
""")
OFTEN = 3  # tries to send a message


@dataclass(frozen=True, slots=True)
class Condition:
    """A database, a file or a server's: its `revision` (None: no tables), its size in bytes.

    `faults` is the damage in the database's own words; `clock` is the server's time (unix seconds), None for a
    file; `connections` is how many the server allows all bots together; `is_private` tells whether only its owner may
    read the file.
    """

    revision: str | None
    size: int
    faults: tuple[str, ...]
    clock: float | None
    is_private: bool = True
    connections: int | None = None

    @property
    def is_newest(self) -> bool:
        """Whether no migration is needed."""
        return self.revision == revisions()[0]

    @property
    def is_known(self) -> bool:
        """Whether this version of the bot can work with it."""
        return self.revision is None or self.revision in revisions()


def condition(url: URL) -> Condition:
    """The condition of a database; raises DatabaseClosed if it doesn't answer. Blocks, for seconds if it is large."""
    is_file = url.get_backend_name() == "sqlite"
    if not is_there(url):
        return Condition(None, 0, (), None)
    try:
        with make_sync_engine(url, pragmas=PRAGMAS[:1]).connect() as read:
            stored = stored_revisions(read)
            revision = stored[0] if stored else None
            if not is_file:
                size, clock, most = read.execute(SERVER).one()
                return Condition(revision, int(size), (), float(clock), connections=int(most))
            checks = ("PRAGMA quick_check", "PRAGMA foreign_key_check")
            said = [" ".join(map(str, row)) for check in checks for row in read.execute(text(check))]
            files = [file.stat() for end in ("", "-wal") if (file := Path(f"{url.database}{end}")).is_file()]
            faults = tuple(line for line in said if line != "ok")[:MOST_FAULTS]
            return Condition(revision, sum(file.st_size for file in files), faults, None, all(map(is_private, files)))
    except database_faults() as error:
        raise DatabaseClosed(advice(url, error)) from error


def check_file(url: URL) -> None:
    """Raise DatabaseClosed if SQLite's file is damaged, as writing would make it worse. Blocks, see `condition`."""
    if url.get_backend_name() != "sqlite" or not is_there(url):
        return
    try:
        with make_sync_engine(url, pragmas=PRAGMAS[:1]).connect() as read:
            said = read.execute(text("PRAGMA quick_check(1)")).scalar_one()
    except database_faults() as error:
        raise DatabaseClosed(advice(url, error)) from error
    if said != "ok":
        raise DatabaseClosed(f"The database {url.database} is damaged: restore it from a backup.")


class Checkup:
    """Queries to an up-to-date database about work that is overdue."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def unsent(self, before: float) -> tuple[int, float | None]:
        """The number of messages overdue at that time (unix seconds), and when the oldest was written."""
        query = (
            select(func.count().label("n"), func.min(outbox.c.written).label("oldest"))
            .select_from(outbox)
            .outerjoin(matches, matches.c.id == outbox.c.match)
            .where(outbox.c.ready < before, matches.c.paused.is_distinct_from(PauseReason.GONE))
        )
        [row] = await self._reader.rows(query)
        return row["n"], row["oldest"]

    async def queued(self, now: float) -> tuple[int, float | None]:
        """The number of waiting messages, and when (unix seconds) the oldest ready `now` or failed was written.

        Postponed ones, as in quiet hours, don't count for the age.
        """
        ripe = or_(outbox.c.ready <= now, outbox.c.tries > 0)
        query = (
            select(func.count().label("n"), func.min(case({ripe: outbox.c.written})).label("oldest"))
            .select_from(outbox)
            .outerjoin(matches, matches.c.id == outbox.c.match)
            .where(matches.c.paused.is_distinct_from(PauseReason.GONE))
        )
        [row] = await self._reader.rows(query)
        return row["n"], row["oldest"]

    async def mute(self, before: float) -> frozenset[int]:
        """The matches with a public message that is overdue at that time, or has failed often."""
        kept_back = or_(outbox.c.ready < before, outbox.c.tries >= OFTEN)
        query = select(outbox.c.match).where(outbox.c.match.is_not(None), outbox.c.to.is_(None), kept_back).distinct()
        return frozenset(row["match"] for row in await self._reader.rows(query))

    async def late(self, before: float) -> tuple[int, float | None]:
        """The number of the bot's deadlines overdue at that time, and since when (unix seconds) the oldest is due."""
        query = select(func.count().label("n"), func.min(deadlines.c.due).label("oldest"))
        [row] = await self._reader.rows(query.where(is_owed(), deadlines.c.ready < before))
        return row["n"], row["oldest"]

    async def open_matches(self, phases: Collection[Phase]) -> dict[tuple[Phase, str], int]:
        """The number of matches by phase and game, in these phases."""
        by = (matches.c.phase, matches.c.game)
        query = select(*by, func.count().label("n")).where(matches.c.phase.in_(phases)).group_by(*by)
        return {(row["phase"], row["game"]): row["n"] for row in await self._reader.rows(query)}

    async def begun(self) -> float | None:
        """When the first match was opened (unix seconds); None if there are none."""
        return await self._reader.value(select(matches.c.opened).order_by(matches.c.id).limit(1))

    async def age(self) -> tuple[float, float] | None:
        """When the first match was opened and when one last changed (unix seconds); None if there are none."""
        query = select(func.min(matches.c.opened).label("first"), func.max(matches.c.changed).label("last"))
        [row] = await self._reader.rows(query)
        return None if row["first"] is None else (row["first"], row["last"])

    async def phases(self) -> dict[Phase, int]:
        """The number of matches in each phase."""
        rows: Any = await self._reader.rows(select(matches.c.phase, func.count().label("n")).group_by(matches.c.phase))
        return {row["phase"]: row["n"] for row in rows}
