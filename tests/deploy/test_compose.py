"""compose.yaml and the unit for systemd name what there is."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from db.sql.url import read_url
from host.settings import SETTINGS, Settings, read_settings
from tests.driver import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
UNIT = ROOT / "deploy" / "gruppetto.service"
OTHERS = ("postgres", "proxy", "caddy")


def profile(name: str) -> dict[str, dict[str, Any]]:
    """The services of a profile."""
    return {key: service for key, service in SERVICES.items() if name in service["profiles"]}


def filled(value: str, env_file: dict[str, str]) -> str:
    """A value with what `.env` says in its place, as Compose fills it in: `${NAME:-}` and `${NAME:+other}`."""

    def fill(found: re.Match[str]) -> str:
        said = env_file.get(found["name"], "")
        return (found["other"] if said else "") if found["how"] == "+" else said

    return re.sub(r"\$\{(?P<name>\w+):(?P<how>[-+])(?P<other>\w*)\}", fill, value)


def settings(service: dict[str, Any], **env_file: str) -> Settings:
    """The settings of a service's bot, with the passwords filled in."""
    env_file["POSTGRES_PASSWORD"] = "secret"
    told = {name: filled(value, env_file) for name, value in service["environment"].items()}
    assert told.keys() <= SETTINGS.keys()
    return read_settings({name: value for name, value in env_file.items() if name in SETTINGS} | told)


def test_there_are_four_profiles_and_every_service_is_in_one() -> None:
    assert {p for service in SERVICES.values() for p in service["profiles"]} == {"sqlite", "postgres", "shards", "web"}
    assert profile("sqlite").keys() == {"bot"}
    assert profile("postgres").keys() == {"bot-on-postgres", "postgres"}
    assert profile("shards").keys() == {"shard-0", "shard-1", "shard-2", "shard-3", "proxy", "postgres"}
    assert profile("web").keys() == {"caddy"}


def test_every_bot_is_told_settings_that_there_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    kinds = {
        name: read_url(settings(bot).DATABASE_URL.replace("/data/", f"{tmp_path}/")) for name, bot in bots().items()
    }
    assert {name: url.get_backend_name() for name, url in kinds.items()} == {
        "bot": "sqlite",
        **dict.fromkeys(("bot-on-postgres", "shard-0", "shard-1", "shard-2", "shard-3"), "postgresql"),
    }
    assert {url.host for name, url in kinds.items() if name != "bot"} == {"postgres"}


def bots() -> dict[str, dict[str, Any]]:
    return {name: service for name, service in SERVICES.items() if name not in OTHERS}


def test_a_bot_is_healthy_whatever_the_env_file_that_it_is_given_leaves_empty() -> None:
    """And a copied example takes nothing from the image: its logs are for machines."""
    example = [line for line in (ROOT / ".env.example").read_text().splitlines() if line and not line.startswith("#")]
    given = dict(line.split("=", 1) for line in example)
    for service in bots().values():
        assert service["env_file"] == ".env"
        assert not given.keys() & {"LOG_FORMAT", "METRICS_PORT", "METRICS_HOST", "DATABASE_URL"}
        read = settings(service, **given)
        assert (read.METRICS_PORT, str(read.METRICS_HOST)) == (9100, "0.0.0.0")
        assert not service.get("ports"), "nobody outside of Docker's network is to read them"


def test_the_shards_are_all_run_and_share_the_proxy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    read = [settings(service) for name, service in bots().items() if name.startswith("shard-")]
    assert sorted(shard for s in read for shard in s.share().shard_ids) == list(range(4))
    assert {(s.share().shard_count, s.share().workers) for s in read} == {(4, 4)}
    assert {s.DISCORD_API for s in read} == {"http://proxy:8080"}


@pytest.mark.parametrize("url", ["", "https://table.example.org"])
def test_the_page_is_where_caddy_asks_for_it_as_soon_as_it_has_an_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    [_, _, _, come_from, _, go_to] = SERVICES["caddy"]["command"]
    assert filled(come_from, {"WEB_URL": url}) == url
    name, port = go_to.split(":")
    for service in bots().values():
        read = settings(service, DISCORD_TOKEN="t", WEB_URL=url)
        assert (int(port) if url else None) == read.WEB_PORT
        assert url == read.WEB_URL
        assert service["networks"]["default"]["aliases"] == [name]


def test_every_service_that_another_waits_for_is_in_its_profile() -> None:
    for name, service in SERVICES.items():
        for other, how in service.get("depends_on", {}).items():
            assert set(service["profiles"]) <= set(SERVICES[other]["profiles"]), (name, other)
            healthy = how["condition"] == "service_healthy"
            assert not healthy or other in bots() or "healthcheck" in SERVICES[other]


def test_no_log_fills_the_disk() -> None:
    for name, service in SERVICES.items():
        assert service["logging"]["driver"] == "json-file", name
        assert service["logging"]["options"].keys() == {"max-size", "max-file"}, name


def test_a_bot_can_write_to_its_volume_and_nowhere_else() -> None:
    for name, service in bots().items():
        assert service["read_only"], name
        assert service["tmpfs"] == ["/tmp"], name


def test_compose_builds_the_image_that_it_runs() -> None:
    assert {(service["build"], service["image"]) for service in bots().values()} == {(".", "gruppetto")}


def test_every_volume_is_declared_and_what_a_bot_writes_is_in_one() -> None:
    used = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())}
    assert used == COMPOSE["volumes"].keys()
    assert all("data:/data" in service["volumes"] for service in bots().values())


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze isn't there to check the unit")
    bot = tmp_path / "bot"
    bot.touch(mode=0o755)
    unit = tmp_path / UNIT.name
    unit.write_text(re.sub(r"ExecStart=\S+", f"ExecStart={bot}", UNIT.read_text()))
    said = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert UNIT.name not in said.stderr, said.stderr


def test_the_unit_keeps_what_it_has_compiled_where_it_may_write() -> None:
    [prefix] = re.findall(r"^Environment=PYTHONPYCACHEPREFIX=(.+)$", UNIT.read_text(), re.MULTILINE)
    [cache] = re.findall(r"^CacheDirectory=(.+)$", UNIT.read_text(), re.MULTILINE)
    assert prefix == f"/var/cache/{cache}"
    assert "ProtectSystem=strict" in UNIT.read_text(), "its program's folder is shut"


def test_the_unit_is_not_root_and_has_room_to_stop() -> None:
    unit = dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if re.match(r"[A-Z]\w+=", line))
    assert unit["DynamicUser"] == "yes"
    assert unit["ExecStart"].endswith("/bot.py")
    assert unit["WorkingDirectory"] == f"/var/lib/{unit['StateDirectory']}"
