"""The dashboard and the alert rules ask for what the bot exports, and for nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml
from prometheus_client import REGISTRY
from prometheus_client.core import Metric

import bot  # noqa: F401 (so that everything that is measured is known)
from cogs.metrics import about_discord, about_house, metrics
from cogs.ui.client import Client
from host.figures import Figures
from host.time.backups import WHATS, BackupFigures
from tests.driver import ROOT

BOARD: dict[str, Any] = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
ALERTS: list[dict[str, Any]] = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text())["groups"][0]["rules"]
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
SCRAPED = {"job", "instance"}  # labels that Prometheus adds
PROCESS = {"process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds", "process_max_fds"}
PROCESS |= {"process_start_time_seconds"}
WORDS = {"abs", "changes", "by", "sum", "max", "min", "rate", "increase", "time", "histogram_quantile", "or", "and"}
BACKUPS = BackupFigures(8.0, 9, dict.fromkeys(WHATS, True))
FIGURES = Figures(3, 4.0, 5, 6.0, {("running", "pistard"): 7}, BACKUPS, is_writable=True, free=9)


def connected() -> Client:
    """A bot with two shards, of which one is away."""
    shards = {n: SimpleNamespace(is_closed=lambda n=n: n > 0, latency=[0.5, float("nan")][n]) for n in range(2)}
    starts = SimpleNamespace(left=990)
    return cast("Client", SimpleNamespace(is_closed=lambda: False, shards=shards, guilds=[1, 2, 3], starts=starts))


def families() -> Iterator[Any]:
    """What is exported: counted where it happens, or asked for."""
    for name in REGISTRY._collector_to_names:
        if getattr(name, "_name", "").startswith("gruppetto_"):
            yield name
    yield from about_house(FIGURES)
    yield from about_discord(connected())


def exported() -> dict[str, set[str]]:
    """Each name of a series with its labels."""
    found: dict[str, set[str]] = {}
    for family in families():
        labels = set(family._labelnames)
        name = family.name if isinstance(family, Metric) else family._name
        kind = family.type if isinstance(family, Metric) else family._type
        for end, more in {
            "counter": {"_total": ()},
            "gauge": {"": ()},
            "histogram": {"_bucket": ("le",), "_sum": (), "_count": ()},
        }[kind].items():
            found[name + end] = {*labels, *more}
    return found


EXPORTED = exported()
PANELS = [panel for panel in BOARD["panels"] if panel["type"] != "row"]
QUERIES = [(panel["title"], target["expr"], target["legendFormat"]) for panel in PANELS for target in panel["targets"]]
QUERIES += [(rule["alert"], rule["expr"], "".join(rule["annotations"].values())) for rule in ALERTS]


@pytest.mark.parametrize(("query", "legend"), [(query, legend) for _, query, legend in QUERIES])
def test_what_is_asked_for_is_exported(query: str, legend: str) -> None:
    bare = re.sub(r'"[^"]*"|\[[^]]*\]|\$__\w+', "", query)
    names = set(re.findall(r"\b[a-z][a-z_]+\b", re.sub(r"by \([^)]*\)|\{[^}]*\}", "", bare))) - WORDS
    assert names, query
    assert names <= EXPORTED.keys() | PROCESS | {"up"}, query
    known = SCRAPED | set[str]().union(*(EXPORTED.get(name, set[str]()) for name in names))
    inside = " ".join(re.findall(r"\{[^}]*\}", bare))
    labels = {*re.findall(r"(\w+) *(?:=~|!=|!~|=)", inside)}
    labels |= {part.strip() for by in re.findall(r"by \(([^)]*)\)", bare) for part in by.split(",")}
    labels |= {*re.findall(r"\{\{ ?(?:\$labels\.)?(\w+) ?\}\}", legend)}
    assert labels <= known, query


def test_everything_that_is_measured_is_shown() -> None:
    shown = " ".join(query for _, query, _ in QUERIES)
    missing = {re.sub(r"_(bucket|sum|count)$", "", name) for name in EXPORTED}
    assert {name for name in missing if name not in shown} == set()


def test_the_dashboard_is_one_that_grafana_reads() -> None:
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])
    for first, other in combinations([panel["gridPos"] for panel in BOARD["panels"]], 2):
        beside = first["x"] + first["w"] <= other["x"] or other["x"] + other["w"] <= first["x"]
        assert beside or first["y"] + first["h"] <= other["y"] or other["y"] + other["h"] <= first["y"]
        assert first["x"] + first["w"] <= 24
    [source] = BOARD["templating"]["list"]
    assert {panel["datasource"]["uid"] for panel in PANELS} == {f"${{{source['name']}}}"}


def test_every_alert_says_what_is_so_and_what_to_do() -> None:
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS)
    for rule in ALERTS:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"].keys() == {"summary", "description"}
        assert all(text.endswith(".") for text in rule["annotations"].values()), rule["alert"]


async def test_without_a_database_nothing_old_is_told() -> None:
    told = (await metrics(None)).decode()
    assert "gruppetto_database_up 0.0" in told
    assert not re.search(r"^gruppetto_(?:outbox_messages|matches|deadlines_late)\b", told, re.MULTILINE)


def test_shards_tell_which_is_away() -> None:
    told = {
        (sample.name, *sample.labels.values()): sample.value
        for family in about_discord(connected())
        for sample in family.samples
    }
    assert told == {
        ("gruppetto_shard_up", "0"): 1.0,
        ("gruppetto_shard_up", "1"): 0.0,
        ("gruppetto_shard_latency_seconds", "0"): 0.5,
        ("gruppetto_identifies_left",): 990.0,
        ("gruppetto_servers",): 3.0,
    }


def test_the_page_names_what_is_measured() -> None:
    told = set(re.findall(r"`(gruppetto_\w+)`", PAGE))
    assert told == EXPORTED.keys() - {name for name in EXPORTED if name.endswith(("_bucket", "_sum", "_count"))} | {
        name.removesuffix("_count") for name in EXPORTED if name.endswith("_count")
    }
