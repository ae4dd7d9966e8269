"""Time passes in the sandbox: ids, times, tokens and idle threads get older."""

import json
from datetime import datetime, timedelta

import pytest

from sandbox.keep import as_json, restore
from sandbox.permissions import bits
from sandbox.world import ANN_ID, BOT_ROLE_ID, EPOCH, GENERAL_ID, World
from tests.driver import Failed
from tests.sandbox.wire import GENERAL, Clock, Table, Wire

DAY = 86_400
MESSAGES = f"{GENERAL}/messages"


async def test_pages_and_bots_are_told(wire: Wire) -> None:
    async with await wire.driver() as driver:
        assert driver.offset == 0
        await driver.pass_time(3600)
        await driver.pass_time(DAY)
        assert driver.offset == 3600 + DAY
        async with await wire.driver() as late, wire.session.get(f"{wire.url}/sandbox/clock") as answer:
            assert (late.offset, await answer.json()) == (driver.offset, {"offset": driver.offset})
        for seconds in (0, -60, float("inf"), float("nan")):
            with pytest.raises(Failed, match="only goes forward"):
                await driver.pass_time(seconds)


async def test_a_message_of_the_next_day_says_so(wire: Wire) -> None:
    first = (await wire.call("POST", MESSAGES, {"content": "x"})).body
    wire.world.pass_time(DAY)
    second = (await wire.call("POST", MESSAGES, {"content": "x"})).body
    times = [datetime.fromisoformat(message["timestamp"]) for message in (first, second)]
    assert times[1] - times[0] == timedelta(days=1)
    made = [((int(message["id"]) >> 22) + EPOCH) / 1000 for message in (first, second)]
    assert made == [time.timestamp() for time in times]


async def test_a_token_grows_old_but_not_the_three_seconds(table: Table) -> None:
    turn = await table.begin(table.ann.slash("general", "play"))
    await table.driver.pass_time(60)
    assert (await turn.answer(4, {"content": "in time"})).status == 200
    await turn.doing
    await table.driver.pass_time(15 * 60)
    assert (await table.wire.call("POST", turn.webhook, {"content": "too late"})).code == 50027


async def test_a_thread_in_which_nothing_happens_is_archived(table: Table) -> None:
    body = {"name": "Stage 1", "type": 11, "auto_archive_duration": 1440}
    thread = (await table.wire.call("POST", f"{GENERAL}/threads", body)).body["id"]
    await table.driver.pass_time(DAY - 1)
    await table.wire.call("POST", f"/channels/{thread}/messages", {"content": "still here"})
    await table.driver.pass_time(DAY - 1)
    assert not table.driver.channel(thread).archived
    await table.driver.pass_time(1)
    update = (await table.gate.hear_event("THREAD_UPDATE"))["d"]
    assert update["id"] == thread and update["thread_metadata"]["archived"]
    await table.wire.call("POST", f"/channels/{thread}/messages", {"content": "back again"})
    await table.driver.wait(lambda: not table.driver.channel(thread).archived)
    await table.driver.pass_time(DAY - 1)
    assert not table.driver.channel(thread).archived


def test_a_world_that_was_kept_goes_on_at_its_time_with_its_permissions() -> None:
    clock = Clock()
    world = World(clock)
    world.pass_time(DAY)
    world.permit(bits("EMBED_LINKS"), False)
    world.permit(bits("VIEW_CHANNEL"), False, world.channels[GENERAL_ID])
    world.users[ANN_ID].dms_open = False
    again = World(clock)
    restore(again, json.loads(json.dumps(as_json(world))))
    assert again.time() == world.time() == clock() + DAY
    assert again.roles[BOT_ROLE_ID] == world.roles[BOT_ROLE_ID]
    assert again.channels == world.channels and again.users == world.users
    world.kick_bot()
    restore(again, json.loads(json.dumps(as_json(world))))
    assert not again.has_bot
