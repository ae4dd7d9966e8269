"""The event loop: which one, and how it hears that the process is to stop."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

# Ctrl-C, a service manager's order, and Windows' Ctrl-Break, which is also what it says when a console is closed
STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]
LOOKS_EVERY = 0.5  # seconds
FEW = hasattr(asyncio, "ProactorEventLoop")  # whether the loop for PostgreSQL serves few connections


def run(main: Coroutine[Any, Any, T], *, on_postgresql: bool) -> T:
    """What a coroutine returns, in an event loop of its own.

    psycopg works with one kind of loop, which isn't Windows' default: that one serves more connections.
    """
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop if on_postgresql else None) as runner:
        return runner.run(main)


def stopped_by_signals() -> asyncio.Event:
    """Event that is set when the process is asked to stop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def hear(_sign: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(stop.set)

    def look() -> None:  # Python hears a signal when it does something, and a signal doesn't wake a loop on Windows
        if not stop.is_set():
            loop.call_later(LOOKS_EVERY, look)

    try:
        for sign in STOPPING:
            loop.add_signal_handler(sign, stop.set)
    except NotImplementedError:  # on Windows
        for sign in STOPPING:
            signal.signal(sign, hear)
        look()
    return stop
