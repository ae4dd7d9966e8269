"""Logging: a line an event, text or JSON, with listed values only.

Hands, deck orders, names and what people have typed go through every library below the bot. So a library's line keeps
its own words, a fault its kind and place, and no values but numbers are kept, whatever the level.
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

ExcInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None]

# Everything else is left out: a secret that no one named can't slip into a log.
ALLOWED = frozenset({
    "event", "level", "timestamp", "logger", "exception", "exc_info",
    "match", "seq", "kind", "tries", "interaction", "reference", "code", "sleeper", "commands", "seconds", "address",
    "field",  # of a state, never what stands there
    "left",
    "reason",  # of a backup that has failed: a sentence of ours, or the last words of the owner's own order
})  # fmt: skip

# how much libraries say, of which the lower levels are about every single step
QUIET = {
    **dict.fromkeys(("discord", "asyncio", "aiohttp", "PIL", "babel"), logging.INFO),
    **dict.fromkeys(("sqlalchemy", "alembic", "aiosqlite", "psycopg"), logging.WARNING),
}
LINES = Counter("gruppetto_log_lines", "Lines of the log, those of libraries too", ("level",))
for loud in ("warning", "error", "critical"):
    LINES.labels(loud)  # a count that begins with its first line would hide that one
HIDDEN = "…"
AGAIN = 60.0  # seconds from one traceback of a fault to the next
AS_BEFORE = "(The traceback is that of less than a minute ago.)"
BIG = 10**9  # a number from there on may name a person, a channel or a message
CODES = ("status", "code", "errno", "sqlite_errorcode")  # attributes of faults that say in numbers what went wrong


def allow_list(_logger: Any, _name: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that keeps the allowed fields only."""
    return {name: value for name, value in fields.items() if name in ALLOWED or name.startswith("_")}


def count(_logger: Any, _name: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that counts lines by their level."""
    LINES.labels(fields["level"]).inc()
    return fields


class FaultWords:
    """Words on faults: where they came from, and of which kind they and those that led to them are.

    What a fault says may hold anything. Of the same fault there is one traceback a minute: in an outage every press
    and every worker has one.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[Hashable, float] = {}  # when there was a traceback

    def __call__(self, exc_info: ExcInfo) -> str:
        now, same = self._clock(), _what(exc_info[1])
        self._told = {key: time for key, time in self._told.items() if now - time < AGAIN}
        if same in self._told:
            return "\n".join((_kind(exc_info[1]), *filter(None, (remedy(exc_info[1]),)), AS_BEFORE))
        self._told[same] = now
        return "\n".join(_lines(exc_info[1], set()))


def _what(fault: BaseException) -> Hashable:
    """Key of a fault: what is to be done about it, else where the first of them arose."""
    first = fault
    for first in _chain(fault):
        if todo := remedy(first):
            return todo
    trace = traceback.extract_tb(first.__traceback__)
    return type(first), (trace[-1].filename, trace[-1].lineno) if trace else None


def _chain(fault: BaseException) -> Iterator[BaseException]:
    """The fault, and each that led to the one before."""
    passed: set[int] = set()
    link: BaseException | None = fault
    while link is not None and id(link) not in passed:
        passed.add(id(link))
        yield link
        link = _before(link)


def _before(fault: BaseException) -> BaseException | None:
    """Cause of the fault."""
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
    """Class and codes of the fault."""
    codes = {name: value for name in CODES if type(value := getattr(fault, name, None)) is int}
    said = ", ".join(f"{name} {value}" for name, value in codes.items())
    return f"{type(fault).__module__}.{type(fault).__qualname__}" + (f": {said}" if said else "")


def own_words(record: logging.LogRecord) -> str:
    """Words of a library's own, with numbers as the only values; else the place where it writes.

    Its own words are the texts in the function that writes, or in the one that made the object that writes, whatever
    it adds in further lines. For a handler, while the record is being written.
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
        if hasattr(arguments, "keys"):  # logging takes a mapping, too
            return words % {name: _shown(arguments[name]) for name in arguments}
        return words % tuple(_shown(value) for value in arguments)
    except (TypeError, ValueError):
        return words


def _texts(frame: FrameType) -> tuple[object, ...]:
    """Texts in the code of a function, and in that which makes the object it belongs to."""
    this: object = frame.f_locals.get("self")
    made: object = getattr(type(this), "__init__", None)
    return (*frame.f_code.co_consts, *getattr(getattr(made, "__code__", None), "co_consts", ()))


def _writer(record: logging.LogRecord) -> FrameType | None:
    """The function that is writing the record just now."""
    frame = inspect.currentframe()
    while frame is not None and (frame.f_code.co_name, frame.f_lineno) != (record.funcName, record.lineno):
        frame = frame.f_back
    return frame


def _shown(value: object) -> object:
    return value if isinstance(value, int | float) and abs(value) < BIG else HIDDEN


class _Formatter(structlog.stdlib.ProcessorFormatter):
    """Writes lines of the house as they are, and those of libraries in their own words."""

    def format(self, record: logging.LogRecord) -> str:
        if not hasattr(record, "_logger"):  # structlog leaves its own there
            record = logging.makeLogRecord({**record.__dict__, "msg": own_words(record), "args": ()})
        return super().format(record)


class _Handler(logging.StreamHandler[Any]):
    """Writes to standard error; for a line that can't be written it tells only the place."""

    def handleError(self, record: logging.LogRecord) -> None:
        sys.stderr.write(f"A line of the log can't be written: {record.module}, line {record.lineno}\n")


def set_up_logs(level: str, style: Literal["text", "json"]) -> None:
    """Send the logs of the house and of its libraries to standard error in one form."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,  # the press that is being answered, and its match
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
        # where rich is installed structlog's own choice shows the values of all variables
        plain = structlog.dev.plain_traceback
        last.append(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain))
    stream = _Handler()
    stream.setFormatter(_Formatter(foreign_pre_chain=shared, processors=last))
    root = logging.getLogger()
    root.handlers[:] = [stream]
    root.setLevel(level)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, root.level))


def report_the_uncaught() -> None:
    """Log in the same way what Python would print of uncaught exceptions."""
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
