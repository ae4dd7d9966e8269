"""Logs: one line an event; only fields that are allowed by name, and no secret through a side door."""

import ast
import errno
import json
import logging
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import psycopg
import pytest
import structlog
from discord.gateway import KeepAliveHandler
from sqlalchemy.exc import OperationalError

import host.logs
from host.logs import ALLOWED, QUIET, FaultWords, set_up_logs

SECRET = "card.17"


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """Whatever a test sets up for logs ends with it."""
    root = logging.getLogger()
    names = ("", *QUIET)
    handlers, levels = list(root.handlers), {name: logging.getLogger(name).level for name in names}
    before = structlog.get_config()
    yield
    root.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    structlog.configure(**before)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


@pytest.mark.parametrize("name", ["path", "view", "state", "hand", "key", "token", "user", "custom_id", "url"])
def test_nothing_that_may_be_secret_is_allowed(name: str) -> None:
    assert name not in ALLOWED


def test_an_event_is_a_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO", "json")
    structlog.get_logger("house").warning("post failed", match=3, kind="turn", path=(SECRET,), token=SECRET)
    [line] = lines(capsys)
    assert str(line.pop("timestamp")).endswith("Z")
    assert line.pop("logger")
    assert line == {"event": "post failed", "level": "warning", "match": 3, "kind": "turn"}


def test_text_is_for_reading(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO", "text")
    structlog.get_logger("house").info("ready", address="http://here", secret=SECRET)
    [line] = capsys.readouterr().err.splitlines()
    assert "ready" in line
    assert "address=http://here" in line
    assert SECRET not in line


def test_lines_below_the_level_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("WARNING", "json")
    structlog.get_logger("house").info("ready")
    structlog.get_logger("house").warning("post failed")
    assert [line["event"] for line in lines(capsys)] == ["post failed"]


def test_libraries_log_in_the_same_form(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO", "json")
    logging.getLogger("discord.gateway").info("Shard ID %s has connected", 0)
    [line] = lines(capsys)
    assert (line["event"], line["level"], line["logger"]) == ("Shard ID 0 has connected", "info", "discord.gateway")


@pytest.mark.parametrize(
    ("name", "level"),
    [
        *(("discord.http", logging.DEBUG), ("asyncio", logging.DEBUG), ("PIL.PngImagePlugin", logging.DEBUG)),
        *(("sqlalchemy.engine.Engine", logging.INFO), ("alembic.runtime", logging.INFO)),
        *(("aiosqlite", logging.DEBUG), ("psycopg.pool", logging.INFO)),
    ],
)
def test_libraries_that_would_write_moves_or_values_are_kept_quiet(
    capsys: pytest.CaptureFixture[str], name: str, level: int
) -> None:
    set_up_logs("DEBUG", "json")
    logging.getLogger(name).log(level, "values: %s", SECRET)
    logging.getLogger("house").debug("fine")
    assert [line["event"] for line in lines(capsys)] == ["fine"]


def test_of_a_library_its_own_words_are_kept_and_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("DEBUG", "json")
    library = logging.getLogger("library")
    library.warning("We are being rate limited. %s %s: retrying in %.2f seconds.", "POST", f"/hooks/{SECRET}", 1.5)
    library.error("%(who)s has %(n)d cards", {"who": SECRET, "n": 3})
    library.debug("message %s of channel %s", 1174109840998400001, 77)
    library.info("%d is no number of cards", SECRET)
    assert [line["event"] for line in lines(capsys)] == [
        "We are being rate limited. … …: retrying in 1.50 seconds.",
        "… has 3 cards",
        "message … of channel 77",
        "%d is no number of cards",
    ]


def test_what_a_library_puts_together_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("DEBUG", "json")
    library = logging.getLogger("library")
    library.error(f"Task exception was never retrieved: {SECRET}")
    library.error({"hand": SECRET})
    library.error("hand: " + SECRET.upper(), exc_info=KeyError(SECRET))
    text = capsys.readouterr().err
    assert SECRET not in text.lower()
    assert text.count("test_house_logs.test_what_a_library_puts_together_is_left_out, line ") == 3


def test_a_line_that_cannot_be_written_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO", "json")

    class Odd(Exception):
        @property
        def status(self) -> int:
            raise ValueError(SECRET)

    logging.getLogger("library").error("hand", exc_info=Odd())
    text = capsys.readouterr().err
    assert text.startswith("A line of the log can't be written: test_house_logs, line ") and SECRET not in text


@pytest.mark.parametrize("style", ["text", "json"])
def test_what_faults_say_is_left_out_and_where_and_why_they_came_is_kept(
    capsys: pytest.CaptureFixture[str], style: Literal["text", "json"]
) -> None:
    set_up_logs("DEBUG", style)

    def read(hands: dict[str, str]) -> None:
        try:
            hands[SECRET]
        except KeyError as unknown:
            raise ValueError(f"{SECRET} isn't there") from unknown

    def store() -> None:
        with closing(sqlite3.connect(":memory:")) as database:
            database.execute("CREATE TABLE hands (card PRIMARY KEY)")
            database.executemany("INSERT INTO hands VALUES (?)", [(SECRET,), (SECRET,)])

    found: list[Exception] = []
    for stumble in (lambda: read({"hand": SECRET}), store):
        try:
            stumble()
        except Exception as fault:
            fault.add_note(SECRET)
            found.append(fault)
    structlog.get_logger("house").error("post failed", exc_info=ExceptionGroup(SECRET, found))
    logging.getLogger("library").error("Ignoring exception in %s", SECRET, exc_info=found[0])
    text = capsys.readouterr().err
    assert SECRET not in text
    for kept in (
        "post failed",
        "KeyError",
        "ValueError",
        "ExceptionGroup",
        "sqlite3.IntegrityError: sqlite_errorcode 1555",
        "in read",
    ):
        assert kept in text
    assert text.count("Ignoring exception in ") == 1


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (sqlite3.SQLITE_FULL, "The database can't grow: make room on its disk."),
        (sqlite3.SQLITE_READONLY | 1 << 8, "The database can't be written: give the bot's user the right to write"),
        (psycopg.OperationalError(SECRET), "The database can't be reached: check that its server runs"),
        (OSError(errno.ENOSPC, SECRET), "The disk is full: make room on it."),
        (ValueError(SECRET), None),
    ],
)
def test_what_an_owner_can_mend_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], fault: int | Exception, said: str | None
) -> None:
    set_up_logs("INFO", "text")
    if isinstance(fault, int):
        code, fault = fault, sqlite3.OperationalError(SECRET)
        fault.sqlite_errorcode = code
    structlog.get_logger("house").error("post failed", exc_info=fault)
    text = capsys.readouterr().err
    assert SECRET not in text
    assert (said in text) if said is not None else ("The d" not in text)


def test_in_an_outage_there_is_one_traceback_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    """And a line for each press, with what to do: wherever the database was asked, it is one fault."""
    now = 0.0
    words = FaultWords(lambda: now)

    def press() -> str:
        full = sqlite3.OperationalError(SECRET)
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        try:
            try:
                raise full
            except sqlite3.OperationalError as full:
                raise OperationalError(SECRET, None, full) from full
        except OperationalError as fault:
            return words((type(fault), fault, fault.__traceback__))

    def other() -> str:
        try:
            raise KeyError(SECRET)
        except KeyError as fault:
            return words((type(fault), fault, fault.__traceback__))

    first, *later = [press() for _ in range(100)]
    assert first.count("Traceback (most recent call last)") == 2, "that of the driver and that of SQLAlchemy"
    assert first.splitlines().count("The database can't grow: make room on its disk.") == 1
    assert set(later) == {
        "sqlalchemy.exc.OperationalError\nThe database can't grow: make room on its disk.\n"
        "(The traceback is that of less than a minute ago.)"
    }
    assert "Traceback (" in other() and "Traceback (" not in other()
    now = 60.0
    assert "Traceback (" in press() and "Traceback (" in other()
    assert SECRET not in re.sub("raise .*", "", first)


async def test_a_bot_that_cannot_keep_up_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO", "json")
    socket: Any = SimpleNamespace(thread_id=0, _max_heartbeat_timeout=60.0)
    beats = KeepAliveHandler(ws=socket, interval=41.25, shard_id=0)
    beats._last_send -= 12.0
    beats.ack()
    [late] = lines(capsys)
    assert (late["event"], late["level"]) == ("Can't keep up, shard ID 0 websocket is 12.0s behind.", "warning")


def test_what_a_library_adds_to_its_own_words_in_further_lines_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    class Beats:
        def __init__(self) -> None:
            self.blocked = "The heartbeat is blocked for %s seconds."

        def beat(self) -> None:
            logging.getLogger("library").warning(f"{self.blocked}\nhand: {SECRET}", 10)

    set_up_logs("INFO", "json")
    Beats().beat()
    assert [line["event"] for line in lines(capsys)] == ["The heartbeat is blocked for 10 seconds."]


UNCAUGHT = """
import threading
from host.logs import report_the_uncaught, set_up_logs
set_up_logs("DEBUG", "json")
report_the_uncaught()
class Hand:
    def __del__(self):
        raise KeyError("card.17")
Hand()
def stumble():
    raise ValueError("card.17")
thread = threading.Thread(target=stumble)
thread.start()
thread.join()
raise ValueError("card.17")
"""


def test_faults_that_nobody_catches_say_as_little(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(UNCAUGHT)
    root = str(Path(host.logs.__file__).parents[1])
    ended = subprocess.run(
        [sys.executable, str(tmp_path / "program.py")],
        env={"PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=False,
    )
    said = [json.loads(line) for line in ended.stderr.splitlines()]
    assert [line["event"] for line in said] == ["fault ignored", "a thread ended by a fault", "ended by a fault"]
    assert all("Traceback" in line["exception"] for line in said) and ended.returncode == 1
    assert SECRET not in re.sub("raise .*", "", "".join(line["exception"] for line in said))


FOLDERS = ("cogs", "db", "engines", "host", "model", "opponents", "platforms", "render", "screen", "web")
CALLS = ("debug", "info", "warning", "error", "exception", "critical", "log")


def test_the_house_logs_events_whose_words_are_fixed() -> None:
    root = Path(host.logs.__file__).parents[1]
    found = 0
    for file in (root / "bot.py", *(file for folder in FOLDERS for file in (root / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name("log"), attr=method)) if method in CALLS:
                    assert len(node.args) == 1 and isinstance(node.args[0], ast.Constant), ast.unparse(node)
                    found += 1
                case _:
                    pass
    assert found > 20


def test_libraries_are_no_louder_than_the_house(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("ERROR", "json")
    for name in QUIET:
        logging.getLogger(name).warning("careful")
    assert lines(capsys) == []


def test_setting_up_twice_does_not_double_the_lines(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO", "json")
    set_up_logs("INFO", "json")
    structlog.get_logger("house").info("ready")
    assert len(lines(capsys)) == 1
