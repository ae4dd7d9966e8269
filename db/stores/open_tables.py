"""Store of servers' lists of open tables and role pings; each method is one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import post_columns, standing, value_of
from db.sql.reader import Reader
from db.sql.tables import open_tables, outbox
from db.sql.upsert import put
from model.kinds import PostKind
from model.match import MessageRef, Outgoing, message_ref


@dataclass(frozen=True, slots=True)
class OpenTablesRow:
    """A server's settings for its list of open tables, and the state of its message."""

    guild: int  # the server
    channel: int | None = None  # of the message that lists open tables; None: no message
    message_channel: int | None = None  # the channel of the posted message
    message: int | None = None  # the posted message
    shown: str = ""  # the fingerprint of what it shows, or will show once its post is sent
    seq: int = 0  # the number of its latest post, of the message or to the role
    ready: float = 0.0  # when the message may next be edited
    role: int | None = None  # that is pinged about new tables
    called: float = 0.0  # the last ping
    called_before: float = 0.0  # the ping before that
    shares: bool = False  # whether it shares its tables with other servers that do

    @property
    def place(self) -> MessageRef | None:
        """The place of its message."""
        return message_ref(self.message_channel, self.message)


class OpenTablesStore:
    """Queries about lists of open tables."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def of(self, guild: int) -> OpenTablesRow:
        """A server's settings; the defaults if it has set none."""
        rows = await self._reader.rows(select(open_tables).where(open_tables.c.guild == guild))
        return value_of(OpenTablesRow, rows[0]) if rows else OpenTablesRow(guild)

    async def wanted(self) -> list[OpenTablesRow]:
        """The servers that want a message or ping a role, or still have an unwanted message."""
        stands = or_(open_tables.c.channel.is_not(None), open_tables.c.message.is_not(None))
        query = select(open_tables).where(or_(stands, open_tables.c.role.is_not(None)))
        return [value_of(OpenTablesRow, row) for row in await self._reader.rows(query.order_by(open_tables.c.guild))]

    async def sharing(self) -> list[int]:
        """The servers that share their tables."""
        rows = await self._reader.rows(
            select(open_tables.c.guild).where(open_tables.c.shares).order_by(open_tables.c.guild)
        )
        return [row["guild"] for row in rows]

    @transaction
    async def set(self, write: AsyncConnection, guild: int, **values: object) -> None:
        """Store some settings of a server."""
        await put(write, open_tables, {"guild": guild}, values)

    async def show(self, guild: int, place: MessageRef | None) -> None:
        """Store where a server's message is; None: nowhere."""
        await self.set(guild, **standing(place))

    @transaction
    async def owe(
        self,
        write: AsyncConnection,
        row: OpenTablesRow,
        kind: PostKind,
        kept: dict[str, Any],
        now: float,
        *,
        ready: float,
    ) -> bool:
        """Queue a post for that time with the state it changes, once; False if another process has."""
        condition = and_(open_tables.c.guild == row.guild, open_tables.c.seq == row.seq)
        done = await write.execute(update(open_tables).where(condition).values(seq=row.seq + 1, **kept))
        if not done.rowcount:
            return False
        post = post_columns(Outgoing(kind), row.seq + 1, now, ready=ready, guild=row.guild)
        await write.execute(insert(outbox), [post])
        return True
