"""Settings of servers: one value, one query, one change."""

from dataclasses import fields, replace
from typing import Any

import pytest

from db.store import Store
from model.server_settings import ServerSettings
from tests.db.sample import GUILD

CHANGED = ServerSettings("Europe/Rome", 6, 4, 2**62 + 5, False, 3, "de", 19, 20, 7, 2**62 + 6)
NAMES = [field.name for field in fields(ServerSettings)]


async def test_a_server_that_has_decided_nothing_has_the_defaults(store: Store) -> None:
    assert await store.servers.settings(GUILD) == await store.servers.settings(None) == ServerSettings()


@pytest.mark.parametrize("name", NAMES)
async def test_a_change_leaves_the_other_settings_and_servers_alone(store: Store, name: str) -> None:
    change: dict[str, Any] = {name: getattr(CHANGED, name)}
    assert getattr(CHANGED, name) != getattr(ServerSettings(), name)
    await store.servers.change(GUILD, **change)
    assert await store.servers.settings(GUILD) == replace(ServerSettings(), **change)
    assert await store.servers.settings(GUILD + 1) == ServerSettings()
    others = {other: getattr(CHANGED, other) for other in NAMES if other != name}
    await store.servers.change(GUILD, **others)
    assert await store.servers.settings(GUILD) == CHANGED
    await store.servers.change(GUILD, **{name: getattr(ServerSettings(), name)})
    assert await store.servers.settings(GUILD) == replace(CHANGED, **{name: getattr(ServerSettings(), name)})


async def test_all_settings_are_one_query(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await store.servers.change(GUILD, evening=20)
    asked: list[Any] = []
    ask = store._reader._answer

    async def counted(query: Any, values: dict[str, Any], taken: Any) -> Any:
        asked.append(query)
        return await ask(query, values, taken)

    monkeypatch.setattr(store._reader, "_answer", counted)
    assert (await store.servers.settings(GUILD)).evening == 20
    assert len(asked) == 1
