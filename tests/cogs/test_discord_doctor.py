"""What the doctor learns of Discord, from the offline one."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

import discord
import pytest
from discord.http import Route

import bot
from cogs.doctor import MANY, discord_says, fonts
from engines import GAMES
from host.settings import Settings
from tests.driver import running_sandbox
from tests.e2e.programs import free_port


@pytest.fixture(scope="module")
def place() -> Iterator[str]:
    with running_sandbox() as address:
        yield address


async def said(monkeypatch: pytest.MonkeyPatch, api: str, **more: Any) -> list[str]:
    monkeypatch.setattr(Route, "BASE", f"{api.rstrip('/')}/api/v10")
    read = Settings(DISCORD_TOKEN="any", **more)
    return [str(say) async for say in discord_says(read, await bot.make_bot(read).learn(GAMES))]


async def tell(commands: Sequence[dict[str, Any]]) -> None:
    """Let Discord know these."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login("any")
        about = await client.application_info()
        await client.http.bulk_upsert_global_commands(about.id, [*commands])


async def test_what_discord_says_of_a_bot_that_has_never_run(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = await said(monkeypatch, place)
    assert [line for line in lines if not line.startswith("ok")] == [
        "note commands: Discord doesn't know them yet; the bot tells it when it starts."
    ]
    assert "ok   clock: it agrees with that of Discord." in lines
    assert "ok   token: Discord knows it." in lines
    assert "ok   shards: Discord recommends 1, the bot runs as many as that." in lines


async def test_whether_discord_knows_the_commands_of_this_version(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", f"{place.rstrip('/')}/api/v10")
    ours = await bot.make_bot(Settings(DISCORD_TOKEN="any")).learn(GAMES)
    await tell(ours)
    assert f"ok   commands: Discord knows all {len(ours)} as they are." in await said(monkeypatch, place)
    before = deepcopy([our for our in ours if our["name"] != "cup"])
    [admin] = [command for command in before if command["name"] == "admin"]
    del admin["options"][-1]
    old = {"name": "race", "description": "Of last year", "type": 1}
    await tell([*before, old])
    assert [line for line in await said(monkeypatch, place) if line.startswith("bad")] == [
        "bad  commands: Discord's aren't those of this version (it lacks /cup; knows otherwise /admin; has of another "
        "version /race): restart the bot, which sends its own."
    ]
    await tell([])


async def test_too_few_shards_are_told(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def many(_: object) -> tuple[int, str, dict[str, int]]:
        return 9, "wss://gateway", {"remaining": 3}

    monkeypatch.setattr("discord.http.HTTPClient.get_bot_gateway", many)
    lines = await said(monkeypatch, place, SHARD_COUNT=4)
    assert "bad  shards: SHARD_COUNT is 4, Discord recommends 9: raise it and restart all bots." in lines
    assert "bad  shards: Discord allows 3 more starts today: find out why the bot starts so often." in lines


async def test_a_token_that_discord_does_not_know(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(*_: object) -> None:
        raise discord.LoginFailure

    monkeypatch.setattr(discord.Client, "login", refused)
    lines = await said(monkeypatch, place)
    assert lines[-1] == "bad  token: Discord doesn't know DISCORD_TOKEN: copy it again from the portal."


async def test_a_bot_in_many_servers_needs_pages(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = discord.Client.application_info

    async def widely_used(client: discord.Client) -> discord.AppInfo:
        about = await asked(client)
        about.approximate_guild_count = MANY
        return about

    monkeypatch.setattr(discord.Client, "application_info", widely_used)
    [line] = [line for line in await said(monkeypatch, place) if line.startswith("note pages")]
    assert line.startswith(f"note pages: the bot is in {MANY} servers")
    pages = {"POLICY_URL": "https://example.org/privacy", "TERMS_URL": "https://example.org/terms"}
    assert not [line for line in await said(monkeypatch, place, **pages) if "pages" in line]


async def test_a_discord_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    assert await said(monkeypatch, f"http://127.0.0.1:{port}") == [
        f"bad  Discord: http://127.0.0.1:{port}/api/v10 doesn't answer: see that this machine may go there."
    ]


def test_the_fonts_are_there() -> None:
    assert str(fonts()).startswith(("ok   fonts: names are written in every script", "note fonts: letters of Arabic"))
