"""Store of servers' lists of open tables and of their calls; each method is one transaction."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from db.sql.mapping import value_of
from db.sql.reader import Reader
from db.sql.tables import boards
from db.sql.upsert import put


@dataclass(frozen=True, slots=True)
class Board:
    """What a server wants, and what shows it; `ready` and `call_ready` are ends of leases."""

    guild: int  # the server
    channel: int | None = None  # of the message that lists open tables; None: there is to be none
    message_channel: int | None = None  # where the message stands
    message: int | None = None  # that stands there
    shown: str = ""  # what it shows
    ready: float = 0.0  # from when on it may be renewed
    role: int | None = None  # that hears of new tables
    called: float = 0.0  # when it was called last
    called_before: float = 0.0  # and before that
    call_ready: float = 0.0  # from when on it may be called
    shares: bool = False  # it is listed in others that do, and lists theirs


class BoardTables:
    """Questions to the database about boards."""

    def __init__(self, engine: AsyncEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def of(self, guild: int) -> Board:
        """What a server wants; nothing, unless it has said so."""
        rows = await self._reader.rows(select(boards).where(boards.c.guild == guild))
        return value_of(Board, rows[0]) if rows else Board(guild)

    async def wanted(self) -> list[Board]:
        """The servers that want a message or call a role, or have a message that they don't want any more."""
        stands = or_(boards.c.channel.is_not(None), boards.c.message.is_not(None))
        query = select(boards).where(or_(stands, boards.c.role.is_not(None)))
        return [value_of(Board, row) for row in await self._reader.rows(query.order_by(boards.c.guild))]

    async def sharing(self) -> list[int]:
        """The servers that share their tables."""
        rows = await self._reader.rows(select(boards.c.guild).where(boards.c.shares).order_by(boards.c.guild))
        return [row["guild"] for row in rows]

    async def set(self, guild: int, **values: object) -> None:
        """Keep some of what a server wants."""
        async with self._engine.begin() as write:
            await put(write, boards, {"guild": guild}, values)

    async def take_message(self, guild: int, now: float, until: float) -> bool:
        """Take the turn to renew a server's message, until then; False if somebody has it."""
        free = and_(boards.c.guild == guild, boards.c.ready <= now)
        async with self._engine.begin() as write:
            return bool((await write.execute(update(boards).where(free).values(ready=until))).rowcount)

    async def shown(self, guild: int, what: str, channel: int | None, message: int | None, until: float) -> None:
        """The message stands there and shows that, and is renewed from then on."""
        values = {"shown": what, "message_channel": channel, "message": message, "ready": until}
        async with self._engine.begin() as write:
            await write.execute(update(boards).where(boards.c.guild == guild).values(values))

    async def take_call(self, board: Board, now: float, until: float) -> bool:
        """Take the turn to call a server's role, until then; False if somebody has it, or has called it since."""
        here = and_(boards.c.guild == board.guild, boards.c.called == board.called, boards.c.call_ready <= now)
        async with self._engine.begin() as write:
            return bool((await write.execute(update(boards).where(here).values(call_ready=until))).rowcount)

    async def called(self, board: Board, now: float) -> None:
        """The role has been called."""
        here = and_(boards.c.guild == board.guild, boards.c.called == board.called)
        values = {"called": now, "called_before": board.called, "call_ready": 0.0}
        async with self._engine.begin() as write:
            await write.execute(update(boards).where(here).values(values))
