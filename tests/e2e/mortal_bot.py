"""The real bot, which dies where it commits: the setting FAIL_POINT names the point, as in "before move player".

"before": all of the transaction is written, but not committed; "after": it is committed, and no one has heard of it.
The setting FLAW names a further fault of the bot. Each life is a process forked off (`tests/forked.py`).
"""

import functools
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import Connection, Engine, event

import bot
from cogs.gruppetto import Gruppetto
from db.store import Store
from db.stores.outages import Outages
from db.stores.people import People
from db.stores.servers import ServerTables
from host.lobby import limits
from host.play.autoplay import AutoPlayer
from host.time import sandbox_time
from host.time.clocks import HOUR
from model.match import Deadline, LogRow, Match, MatchFacts, Outgoing, Post, Step
from tests.forked import serve

WRITING: ContextVar[list[str] | None] = ContextVar("the orders of the transaction under way", default=None)
POINT: ContextVar[str] = ContextVar("the point of the transaction under way")


def pass_by(point: str) -> None:
    """Say so, and die if this is where it was asked for."""
    sys.stderr.write(f"passed: {point}\n")  # in one piece, as two threads say so
    if point == os.environ.get("FAIL_POINT"):
        sys.stderr.write(f"killed: {point}\n")
        os.kill(os.getpid(), signal.SIGKILL)


def named(method: str, about: object = None, more: object = None, others: object = None, *_: object) -> str:
    """What a transaction is called: the method of the store, and what kind of thing it writes."""
    match about:
        case Match():
            return "open" if about.rematch_of is None else "rematch"
        case Step(row=LogRow(kind="move") as row):
            return f"move {row.how}"
        case Step(row=row):
            return row.kind
        case Post() | Outgoing():
            return f"{method} {about.kind} and others" if others else f"{method} {about.kind}"
        case _:
            return f"{method} {more}" if method == "remember" else method


def mortal(name: str, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The method of the store with a point before its commit and one after it, whenever it writes something."""

    @functools.wraps(method)
    async def wrapped(store: Store | Outages | People, *args: Any, **kwargs: Any) -> Any:
        point = named(name, *args)
        orders: list[str] = []
        WRITING.set(orders)
        POINT.set(point)
        result = await method(store, *args, **kwargs)
        WRITING.set(None)
        if orders:
            pass_by(f"after {point}")
        return result

    return wrapped


def note(connection: Connection, _cursor: object, order: str, *_: object) -> None:
    """Remember that the transaction under way writes something; a single statement is committed with itself."""
    orders = WRITING.get()
    if orders is not None and order.startswith(("INSERT", "UPDATE", "DELETE")):
        orders.append(order)
        if is_alone(connection):
            pass_by(f"before {POINT.get()}")


def about_to_commit(connection: Connection) -> None:
    """The last moment before what was written is there."""
    if WRITING.get() and not is_alone(connection):
        pass_by(f"before {POINT.get()}")


def is_alone(connection: Connection) -> bool:
    """Whether a statement is committed with itself, as SQLite is in no transaction."""
    driver: Any = connection.connection.driver_connection
    return not driver.in_transaction


async def fail(*_: object) -> None:
    """A deadline that can't be kept."""
    raise RuntimeError("asked for")


def much_later(autoplayer: AutoPlayer, _read: MatchFacts, _deadline: Deadline) -> float:
    """No one's time is up yet, as after an outage before a weekend."""
    return autoplayer._match_log.now() + HOUR


FLAWS: dict[str, tuple[str, Callable[..., Any]]] = {"miss": ("play_due", fail), "rest": ("later", much_later)}
WRITES = {
    Store: (
        "create",
        "commit",
        "set_thread",
        "due",
        "postpone",
        "delay",
        "drop",
        "remind",
        "snooze",
        "plan",
        "drop_plan",
        "count_hint",
        "take_posts",
        "renew",
        "settle",
        "retry",
        "put_off",
        "hurry",
        "forget_leases",
        "remember",
        "show_panel",
        "forget_places",
        "set_meta",
    ),
    Outages: ("beat", "begin", "announce", "end"),
    People: (
        *("meet", "set_preferences", "set_note", "hide"),
        *("set_language", "set_holidays", "told"),
    ),
    ServerTables: ("change",),
}


class Hasty(Gruppetto):
    """Waits for no more guilds than there are, so that a short life isn't spent on it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connection.guild_ready_timeout = 0.1


def live() -> int:
    """One life, with the flaw that its settings ask for; returns the exit status."""
    if os.environ.get("FLAW"):
        setattr(AutoPlayer, *FLAWS[os.environ["FLAW"]])
    return bot.main()


if __name__ == "__main__":
    for owner, methods in WRITES.items():
        for method in methods:
            setattr(owner, method, mortal(method, getattr(owner, method)))
    event.listen(Engine, "commit", about_to_commit)
    event.listen(Engine, "before_cursor_execute", note)
    bot.Gruppetto = Hasty
    sandbox_time.LOOKS_EVERY = 0.1
    limits.NEWCOMERS = 100  # the same few people open one match after the other
    serve({"bot": live})
