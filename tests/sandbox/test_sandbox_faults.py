"""What goes wrong on demand: calls that fail, dawdle or get lost, interactions that come twice or out of order."""

import asyncio
import time

import aiohttp
import pytest

from sandbox.world import BOT_ID
from tests.driver import PATIENCE
from tests.sandbox.wire import GENERAL, Table, Turn, Wire

MESSAGES = f"{GENERAL}/messages"
POST_MESSAGE = ("POST", r"/channels/\d+/messages")


@pytest.mark.parametrize(
    ("code", "status", "message"),
    [
        (50007, 403, "Cannot send messages to this user"),
        (50083, 400, "Thread is archived"),
        (10062, 404, "Unknown interaction"),
        (10003, 404, "Unknown Channel"),
        (10008, 404, "Unknown Message"),
        (40060, 400, "Interaction has already been acknowledged."),
        (50001, 403, "Missing Access"),
    ],
)
async def test_a_code_brings_its_status_and_sentence(wire: Wire, code: int, status: int, message: str) -> None:
    async with await wire.driver() as driver:
        await driver.fault(*POST_MESSAGE, code=code)
        refused = await wire.call("POST", MESSAGES, {"content": "x"})
        assert (refused.status, refused.body) == (status, {"message": message, "code": code})
        assert wire.world.messages == {}
        assert (await wire.call("POST", MESSAGES, {"content": "x"})).status == 200


@pytest.mark.parametrize(
    ("status", "message"), [(403, "Forbidden"), (404, "Not Found"), (500, "Internal Server Error")]
)
async def test_a_status_alone_fails_so_many_calls_of_one_kind(wire: Wire, status: int, message: str) -> None:
    async with await wire.driver() as driver:
        await driver.fault(*POST_MESSAGE, status, times=2)
        for _ in range(2):
            assert (await wire.call("GET", MESSAGES)).status == 200
            failed = await wire.call("POST", MESSAGES, {"content": "x"})
            assert (failed.status, failed.body) == (status, {"message": message, "code": 0})
        assert (await wire.call("POST", MESSAGES, {"content": "x"})).status == 200


async def test_a_fault_can_be_taken_back(wire: Wire) -> None:
    async with await wire.driver() as driver:
        await driver.fault("*", ".*", 502, times=1000)
        assert (await wire.call("GET", MESSAGES)).status == 502
        assert await driver.no_faults() == ["* .*"]
        assert (await wire.call("GET", MESSAGES)).status == 200
        assert await driver.no_faults() == []


async def test_rate_limits_of_a_route_and_of_everything(wire: Wire) -> None:
    async with await wire.driver() as driver:
        await driver.rate_limit(1.5, *POST_MESSAGE)
        limited = await wire.call("POST", MESSAGES, {"content": "x"})
        expected = {"message": "You are being rate limited.", "code": 0, "retry_after": 1.5, "global": False}
        assert limited.body == expected
        assert (limited.headers["Retry-After"], limited.headers["X-RateLimit-Scope"]) == ("1.5", "user")
        assert "Via" in limited.headers and "X-RateLimit-Remaining" not in limited.headers
        await driver.rate_limit(0.5, times=2)
        assert (await wire.call("POST", "/interactions/1/token/callback", {"type": 6})).code == 10062
        limited = await wire.call("GET", "/users/@me")
        assert limited.body["global"] and limited.headers["X-RateLimit-Scope"] == "global"
        assert limited.headers["X-RateLimit-Global"] == "true"
        assert (await wire.call("GET", MESSAGES)).status == 429
        assert (await wire.call("GET", MESSAGES)).status == 200


async def test_a_call_takes_its_time_before_it_has_its_effect(wire: Wire) -> None:
    async with await wire.driver() as driver:
        await driver.fault(*POST_MESSAGE, before=0.2)
        began = time.monotonic()
        call = asyncio.create_task(wire.call("POST", MESSAGES, {"content": "x"}))
        await driver.wait(lambda: driver.messages)
        assert time.monotonic() - began >= 0.2
        assert (await call).status == 200


async def test_an_answer_takes_its_time_unless_the_fault_is_taken_back(wire: Wire) -> None:
    async with await wire.driver() as driver:
        await driver.fault(*POST_MESSAGE, after=PATIENCE)
        call = asyncio.create_task(wire.call("POST", MESSAGES, {"content": "x"}))
        await driver.wait(lambda: driver.messages)
        assert await driver.no_faults() == []
        assert (await call).status == 200
        await driver.fault(*POST_MESSAGE, after=0.2)
        began = time.monotonic()
        assert (await wire.call("POST", MESSAGES, {"content": "x"})).status == 200
        assert time.monotonic() - began >= 0.2


async def test_an_answer_gets_lost_after_the_call_had_its_effect(wire: Wire) -> None:
    async with await wire.driver() as driver:
        await driver.fault(*POST_MESSAGE, lost=True)
        with pytest.raises(aiohttp.ClientConnectionError):
            await wire.call("POST", MESSAGES, {"content": "lost"})
        await driver.fault(*POST_MESSAGE, 500, late=True)
        assert (await wire.call("POST", MESSAGES, {"content": "late"})).status == 500
        assert [message.content for message in wire.world.messages.values()] == ["lost", "late"]


async def test_an_interaction_that_comes_twice_is_answered_once(table: Table) -> None:
    await table.driver.double()
    turn = await table.begin(table.ann.slash("general", "play"))
    again = (await table.gate.hear_event("INTERACTION_CREATE"))["d"]
    assert again == turn.heard
    assert (await turn.answer(4, {"content": "once"})).status == 200
    refused = await Turn(table.wire, again, turn.doing).answer(4, {"content": "twice"})
    assert (refused.status, refused.code) == (400, 40060)
    assert (await turn.doing).content == "once"
    turn = await table.begin(table.ann.slash("general", "play"))  # and the next comes once again
    await turn.answer(4, {"content": "thrice"})
    await turn.doing
    await table.gate.say(1)
    assert (await table.gate.hear())["op"] == 11


async def test_an_interaction_is_overtaken_by_the_next(table: Table) -> None:
    await table.driver.reorder()
    first = asyncio.create_task(table.ann.slash("general", "play"))
    await table.driver.no_faults()  # answered only when the sandbox has heard of Ann's command
    second = await table.begin(table.bob.slash("general", "play"))
    overtaken = Turn(table.wire, (await table.gate.hear_event("INTERACTION_CREATE"))["d"], first)
    assert second.heard["member"]["user"]["username"] == "bob"
    assert overtaken.heard["member"]["user"]["username"] == "ann"
    assert int(overtaken.heard["id"]) < int(second.heard["id"])
    for turn in (overtaken, second):
        await turn.answer(4, {"content": "ok"})
        assert (await turn.doing).content == "ok"


async def test_an_interaction_comes_late(table: Table) -> None:
    await table.driver.delay(0.2)
    began = time.monotonic()
    turn = await table.begin(table.ann.slash("general", "play"))
    assert time.monotonic() - began >= 0.2
    await turn.answer(4, {"content": "ok"})
    await turn.doing


async def test_of_two_programs_with_one_shard_the_first_answers(table: Table) -> None:
    other = await table.wire.gate()
    await other.identify()
    turn = await table.begin(table.ann.slash("general", "play"))
    theirs = Turn(table.wire, (await other.hear_event("INTERACTION_CREATE"))["d"], turn.doing)
    assert theirs.heard == turn.heard
    assert (await theirs.answer(5)).status == 200
    assert (await turn.answer(5)).code == 40060
    filled = await table.wire.call("POST", f"/webhooks/{BOT_ID}/{turn.heard['token']}", {"content": "from either"})
    assert filled.status == 200 and (await turn.doing).content == "from either"
