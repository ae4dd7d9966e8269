"""docs/table.md says what is so of the page for browsers."""

from __future__ import annotations

import re

import pytest
import yaml

from db.sql.tables import metadata
from db.stores.page import MOST_BROWSERS, MOST_TOKENS
from db.upkeep.backup import UNKEPT
from host.browsers import GRANT, SESSION, TOKEN
from host.settings import SETTINGS, Settings
from tests.driver import ROOT

pytestmark = pytest.mark.quick

PAGE = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
PROSE = " ".join(PAGE.split())
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")


def test_settings_that_are_named_exist() -> None:
    named = set(re.findall(r"`([A-Z]+_[A-Z_]+)[`=]", PAGE))
    assert {name for name in SETTINGS if name.startswith("WEB_")} < named <= SETTINGS.keys()


def test_the_numbers_are_those_of_the_bot() -> None:
    assert (TOKEN, SESSION, GRANT) == (5 * 60.0, 30 * 86400.0, 3600.0)
    assert "A link works once, within five minutes." in PROSE
    assert "This browser is yours now, for 30 days." in PROSE
    assert "can watch it for an hour after each press" in PROSE
    assert (MOST_TOKENS, MOST_BROWSERS) == (5, 10)
    assert "You can have ten browsers open." in PROSE
    assert Settings(WEB_PORT=8490).METRICS_HOST.is_loopback, "to its own machine alone"


def test_all_that_is_kept_is_named() -> None:
    assert set(re.findall(r"^\| `(page_\w+)` \|", PAGE, re.MULTILINE)) == UNKEPT
    columns = {name: {column.name for column in metadata.tables[name].columns} for name in UNKEPT}
    assert columns == {
        "page_tokens": {"hash", "user", "match", "until", "reply"},
        "page_sessions": {"id", "hash", "user", "opened", "used", "until"},
        "page_grants": {"match", "user", "until"},
        "page_calendars": {"user", "hash"},
    }


def test_the_names_are_those_of_the_compose_file() -> None:
    compose = yaml.safe_load(COMPOSE)
    profiles = {profile for service in compose["services"].values() for profile in service["profiles"]}
    assert set(re.findall(r"--profile (\w+)", PAGE)) <= profiles
    assert "the volume `caddy`" in PROSE and "caddy" in compose["volumes"]
    [asked] = re.findall(r"let it ask `(\S+)`", PROSE)
    assert asked in compose["services"]["caddy"]["command"]


def test_every_proxy_asks_the_same_port() -> None:
    assert set(re.findall(r"(?:reverse_proxy|--url) (?:http://)?127\.0\.0\.1:(\d+)", PAGE)) == {"8490"}
