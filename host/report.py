"""Logs: one line an event, as text or JSON, with fields that are allowed by name."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Literal

import structlog

# Everything else is left out: a secret that nobody named can't slip into a log.
ALLOWED = frozenset({
    "event", "level", "timestamp", "logger", "exception", "exc_info",
    "match", "seq", "kind", "tries", "interaction", "reference", "code", "sleeper", "commands", "seconds", "address",
})  # fmt: skip

QUIET = {
    "discord": logging.INFO,  # below that it writes custom ids, and so moves
    "sqlalchemy": logging.WARNING,  # below that it writes values
    "alembic": logging.WARNING,
}


def allow_list(_logger: Any, _name: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that keeps the allowed fields only."""
    return {name: value for name, value in fields.items() if name in ALLOWED or name.startswith("_")}


def set_up_logs(level: str, style: Literal["text", "json"]) -> None:
    """Send the logs of the house and of its libraries to standard error in one form."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        allow_list,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if style == "json":
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # where rich is installed structlog's own choice shows the values of all variables
        plain = structlog.dev.plain_traceback
        last += [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    stream = logging.StreamHandler()
    stream.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last))
    root = logging.getLogger()
    root.handlers[:] = [stream]
    root.setLevel(level)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, root.level))
