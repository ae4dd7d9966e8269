"""Who may have installed the bot: what the application, its commands and their interactions say of it."""

from typing import Any

import discord
import pytest

from cogs.ui.commands import ANYWHERE, INSTALLED
from sandbox.world import ANN_ID, BOT_ID, GUILD_ID
from tests.driver import Failed
from tests.sandbox.wire import GENERAL, Table, Wire

Json = dict[str, Any]
APPLICATION, COMMANDS = "/applications/@me", f"/applications/{BOT_ID}/commands"
PLAY: Json = {"name": "solo", "description": "Play", "integration_types": [0, 1], "contexts": [0, 1, 2]}
HERE: Json = {"name": "here", "description": "Play", "integration_types": [0]}


async def registered(table: Table) -> None:
    """A command for everyone who has the bot, and one for servers."""
    for command in (PLAY, HERE):
        assert (await table.wire.call("POST", COMMANDS, command)).status == 201


async def test_the_application_says_who_may_install_it(wire: Wire) -> None:
    config = (await wire.call("GET", APPLICATION)).body["integration_types_config"]
    assert config["1"]["oauth2_install_params"] == {"scopes": ["applications.commands"], "permissions": "0"}
    assert "bot" in config["0"]["oauth2_install_params"]["scopes"]
    params = {"scopes": ["bot", "applications.commands"], "permissions": 2048}
    changed = await wire.call(
        "PATCH", APPLICATION, {"integration_types_config": {"0": {"oauth2_install_params": params}}}
    )
    told = {"0": {"oauth2_install_params": params | {"permissions": "2048"}}}
    assert (changed.status, changed.body["integration_types_config"]) == (200, told)
    assert (await wire.call("GET", "/oauth2/applications/@me")).body["integration_types_config"] == told


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({}, "DICT_TYPE_CONVERT"),
        ({"2": {}}, "BASE_TYPE_CHOICES"),
        ({"1": {"oauth2_install_params": {"scopes": ["email"]}}}, "BASE_TYPE_CHOICES"),
        ({"1": {"oauth2_install_params": {"permissions": -1}}}, "NUMBER_TYPE_RANGE"),
    ],
)
async def test_an_application_that_is_configured_wrongly_stays_as_it_was(wire: Wire, wrong: Json, code: str) -> None:
    before = (await wire.call("GET", APPLICATION)).body
    refused = await wire.call("PATCH", APPLICATION, {"integration_types_config": wrong})
    assert (refused.status, refused.code, [*refused.wrong.values()]) == (400, 50035, [code])
    assert (await wire.call("GET", APPLICATION)).body == before


async def test_a_command_says_where_it_works_and_else_as_the_application_is_installed(wire: Wire) -> None:
    """The very places that the bot's own commands name."""
    named = {"integration_types": INSTALLED.to_array(), "contexts": ANYWHERE.to_array()}
    assert named == {"integration_types": [0, 1], "contexts": [0, 1, 2]}
    made = (await wire.call("POST", COMMANDS, PLAY | named)).body
    assert {key: made[key] for key in named} == named
    usual = {"name": "e", "description": "d"}
    assert (await wire.call("POST", COMMANDS, usual)).body["integration_types"] == [0, 1]
    await wire.call("PATCH", APPLICATION, {"integration_types_config": {"0": {}}})
    assert (await wire.call("POST", COMMANDS, usual | {"name": "f"})).body["integration_types"] == [0]
    for place in ("contexts", "integration_types"):
        for wrong, code in (([], "BASE_TYPE_BAD_LENGTH"), ([7], "BASE_TYPE_CHOICES")):
            refused = await wire.call("POST", COMMANDS, usual | {"name": "g", place: wrong})
            assert (refused.code, [*refused.wrong.values()]) == (50035, [code])
        twice = await wire.call("POST", COMMANDS, usual | {"name": "g", place: [0, 0]})
        assert twice.wrong == {place: "SET_TYPE_ALREADY_CONTAINS_VALUE"}


async def test_who_has_installed_the_bot_uses_it_where_it_is_not(table: Table) -> None:
    await registered(table)
    await table.ann.install_bot()
    turn = await table.begin(table.ann.slash("general", "solo"))
    assert turn.heard["authorizing_integration_owners"] == {"0": GUILD_ID, "1": ANN_ID}
    await turn.answer(4, {"content": "both", "flags": 64})
    await turn.doing
    turn = await table.begin(table.ann.slash("general", "here"))
    assert turn.heard["authorizing_integration_owners"] == {"0": GUILD_ID}
    await turn.answer(4, {"content": "by the server"})
    await turn.doing
    await table.driver.kick()
    turn = await table.begin(table.ann.slash("general", "solo"))
    heard = turn.heard
    assert (heard["context"], heard["guild_id"]) == (0, GUILD_ID)
    assert heard["authorizing_integration_owners"] == {"1": ANN_ID}
    assert discord.Permissions(int(heard["app_permissions"])).view_channel
    await turn.answer(4, {"content": "alone", "flags": 64})
    assert (await turn.doing).visible_to == [ANN_ID]
    assert (await table.wire.call("POST", f"{GENERAL}/messages", {"content": "hello"})).status == 403
    turn = await table.begin(table.ann.slash(table.ann.dm(), "solo"))
    assert turn.heard["authorizing_integration_owners"] == {"1": ANN_ID}
    await turn.answer(4, {"content": "by DM"})
    await turn.doing
    dm = f"/channels/{table.ann.dm().id}/messages"
    assert (await table.wire.call("POST", dm, {"content": "your turn"})).status == 200


async def test_others_have_no_commands_where_the_bot_is_not(table: Table) -> None:
    await registered(table)
    await table.ann.install_bot()
    await table.driver.kick()
    for player, place, name in (
        (table.bob, "general", "solo"),
        (table.bob, table.bob.dm(), "solo"),
        (table.ann, "general", "here"),
    ):
        with pytest.raises(Failed, match=f"no command /{name} here"):
            await player.slash(place, name)
    await table.ann.install_bot(False)
    with pytest.raises(Failed, match="no command /solo here"):
        await table.ann.slash("general", "solo")


async def test_an_application_for_servers_alone_is_installed_by_nobody_for_themselves(table: Table) -> None:
    await table.wire.call("PATCH", APPLICATION, {"integration_types_config": {"0": {}}})
    with pytest.raises(Failed, match="can't be installed by people"):
        await table.ann.install_bot()
