"""Timing of presses and of Discord's replies, measured where all of them pass."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from email.utils import parsedate_to_datetime
from time import perf_counter
from types import SimpleNamespace

import aiohttp
import discord
from prometheus_client import Counter, Gauge, Histogram
from structlog.contextvars import bind_contextvars, unbind_contextvars

from cogs.ui.client import Interaction
from cogs.ui.controls import (
    Act,
    Choice,
    Contents,
    CustomId,
    Guest,
    LessonStep,
    NoteForm,
    Number,
    OpeningForm,
    PointSelect,
    PuzzleStep,
    SeekForm,
    SettingButton,
    SettingSelect,
    SetupButton,
    SetupForm,
    SetupSelect,
    ShareSelect,
    Step,
    ZoneForm,
)

PRESSES = Histogram(
    "gruppetto_press_seconds",
    "Time from the arrival of a press, form, command or suggestion until it has been dealt with",
    ("kind",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0, 10.0),
)
ANSWERS = Histogram(
    "gruppetto_first_answer_seconds",
    "Time from the arrival of a press or command until Discord has the first answer, for which it waits 3 seconds",
    buckets=(0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0),
)
REQUESTS = Counter("gruppetto_discord_requests", "Calls to Discord; the status 0 is no answer", ("route", "status"))
REQUEST_SECONDS = Histogram(
    "gruppetto_discord_seconds",
    "Time that a call to Discord takes",
    ("route",),
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0),
)
AHEAD = Gauge("gruppetto_clock_ahead_seconds", "How far this machine's clock is ahead of Discord's")
UNKNOWN = "unknown"  # anything the bot doesn't recognise

# Parts of the addresses the bot calls. Every other part is an id or a token, which no label may contain.
WORDS = frozenset({
    "@me", "@original", "active", "applications", "archived", "bot", "callback", "channels", "commands", "gateway",
    "guilds", "interactions", "members", "messages", "oauth2", "public", "roles", "thread-members", "threads",
    "typing", "users", "webhooks",
})  # fmt: skip
BEFORE = ("api", "v10")
FIRST_ANSWER = "POST /interactions/:/:/callback"

_arrived: ContextVar[float | None] = ContextVar("arrived", default=None)


class Arrival:
    """A press or command being handled; `kind` is set once it is known."""

    def __init__(self) -> None:
        self.kind = UNKNOWN


@contextmanager
def arrived(interaction: Interaction) -> Generator[Arrival]:
    """Measure how long it takes, and add its id to everything logged inside."""
    arrival, since = Arrival(), begin(interaction)
    try:
        yield arrival
    finally:
        PRESSES.labels(arrival.kind).observe(perf_counter() - since)
        unbind_contextvars("interaction", "match")


def command_arrived(interaction: Interaction) -> None:
    """Measure how long a command or suggestion takes, until discord.py's task for it ends."""
    since = begin(interaction)

    def ended(_task: asyncio.Task[object]) -> None:
        PRESSES.labels(command_kind(interaction)).observe(perf_counter() - since)

    task = asyncio.current_task()
    assert task is not None, "it is called by a coroutine"
    task.add_done_callback(ended)


def begin(interaction: Interaction) -> float:
    """Note its arrival, for its replies and the log; returns the time, see `perf_counter`."""
    bind_contextvars(interaction=interaction.id)
    now = perf_counter()
    _arrived.set(now)
    return now


def command_kind(interaction: Interaction) -> str:
    """A command's kind: its name, or that it was a suggestion for it."""
    if interaction.type is discord.InteractionType.autocomplete:
        return "suggestion"
    command = interaction.command
    return f"/{command.qualified_name if command is not None else UNKNOWN}"


_PRESSES: dict[type[CustomId], str] = {
    Step: "answer",
    Choice: "answer",
    Number: "answer",
    LessonStep: "lesson",
    PuzzleStep: "puzzle",
    SettingButton: "settings",
    SettingSelect: "settings",
    ZoneForm: "settings",
    SetupButton: "setup",
    SetupSelect: "setup",
    SetupForm: "setup",
    Contents: "rules",
    NoteForm: "note",
    Guest: "invitation",
    ShareSelect: "share",
    OpeningForm: "opening",
    SeekForm: "opening",
    PointSelect: "rewind",
}


def press_kind(used: CustomId) -> str:
    """The kind of a press, select or form, without what it referred to."""
    return f"button {used.action.value}" if isinstance(used, Act) else _PRESSES[type(used)]


# --- calls to Discord


def route_of(method: str, path: str) -> str:
    """A call without ids and tokens, such as `POST /channels/:/messages`."""
    parts = path.strip("/").split("/")
    if (*parts[:2],) == BEFORE:
        del parts[:2]
    return f"{method} /{'/'.join(part if part in WORDS else ':' for part in parts if part)}"


def counted(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """The same trace for discord.py's `http_trace`, which also counts every try of every call, without waits."""
    trace.on_request_start.append(_begun)
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_failed)
    return trace


async def _begun(_: aiohttp.ClientSession, call: SimpleNamespace, about: aiohttp.TraceRequestStartParams) -> None:
    call.since, call.route = perf_counter(), route_of(about.method, about.url.path)


async def _ended(_: aiohttp.ClientSession, call: SimpleNamespace, about: aiohttp.TraceRequestEndParams) -> None:
    now = perf_counter()
    REQUESTS.labels(call.route, about.response.status).inc()
    REQUEST_SECONDS.labels(call.route).observe(now - call.since)
    if (ahead := clock_ahead(about.response.headers, time.time())) is not None:
        AHEAD.set(ahead)
    if call.route == FIRST_ANSWER and (since := _arrived.get()) is not None:
        ANSWERS.observe(now - since)


def clock_ahead(headers: Mapping[str, str], now: float) -> float | None:
    """How far `now` (unix seconds) is ahead of a reply's own time; None if the reply doesn't tell."""
    try:
        theirs = parsedate_to_datetime(headers["Date"]).timestamp()
    except (KeyError, ValueError):
        return None
    return now - theirs - 0.5  # it has whole seconds only


async def _failed(_: aiohttp.ClientSession, call: SimpleNamespace, about: aiohttp.TraceRequestExceptionParams) -> None:
    REQUESTS.labels(call.route, 0).inc()
