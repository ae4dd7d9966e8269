"""The gateway over the bare wire: sessions, shards, intents, RESUME."""

import pytest

from sandbox.world import BOT_ID, GUILD_ID, RACES_ID
from tests.sandbox.wire import GENERAL, Wire


@pytest.mark.parametrize("query", ["?v=10&encoding=json", "/?v=10&encoding=json&compress=zlib-stream"])
async def test_identify_tells_the_server(wire: Wire, query: str) -> None:
    gate = await wire.gate(query)
    ready = (await gate.identify())["d"]
    assert ready["resume_gateway_url"] == wire.url.replace("http", "ws") + "/gateway"
    assert ready["user"]["id"] == ready["application"]["id"] == BOT_ID
    assert ready["guilds"] == [{"id": GUILD_ID, "unavailable": True}]
    guild = (await gate.hear_event("GUILD_CREATE"))["d"]
    assert [channel["name"] for channel in guild["channels"]] == ["general", "races"]
    assert [member["user"]["id"] for member in guild["members"]] == [BOT_ID]
    await gate.say(1, None)
    assert (await gate.hear())["op"] == 11


async def test_a_resumed_session_hears_what_it_missed(wire: Wire) -> None:
    gate = await wire.gate()
    ready = await gate.identify()
    guild = await gate.hear_event("GUILD_CREATE")
    async with await wire.driver() as driver:
        await driver.drop()
        assert await gate.closed_with() == 4000
        await driver.wait(lambda: not driver.online)
    for name in ("Stage 1", "Stage 2"):
        await wire.call("POST", f"{GENERAL}/threads", {"name": name, "type": 11})
    again = await wire.gate()
    await again.hear()
    await again.say(6, {"token": "t", "session_id": ready["d"]["session_id"], "seq": guild["s"]})
    missed = [await again.hear() for _ in range(3)]
    assert [payload["t"] for payload in missed] == ["THREAD_CREATE", "THREAD_CREATE", "RESUMED"]
    assert [payload["s"] for payload in missed] == [guild["s"] + n for n in (1, 2, 3)]
    assert [payload["d"]["name"] for payload in missed[:2]] == ["Stage 1", "Stage 2"]
    assert missed[0]["d"]["newly_created"]


async def test_a_session_that_said_goodbye_or_is_old_cannot_resume(wire: Wire) -> None:
    for code, seconds in ((1000, 0), (4000, 301)):
        gate = await wire.gate()
        session_id = (await gate.identify())["d"]["session_id"]
        await gate.socket.close(code=code)
        wire.clock.seconds += seconds
        assert await wire.resumed(session_id) == {"op": 9, "d": False}


@pytest.mark.parametrize(
    ("op", "body", "code"),
    [
        (2, {"token": "t", "intents": 1 | 1 << 15}, 4014),
        (2, {"token": "", "intents": 1}, 4004),
        (2, {"token": "t", "intents": 1, "shard": [2, 2]}, 4010),
        (2, {"token": "t"}, 4002),
        (3, {}, 4003),
    ],
)
async def test_a_wrong_start_is_closed(wire: Wire, op: int, body: object, code: int) -> None:
    gate = await wire.gate()
    await gate.say(op, body)
    assert await gate.closed_with() == code


async def test_identifying_twice_or_nonsense_is_closed(wire: Wire) -> None:
    for op, code in ((2, 4005), (99, 4001)):
        gate = await wire.gate()
        await gate.identify()
        await gate.say(op, {"token": "t", "intents": 1})
        assert await gate.closed_with() == code


async def test_each_shard_hears_its_own(wire: Wire) -> None:
    of_guild = (int(GUILD_ID) >> 22) % 2
    gates = [await wire.gate() for _ in range(2)]
    for shard, gate in enumerate(gates):
        ready = (await gate.identify(shard=[shard, 2]))["d"]
        assert bool(ready["guilds"]) == (shard == of_guild)
    await wire.call("PUT", f"/applications/{BOT_ID}/commands", [{"name": "play", "description": "d"}])
    async with await wire.driver() as driver:
        ann = driver.player("Ann")
        for channel, shard in ((driver.channel(RACES_ID), of_guild), (ann.dm(), 0)):
            for gate in gates:
                await gate.say(1)
            act = {"do": "slash", "nonce": 0, "user": ann.id, "channel_id": channel.id, "name": "play"}
            async with wire.session.ws_connect(f"{wire.url}/sandbox/ws") as page:
                await page.send_json(act)
                heard = (await gates[shard].hear_event("INTERACTION_CREATE"))["d"]
            assert heard["channel_id"] == channel.id


async def test_messages_of_dms_come_only_if_asked_for(wire: Wire) -> None:
    deaf, hearing = await wire.gate(), await wire.gate()
    await deaf.identify(intents=1)
    await hearing.identify(intents=1 | 1 << 12)
    async with await wire.driver() as driver:
        ann = driver.player("Ann")
        await ann.say("general", "for the server")
        await ann.say(ann.dm(), "for the bot")
        heard = (await hearing.hear_event("MESSAGE_CREATE"))["d"]
        assert heard["content"] == "for the bot"
        await wire.call("POST", f"{GENERAL}/threads", {"name": "Stage 1", "type": 11})
        events = [(await deaf.hear())["t"] for _ in range(2)]
        assert events == ["GUILD_CREATE", "THREAD_CREATE"]


async def test_pages_see_the_bot_come_and_go(wire: Wire) -> None:
    async with await wire.driver() as driver:
        assert not driver.online
        gate = await wire.gate()
        await gate.identify()
        await driver.wait(lambda: driver.online)
        await gate.socket.close()
        await driver.wait(lambda: not driver.online)


async def test_a_bot_is_asked_to_reconnect(wire: Wire) -> None:
    gate = await wire.gate("?compress=zlib-stream")
    ready = (await gate.identify())["d"]
    await gate.hear_event("GUILD_CREATE")
    async with await wire.driver() as driver:
        await driver.reconnect()
    assert await gate.hear() == {"op": 7, "d": None}
    await gate.socket.close(code=4000)
    again = await wire.gate()
    await again.hear()
    await again.say(6, {"token": "t", "session_id": ready["session_id"], "seq": 2})
    assert (await again.hear())["t"] == "RESUMED"


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_session_becomes_invalid(wire: Wire, resumable: bool) -> None:
    gate = await wire.gate()
    ready = (await gate.identify())["d"]
    await gate.hear_event("GUILD_CREATE")
    async with await wire.driver() as driver:
        await driver.invalidate(resumable=resumable)
        assert await gate.hear() == {"op": 9, "d": resumable}
        assert driver.online == resumable
        again = await wire.gate()
        await again.hear()
        await again.say(6, {"token": "t", "session_id": ready["session_id"], "seq": 2})
        heard = await again.hear()
        assert (heard["op"], heard.get("t")) == ((0, "RESUMED") if resumable else (9, None))
        if not resumable:
            await again.say(2, {"token": "t", "intents": 1})  # a new session on the same connection
            assert (await again.hear())["t"] == "READY"
            await driver.wait(lambda: driver.online)


async def test_a_bot_is_told_how_many_shards_to_run(wire: Wire) -> None:
    assert (await wire.call("GET", "/gateway/bot")).body["shards"] == 1
    async with await wire.driver() as driver:
        await driver.shards(2)
    assert (await wire.call("GET", "/gateway/bot")).body["shards"] == 2
