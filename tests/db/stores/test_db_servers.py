"""Settings of servers: one value, one query, one change."""

from dataclasses import fields, replace
from typing import Any

import pytest

from db.store import Store
from model.follow import Digest
from model.kinds import PauseReason
from model.match import Counted, Limit, Match
from model.seeker import Seeker, Wishes
from model.server_settings import ServerSettings
from model.standing_table import StandingTable
from model.webhook import Webhook
from tests.db.sample import ADA, BO, CHANNEL, GUILD, LOBBY, NOON, row, step

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


async def test_the_servers_in_which_something_goes_on_or_rests_are_known(store: Store) -> None:
    async def opened(guild: int | None, **more: Any) -> Match:
        return await store.create(replace(LOBBY, guild=guild, settings_of=guild, **more), row("open"))

    for guild in (20, 10, 10, None):
        await opened(guild)
    assert (await store.servers.in_use(), await store.servers.resting()) == ([10, 20], [])
    await store.commit(step(replace(await opened(30), paused=PauseReason.GONE)))
    over = await opened(40, phase="over")
    assert (await store.servers.in_use(), await store.servers.resting()) == ([10, 20], [30])
    await store.standing_tables.keep(StandingTable(over.id, ADA, 40, NOON))
    seeker = Seeker(ADA, 50, CHANNEL, True, "Ada", 77, False, Wishes(("pistard",), ("week",)), NOON, NOON + 60)
    await store.seekers.ask(seeker, 60, (), move=False)
    assert (await store.servers.in_use(), await store.servers.resting()) == ([10, 20, 40, 50], [30])
    first, watched = Digest(BO, 70, NOON, NOON + 900), await opened(60, phase="over")
    await store.follows.follow_match(watched.id, first, Limit(Counted.FOLLOWED_MATCHES, BO, 1), NOON)
    await store.follows.allow(ADA, allowed=True)
    assert await store.follows.follow_person(ADA, first, Limit(Counted.FOLLOWED_PEOPLE, BO, 1), NOON)
    hook = Webhook(0, 80, CHANNEL, ADA, "https://example.org/", "", opened=NOON, confirmed=NOON, failures=0, ready=NOON)
    assert await store.webhooks.add(hook, Limit(Counted.WEBHOOKS, 80, 3))
    assert await store.servers.in_use() == [10, 20, 40, 50, 60, 70, 80]
