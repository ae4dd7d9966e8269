"""The bot loses permissions or the server, and the owner deletes what the bot needs."""

import pytest

from sandbox.permissions import bits
from sandbox.world import ANN_ID, BOT_ID, BOT_ROLE_ID, GENERAL_ID, GUILD_ID, RACES_ID
from tests.driver import Failed
from tests.sandbox.wire import BUTTON, GENERAL, Table

MESSAGES = f"{GENERAL}/messages"
PUBLIC_THREAD = {"name": "Stage 1", "type": 11}


async def test_a_permission_is_taken_in_the_whole_server_and_given_back(table: Table) -> None:
    await table.driver.permit("SEND_MESSAGES", False)
    role = (await table.gate.hear_event("GUILD_ROLE_UPDATE"))["d"]
    assert role["guild_id"] == GUILD_ID and role["role"]["id"] == BOT_ROLE_ID
    assert not int(role["role"]["permissions"]) & bits("SEND_MESSAGES")
    for channel_id in (GENERAL_ID, RACES_ID):
        channel = (await table.gate.hear_event("CHANNEL_UPDATE"))["d"]
        (overwrite,) = channel["permission_overwrites"]
        assert (channel["id"], overwrite["id"], overwrite["deny"]) == (channel_id, BOT_ROLE_ID, "2048")
    refused = await table.wire.call("POST", MESSAGES, {"content": "x"})
    assert (refused.status, refused.code) == (403, 50013)
    turn = await table.begin(table.ann.slash("general", "play"))
    assert not int(turn.heard["app_permissions"]) & bits("SEND_MESSAGES")
    assert int(turn.heard["member"]["permissions"]) & bits("SEND_MESSAGES")
    assert (await turn.answer(4, {"content": "Answers need no permission"})).status == 200
    await turn.doing
    await table.driver.permit("SEND_MESSAGES", True)
    assert (await table.gate.hear_event("CHANNEL_UPDATE"))["d"]["permission_overwrites"] == []
    assert (await table.wire.call("POST", MESSAGES, {"content": "x"})).status == 200


async def test_a_permission_is_taken_in_one_channel_and_its_threads(table: Table) -> None:
    thread = (await table.wire.call("POST", f"{GENERAL}/threads", PUBLIC_THREAD)).body["id"]
    await table.driver.permit("VIEW_CHANNEL", False, "general")
    for channel_id in (GENERAL_ID, thread):
        assert (await table.wire.call("POST", f"/channels/{channel_id}/messages", {"content": "x"})).code == 50001
        assert (await table.wire.call("GET", f"/channels/{channel_id}")).code == 50001
    assert (await table.wire.call("POST", f"/channels/{RACES_ID}/messages", {"content": "x"})).status == 200


async def test_a_channel_that_the_bot_may_not_see_has_a_false_name_and_its_threads_are_left_out(table: Table) -> None:
    thread = (await table.wire.call("POST", f"{GENERAL}/threads", PUBLIC_THREAD)).body["id"]
    channels, threads = f"/guilds/{GUILD_ID}/channels", f"/guilds/{GUILD_ID}/threads/active"
    await table.driver.permit("VIEW_CHANNEL", False, "general")
    late = await table.wire.gate()
    await late.identify()
    guild = (await late.hear_event("GUILD_CREATE"))["d"]
    told = (await table.gate.hear_event("CHANNEL_UPDATE"))["d"]
    [general] = [payload for payload in guild["channels"] if payload["id"] == GENERAL_ID]
    assert told == general
    denied = {"id": GUILD_ID, "type": 0, "allow": "0", "deny": str(bits("VIEW_CHANNEL"))}
    assert (general["name"], general["flags"], general["permission_overwrites"]) == ("___hidden___", 1 << 17, [denied])
    assert (general["type"], general["position"], guild["threads"]) == (0, 0, [])
    assert [payload["id"] for payload in (await table.wire.call("GET", channels)).body] == [RACES_ID]
    assert (await table.wire.call("GET", threads)).body["threads"] == []
    turn = await table.begin(table.ann.slash("general", "play"))
    assert (turn.heard["channel"]["name"], turn.heard["channel"]["flags"]) == ("general", 0)
    await turn.answer(4, {"content": "Interactions are whole"})
    await turn.doing
    await table.driver.permit("VIEW_CHANNEL", True, "general")
    told = (await table.gate.hear_event("CHANNEL_UPDATE"))["d"]
    assert (told["name"], told["permission_overwrites"]) == ("general", [])
    assert [payload["id"] for payload in (await table.wire.call("GET", threads)).body["threads"]] == [thread]


@pytest.mark.parametrize(
    ("permission", "body"),
    [("EMBED_LINKS", {"embeds": [{"title": "t"}]}), ("SEND_MESSAGES_IN_THREADS", {"content": "x"})],
)
async def test_what_a_message_needs(table: Table, permission: str, body: dict[str, object]) -> None:
    thread = (await table.wire.call("POST", f"{GENERAL}/threads", PUBLIC_THREAD)).body["id"]
    assert (await table.wire.call("POST", f"/channels/{thread}/messages", body)).status == 200
    await table.driver.permit(permission, False)
    assert (await table.wire.call("POST", f"/channels/{thread}/messages", body)).code == 50013


async def test_threads_need_a_permission_of_their_own(table: Table) -> None:
    await table.driver.permit("CREATE_PUBLIC_THREADS", False)
    assert (await table.wire.call("POST", f"{GENERAL}/threads", PUBLIC_THREAD)).code == 50013
    with pytest.raises(Failed, match="no permission FLY"):
        await table.driver.permit("FLY", False)
    with pytest.raises(Failed, match="50024"):
        await table.driver.permit("SEND_MESSAGES", False, table.ann.dm())


async def test_a_bot_that_was_kicked_sees_nothing_until_it_is_invited_again(table: Table) -> None:
    board = await table.shown(table.ann, {"content": "one", "components": [BUTTON]})
    thread = (await table.wire.call("POST", f"{GENERAL}/threads", PUBLIC_THREAD)).body["id"]
    await table.driver.permit("EMBED_LINKS", False)
    await table.driver.kick()
    assert (await table.gate.hear_event("GUILD_DELETE"))["d"] == {"id": GUILD_ID}
    codes = {
        f"/guilds/{GUILD_ID}": 10004,
        f"/guilds/{GUILD_ID}/members/{ANN_ID}": 10004,
        GENERAL: 50001,
        f"/channels/{thread}": 50001,
        f"/applications/{BOT_ID}/guilds/{GUILD_ID}/commands": 50001,
    }
    assert {path: (await table.wire.call("GET", path)).code for path in codes} == codes
    assert (await table.wire.call("GET", "/users/@me/guilds")).body == []
    assert (await table.wire.call("POST", MESSAGES, {"content": "x"})).code == 50001
    dm = await table.wire.call("POST", f"/channels/{table.ann.dm().id}/messages", {"content": "x"})
    assert (dm.status, dm.code) == (403, 50278)
    with pytest.raises(Failed, match="no command /play here"):
        await table.ann.slash("general", "play")
    with pytest.raises(Failed, match="The bot isn't in the server"):
        await table.ann.press(board, "Go")
    with pytest.raises(Failed, match="isn't in the server"):
        await table.driver.kick()
    late = await table.wire.gate()
    assert (await late.identify())["d"]["guilds"] == []
    await table.driver.invite()
    for gate in (table.gate, late):
        guild = (await gate.hear_event("GUILD_CREATE"))["d"]
        assert [thread["member_count"] for thread in guild["threads"]] == [0]
        assert "unavailable" not in guild  # so discord.py takes it for a server that the bot has joined
    assert (await table.wire.call("POST", MESSAGES, {"embeds": [{"title": "t"}]})).status == 200
    assert table.driver.has_bot
    with pytest.raises(Failed, match="is in the server"):
        await table.driver.invite()


async def test_the_owner_deletes_a_channel_with_its_threads(table: Table) -> None:
    thread = (await table.wire.call("POST", f"{GENERAL}/threads", PUBLIC_THREAD)).body["id"]
    board = await table.shown(table.ann, {"content": "one", "components": [BUTTON]})
    turn = await table.begin(table.bob.press(board, "Go"))
    general = table.driver.channel("general")
    with pytest.raises(Failed, match="50024"):
        await table.ann.delete(table.ann.dm())
    await table.ann.delete(general)
    assert (await table.gate.hear_event("CHANNEL_DELETE"))["d"]["id"] == GENERAL_ID
    assert general.deleted and board.deleted and table.driver.threads() == []
    for path in (GENERAL, f"/channels/{thread}"):
        assert (await table.wire.call("POST", f"{path}/messages", {"content": "x"})).code == 10003
    assert (await turn.answer(4, {"content": "too late"})).code == 10003
    assert (await turn.answer(7, {"content": "too late"})).code == 10008
    await turn.answer(6)
    edited = await table.wire.call("PATCH", f"{turn.webhook}/messages/@original", {"content": "too late"})
    assert edited.code == 10008
    turn.doing.cancel()
    await table.gate.say(1)
    assert (await table.gate.hear())["op"] == 11  # the bot hears nothing of the threads


async def test_players_delete_their_own_messages(table: Table) -> None:
    await table.bob.say("general", "oops")
    await table.ann.say("general", "hm")
    (oops, hm) = table.ann.sees("general")
    with pytest.raises(Failed, match="50013"):
        await table.bob.delete(hm)
    await table.bob.delete(oops)
    assert oops.deleted and table.ann.sees("general") == [hm]
