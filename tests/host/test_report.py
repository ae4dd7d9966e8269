"""Logs: one line an event; only fields that are allowed by name, and no secret through a side door."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from host.report import ALLOWED, allow_list, set_up_logs

SECRET = "card.17"


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """Whatever a test sets up for logs ends with it."""
    root = logging.getLogger()
    names = ("", "discord", "sqlalchemy", "alembic")
    handlers, levels = list(root.handlers), {name: logging.getLogger(name).level for name in names}
    before = structlog.get_config()
    yield
    root.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    structlog.configure(**before)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_only_fields_that_are_allowed_by_name_stay() -> None:
    fields = {"event": "post failed", "match": 3, "seq": 4, "_record": None, "path": SECRET, "token": SECRET}
    assert allow_list(None, "info", dict(fields)) == {"event": "post failed", "match": 3, "seq": 4, "_record": None}


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


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_fault_is_logged_with_its_traceback_and_without_what_it_was_about(
    capsys: pytest.CaptureFixture[str], style: str
) -> None:
    set_up_logs("INFO", "json" if style == "json" else "text")

    def stumble(hand: tuple[str, ...]) -> None:
        raise ZeroDivisionError(len(hand))

    try:
        stumble((SECRET,))
    except ZeroDivisionError:
        structlog.get_logger("house").exception("deadline failed", match=3)
    text = capsys.readouterr().err
    assert "deadline failed" in text
    assert "ZeroDivisionError" in text
    assert "stumble" in text
    assert text.count(SECRET) == 0


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
    [("discord.http", logging.DEBUG), ("sqlalchemy.engine.Engine", logging.INFO), ("alembic.runtime", logging.INFO)],
)
def test_libraries_that_would_write_moves_or_values_are_kept_quiet(
    capsys: pytest.CaptureFixture[str], name: str, level: int
) -> None:
    set_up_logs("DEBUG", "json")
    logging.getLogger(name).log(level, "values: %s", SECRET)
    logging.getLogger("house").debug("fine")
    assert [line["event"] for line in lines(capsys)] == ["fine"]


def test_libraries_are_no_louder_than_the_house(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("ERROR", "json")
    for name in ("discord", "sqlalchemy", "alembic"):
        logging.getLogger(name).warning("careful")
    assert lines(capsys) == []


def test_setting_up_twice_does_not_double_the_lines(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO", "json")
    set_up_logs("INFO", "json")
    structlog.get_logger("house").info("ready")
    assert len(lines(capsys)) == 1
