"""docs/operating.md and the README tell owners what is so, and every command there is one that works."""

from __future__ import annotations

import re
import shlex

import pytest
import yaml

import bot
from host.play.dormant import AWAKE
from host.settings import Settings
from host.time.backup_folder import NEWEST, WEEKS
from host.time.backups import HALF_AN_HOUR
from tests.driver import ROOT

PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROSE = " ".join(PAGE.split())


def typed(page: str) -> list[str]:
    """The lines that a reader is to type."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", page, re.DOTALL | re.MULTILINE)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


def test_there_is_something_to_type() -> None:
    assert len(typed(PAGE)) > 10


@pytest.mark.parametrize("line", [line for line in typed(PAGE) + typed(README) if "bot.py" in line])
def test_what_the_bot_is_told_it_understands(line: str) -> None:
    words = shlex.split(line)
    at = next(n for n, word in enumerate(words) if word.endswith("bot.py"))
    assert bot.read_arguments(words[at + 1 :]).order in {None, "backup", "restore", "doctor", "ratings"}


@pytest.mark.parametrize("page", [PAGE, README], ids=["operating", "README"])
def test_orders_that_are_named_exist(page: str) -> None:
    for order in re.findall(r"(?:bot\.py|`gruppetto) ((?:backup|restore|doctor|--check)[^`\n]*)", page):
        bot.read_arguments(shlex.split(order.replace("FILE", "file").partition(";")[0]))


def test_the_profiles_and_services_are_those_of_the_compose_file() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    profiles = {profile for service in services.values() for profile in service["profiles"]}
    assert set(re.findall(r"--profile (\w+)", PAGE)) == profiles
    assert set(re.findall(r"docker compose (?:exec|logs) ([\w-]+)", PAGE)) <= services.keys()
    looked_into = {
        profile for name in re.findall(r"docker compose exec ([\w-]+) ", PAGE) for profile in services[name]["profiles"]
    }
    assert looked_into == profiles - {"web"}, "each that has a bot has a line to look into it"


def test_the_service_is_where_the_page_puts_the_project() -> None:
    unit = (ROOT / "deploy" / "gruppetto.service").read_text()
    folder, settings = "/opt/gruppetto", "/etc/gruppetto.env"
    assert f"cd {folder}" in typed(PAGE)
    assert f"ExecStart={folder}/.venv/bin/python {folder}/bot.py" in unit
    assert f"cp .env.example {settings}" in typed(PAGE)
    assert f"EnvironmentFile={settings}" in unit
    assert "WorkingDirectory=/var/lib/gruppetto" in unit
    for line in ("CacheDirectory=gruppetto", "Environment=PYTHONPYCACHEPREFIX=/var/cache/gruppetto"):
        assert line in unit and f"-p {line} " in PAGE, "orders use what the service has compiled"
    assert "`/var/lib/gruppetto`" in PAGE


def test_the_numbers_are_those_of_the_house() -> None:
    plain = Settings()
    assert (NEWEST, WEEKS, HALF_AN_HOUR, plain.BACKUP_HOURS) == (7, 4, 1800.0, 24.0)
    assert "The seven newest are kept, and before them the last one of each of four weeks." in PROSE
    assert "is tried again half an hour later" in PROSE
    assert AWAKE == 30 * 86400.0
    assert "Thirty days after its end it is packed to 15 KB or less" in PROSE
    assert f"http://{plain.METRICS_HOST}:9100/readyz" in PAGE
