"""Logging: a line an event, text or JSON, with listed values only.

Hands, deck orders, names and texts that people typed pass through every library below the bot. So a library's line
keeps its own words, an error its place and class, and no values but numbers are kept, at every level.
"""

from __future__ import annotations

import inspect
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable, Hashable, Iterator, MutableMapping
from types import FrameType, TracebackType
from typing import Any, Literal, TypeAlias

import structlog
from prometheus_client import Counter

from db.sql.advice import remedy
from platforms.console import shows_colours

ExcInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None]

# All else is dropped, so a secret that no one thought of can't slip into a log.
ALLOWED = frozenset({
    "event", "level", "timestamp", "logger", "exception", "exc_info",
    "match", "seq", "kind", "tries", "interaction", "reference", "code", "sleeper", "commands", "seconds", "address",
    "field",  # of a state, never what stands there
    "left",
    "reason",  # why a backup failed: a sentence of ours, or the last words of the owner's own command
})  # fmt: skip

# the levels of chatty libraries, whose lower levels report every single step
QUIET = {
    **dict.fromkeys(("discord", "asyncio", "aiohttp", "PIL", "babel"), logging.INFO),
    **dict.fromkeys(("sqlalchemy", "alembic", "aiosqlite", "psycopg"), logging.WARNING),
}
LINES = Counter("gruppetto_log_lines", "Lines of the log, those of libraries too", ("level",))
for loud in ("warning", "error", "critical"):
    LINES.labels(loud)  # counters exist from the start: one that appears with its first line would hide it
HIDDEN = "…"
AGAIN = 60.0  # seconds between two tracebacks of the same error
AS_BEFORE = "(The traceback is that of less than a minute ago.)"
BIG = 10**9  # a number this big may identify a person, a channel or a message
CODES = ("status", "code", "errno", "sqlite_errorcode")  # attributes of errors that tell in numbers what went wrong


def allow_list(_logger: Any, _name: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that keeps only the allowed fields."""
    return {name: value for name, value in fields.items() if name in ALLOWED or name.startswith("_")}


def count(_logger: Any, _name: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that counts lines by their level."""
    LINES.labels(fields["level"]).inc()
    return fields


class FaultWords:
    """Describes errors by their place and class, and the same for those that caused them.

    An error's message may hold anything. Each error gets one traceback a minute, as in an outage every press
    and every worker raises it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[Hashable, float] = {}  # when each last got a traceback

    def __call__(self, exc_info: ExcInfo) -> str:
        now, same = self._clock(), _what(exc_info[1])
        self._told = {key: time for key, time in self._told.items() if now - time < AGAIN}
        if same in self._told:
            return "\n".join((_kind(exc_info[1]), *filter(None, (remedy(exc_info[1]),)), AS_BEFORE))
        self._told[same] = now
        return "\n".join(_lines(exc_info[1], set()))


def _what(fault: BaseException) -> Hashable:
    """Key of an error: its remedy if one is known, else the place where the first one arose."""
    first = fault
    for first in _chain(fault):
        if todo := remedy(first):
            return todo
    trace = traceback.extract_tb(first.__traceback__)
    return type(first), (trace[-1].filename, trace[-1].lineno) if trace else None


def _chain(fault: BaseException) -> Iterator[BaseException]:
    """The error and its chain of causes."""
    passed: set[int] = set()
    link: BaseException | None = fault
    while link is not None and id(link) not in passed:
        passed.add(id(link))
        yield link
        link = _before(link)


def _before(fault: BaseException) -> BaseException | None:
    """The direct cause of an error."""
    return fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)


def _lines(fault: BaseException, shown: set[int]) -> Iterator[str]:
    shown.add(id(fault))
    before = _before(fault)
    if before is not None and id(before) not in shown:
        yield from _lines(before, shown)
        yield "After that:"
    yield "Traceback (most recent call last):"
    yield "".join(traceback.format_tb(fault.__traceback__)).rstrip("\n")
    yield _kind(fault)
    if (todo := remedy(fault)) and (before is None or remedy(before) != todo):
        yield todo
    for cause in getattr(fault, "exceptions", ()):  # of a group
        if isinstance(cause, BaseException) and id(cause) not in shown:
            yield from _lines(cause, shown)


def _kind(fault: BaseException) -> str:
    """The error's class and numeric codes."""
    codes = {name: value for name in CODES if type(value := getattr(fault, name, None)) is int}
    said = ", ".join(f"{name} {value}" for name, value in codes.items())
    return f"{type(fault).__module__}.{type(fault).__qualname__}" + (f": {said}" if said else "")


def own_words(record: logging.LogRecord) -> str:
    """A library's own words for the record, with only numbers filled in; else the place that logs.

    Its own words are the texts in the function that logs, or in the one that made the logging object, whatever
    further lines it adds. Made for a handler, while the record is being written.
    """
    words, frame = record.msg, _writer(record)
    if isinstance(words, str) and frame is not None:
        first = words.partition("\n")[0]
        words = next((text for text in (words, first) if text in _texts(frame)), None)
    if not isinstance(words, str):
        return f"{record.module}.{record.funcName}, line {record.lineno}"
    arguments: Any = record.args
    if not arguments:
        return words
    try:
        if hasattr(arguments, "keys"):  # logging allows a mapping here
            return words % {name: _shown(arguments[name]) for name in arguments}
        return words % tuple(_shown(value) for value in arguments)
    except (TypeError, ValueError):
        return words


def _texts(frame: FrameType) -> tuple[object, ...]:
    """Texts in the code of a function, and in the code that makes the object it belongs to."""
    this: object = frame.f_locals.get("self")
    made: object = getattr(type(this), "__init__", None)
    return (*frame.f_code.co_consts, *getattr(getattr(made, "__code__", None), "co_consts", ()))


def _writer(record: logging.LogRecord) -> FrameType | None:
    """The frame of the function that is logging the record."""
    frame = inspect.currentframe()
    while frame is not None and (frame.f_code.co_name, frame.f_lineno) != (record.funcName, record.lineno):
        frame = frame.f_back
    return frame


def _shown(value: object) -> object:
    return value if isinstance(value, int | float) and abs(value) < BIG else HIDDEN


class _Formatter(structlog.stdlib.ProcessorFormatter):
    """Formats our own lines as they are, and those of libraries in the library's own words."""

    def format(self, record: logging.LogRecord) -> str:
        if not hasattr(record, "_logger"):  # structlog puts its own logger there
            record = logging.makeLogRecord({**record.__dict__, "msg": own_words(record), "args": ()})
        return super().format(record)


class _Handler(logging.StreamHandler[Any]):
    """Writes to standard error; if a line can't be written, it reports only the place."""

    def handleError(self, record: logging.LogRecord) -> None:
        sys.stderr.write(f"A line of the log can't be written: {record.module}, line {record.lineno}\n")


def set_up_logs(level: str, style: Literal["text", "json"]) -> None:
    """Send our logs and those of our libraries to standard error in one format."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,  # the press being answered, and its match
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        allow_list,
        count,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    last: list[Any] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.ExceptionRenderer(FaultWords()),
    ]
    if style == "json":
        last.append(structlog.processors.JSONRenderer())
    else:
        # with rich installed, structlog's default would show the values of all variables
        plain = structlog.dev.plain_traceback
        last.append(structlog.dev.ConsoleRenderer(colors=shows_colours(sys.stderr), exception_formatter=plain))
    stream = _Handler()
    stream.setFormatter(_Formatter(foreign_pre_chain=shared, processors=last))
    root = logging.getLogger()
    root.handlers[:] = [stream]
    root.setLevel(level)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, root.level))


def report_the_uncaught() -> None:
    """Log uncaught exceptions in the same way instead of letting Python print them."""
    log = structlog.get_logger("house")

    def ended(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        log.critical("ended by a fault", exc_info=(kind, fault, trace))

    def threads(what: threading.ExceptHookArgs) -> None:
        if what.exc_value is not None:
            log.critical("a thread ended by a fault", exc_info=(what.exc_type, what.exc_value, what.exc_traceback))

    def ignored(what: Any) -> None:
        if what.exc_value is not None:
            log.error("fault ignored", exc_info=(what.exc_type, what.exc_value, what.exc_traceback))

    sys.excepthook, threading.excepthook, sys.unraisablehook = ended, threads, ignored
